# usage: python neo4j_rim.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# What `graphlance conform neo4j --random` finds at the rim of the language, the smallest statement of each group. Every statement
# runs in a transaction that is rolled back.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(query, right):
    """`right`: the rows, `error` for an ordinary error, or `graph` with a second query and its rows."""
    transaction = session.begin_transaction()
    try:
        rows = [row.values() for row in transaction.run(query[0] if isinstance(query, tuple) else query)]
        if isinstance(query, tuple):
            rows = [row.values() for row in transaction.run(query[1])]
        same = rows == right
        said = str(rows)
    except neo4j.exceptions.Neo4jError as error:
        same = right == 'error' and 'DatabaseError' not in (error.code or '')
        said = 'ERROR %s: %s' % (error.code, error.message.split('\n')[0][:120])
    transaction.rollback()
    print('%s\n    %s   %s' % (' ; '.join(query) if isinstance(query, tuple) else query, said, verdict.of(same, right)))

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
print('-- what is left of a constant is not checked')
show("CREATE (n {k: 'b'}) RETURN false XOR n.k AS x", 'error')
show("CREATE (n {k: 'b'}) RETURN true AND n.k AS x", 'error')
show("CREATE (n {k: 'b'}) RETURN false OR n.k AS x", 'error')
show('FOREACH (x IN [1 / 0.0] | CREATE (:A)) RETURN 1 AS x', [[1]])
show('CREATE (n {k: 1}) WITH n MATCH (a) WHERE a.k IN [1] AND a.k IN [a.k] RETURN count(*) AS x', [[1]])
show('CREATE (n) WITH n MATCH (a) WHERE 1 IN [1] OR (1 IN []) IN [] RETURN count(*) AS x', [[1]])
print('-- a read sees what a later clause writes')
session.run('CREATE (a)-[:T]->(a), (a)-[:T]->(b), (b)-[:T]->(a)').consume()
show('MATCH (a)-[:T]->() DETACH DELETE a RETURN count(*) AS x', [[3]])
show('MATCH (a)-[:T]->() DETACH DELETE a RETURN 1 AS x', [[1], [1], [1]])
show('MATCH ()-[r]->() DELETE r FOREACH (x IN [] | MERGE ({k: r.k})) RETURN count(*) AS x', [[3]])
session.run('MATCH (n) DETACH DELETE n').consume()
show(('UNWIND [1, 2] AS i CREATE ({i: i}) WITH count(*) AS c MATCH (a), (b) FOREACH (x IN [1] | SET b.k = 1) SET a = {}',
      'MATCH (n) RETURN count(n.k) AS x'), [[0]])
show('CREATE (a {k: 1}) WITH a DETACH DELETE a CREATE (c) MERGE (b) ON CREATE SET b.k = a.k RETURN count(*) AS x', [[1]])
show(('UNWIND [1, 2] AS i CREATE ({i: i}) WITH count(*) AS c MATCH (a), (b) SET b = {} SET a.k = 1',
      'MATCH (n) RETURN count(n.k) AS x'), [[2]])
show(('UNWIND [1, 2] AS i CREATE ({i: i}) WITH count(*) AS c MATCH (a) MERGE (b) ON MATCH SET b.k = 1 SET a = {}',
      'MATCH (n) RETURN count(n.k) AS x'), [[0]])
show(('UNWIND [1, 2] AS i CREATE ({i: i}) WITH count(*) AS c MATCH (a) MERGE (b) ON MATCH SET b.k = 1 SET a.k = 2',
      'MATCH (n) RETURN sum(n.k) AS x'), [[4]])
show(('CREATE (p)-[:T]->(q)-[:T]->(p) WITH p MATCH (a), ()-->(b) SET a:A, a.k = 1 REMOVE b:A',
      'MATCH (n:A) RETURN count(n) AS x'), [[0]])
print('-- and what the order of rows leaves open: whether they see each other (2 and 2 row by row, 1 and 1 all at once)')
show(('CREATE (p:P)-[:T]->(q:P), (p)-[:T]->(q) WITH count(*) AS c MATCH (n:P)--(m) SET n.c = coalesce(n.c, 0) + 1',
      'MATCH (n:P) RETURN n.c AS x'), [[2], [2]])
show(('CREATE (:P {i: 1}), (:P {i: 2}) WITH count(*) AS c MATCH (n:P), (m:P) WHERE n.i <> m.i SET n.i = m.i',
      'MATCH (n:P) RETURN count(DISTINCT n.i) AS x'), [[1]])
print('-- constants are computed early, and in another order')
show('UNWIND [null] AS n RETURN n * -688055227331 * -718117800785 AS x', [[None]])
show('RETURN null / 0 AS x', [[None]])
print('-- numbers')
show('RETURN abs(-9223372036854775808) AS x', 'error')
show('RETURN round(-1.0e308) AS x', [[-1e308]])
print('-- types')
show("CREATE (n {k: 'a'}) RETURN n.k[1..] AS x", 'error')
show("RETURN nullIf(1, 'a')[..1] AS x", 'error')
show("RETURN reduce(x = 'a', y IN {a: 'b'}['a'] | y) AS x", 'error')
show('RETURN CASE WHEN nullIf([1], []) THEN 1 END AS x', 'error')
show('RETURN toString(percentileCont(1, 1)) AS x', [['1.0']])
show("CREATE (n {k: 'a'}) RETURN tail(n.k) AS x", 'error')
show('RETURN [x IN CASE 1 WHEN null THEN null ELSE {} END] AS x', 'error')
show('RETURN range(abs(1.5), 1) AS x', 'error')
show("RETURN left('a', abs(1.5)) AS x", 'error')
show('RETURN [1, true][0][1..] AS x', 'error')
show("RETURN reduce(x = 'a', y IN CASE WHEN false THEN [] ELSE true END | 'a') AS x", 'error')
show('RETURN 1 ^ reduce(x = null, y IN [] | 1) AS x', [[None]])
show('RETURN reduce(x = 1, y IN null | 1 * 1.5) / 1 AS x', [[None]])
show('RETURN [][..] AS x', [[[]]])
show('MERGE (n:New) ON CREATE SET n.k = EXISTS { MATCH (:None) } RETURN n.k AS x', [[False]])
show('RETURN duration({k: 1}) AS x', 'error')
show("RETURN date.truncate('foo', date('2020-01-01')) AS x", 'error')
show("RETURN left('a', -1) AS x", 'error')
show("RETURN right('a', -1) AS x", 'error')
show("RETURN substring('a', 1, -94827709713) AS x", 'error')
show("RETURN datetime({year: 2020, timezone: 1}) AS x", 'error')
print('-- temporal values')
show("RETURN toString(time({hour: 1, timezone: '+02'})) AS x", [['01:00:00+02:00']])
show("RETURN toString(time({hour: 1, timezone: '-0530'})) AS x", [['01:00:00-05:30']])
show("RETURN toString(date({ordinalDay: 1})) AS x", 'error')
show("RETURN toString(duration('P35.19D')) AS x", [['P35DT4H33M36S']])
show("RETURN toString(duration('P21Y-18DT27.49M')) AS x", [['P21Y-18DT27M29.4S']])
show("RETURN toString(duration('P-1Y-1MT1H25M58.88225S') * 0.5) AS x", [['P-6M-15DT-4H-31M-33.558875S']])
