# usage: python neo4j_count.py [PORT]    A Neo4j on 127.0.0.1 without authentication; its data is deleted. Needs: pip install neo4j
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def show(query, right):
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR %s: %s' % (error.code.split('.')[-1], error.message)
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
for statement in 'MATCH (n) DETACH DELETE n', "CREATE (:A {s: 'x', big: 9223372036854775807})-[:T]->(:B)": session.run(statement).consume()
show('MATCH (a:A) WHERE COUNT { (a)-->() } = true RETURN 1', [])
show('MATCH (a:A) WHERE COUNT { (a)-->() } = a.s RETURN 1', [])
show('MATCH (a:A) WHERE COUNT { (a)-->() } <> a.s RETURN 1', [[1]])
show('MATCH (a:A) WHERE COUNT { (a)-->() } IN [a.s] RETURN 1', [])
show('MATCH (a:A) WHERE COUNT { (a)-->() } = a.big RETURN 1', [])
show('MATCH (a:A) WHERE COUNT { (a)-->() } < a.big RETURN 1', [[1]])
print('not in a WHERE, or with something beside it:')
show('MATCH (a:A) RETURN COUNT { (a)-->() } = a.s AS x', [[False]])
show('MATCH (a:A) WHERE COUNT { (a)-->() } + 0 = a.s RETURN 1', [])
print('two values of other types are just not equal:')
show("RETURN 1 = true AS x, 1 = 'x' AS y", [[False, False]])
operator = session.run('EXPLAIN MATCH (a:A) WHERE COUNT { (a)-->() } = a.s RETURN 1').consume().plan
print('the plan:')
while operator:
    print('    %s %s' % (operator['operatorType'].split('@')[0], operator['args'].get('Details', '')))
    operator = (operator.get('children') or [None])[0]
