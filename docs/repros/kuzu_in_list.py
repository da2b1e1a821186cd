# usage: python kuzu_in_list.py [any]    Needs: pip install kuzu==0.11.3. With "any" another version is judged too.
# Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, another version).
import importlib, sys

name, VERSION = 'kuzu', '0.11.3'

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
c = connect("CREATE NODE TABLE N(id INT64, k INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM N TO N, k INT64)",
            "CREATE (a:N {id: 0, k: 2}), (b:N {id: 1}), (b)-[:T {k: 7}]->(a), (a)-[:T {k: 6}]->(a)")
show(c, "MATCH (a)-[r]->(b) RETURN a.id, r.k, a.k + 5, r.k IN [a.k + 5]", [[0, 6, 7, False], [1, 7, None, None]])
show(c, "MATCH (a)-[r]->(b) WHERE r.k IN [a.k + 5] RETURN a.id, r.k", [])
show(c, "MATCH (a)-[r]->(b) WHERE r.k = a.k + 5 RETURN a.id, r.k", [])
show(c, "MATCH (a)-[r]-(b) WHERE r.k IN [a.k + 5] RETURN a.id, r.k", [[0, 7]])
show(c, "MATCH (a)-[r]-(b) WHERE r.k = a.k + 5 RETURN a.id, r.k", [[0, 7]])
sys.exit(1 if wrong else 0)
