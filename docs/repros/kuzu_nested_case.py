# usage: python kuzu_nested_case.py [kuzu|ladybug] [any]    Needs: pip install kuzu==0.11.3 or ladybug==0.22.0. With "any" another version is judged too.
# Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, another version).
import importlib, sys

name = 'ladybug' if 'ladybug' in sys.argv else 'kuzu'
VERSION = {'kuzu': '0.11.3', 'ladybug': '0.22.0'}[name]

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
c = connect("CREATE NODE TABLE N(id INT64, b BOOL, PRIMARY KEY(id))", "CREATE (:N {id: 0, b: true}), (:N {id: 1, b: true}), (:N {id: 2, b: false})")
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN a.id > 0 THEN true ELSE a.b END AS x", [[0, True], [1, True], [2, True]])
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN CASE WHEN a.id > 0 THEN true ELSE a.b END THEN 1 ELSE 2 END AS x", [[0, 1], [1, 1], [2, 1]])
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN CASE WHEN a.id > 0 THEN true ELSE false END THEN 1 ELSE 2 END AS x", [[0, 2], [1, 1], [2, 1]])
show(c, "MATCH (a:N) WHERE CASE WHEN CASE WHEN a.id > 0 THEN true ELSE a.b END THEN true ELSE false END RETURN a.id", [[0], [1], [2]])
print('compared with true, or alone in a WHERE:')
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN CASE WHEN a.id > 0 THEN true ELSE a.b END = true THEN 1 ELSE 2 END AS x", [[0, 1], [1, 1], [2, 1]])
show(c, "MATCH (a:N) WHERE CASE WHEN a.id > 0 THEN true ELSE a.b END RETURN a.id", [[0], [1], [2]])
sys.exit(1 if wrong else 0)
