# usage: python neo4j_nan.py [PORT]    A Neo4j on 127.0.0.1 without authentication. Needs: pip install neo4j
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(query, right):
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR ' + str(error)
    print('%s\n    %s   %s' % (query, rows, verdict.of(repr(rows) == repr(right), right)))

nan = float('nan')
print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
print('one column:')
show('UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN DISTINCT x', [[nan]])
show('WITH 0.0 / 0.0 AS x RETURN x UNION WITH 0.0 / 0.0 AS x RETURN x', [[nan]])
show('UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN x, count(*) AS c', [[nan, 2]])
show('UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN count(DISTINCT x) AS c', [[1]])
print('two columns:')
show("UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN DISTINCT x, 'a' AS y", [[nan, 'a']])
show("WITH 0.0 / 0.0 AS x RETURN x, 'a' AS y UNION WITH 0.0 / 0.0 AS x RETURN x, 'a' AS y", [[nan, 'a']])
show("UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN x, 'a' AS y, count(*) AS c", [[nan, 'a', 2]])
print('inside a list:')
show('UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN DISTINCT [x] AS x', [[[nan]]])
show('UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN count(DISTINCT [x]) AS c', [[1]])
print('null, which is not equal to itself either:')
show("UNWIND [null, null] AS x RETURN DISTINCT x, 'a' AS y", [[None, 'a']])
