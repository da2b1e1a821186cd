# usage: python neo4j_optional_order.py [PORT] [any]    A Neo4j on 127.0.0.1 without authentication, empty. Needs: pip install neo4j
# With "any" another version is judged too. Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, no server, another version).
import logging, sys
logging.disable(logging.CRITICAL)

VERSION = '2026.08.1'
def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

try: import neo4j
except ImportError as error: cannot_tell('%s; pip install neo4j' % error)
port = next((argument for argument in sys.argv[1:] if argument.isdigit()), '7687')
try:
    session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:' + port).session()
    version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]
except neo4j.exceptions.Neo4jError as error: cannot_tell('this is no Neo4j: %s' % error)
except neo4j.exceptions.DriverError as error: cannot_tell('no Neo4j on port %s: %s' % (port, error))
if version != VERSION and 'any' not in sys.argv: cannot_tell('this is Neo4j %s, the bug is one of %s' % (version, VERSION))
if session.run('MATCH (n) RETURN count(n)').single()[0]: cannot_tell('the database is not empty, and this script deletes nothing')

wrong = 0
def show(query, right):
    global wrong
    try: rows = [row.values() for row in session.run(query)]
    except neo4j.exceptions.Neo4jError as error: rows = 'ERROR ' + str(error)
    wrong += rows != right
    print('%s\n    %s   %s' % (query, rows, 'right' if rows == right else 'WRONG, right is %s' % right))

def plan(query):
    def show_operator(operator, depth):
        print('    ' + '  ' * depth + operator['operatorType'].removesuffix('@neo4j'), operator['args'].get('Details', ''))
        for child in operator.get('children', []): show_operator(child, depth + 1)
    print('the plan of %s:' % query)
    show_operator(session.run('EXPLAIN ' + query).consume().plan, 0)

print('Neo4j', version)
QUERY = "OPTIONAL MATCH (n:Missing)-->(m) RETURN coalesce(n.name, '') AS v ORDER BY v"
show(QUERY.replace(' ORDER BY v', ''), [['']])
show(QUERY, [['']])
show("OPTIONAL MATCH (n:Missing)-->(m) RETURN n IS NULL AS v ORDER BY v", [[True]])
show("OPTIONAL MATCH (n:Missing)-->(m) RETURN 1 + coalesce(n.k, 1) AS v ORDER BY v", [[2]])
show(QUERY + ' LIMIT 1', [['']])
print('without the relationship:')
show("OPTIONAL MATCH (n:Missing) RETURN coalesce(n.name, '') AS v ORDER BY v", [['']])
print('under the switches of the planner and the runtime:')
for switch in 'connectComponentsPlanner=greedy', 'connectComponentsPlanner=idp', 'planner=dp', 'runtime=slotted', 'runtime=legacy': show('CYPHER %s %s' % (switch, QUERY), [['']])
print('with DISTINCT, as neo4j#13859 has it:')
for switch in '', 'CYPHER connectComponentsPlanner=greedy ': show(switch + QUERY.replace('RETURN', 'RETURN DISTINCT'), [['']])
plan(QUERY)
sys.exit(1 if wrong else 0)
