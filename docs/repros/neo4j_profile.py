# usage: python neo4j_profile.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# N22: under PROFILE a MERGE by a uniqueness constraint tells of nothing that it changed.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()
version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]

def show(query, nodes, properties):
    counters = session.run(query).consume().counters
    said, right = [counters.nodes_created, counters.properties_set], [nodes, properties]
    print('%s\n    nodes created, properties set: %s   %s' % (query, said, verdict.of(said == right, right)))

print('Neo4j', version)
session.run('CREATE CONSTRAINT repro FOR (n:U) REQUIRE n.id IS UNIQUE').consume()
print('--- N22: counters of MERGE, with a uniqueness constraint on (:U {id})')
show('PROFILE MERGE (n:U {id: 1})', 1, 1)
show('PROFILE MERGE (n:U {id: 1}) ON MATCH SET n.k = 1', 0, 1)
show('PROFILE MERGE (n:U {id: 2}) ON CREATE SET n.k = 1', 1, 2)
print('what is right:')
show('MERGE (n:U {id: 3})', 1, 1)
show('PROFILE CREATE (n:U {id: 4})', 1, 1)
show('PROFILE MERGE (n:V {id: 1})', 1, 1)
session.run('MATCH (n) DETACH DELETE n').consume()
session.run('DROP CONSTRAINT repro').consume()
