# usage: python neo4j_zero.py [PORT]    A Neo4j on 127.0.0.1 without authentication; its data is deleted. Needs: pip install neo4j
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def graph(*statements):
    for kind in 'CONSTRAINT', 'INDEX':
        for name in [row[0] for row in session.run("SHOW %s YIELD name, type WHERE type <> 'LOOKUP' RETURN name" % (kind + 'S' if kind == 'CONSTRAINT' else 'INDEXES'))]:
            session.run('DROP %s %s IF EXISTS' % (kind, name)).consume()
    for statement in ('MATCH (n) DETACH DELETE n', *statements): session.run(statement).consume()

def run(statement):
    print(statement)
    try: session.run(statement).consume(); session.run('CALL db.awaitIndexes()').consume()
    except neo4j.exceptions.Neo4jError as error: print('    ' + error.code)

def show(query, right):
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR ' + str(error)
    same = isinstance(rows, list) and sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

def plan(query):
    operator = session.run('EXPLAIN ' + query).consume().plan
    print('the plan of ' + query + ':')
    while operator:
        print('    %s %s' % (operator['operatorType'], operator['args'].get('Details', '')))
        operator = (operator.get('children') or [None])[0]

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
print('--- 1. expressions')
graph("CREATE ()")
show("MATCH () WHERE -0.0 >= 0.0 RETURN 1 AS x", [[1]])
show("RETURN -0.0 = 0.0, -0.0 <> 0.0", [[True, False]])
show("RETURN -0.0 < 0.0, -0.0 <= 0.0, -0.0 >= 0.0, -0.0 > 0.0", [[False, True, True, False]])
show("RETURN 0.0 < -0.0, 0.0 <= -0.0, 0.0 >= -0.0, 0.0 > -0.0", [[False, True, True, False]])
show("RETURN -0.0 = 0, -0.0 < 0, -0.0 <= 0, -0.0 >= 0, -0.0 > 0", [[True, False, True, True, False]])
show("RETURN 0 < -0.0, 0 <= -0.0, 0 >= -0.0, 0 > -0.0", [[False, True, True, False]])
print('the same where the operands are not literals (< and > of two literals are evaluated when the query is planned):')
show("WITH -0.0 AS x RETURN x = 0.0, x < 0.0, x <= 0.0, x >= 0.0, x > 0.0", [[True, False, True, True, False]])
show("WITH -0.0 AS x RETURN x = 0, x < 0, x <= 0, x >= 0, x > 0", [[True, False, True, True, False]])
show("RETURN toFloat('-0.0') < 0.0", [[False]])
show("WITH -0.0 AS x WHERE x = 0.0 AND x < 0.0 RETURN x", [])
show("WITH -1 * 0.0 AS x, ceil(-0.5) AS y RETURN x < 0, y < 0", [[False, False]])
show("RETURN [-0.0] = [0.0], [-0.0] < [0.0], [-0.0] >= [0.0]", [[True, False, True]])
show("RETURN -0.0 IN [0.0]", [[True]])
plan("RETURN -0.0 < 0.0 AS less, -0.0 >= 0.0 AS greater")
print('--- 2. stored values')
graph("CREATE (:N {i: 1, x: -0.0}), (:N {i: 2, x: 0.0}), (:N {i: 3, x: 0}), (:N {i: 4, x: -1.0}), (:N {i: 5, x: 1.0})")
show("MATCH (n:N) RETURN n.i, n.x", [[1, -0.0], [2, 0.0], [3, 0], [4, -1.0], [5, 1.0]])
def stored():
    show("MATCH (n:N) WHERE n.x = 0.0 RETURN n.i", [[1], [2], [3]])
    show("MATCH (n:N) WHERE n.x = -0.0 RETURN n.i", [[1], [2], [3]])
    show("MATCH (n:N {x: 0}) RETURN n.i", [[1], [2], [3]])
    show("MATCH (n:N) WHERE n.x IN [0.0, 7] RETURN n.i", [[1], [2], [3]])
    show("MATCH (n:N) WHERE n.x < 0.0 RETURN n.i", [[4]])
    show("MATCH (n:N) WHERE n.x < 0 RETURN n.i", [[4]])
    show("MATCH (n:N) WHERE n.x <= 0.0 RETURN n.i", [[1], [2], [3], [4]])
    show("MATCH (n:N) WHERE n.x >= 0.0 RETURN n.i", [[1], [2], [3], [5]])
    show("MATCH (n:N) WHERE n.x >= 0 RETURN n.i", [[1], [2], [3], [5]])
    show("MATCH (n:N) WHERE n.x > 0.0 RETURN n.i", [[5]])
    show("MATCH (n:N) WHERE n.x > -0.0 RETURN n.i", [[5]])
    show("MATCH (n:N) WHERE n.x <= -0.0 RETURN n.i", [[1], [2], [3], [4]])
    show("MATCH (n:N) WHERE 0.0 <= n.x <= 0.0 RETURN n.i", [[1], [2], [3]])
