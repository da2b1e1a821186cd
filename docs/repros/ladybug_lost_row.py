# usage: python ladybug_lost_row.py [any]    Needs: pip install ladybug==0.22.0. With "any" another version is judged too.
# Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, another version).
import importlib, sys

name, VERSION = 'ladybug', '0.22.0'

def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

try: engine = importlib.import_module(name)
except ImportError as error: cannot_tell('%s; pip install %s==%s' % (error, name, VERSION))
if engine.version != VERSION and 'any' not in sys.argv: cannot_tell('this is %s %s, the bug is one of %s' % (name, engine.version, VERSION))

wrong = 0
def connect(*statements):
    connection = engine.Connection(engine.Database(':memory:', max_db_size=1 << 30))
    for statement in statements: connection.execute(statement)
    return connection

def show(connection, query, right):
    global wrong
    rows = []
    try:
        result = connection.execute(query)
        while result.has_next(): rows.append(result.get_next())
    except RuntimeError as error: rows = 'ERROR ' + str(error)
    same = isinstance(rows, list) and sorted(map(repr, rows)) == sorted(map(repr, right))
    wrong += not same
    print('%s\n    %s   %s' % (query, rows, 'right' if same else 'WRONG, right is %s' % right))

print(name, engine.version)
c = connect("CREATE NODE TABLE A(id INT64, k INT64, PRIMARY KEY(id))", "CREATE NODE TABLE B(id INT64, k INT64, PRIMARY KEY(id))",
            "CREATE REL TABLE T(FROM A TO A, FROM A TO B, FROM B TO A, FROM B TO B, s STRING)",
            "CREATE (b:B {id: 0}), (a:A {id: 1, k: 2}), (b)-[:T {s: 'a'}]->(a), (b)-[:T {s: 'b'}]->(a), (a)-[:T {s: 'a'}]->(a)")
right = [[1, 0, 1], [1, 0, 1], [1, 1, 1]]
show(c, "MATCH (x {k: 2})<-[r]-(a), (a)-[s]->(y) RETURN x.id, a.id, y.id, r.s", [[1, 0, 1, 'a'], [1, 0, 1, 'a'], [1, 0, 1, 'b'], [1, 0, 1, 'b'], [1, 1, 1, 'a']])
show(c, "MATCH (x {k: 2})<-[r]-(a), (a)-[s]->(y) WHERE r.s = 'a' RETURN x.id, a.id, y.id", right)
show(c, "MATCH (x {k: 2})<-[r]-(a)-[s]->(y) WHERE r.s = 'a' RETURN x.id, a.id, y.id", right)
show(c, "MATCH (x {k: 2})<-[r {s: 'a'}]-(a), (a)-[s]->(y) RETURN x.id, a.id, y.id", right)
print('the filter between two MATCHes, without the second pattern, or without k:')
show(c, "MATCH (x {k: 2})<-[r]-(a) WITH x, r, a WHERE r.s = 'a' MATCH (a)-[s]->(y) RETURN x.id, a.id, y.id", right)
show(c, "MATCH (x {k: 2})<-[r]-(a) WHERE r.s = 'a' RETURN x.id, a.id", [[1, 0], [1, 1]])
show(c, "MATCH (x)<-[r]-(a), (a)-[s]->(y) WHERE r.s = 'a' RETURN x.id, a.id, y.id", right)
print('two relationship tables: a row that the WHERE excludes is there, or one that passes is lost:')
c = connect("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A, id INT64)", "CREATE REL TABLE U(FROM A TO A, id INT64)",
            "CREATE (a:A {id: 0}), (b:A {id: 1}), (a)-[:T {id: 1}]->(b), (a)-[:U {id: 2}]->(b), (a)-[:U {id: 3}]->(b), (b)-[:T {id: 4}]->(b)")
show(c, "MATCH (a)-[r]->(b)-[s:T]->(c) WHERE a.id < 1 AND r.id <> 2 RETURN r.id, s.id", [[1, 4], [3, 4]])
show(c, "MATCH (a)-[r]->(b)-[s:T]->(c) WHERE a.id < 1 AND r.id <> 3 RETURN r.id, s.id", [[1, 4], [2, 4]])
show(c, "MATCH (a)-[r]->(b)-[s:T]->(c) WITH a, r, s WHERE a.id < 1 AND r.id <> 2 RETURN r.id, s.id", [[1, 4], [3, 4]])
print('a filter on a node between two relationship patterns, over one node with three self-loops:')
c = connect("CREATE NODE TABLE A(id INT64, k BOOL, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A)", "CREATE REL TABLE U(FROM A TO A)",
            "CREATE (a:A {id: 0, k: true}), (a)-[:T]->(a), (a)-[:T]->(a), (a)-[:U]->(a)")
show(c, "MATCH (x)-[p]->(a)-[r]->(b)-[s]->(c) RETURN count(*)", [[27]])
show(c, "MATCH (x)-[p]->(a)-[r]->(b)-[s]->(c) WHERE b.k RETURN count(*)", [[27]])
sys.exit(1 if wrong else 0)
