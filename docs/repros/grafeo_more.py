# usage: python grafeo_more.py [any]    Needs: pip install grafeo==0.6.0 (Python 3.12 or newer)
# R40 to R43 of docs/found.md, "Statements that read", and how wide R15 is. With "any" another version is judged too.
import sys
import verdict

VERSION = '0.6.0'
try: import grafeo
except ImportError as error: verdict.end('cannot tell: %s. Needed: pip install grafeo==%s' % (error, VERSION))
if grafeo.__version__ != VERSION and 'any' not in sys.argv: verdict.end('cannot tell: this is grafeo %s, the causes are of %s' % (grafeo.__version__, VERSION))

def graph(*statements):
    global db
    db = grafeo.GrafeoDB()
    for statement in statements:
        db.execute_cypher(statement)
        print(statement)

def rows(query):
    try: return [list(row.values()) for row in db.execute_cypher(query)]
    except grafeo.GrafeoError as error: return 'ERROR ' + str(error)

def show(query, right):
    answer = rows(query)
    same = isinstance(answer, list) and sorted(map(repr, answer)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))

def after(statement, query, right):
    """A statement that writes, and what is there behind it."""
    answer = rows(statement)
    print('%s%s' % (statement, '\n    ' + answer if isinstance(answer, str) else ''))
    show(query, right)

print('grafeo', grafeo.__version__)
print('--- R40: a path whose first relationship finds nothing')
graph("CREATE (:P {n:1})-[:KNOWS]->(:P {n:2})")
show("MATCH (x:P), (a:P)-[:LIKES]->(b)<-[:KNOWS]-(c) RETURN x.n", [])
show("MATCH (x:P), (a:P)-[:LIKES]->(b)-[:KNOWS]->(c) RETURN x.n", [])
show("MATCH (x:P), (a:P {n:2})-[:KNOWS]->(b)<-[:KNOWS]-(c) RETURN x.n", [])
show("MATCH (x:P {n:1}) MATCH (a:P {n:2})-[:KNOWS]->(b)<-[:KNOWS]-(c) RETURN count(*)", [[0]])
show("MATCH (x:P), (a:P)-[:LIKES]->(b)<-[:KNOWS]-(c) RETURN x.n, c.n", [])
print('with one relationship, or with the path alone, it is right:')
show("MATCH (x:P), (a:P)-[:LIKES]->(b) RETURN x.n", [])
show("MATCH (a:P)-[:LIKES]->(b)<-[:KNOWS]-(c) RETURN a.n", [])
after("MATCH (x:P), (a:P)-[:LIKES]->(b)<-[:KNOWS]-(c) SET x.hit = true", "MATCH (x:P) RETURN x.n, x.hit", [[1, None], [2, None]])
after("MATCH (x:P), (a:P)-[:LIKES]->(b)<-[:KNOWS]-(c) DETACH DELETE x", "MATCH (x) RETURN count(*)", [[2]])
print('--- R41: nullIf() whose second argument is null')
graph("CREATE (:A {n:1})")
show("MATCH (a:A) RETURN nullIf(a.n, a.none)", [[1]])
show("MATCH (a:A) WHERE nullIf(a.n, a.none) IS NULL RETURN a.n", [])
show("MATCH (a:A) RETURN nullIf(a.n, toInteger('x'))", [[1]])
print('with the literal null, with variables and with another value it is right:')
show("MATCH (a:A) RETURN nullIf(a.n, null)", [[1]])
show("MATCH (a:A) WITH a.n AS x, a.none AS y RETURN nullIf(x, y)", [[1]])
show("MATCH (a:A) RETURN nullIf(a.n, 7)", [[1]])
print('--- R42: a slice with a bound below 0')
graph()
show("RETURN [1,2,3][-2..]", [[[2, 3]]])
show("RETURN [1,2,3][..-1]", [[[1, 2]]])
show("RETURN [1,2,3][0..-1]", [[[1, 2]]])
show("RETURN [1,2,3][-2..-1]", [[[2]]])
print('with other bounds, and for one element, it is right:')
show("RETURN [1,2,3][1..]", [[[2, 3]]])
show("RETURN [1,2,3][-1]", [[3]])
print('--- R43: a path of one node')
graph("CREATE (:A {n:1})-[:T]->(:B {n:2})")
show("MATCH p = (n:A) RETURN length(p)", [[0]])
show("MATCH p = (n) RETURN length(p)", [[0], [0]])
print('with a relationship it is right:')
show("MATCH p = (n:A)-->() RETURN length(p)", [[1]])
print('--- R15, wider: a string equals the number that it spells')
graph("CREATE (:P {n:1}), (:P {n:'1'})")
show("MATCH (a:P {n:'1'}) RETURN a.n", [['1']])
show("MATCH (a:P {n:1}) RETURN a.n", [[1]])
show("MATCH (a:P) WHERE a.n = '1' RETURN a.n", [['1']])
