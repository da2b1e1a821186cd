# usage: python falkordb_index_case.py [PORT] [any]    A FalkorDB on 127.0.0.1. Needs: pip install falkordb. With "any" another version is judged too.
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
g = server.select_graph('repro')

wrong = 0
def show(query, right):
    global wrong
    try: rows = g.query(query).result_set
    except redis.ResponseError as error: rows = 'ERROR ' + str(error)
    wrong += rows != right
    print('%s\n    %s   %s' % (query, rows, 'right' if rows == right else 'WRONG, right is %s' % right))

QUERIES = [("MATCH (a:A) WHERE a.k >= 'a' RETURN a.k ORDER BY a.k", [['a'], ['b']]), ("MATCH (a:A) WHERE a.k > 'a' RETURN a.k ORDER BY a.k", [['b']]),
           ("MATCH (a:A) WHERE a.k < 'a' RETURN a.k ORDER BY a.k", [['Awwc'], ['C']]), ("MATCH (a:A) WHERE a.k <= 'a' RETURN a.k ORDER BY a.k", [['Awwc'], ['C'], ['a']]),
           ("MATCH (a:A) WHERE a.k < 'B' RETURN a.k ORDER BY a.k", [['Awwc']]), ("MATCH (a:A) WHERE a.k >= 'B' RETURN a.k ORDER BY a.k", [['C'], ['a'], ['b']]),
           ("MATCH (a:A) WHERE a.k = 'B' RETURN a.k ORDER BY a.k", [])]
print('FalkorDB', version)
try: g.delete()
except redis.ResponseError: pass
g.query("CREATE (:A {k: 'Awwc'}), (:A {k: 'a'}), (:A {k: 'b'}), (:A {k: 'C'})")
print("CREATE (:A {k: 'Awwc'}), (:A {k: 'a'}), (:A {k: 'b'}), (:A {k: 'C'}), without an index:")
for query, right in QUERIES: show(query, right)
g.query('CREATE INDEX FOR (a:A) ON (a.k)')
while any(row[0] != 'OPERATIONAL' for row in g.query('CALL db.indexes() YIELD status RETURN status').result_set): time.sleep(0.05)
print('CREATE INDEX FOR (a:A) ON (a.k), and the same again:')
for query, right in QUERIES: show(query, right)
print('an expression that no index serves:')
show("MATCH (a:A) WHERE a.k + '' >= 'a' RETURN a.k ORDER BY a.k", [['a'], ['b']])
print('the plan of %s:\n    ' % QUERIES[0][0] + '\n    '.join(str(g.explain(QUERIES[0][0])).splitlines()))
g.delete()
sys.exit(1 if wrong else 0)