stored()
show("MATCH (n:N) RETURN n.i, n.x = 0.0, n.x < 0.0, n.x >= 0.0", [[1, True, False, True], [2, True, False, True], [3, True, False, True], [4, False, True, False], [5, False, False, True]])
show("MATCH (n:N) RETURN DISTINCT abs(n.x)", [[0.0], [1.0]])
show("MATCH (n:N) WITH n.x AS x, count(*) AS c RETURN c", [[3], [1], [1]])
show("MATCH (n:N) WITH n.x AS x, n.i AS i ORDER BY x, i DESC RETURN collect(i)", [[[4, 3, 2, 1, 5]]])
print('not judged, either of two equal values may be the least:')
for query in "UNWIND [-0.0, 0.0] AS x RETURN min(x), max(x)", "UNWIND [0.0, -0.0] AS x RETURN min(x), max(x)", "UNWIND [-0.0, 0] AS x RETURN min(x), max(x)":
    print('%s\n    %s' % (query, [row.values() for row in session.run(query)]))
print('--- 3. the same with an index')
run("CREATE INDEX FOR (n:N) ON (n.x)")
stored()
show("MATCH (n:N) WHERE n.x + 0 = 0.0 RETURN n.i", [[1], [2], [3]])
show("MATCH (m:N {i: 2}) MATCH (n:N) WHERE n.x = m.x RETURN n.i", [[1], [2], [3]])
plan("MATCH (n:N) WHERE n.x = 0.0 RETURN n.i")
plan("MATCH (n:N) WHERE n.x >= 0.0 RETURN n.i")
print('--- 4. a uniqueness constraint (right: the second CREATE is refused)')
graph("CREATE CONSTRAINT FOR (n:U) REQUIRE n.x IS UNIQUE")
run("CREATE (:U {x: 1})"); run("CREATE (:U {x: 1.0})")
run("CREATE (:U {x: 0})"); run("CREATE (:U {x: -0.0})")
show("MATCH (n:U) RETURN n.x", [[1], [0]])
show("MATCH (a:U), (b:U) WHERE elementId(a) <> elementId(b) AND a.x + 0 = b.x + 0 RETURN a.x, b.x", [])
graph("CREATE (:N {x: -0.0})")
print('--- 5. runtimes')
for runtime in 'slotted', 'legacy', 'interpreted', 'pipelined':
    show("CYPHER runtime=%s MATCH (n:N) WHERE n.x < 0.0 RETURN n.x = 0.0, n.x < 0.0, n.x >= 0.0, -0.0 >= 0.0" % runtime, [])
print('--- 6. minus, not judged (0.0 and -0.0 are equal)')
for query in "RETURN -0.0, -1 * 0.0", "WITH 0.0 AS x RETURN -x, 0 - x, -1 * x", "WITH 0.0 AS x RETURN 1 / -x, 1 / (-1 * x)":
    print('%s\n    %s' % (query, [row.values() for row in session.run(query)]))
graph()
