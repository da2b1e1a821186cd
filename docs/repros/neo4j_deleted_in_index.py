# usage: python neo4j_deleted_in_index.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# N19: in a transaction an index keeps a node that came into it and was deleted there.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()
version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]

def show(before, statements, right):
    session.run('MATCH (n) DETACH DELETE n').consume()
    session.run(before).consume()
    transaction = session.begin_transaction()
    try:
        for statement in statements[:-1]:
            transaction.run(statement).consume()
        said = [row.values() for row in transaction.run(statements[-1])]
    except neo4j.exceptions.Neo4jError as error:
        said = 'ERROR %s: %s' % (error.code, error.message.split('\n')[0][:80])
    transaction.close()
    print('%s; BEGIN; %s\n    %s   %s' % (before, '; '.join(statements), said, verdict.of(said == right, right)))

print('Neo4j', version)
print('--- N19: a node that comes into an index and is deleted in the same transaction')
counts = "MATCH (n:A) WHERE n.k = 'a' RETURN count(*)"
for kind in ['RANGE', 'TEXT']:
    session.run('CREATE %s INDEX of_the_script FOR (n:A) ON (n.k)' % kind).consume()
    session.run('CALL db.awaitIndexes(60)').consume()
    print('with a %s index on :A(k):' % kind)
    show("CREATE ({k: 'a'})", ['MATCH (n) SET n:A', 'MATCH (n) DELETE n', counts], [[0]])
    show("CREATE ({k: 'a'})", ['MATCH (n) SET n:A', 'MATCH (n) DELETE n', "MATCH (n:A) WHERE n.k = 'a' RETURN n.k"], [])
    show("CREATE (:A {k: 'x'})", ["MATCH (n) SET n.k = 'a'", 'MATCH (n) DELETE n', counts], [[0]])
    show("CREATE ({k: 'a'})", ['MATCH (n) SET n:A DELETE n', counts], [[0]])
    show("CREATE ({k: 'a'})", ["MATCH (n) SET n:A DELETE n WITH count(*) AS c MATCH (m:A) WHERE m.k = 'a' RETURN count(*)"], [[0]])
    print('what is right:')
    show("CREATE ({k: 'a'})", ['MATCH (n) SET n:A', 'MATCH (n) REMOVE n:A', counts], [[0]])
    show("CREATE (:A {k: 'a'})", ['MATCH (n) DELETE n', counts], [[0]])
    show("CREATE (:B)", ["CREATE (:A {k: 'a'})", 'MATCH (n) DELETE n', counts], [[0]])
    session.run('DROP INDEX of_the_script').consume()
session.run('CREATE INDEX of_the_script FOR ()-[r:T]-() ON (r.k)').consume()
session.run('CALL db.awaitIndexes(60)').consume()
print('with a RANGE index on :T(k) of relationships:')
of_relationships = ["MATCH ()-[r]->() SET r.k = 'a'", 'MATCH ()-[r]->() DELETE r', "MATCH ()-[r:T]->() WHERE r.k = 'a' RETURN count(*)"]
show('CREATE ()-[:T]->()', of_relationships, [[0]])
session.run('DROP INDEX of_the_script').consume()
print('without an index:')
show("CREATE ({k: 'a'})", ['MATCH (n) SET n:A', 'MATCH (n) DELETE n', counts], [[0]])
session.run('MATCH (n) DETACH DELETE n').consume()
