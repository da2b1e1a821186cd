# usage: python falkordb_more.py [PORT [crash]]    A FalkorDB on 127.0.0.1. Needs: pip install falkordb
# F47 to F57 and F62 of docs/found.md. With "crash" also the query of F49 that ends the server; something has to start it again.
import verdict
import sys, time, falkordb, redis

port = int(sys.argv[1]) if len(sys.argv) > 1 else 6379
def connect():
    global server, g
    server = falkordb.FalkorDB(host='127.0.0.1', port=port)
    g = server.select_graph('repro')

def graph(*statements):
    try: g.delete()
    except redis.ResponseError: pass
    for statement in statements or ['RETURN 1']: g.query(statement)
    print('a graph of %s:' % ('; '.join(statements) or 'nothing'))

def index(statement):
    """It is built in the background."""
    g.query(statement)
    while any(row[0] != 'OPERATIONAL' for row in g.query('CALL db.indexes() YIELD status RETURN status').result_set): time.sleep(0.05)
    print(statement)

def text(value):
    """Of a node its labels, of a list its elements."""
    return [text(each) for each in value] if isinstance(value, list) else 'a node of %s' % value.labels if hasattr(value, 'labels') else value

def show(query, right):
    try: rows = text(g.query(query).result_set)
    except redis.ResponseError as error: rows = 'ERROR ' + str(error)
    same = isinstance(rows, list) and sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

def crash(query, right):
    try: return show(query, right)
    except redis.ConnectionError as error:
        print('%s\n    %s   CRASH, %s' % (query, str(error).rstrip('.'), verdict.of(False, right)))
    for wait in range(100):
        time.sleep(0.2)
        try: connect(); return g.query('RETURN 1')
        except (redis.ConnectionError, redis.ResponseError): pass
    raise SystemError('the server is not started again')

