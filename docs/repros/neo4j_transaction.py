# usage: python neo4j_transaction.py [PORT]    A Neo4j 5.26 on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# N23: a scan of all relationships reads what the statement itself adds, in a transaction that has added one before.
# N24: asked some 220 times the server sends no failure any more, and the driver waits. `python neo4j_transaction.py PORT 300` shows it.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def ask(query):
    with session.begin_transaction() as transaction:
        try:
            transaction.run('CREATE ()-[:T]->()').consume()
            return [row.values() for row in transaction.run(query)]
        except neo4j.exceptions.Neo4jError as error: return 'ERROR %s' % error.message
        finally:
            transaction.rollback() if not transaction.closed() else None

def show(query, right):
    rows = ask(query)
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
session.run('CREATE (a)-[:T]->(a)').consume()
print('-- N23: in a transaction that has added a relationship')
show('MATCH ()-->() CREATE ()-[:U]->() RETURN count(*)', [[2]])
print('-- with a type, and with an Eager, it is right')
show('MATCH ()-[:T]->() CREATE ()-[:U]->() RETURN count(*)', [[2]])
show('CYPHER updateStrategy=eager MATCH ()-->() CREATE ()-[:U]->() RETURN count(*)', [[2]])
for asked in range(int(sys.argv[2]) if len(sys.argv) > 2 else 0):
    print('-- N24: asked', asked, ask('MATCH ()-->() CREATE ()-[:U]->() RETURN count(*)'), flush=True)
session.run('MATCH (n) DETACH DELETE n').consume()
