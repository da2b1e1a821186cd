# usage: python graphqlite_more7.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q98 to Q100 of docs/found.md. With "any" another version is judged too.
from of_graphqlite import after, graph, show, version

print('graphqlite', version)
print('--- Q98: MERGE with a null that is no literal, which is an error in openCypher')
for text in ["MERGE ({k: null.l})", "WITH null AS n MERGE ({k: n})", "MERGE ({k: toInteger('a')})", "MERGE ({k: 1 - null})"]:
    graph()
    after(text, "MATCH (a) RETURN count(a) AS x", [[0]])
print('--- Q99: valueType()')
graph()
show("RETURN valueType(true) = valueType(1) AS x", [[False]])
show("RETURN valueType([1]) = valueType('a') AS x", [[False]])
show("RETURN valueType({a: 1}) = valueType('a') AS x", [[False]])
print('--- Q100: a variable of UNWIND in a path of MERGE')
graph()
after("UNWIND [1] AS x MERGE (:A {k: x})-[:T {k: x}]->(:B {k: x})", "MATCH (a)-[r]->(b) RETURN a.k AS a, r.k AS r, b.k AS b", [[1, 1, 1]])
print('a variable of WITH, and a node alone, is right:')
graph()
after("WITH 1 AS x MERGE (:A {k: x})-[:T {k: x}]->(:B {k: x})", "MATCH (a)-[r]->(b) RETURN a.k AS a, r.k AS r, b.k AS b", [[1, 1, 1]])
graph()
after("UNWIND [1] AS x MERGE (:B {k: x})", "MATCH (b) RETURN b.k AS b", [[1]])
