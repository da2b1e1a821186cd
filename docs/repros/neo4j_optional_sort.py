# usage: python neo4j_optional_sort.py [PORT]    A Neo4j on 127.0.0.1 without authentication; its data is deleted. Needs: pip install neo4j
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()

def graph(*statements):
    for statement in ('MATCH (n) DETACH DELETE n', *statements): session.run(statement).consume()

def show(query, right):
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR ' + str(error)
    print('%s\n    %s   %s' % (query, rows, verdict.of(rows == right, right)))

def plan(query):
    def show_operator(operator, depth):
        print('    %s%s %s' % ('  ' * depth, operator['operatorType'].split('@')[0], operator['args'].get('Details', '')))
        for child in operator.get('children', []): show_operator(child, depth + 1)
    print('the plan of ' + query + ':')
    show_operator(session.run('EXPLAIN ' + query).consume().plan, 0)

print('Neo4j', session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0])
graph('CREATE (:A {k: 1})-[:T {l: 2}]->(:B)')
match = 'MATCH (a)-[r]->(b) OPTIONAL MATCH (c {k: 7}), (a)-[r]->(b) '
show(match + 'RETURN a.k AS x', [[1]])
show(match + 'RETURN a.k AS x ORDER BY x', [[1]])
show(match + 'RETURN r.l AS x ORDER BY x', [[2]])
show(match + 'WITH a.k AS x ORDER BY x RETURN x', [[1]])
show(match + 'RETURN a.k AS x ORDER BY x LIMIT 1', [[1]])
show(match + 'RETURN a.k AS x ORDER BY b.k', [[1]])
show(match + 'RETURN a.k + 1 AS x ORDER BY x', [[2]])
show(match + 'RETURN labels(a) AS x ORDER BY x', [[['A']]])
show(match + 'WITH a, a.k AS x RETURN x ORDER BY x', [[1]])
print('a condition that is false in place of the missing node:')
show('MATCH (a)-[r]->(b) OPTIONAL MATCH (c), (a)-[r]->(b) WHERE c.k = 7 RETURN a.k AS x ORDER BY x', [[1]])
print('without the bound relationship in the OPTIONAL MATCH:')
show('MATCH (a)-[r]->(b) OPTIONAL MATCH (c {k: 7}), (a)-->(b) RETURN a.k AS x ORDER BY x', [[1]])
show('MATCH (a)-[r]->(b) OPTIONAL MATCH (c {k: 7}) RETURN a.k AS x ORDER BY x', [[1]])
print('under the switches of the planner and the runtime:')
for switch in 'planner=idp', 'planner=dp', 'runtime=slotted', 'runtime=legacy', 'connectComponentsPlanner=greedy', 'connectComponentsPlanner=idp':
    show('CYPHER ' + switch + ' ' + match + 'RETURN a.k AS x ORDER BY x', [[1]])
print('several rows:')
graph('CREATE (:A {k: 3})-[:T]->(:B), (:A {k: 1})-[:T]->(:B), (:A {k: 2})-[:T]->(:B)')
show(match + 'RETURN a.k AS x ORDER BY x', [[1], [2], [3]])
show(match + 'RETURN a.k AS x ORDER BY x LIMIT 1', [[1]])
plan(match + 'RETURN a.k AS x ORDER BY x')
