# usage: python neo4j_grouping.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# A plan that is not found, an element that is not sent, and, where there is GROUP BY (CYPHER 25), groups that are wrong.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()
version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]

def show(query, right):
    try:
        said = sorted(row.values() for row in session.run(query))
    except neo4j.exceptions.Neo4jError as error:
        said = 'ERROR %s: %s' % (error.code, error.message.split('\n')[0][:120])
    print('%s\n    %s   %s' % (query, said, verdict.of(said == right, right)))

print('Neo4j', version)
print('-- N14: a MERGE of two relationships from a node of a unique key')
session.run('CREATE CONSTRAINT of_the_script FOR (n:A) REQUIRE n.k IS UNIQUE').consume()
show('MERGE (:A {k: 1})-[:T]->()-[:U]->() RETURN 1', [[1]])
show('MERGE (:A {k: 2})-[:T]->() RETURN 1', [[1]])
session.run('DROP CONSTRAINT of_the_script').consume()
session.run('MATCH (n) DETACH DELETE n').consume()
print('-- N15: the relationships of a path added to a value')
session.run('CREATE ()-[:T {k: 1}]->()').consume()
show('MATCH p = ()-->() RETURN [x IN 1 + relationships(p) | x IS NULL]', [[[False, False]]])
try:
    rows = [row['x'] for row in session.run('MATCH p = ()-->() RETURN 1 + relationships(p) AS x')]
    said, same = rows, len(rows) == 1 and rows[0][0] == 1 and rows[0][1]['k'] == 1
except neo4j.exceptions.Neo4jError as error:
    said, same = 'ERROR %s: %s' % (error.code, error.message), False
print('MATCH p = ()-->() RETURN 1 + relationships(p) AS x\n    %s   %s' % (said, verdict.of(same, 'one row, [1, the relationship]')))
session.run('MATCH (n) DETACH DELETE n').consume()
if int(version.split('.')[0]) < 2026:
    sys.exit()
print('-- N16: DISTINCT of what groups have alike')
show('CYPHER 25 UNWIND [1, 2, 2, 3] AS x RETURN DISTINCT count(*) AS c GROUP BY x', [[1], [2]])
show('CYPHER 25 UNWIND [1, 2, 2, 3] AS x WITH count(*) AS c GROUP BY x RETURN DISTINCT c', [[1], [2]])
print('-- N17: a subquery of a grouping key that is not returned')
session.run('CREATE (:P)-[:T]->(:P), (:P)').consume()
show('CYPHER 25 MATCH (n:P) RETURN COUNT { (n)-->() } AS e, count(*) AS c GROUP BY n', [[0, 1], [0, 1], [1, 1]])
show('CYPHER 25 MATCH (n:P) RETURN n IS NULL AS x, COUNT { (n)-->() } AS e, count(*) AS c GROUP BY n', [[False, 0, 1], [False, 0, 1], [False, 1, 1]])
show('CYPHER 25 MATCH (n:P) WITH n, COUNT { (n)-->() } AS e, count(*) AS c RETURN e, c', [[0, 1], [0, 1], [1, 1]])
session.run('MATCH (n) DETACH DELETE n').consume()
