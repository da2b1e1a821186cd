# usage: python neo4j_row_by_row.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# N20: a variable that a WITH renames is read behind its own DELETE (5.26.30 is right in the second). N21: a constant that is infinite within FOREACH.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()
version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]

def ask(query):
    try: return sorted((row.values() for row in session.run(query)), key=repr)
    except neo4j.exceptions.Neo4jError as error: return 'ERROR %s: %s' % (error.code, error.message.split('\n')[0][:80])

def show(before, statement, right, then=None):
    """On a new graph. `then` reads it behind the statement and must give `right`; without it the rows of the statement are meant."""
    session.run('MATCH (n) DETACH DELETE n').consume()
    if before: session.run(before).consume()
    said = ask(statement)
    if then and not isinstance(said, str): said = ask(then)
    print('%s\n    %s   %s' % ('; '.join(filter(None, [before, statement, then])), said, verdict.of(said == right, right)))

def operators(plan):
    yield plan['operatorType'].split('@')[0]
    for child in plan.get('children', []):
        yield from operators(child)

print('Neo4j', version)
print('--- N20: a variable that a WITH renames is read row by row behind its own DELETE')
left = 'MATCH ()-[r]->() RETURN count(*)'
wrong = 'MATCH ()-[r]->() WITH r AS x UNWIND [1, 2] AS z UNWIND [properties(x), 1] AS y DELETE x'
show('CREATE ()-[:T]->()', wrong, [[0]], left)
show('CREATE ()-[:T]->()', wrong.replace('properties(x)', 'x.id'), [[0]], left)
show('CREATE ({k: 1})', 'MATCH (n) WITH n AS x UNWIND [1, 2] AS z WITH x, properties(x) AS p DELETE x RETURN p', [[{'k': 1}], [{'k': 1}]])
show('CREATE ({k: 1})', 'MATCH (n) WITH n AS x UNWIND [1, 2] AS z WITH x, x.k AS p DELETE x RETURN p', [[1], [1]])
print('under its own name, where it is read before the UNWIND, and of one row it is right:')
show('CREATE ()-[:T]->()', 'MATCH ()-[r]->() WITH r UNWIND [1, 2] AS z UNWIND [properties(r), 1] AS y DELETE r', [[0]], left)
show('CREATE ({k: 1})', 'MATCH (n) UNWIND [1, 2] AS z WITH n, properties(n) AS p DELETE n RETURN p', [[{'k': 1}], [{'k': 1}]])
show('CREATE ({k: 1})', 'MATCH (n) UNWIND [1, 2] AS z WITH n, n.k AS p DELETE n RETURN p', [[1], [1]])
show('CREATE ()-[:T]->()', 'MATCH ()-[r]->() WITH r AS x, properties(r) AS p UNWIND [1, 2] AS z UNWIND [p, 1] AS y DELETE x', [[0]], left)
show('CREATE ()-[:T]->()', wrong.replace('[1, 2]', '[1]'), [[0]], left)
print('the plan of the first:')
print('   ', ', '.join(operators(session.run('EXPLAIN ' + wrong).consume().plan)))

print('--- N21: a constant that is infinite within FOREACH')
nodes, values = 'MATCH (n) RETURN count(*)', 'MATCH (n) RETURN n.k'
show('', 'FOREACH (v IN [1.0 / 0.0] | CREATE ())', [[1]], nodes)
show('', 'FOREACH (v IN [0.5] | CREATE ({k: 1.0 / 0.0}))', [[float('inf')]], values)
show('CREATE ()', 'MATCH (n) FOREACH (v IN [1] | SET n.k = -1.0 / 0.0)', [[float('-inf')]], values)
print('outside of FOREACH, and of what is no constant, it is right:')
show('', 'UNWIND [1.0 / 0.0] AS v CREATE ()', [[1]], nodes)
show('', 'CREATE ({k: 1.0 / 0.0})', [[float('inf')]], values)
show('CREATE ()', 'MATCH (n) SET n.k = -1.0 / 0.0', [[float('-inf')]], values)
show('', 'RETURN 1.0 / 0.0', [[float('inf')]])
show('', 'WITH 0.0 AS z FOREACH (v IN [1.0 / z] | CREATE ())', [[1]], nodes)
show('', 'UNWIND [0.0] AS z FOREACH (v IN [1.0 / z] | CREATE ())', [[1]], nodes)
session.run('MATCH (n) DETACH DELETE n').consume()
