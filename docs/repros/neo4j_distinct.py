# usage: python neo4j_distinct.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# A DISTINCT that is lost, and a row (N25 is right in 2026.08.1).
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(graph, query, right):
    session.run(graph).consume()
    rows = sorted(row.values() for row in session.run(query))
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))
    session.run('MATCH (n) DETACH DELETE n').consume()

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
print('-- N26: DISTINCT of a property of the end of a variable length')
pair, chain = 'CREATE ({k: 1})-[:T]->({k: 1})', 'CREATE ({k: 1})-[:T]->({k: 1})-[:T]->({k: 1})'
show(pair, 'MATCH (b) RETURN COLLECT { MATCH (c)-[*0..]->(b) RETURN DISTINCT c.k AS y } AS z', [[[1]], [[1]]])
show(chain, 'MATCH (b) RETURN COUNT { MATCH (c)-[*0..]->(b) RETURN DISTINCT c.k AS y } AS z', [[1], [1], [1]])
show(pair, 'MATCH (b) CALL (b) { MATCH (c)-[*0..]->(b) RETURN DISTINCT c.k AS y } RETURN y', [[1], [1]])
print('-- without a subquery, and of the node itself, it is right')
show(pair, 'MATCH (b) MATCH (c)-[*0..]->(b) RETURN DISTINCT c.k', [[1]])
show(pair, 'MATCH (b) RETURN COUNT { MATCH (c)-[*0..]->(b) RETURN DISTINCT c } AS z', [[1], [2]])
print('-- N25: an OPTIONAL MATCH from a node that was deleted')
show('CREATE ()', 'MATCH (a) DELETE a WITH a OPTIONAL MATCH (a)-->() RETURN 1 AS x', [[1]])
show('CREATE ()', 'MATCH (a) DELETE a WITH a OPTIONAL MATCH (a)-[*]->() RETURN 1 AS x', [[1]])
