# usage: python neo4j_range.py [PORT]    A Neo4j on 127.0.0.1 without authentication. Needs: pip install neo4j
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(query, right):
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR ' + str(error)
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
for start, end, step in (8, 7, 1), (8, 7, 2), (8, 6, 2), (8, 6, 3), (0, 1, -1), (0, 1, -2), (5, 3, 7), (1, 0, 9223372036854775807):
    show('RETURN range(%s, %s, %s) AS x' % (start, end, step), [[list(range(start, end + (1 if step > 0 else -1), step))]])
show('UNWIND range(5, 3, 7) AS x RETURN count(*) AS rows', [[0]])
show('WITH 5 AS a, 3 AS b UNWIND range(a, b, 7) AS x RETURN x', [])