connect()
module = [module if isinstance(module, dict) else dict(zip(module[::2], module[1::2])) for module in server.connection.module_list()]
version = [int(each['ver']) for each in module if each['name'] == 'graph'][0]
print('FalkorDB %d.%d.%d' % (version // 10000, version // 100 % 100, version % 100))
print('--- F47: a local time plus a duration is not brought back into the day')
graph()
show("RETURN localtime('23:00') + duration('PT2H') = localtime('01:00')", [[True]])
show("RETURN localtime('23:00') + duration('PT2H') < localtime('02:00')", [[True]])
show("UNWIND [localtime('23:00') + duration('PT2H'), localtime('01:00')] AS t RETURN count(DISTINCT t)", [[1]])
print('as a text, and within the day, it is right:')
show("RETURN toString(localtime('23:00') + duration('PT2H'))", [['01:00:00']])
show("RETURN localtime('21:00') + duration('PT2H') = localtime('23:00')", [[True]])
print('--- F48: a comprehension sees what a variable was in an earlier row where it is null in this one')
graph("CREATE ({n: 1})-[:T]->({n: 2})")
show("MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a.n, [x IN [1] | b.n]", [[1, [2]], [2, [None]]])
show("MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a.n, any(x IN [1] WHERE b.n = 2)", [[1, True], [2, None]])
show("MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a.n, reduce(s = 0, x IN [1] | b.n)", [[1, 2], [2, None]])
print('without a comprehension, behind a WITH, and in the row alone, it is right:')
show("MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a.n, [b.n]", [[1, [2]], [2, [None]]])
show("MATCH (a) OPTIONAL MATCH (a)-[r]->(b) WITH a, b RETURN a.n, [x IN [1] | b.n]", [[1, [2]], [2, [None]]])
show("MATCH (a {n: 2}) OPTIONAL MATCH (a)-[r]->(b) RETURN a.n, [x IN [1] | b.n]", [[2, [None]]])
print('--- F49: SKIP and LIMIT are cut to 32 bits')
graph()
show("UNWIND [1, 2, 3] AS x RETURN x SKIP 4294967296", [])
show("UNWIND [1, 2, 3] AS x RETURN x LIMIT 9223372036854775807", [[1], [2], [3]])
show("UNWIND [1, 2, 3] AS x RETURN x LIMIT 4294967298", [[1], [2], [3]])
print('below 2^32 it is right:')
show("UNWIND [1, 2, 3] AS x RETURN x SKIP 4294967295", [])
show("UNWIND [1, 2, 3] AS x RETURN x LIMIT 4294967295", [[1], [2], [3]])
if 'crash' in sys.argv: crash("UNWIND [1, 2, 3] AS x RETURN x ORDER BY x SKIP 1 LIMIT 4294967294", [[2], [3]])
print('--- F50: a range index takes true for 1 and false for 0')
graph("CREATE (:A {k: 1}), (:A {k: 0}), (:A {k: 2}), (:A {k: true})")
queries = [("a.k = true", [[True]]), ("a.k = 1", [[1]]), ("a.k > false", [[True]]), ("a.k IN [true]", [[True]]), ("true >= a.k", [[True]])]
for where, right in queries: show("MATCH (a:A) WHERE %s RETURN a.k" % where, right)
index("CREATE INDEX FOR (a:A) ON (a.k)")
for where, right in queries: show("MATCH (a:A) WHERE %s RETURN a.k" % where, right)
print('in a query that does not use it, it is right:')
show("MATCH (a) WHERE a:A AND a.k = true RETURN a.k", [[True]])
print('--- F51: NOT of a comparison with NaN in a WHERE')
graph("CREATE (:A {v: 0.0})")
show("MATCH (a:A) WHERE NOT (a.v / a.v > 5) RETURN a.v", [[0.0]])
show("MATCH (a:A) WHERE NOT 1 < 0.0 / 0.0 RETURN a.v", [[0.0]])
show("MATCH (a:A) WITH a WHERE NOT (a.v / a.v > 5) RETURN a.v", [[0.0]])
print('in a RETURN, by =, and without NOT, it is right:')
show("MATCH (a:A) RETURN NOT (a.v / a.v > 5)", [[True]])
show("MATCH (a:A) WHERE NOT 1 = 0.0 / 0.0 RETURN a.v", [[0.0]])
show("MATCH (a:A) WHERE (1 < 0.0 / 0.0) = false RETURN a.v", [[0.0]])
print('--- F52: the components of a negative duration are those of a date before 1970')
graph()
show("RETURN toInteger(duration('P-1D').days)", [[-1]])
show("RETURN toInteger(duration('PT-1H').hours)", [[-1]])
show("RETURN toInteger(duration('PT-1S').seconds)", [[-1]])
show("RETURN toString(duration('P-1D'))", [['P-1D']])
show("RETURN toString(duration('P-3D') + duration('P1D'))", [['P-2D']])
print('of years, in a sum, and where it is compared, it is right:')
show("RETURN toInteger(duration('P-1Y').years)", [[-1]])
show("RETURN toString(date('2000-01-10') + duration('P-91D'))", [['1999-10-11']])
show("RETURN duration('P-1D') = duration({days: -1})", [[True]])
print('--- F53: a pattern as a predicate inside a comprehension or a quantifier')
graph("CREATE (a {n: 1})-[:T]->(b {n: 2}), (a)-[:U]->(b)")
show("MATCH (a) RETURN [(a)-->(b) WHERE (a)-[:U]->() | b.n]", [[[2, 2]], [[]]])
show("MATCH (a) RETURN [x IN [1] WHERE (a)-->() | x]", [[[1]], [[]]])
show("MATCH (a) WHERE any(x IN [1] WHERE (a)-->()) RETURN a.n", [[1]])
print('with another predicate, and outside of them, it is right:')
show("MATCH (a) RETURN [(a)-->(b) WHERE b.n > 0 | b.n]", [[[2, 2]], [[]]])
show("MATCH (a) WHERE (a)-->() RETURN a.n", [[1]])
show("MATCH (a) WITH a WHERE (a)-[:U]->() RETURN a.n", [[1]])
print('--- F54: a pattern with a property on a relationship in the WHERE of a WITH')
graph("CREATE ({k: 0})-[:T {k: 1}]->({k: 1})")
show("MATCH (a) WITH a WHERE (a)-[{k: 1}]->() RETURN a.k", [[0]])
show("MATCH (a) WITH * WHERE (a)-[:T {k: 1}]->() RETURN a.k", [[0]])
show("MATCH (a) WITH a WHERE NOT (a)-[:T {k: 1}]->() RETURN a.k", [[1]])
print('behind a MATCH, on a node, and as a value, it is right:')
show("MATCH (a) WHERE (a)-[:T {k: 1}]->() RETURN a.k", [[0]])
show("MATCH (a) WITH a WHERE (a)-[:T]->({k: 1}) RETURN a.k", [[0]])
show("MATCH (a) WITH a, (a)-[:T {k: 1}]->() AS p WHERE p RETURN a.k", [[0]])
print('--- F55: the weeks of a duration')
graph()
show("RETURN toInteger(duration('P10D').weeks)", [[1]])
show("RETURN toInteger(duration({weeks: 2}).weeks)", [[2]])
print('its days are right:')
show("RETURN toInteger(duration({weeks: 2}).days)", [[14]])
print('--- F56: a node or a relationship appended to a list')
graph("CREATE (:A)")
show("MATCH (x) RETURN x + []", [[["a node of ['A']"]]])
show("MATCH (x) RETURN [] + x", [[["a node of ['A']"]]])
show("MATCH (a) RETURN a + [a]", [[["a node of ['A']"] * 2]])
print('in a list, and of a number, it is right:')
show("MATCH (x) RETURN [x] + []", [[["a node of ['A']"]]])
show("MATCH (x) RETURN [] + 1, 1 + []", [[[1], [1]]])
print('--- F57: 24 hours of a duration become a day, and 31 days a month')
graph()
show("RETURN toString(duration('PT30H'))", [['PT30H']])
show("RETURN toString(duration('P40D'))", [['P40D']])
show("RETURN duration('P1D') = duration('PT24H')", [[False]])
print('below these it is right:')
show("RETURN toString(duration('PT23H')), toString(duration('P30D'))", [['PT23H', 'P30D']])
print('--- F62: what a CALL of a UNION returns is not bound in the MATCH behind it')
graph("CREATE (), ()")
show("CALL { MATCH (a) RETURN a UNION MATCH (a) RETURN a } MATCH (a) RETURN id(a)", [[0], [1]])
show("CALL { MATCH (a) RETURN a UNION MATCH (a) RETURN a } MATCH (a) RETURN count(*)", [[2]])
print('without UNION, behind a WITH, and in an OPTIONAL MATCH, it is right:')
show("CALL { MATCH (a) RETURN a } MATCH (a) RETURN id(a)", [[0], [1]])
show("CALL { MATCH (a) RETURN a UNION MATCH (a) RETURN a } WITH a MATCH (a) RETURN id(a)", [[0], [1]])
show("CALL { MATCH (a) RETURN a UNION MATCH (a) RETURN a } OPTIONAL MATCH (a) RETURN id(a)", [[0], [1]])
g.delete()
