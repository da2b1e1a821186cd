# usage: python neo4j_eager.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# Clauses that come in each other's way where the plan has no Eager between them, and a shortest path that is lost.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(graph, query, right, then=None, index=None):
    """`then` reads the graph behind the statement, whose rows must be `right`; without it those of the statement are meant."""
    if index:
        session.run('CREATE INDEX of_the_script FOR %s' % index).consume()
        session.run('CALL db.awaitIndexes()').consume()
    session.run(graph).consume()
    rows = sorted(row.values() for row in session.run(query))
    if then:
        rows = sorted(row.values() for row in session.run(then))
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))
    session.run('MATCH (n) DETACH DELETE n').consume()
    session.run('DROP INDEX of_the_script IF EXISTS').consume()

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
print('-- N9: two clauses write to one place, row by row')
show('CREATE (), ()', 'MATCH (a), (b) SET b.k = 1 SET a.k = 2', [[2], [2]], then='MATCH (n) RETURN n.k')
show('CREATE (), ()', 'MATCH (a), (b) SET b.k = 1 REMOVE a.k', [[0]], then='MATCH (n) RETURN count(n.k)')
show('CREATE (), ()', "MATCH (a) SET a.k = 1 WITH DISTINCT 1 AS x MATCH (b) SET b.k = 2", [[2], [2]], then='MATCH (n) RETURN n.k')
print('-- N10: an index is read for the second part of an OR behind the first row')
show("CREATE (:A {k: 'a'}), (:A)",
     "MATCH (a:A) WHERE a.k STARTS WITH 'a' OR a.k STARTS WITH 'b' MATCH (b:A) SET b.k = 'b' RETURN 1", [[1], [1]], index='(n:A) ON (n.k)')
print('-- N11: a label of a disjunction is read behind the row that sets it; with the label alone it is not')
loop = 'CREATE (a:L1 {k: 1.5}), (b:L2), (a)-[:T]->(a), (a)-[:T]->(b)'
show(loop, 'MATCH (a:L1)-[r]->(b:L2|L0) WHERE a.k = 1.5 SET a:L2 RETURN 1', [[1]], index='(n:L1) ON (n.k)')
show(loop, 'MATCH (a:L1)-[r]->(b:L2) WHERE a.k = 1.5 SET a:L2 RETURN 1', [[1]], index='(n:L1) ON (n.k)')
print('-- N12: ALL SHORTEST takes no loop where ANY SHORTEST does')
show('CREATE (a)-[:T]->(a)', 'MATCH ALL SHORTEST (a) (()--()){1,2} (a) RETURN count(*)', [[1]])
show('CREATE (a)-[:T]->(a)', 'MATCH ANY SHORTEST (a) (()--()){1,2} (a) RETURN count(*)', [[1]])
print('-- N13: DETACH DELETE takes relationships that are still to be read')
show('CREATE (a)-[:T]->(a), (a)-[:T]->(b), (b)-[:T]->(a)', 'MATCH (a)-[:T]->() DETACH DELETE a RETURN count(*)', [[3]])
print('-- N7: a path of an OPTIONAL MATCH that has no match')
show('CREATE ()', 'MATCH (a) OPTIONAL MATCH p = (a) WHERE false RETURN p IS NULL', [[True]])
