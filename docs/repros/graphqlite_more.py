# usage: python graphqlite_more.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q47 to Q50 of docs/found.md, "Statements that read". With "any" another version is judged too.
import importlib.metadata, sys
import verdict

VERSION = '0.12.0'
try: import pysqlite3; sys.modules['sqlite3'] = pysqlite3
except ImportError: pass
try: import graphqlite
except ImportError as error: verdict.end('cannot tell: %s. Needed: pip install graphqlite==%s' % (error, VERSION))
version = importlib.metadata.version('graphqlite')
if version != VERSION and 'any' not in sys.argv: verdict.end('cannot tell: this is GraphQLite %s, the causes are of %s' % (version, VERSION))

def graph(*statements):
    global connection
    connection = graphqlite.connect(':memory:')
    for statement in statements:
        connection.cypher(statement)
        print(statement)

def show(query, right):
    try: rows = [list(dict(row).values()) for row in connection.cypher(query)]
    except Exception as error: rows = 'ERROR ' + str(error)
    same = isinstance(rows, list) and sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

print('graphqlite', version)
print('--- Q47: a relationship of a variable-length MATCH, in the next MATCH')
graph("CREATE (:A {n:1})-[:T]->(:B {n:2})")
show("MATCH (a:A)-[:T*1..2]->(b) MATCH (a)-[:T]->(c) RETURN a.n, c.n", [[1, 2]])
show("MATCH (x)-[*1..1]->(a) MATCH (y)-->(a) RETURN x.n, y.n", [[1, 1]])
print('with a WITH between, the other way round, and without a variable length it is right:')
show("MATCH (a:A)-[:T*1..2]->(b) WITH a MATCH (a)-[:T]->(c) RETURN a.n, c.n", [[1, 2]])
show("MATCH (a)-[:T]->(b) MATCH (a)-[:T*1..2]->(c) RETURN a.n, c.n", [[1, 2]])
show("MATCH (x)-->(a) MATCH (y)-->(a) RETURN x.n, y.n", [[1, 1]])
print('--- Q48: an aggregate of a property behind a WITH')
graph("CREATE (:A {n:1})-[:T {w:5}]->(:B {n:2})")
show("MATCH (a) WITH a RETURN sum(a.n)", [[3]])
show("MATCH (a) WITH a RETURN avg(a.n)", [[1.5]])
show("MATCH (a) WITH a RETURN min(a.n)", [[1]])
show("MATCH (a) WITH a RETURN max(a.n)", [[2]])
show("MATCH ()-[r]->() WITH r RETURN sum(r.w)", [[5]])
print('with count(), with a sum inside, and without the WITH it is right:')
show("MATCH (a) WITH a RETURN count(a.n)", [[2]])
show("MATCH (a) WITH a, 1 AS one RETURN sum(a.n + 0)", [[3]])
show("MATCH (a) RETURN sum(a.n)", [[3]])
print('--- Q49: two variable-length relationships in one statement')
show("MATCH (a)-[*1..2]->(b), (c)-[*1..2]->(d) RETURN 1 AS x", [])
show("MATCH (a)-[*1..2]->(b) MATCH (c)-[*1..2]->(d) RETURN 1 AS x", [[1]])
print('in one path there is no error:')
show("MATCH (a)-[*1..2]->(b)-[*1..2]->(c) RETURN 1 AS x", [])
print('--- Q50: a number beside an aggregate')
show("MATCH (n) RETURN 2 AS x, count(*) AS c", [[2, 2]])
show("MATCH (n) RETURN n.n AS k, 3 AS x, count(*) AS c", [[1, 3, 1], [2, 3, 1]])
show("UNWIND [1, 2] AS v RETURN 0 AS x, count(*) AS c", [[0, 2]])
print('with a sum, or with a WITH, it is right:')
show("MATCH (n) RETURN 3 - 1 AS x, count(*) AS c", [[2, 2]])
show("MATCH (n) WITH n.n AS k, 1 AS x, count(*) AS c RETURN k, x, c", [[1, 1, 1], [2, 1, 1]])
