# usage: python graphqlite_more8.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q107 to Q112 of docs/found.md, and more of Q48. With "any" another version is judged too.
import multiprocessing
import verdict
from of_graphqlite import after, graph, rows, show, version

print('graphqlite', version)
print('--- Q107: what CALL { } gives, in the WHERE of a MATCH behind it')
graph("CREATE (:A {k: 1})-[:T {k: 2}]->(:B {k: 3})")
show("CALL { RETURN 1 AS k } MATCH (a) WHERE a.k = k RETURN a.k AS x", [[1]])
show("CALL { RETURN 1 AS k } WITH k MATCH (a) WHERE a.k = k RETURN a.k AS x", [[1]])
show("CALL { MATCH ()-[r]->() RETURN r } MATCH (a) WHERE r.k = 2 RETURN a.k AS x", [[1], [3]])
print('in the columns, and in the WHERE of a WITH, it is right:')
show("CALL { RETURN 1 AS k } MATCH (a) WHERE a.k = 1 RETURN k AS x", [[1]])
show("CALL { RETURN 1 AS k } WITH k WHERE k = 1 RETURN k AS x", [[1]])
print('--- Q108: CALL { } creates what the MATCH in front of it finds: it does not end')

def ends(query, right):
    """Whether a query ends within ten seconds; it is asked in a process of its own."""
    context = multiprocessing.get_context('fork')
    receiver, sender = context.Pipe(False)
    process = context.Process(target=lambda: sender.send(rows(query)))
    process.start()
    answer = receiver.recv() if receiver.poll(10) else 'no end after ten seconds'
    process.kill()
    same = answer == right
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))

graph("CREATE (:A)")
ends("MATCH (a) CALL { CREATE (n:N) RETURN n } RETURN 1 AS x", [[1]])
ends("MATCH (a) CALL { WITH a CREATE (:N) } RETURN 1 AS x", [[1]])
print('of another label it is right:')
graph("CREATE (:A)")
ends("MATCH (a:A) CALL { CREATE (n:N) RETURN n } RETURN 1 AS x", [[1]])
print('--- Q109: the actions of a MERGE of a path, as the first clause, know its first node alone')
for text in ["MERGE (:A)-[r:T]->(:B) ON MATCH SET r.k = 2", "MERGE (:A)-[:T]->(b:B) ON MATCH SET b.k = 2",
             "MERGE (:A)-[:T]->(b:B) ON MATCH SET b:C", "MERGE (:A)-[:T]->(b:B) ON MATCH SET b += {k: 2}", "UNWIND [1] AS x MERGE (:A)-[r:T]->(:B) ON MATCH SET r.k = 2"]:
    graph("CREATE (:A)-[:T]->(:B)")
    after(text, "MATCH (:A)-[r:T]->(b:B) RETURN coalesce(r.k, b.k, CASE WHEN b:C THEN 2 END) AS x", [[2]])
graph()
after("MERGE (:A)-[r:T]->(:B) ON CREATE SET r.k = 2", "MATCH ()-[r]->() RETURN r.k AS x", [[2]])
print('of the first node, behind a WITH, and in a SET behind it, it is right:')
for text in ["MERGE (a:A)-[:T]->(:B) ON MATCH SET a.k = 2", "WITH 1 AS x MERGE (a:A)-[r:T]->(:B) ON MATCH SET r.k = 2", "MERGE (:A)-[r:T]->(:B) SET r.k = 2"]:
    graph("CREATE (:A)-[:T]->(:B)")
    after(text, "MATCH (a:A)-[r:T]->(:B) RETURN coalesce(r.k, a.k) AS x", [[2]])
print('--- Q110: UNION with what writes')
for text in ["MERGE (:A) RETURN 1 AS x UNION ALL RETURN 2 AS x", "RETURN 2 AS x UNION ALL CREATE (:A) RETURN 1 AS x"]:
    graph()
    show(text, [[1], [2]])
print('behind a MATCH, and with a SET, the other part is left out:')
graph("CREATE (:A)")
show("MATCH (a) CREATE (b) RETURN 1 AS x UNION ALL RETURN 2 AS x", [[1], [2]])
show("MATCH (a:A) SET a.k = 1 RETURN 1 AS x UNION ALL RETURN 2 AS x", [[1], [2]])
print('--- Q111: columns behind UNWIND and what writes')
for text in ["UNWIND [7] AS x CREATE (a:A {k: x}) RETURN a.k AS p, x AS q, a.k + 1 AS r, 5 AS s", "UNWIND [7] AS x MERGE (a:A {k: x}) RETURN a.k AS p, x AS q, a.k + 1 AS r, 5 AS s"]:
    graph()
    show(text, [[7, 7, 8, 5]])
print('behind a WITH it is right:')
graph()
show("WITH 7 AS x CREATE (a:A {k: x}) RETURN a.k AS p, x AS q, a.k + 1 AS r", [[7, 7, 8]])
print('--- Q112: SET of what is computed in other ways than by operators and functions')
for value in ["CASE WHEN true THEN 1 END", "reduce(s = 0, x IN [1] | s + x)", "{k: 1}.k"]:
    graph("CREATE (:A)")
    after("MATCH (a) SET a.k = %s" % value, "MATCH (a) RETURN a.k AS x", [[1]])
print('within an operator or a function it is right:')
for value in ["[x IN [1] | x][0]", "size([x IN [1] | x])"]:
    graph("CREATE (:A)")
    after("MATCH (a) SET a.k = %s" % value, "MATCH (a) RETURN a.k AS x", [[1]])
print('--- Q48, wider: what is read of a node or relationship that a WITH or UNWIND hands on')
graph("CREATE (:A {k: 1})")
show("MATCH (a) WITH a RETURN exists(a.k) AS x", [[True]])
show("MATCH (a) WITH a RETURN keys(a) AS x", [[['k']]])
show("MATCH (a) WITH a RETURN labels(a) AS x", [[['A']]])
show("MATCH (a) WITH a RETURN properties(a) AS x", [[{'k': 1}]])
show("MATCH (a) UNWIND [1] AS y RETURN max(a.k) AS x", [[1]])
print('in a WHERE it is right:')
show("MATCH (a) WITH a WHERE exists(a.k) RETURN 1 AS x", [[1]])
