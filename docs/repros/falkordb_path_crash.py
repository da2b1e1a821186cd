# usage: python falkordb_path_crash.py [PORT] [any]    A FalkorDB on 127.0.0.1. Needs: pip install falkordb. With "any" another version is judged too.
# THE SERVER DIES OF IT. Something has to start it again: docker run --restart always, or a loop in a shell.
# Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, no server, another version).
import sys, time

VERSION = '4.22.1'
def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

try: import falkordb, redis
except ImportError as error: cannot_tell('%s; pip install falkordb' % error)
port = int(next((argument for argument in sys.argv[1:] if argument.isdigit()), 6379))
try:
    server = falkordb.FalkorDB(host='127.0.0.1', port=port)
    modules = [dict(zip(module[::2], module[1::2])) if isinstance(module, list) else module for module in server.connection.module_list()]
except redis.RedisError as error: cannot_tell('no FalkorDB on port %s: %s' % (port, error))
numbers = [int(module['ver']) for module in modules if module['name'] == 'graph'] or cannot_tell('the server on port %s has no module "graph"' % port)
version = '%d.%d.%d' % (numbers[0] // 10000, numbers[0] // 100 % 100, numbers[0] % 100)
if version != VERSION and 'any' not in sys.argv: cannot_tell('this is FalkorDB %s, the bug is one of %s' % (version, VERSION))

def connect():
    global server, g
    server = falkordb.FalkorDB(host='127.0.0.1', port=port)
    g = server.select_graph('repro')

def again():
    """Waits for the server to be there again."""
    for wait in range(100):
        time.sleep(0.2)
        try: connect(); return g.query('RETURN 1')
        except redis.RedisError: pass
    sys.exit('the server died and nothing starts it again: the bug shows') # exit code 1

wrong = 0
def show(statements, query, right):
    """The graph is made anew for each query."""
    global wrong
    try: g.delete()
    except redis.ResponseError: pass
    for statement in statements: g.query(statement)
    died = False
    try: rows = g.query(query).result_set
    except redis.ConnectionError as error: rows, died = str(error).rstrip('.'), True
    except redis.ResponseError as error: rows = 'ERROR ' + str(error)
    wrong += rows != right
    print('%s\n    %s   %s' % (query, rows, 'right' if rows == right else 'CRASH, right is %s' % right if died else 'WRONG, right is %s' % right), flush=True)
    if died: again()

print('FalkorDB', version)
connect()
GRAPH = 'CREATE (:A {k: 1})-[:T]->()-[:T]->({k: 1})'
print(GRAPH)
show([GRAPH], 'MATCH (a:A) WHERE a.k = 1 MATCH (a)-[*2]->(b) WHERE b.k = 1 RETURN b.k', [[1]])
show([GRAPH], 'MATCH (a:A)-[*2]->(b) WHERE a.k = 1 AND b.k = 1 RETURN b.k', [[1]])
show([GRAPH], 'MATCH (a:A {k: 1})-[*2]->(b {k: 1}) RETURN b.k', [[1]])
show([GRAPH], 'MATCH (a:A {k: 1})-[:T*2]->(b {k: 1}) RETURN b.k', [[1]])
print('with a range of lengths, without the first filter, or with a WITH between:')
show([GRAPH], 'MATCH (a:A {k: 1})-[*1..2]->(b {k: 1}) RETURN b.k', [[1]])
show([GRAPH], 'MATCH (a:A)-[*2]->(b {k: 1}) RETURN b.k', [[1]])
show([GRAPH], 'MATCH (a:A {k: 1}) WITH a MATCH (a)-[*2]->(b {k: 1}) RETURN b.k', [[1]])
NODE = 'CREATE (:A)'
print('without a filter on a property of a node, %s:' % NODE)
show([NODE], 'MATCH ()-[*2]->(:A)-->() RETURN 1', [])
show([NODE], 'MATCH (:A)-[*2 {k: 1}]->() RETURN 1', [])
show([NODE], 'MATCH (a)-[*2]->(b:A) WHERE b <> a RETURN 1', [])
print('with a range of lengths, or without the label:')
show([NODE], 'MATCH ()-[*1..2]->(:A)-->() RETURN 1', [])
show([NODE], 'MATCH (:A)-[*1..2 {k: 1}]->() RETURN 1', [])
show([NODE], 'MATCH (a)-[*1..2]->(b:A) WHERE b <> a RETURN 1', [])
show([NODE], 'MATCH ()-[*2]->()-->() RETURN 1', [])
show([NODE], 'MATCH ()-[*2 {k: 1}]->() RETURN 1', [])
show([NODE], 'MATCH (a)-[*2]->(b) WHERE b <> a RETURN 1', [])
print('an empty graph:')
show(['RETURN 1'], 'MATCH (a:A {k: 1})-[*2]->(b {k: 1}) RETURN b.k', [])
g.delete()
sys.exit(1 if wrong else 0)
