# usage: python arcadedb_bolt.py [HTTP_PORT [BOLT_PORT]] [endless]    An ArcadeDB on 127.0.0.1 with the plugin for Bolt; root's password is graphlance. Needs: pip install neo4j
# With "endless" also a statement that never ends; the server has to be stopped by force afterwards.
import verdict
import base64, json, logging, sys, threading, urllib.error, urllib.request, neo4j

logging.disable(logging.CRITICAL)
given = [argument for argument in sys.argv[1:] if argument.isdigit()]
ports = given + ['2480', '7687'][len(given):]
headers = {'Authorization': 'Basic ' + base64.b64encode(b'root:graphlance').decode(), 'Content-Type': 'application/json'}
def server(command):
    request = urllib.request.Request('http://127.0.0.1:%s/api/v1/server' % ports[0], json.dumps({'command': command}).encode(), headers)
    try: urllib.request.urlopen(request).read()
    except urllib.error.HTTPError: pass # there is none to be dropped

driver = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % ports[1], auth=('root', 'graphlance'))
def alone(query):
    with driver.session(database='repro') as session: return rows(session, query)
def transaction(query):
    with driver.session(database='repro') as session:
        within = session.begin_transaction()
        answer = rows(within, query)
        if isinstance(answer, list): within.commit()
        return answer
def rows(runner, query):
    try: return sorted((list(row.values()) for row in runner.run(query)), key=repr)
    except neo4j.exceptions.Neo4jError as error: return 'ERROR ' + error.code

def show(setup, query, right, then=None, error=False):
    """The statement by itself, and in a transaction. `then` reads the graph behind it, which must give `right`; without it the
    rows of the statement are meant."""
    print(setup)
    for name, run in [('by itself', alone), ('in a transaction', transaction)]:
        server('drop database repro')
        server('create database repro')
        for statement in setup.split('; '): alone(statement)
        answer = run(query)
        found = answer
        if then: found = alone(then)
        same = found == right and (not then or isinstance(answer, str) == error)
        print('%s, %s\n    %s%s   %s' % (query, name, '%s\n%s\n    ' % (answer, then) if then else '', found, verdict.of(same, right)))

print(driver.get_server_info().agent)
print('--- A16: over Bolt a statement by itself is no transaction')
show("CREATE (:S), (:S)", "MATCH (s:S) SET s.k = 1 WITH s SET s.l = 1 / 0", [[None], [None]], "MATCH (s:S) RETURN s.k", error=True)
show("CREATE ({i: 0}), ({i: 1})", "MATCH (a) SET a:A, a:B RETURN a.i", [[0], [1]])
show("CREATE ({i: 0}), ({i: 1})", "MATCH (a) SET a:A, a:B", [[0, ['A', 'B']], [1, ['A', 'B']]], "MATCH (a) RETURN a.i, labels(a)")
show("CREATE (:A:B {i: 0}), (:A:B {i: 1})", "MATCH (a) REMOVE a:A, a:B RETURN a.i", [[0], [1]])
show("CREATE (:A:B {i: 0}), (:A:B {i: 1})", "MATCH (a) REMOVE a:A, a:B", [[0, []], [1, []]], "MATCH (a) RETURN a.i, labels(a)")
print('--- A7, A9, A10 and A12: forms of it')
show("CREATE ({i: 0}), ({i: 1})", "MATCH (a) FOREACH (x IN [1] | SET a:A, a:B)", [[0, ['A', 'B']], [1, ['A', 'B']]], "MATCH (a) RETURN a.i, labels(a)")
show("CREATE CONSTRAINT FOR (n:A) REQUIRE n.k IS UNIQUE; CREATE (:A), (:A)", "MATCH (a) CALL (a) { SET a.k = 1 } RETURN 1", [[0]], "MATCH (a) RETURN count(a.k)", error=True)
show("RETURN 1", "UNWIND [1, 1] AS x FOREACH (y IN [1] | CREATE (a) DETACH DELETE a)", [[0]], "MATCH (a) RETURN count(a)")
show("CREATE ()-[:T {l: 'a'}]->()", "MATCH (a), ()-[r]->() REMOVE a.k, r.l RETURN 1", [[1], [1]])
if 'endless' in sys.argv:
    print('--- it meets what it changed again and again')
    for name, run in [('in a transaction', transaction), ('by itself', alone)]:
        server('drop database repro')
        server('create database repro')
        alone("CREATE ()")
        answers = []
        thread = threading.Thread(target=lambda: answers.append(run("MATCH (a) SET a:A REMOVE a:A RETURN 1")), daemon=True)
        thread.start()
        thread.join(10)
        print('MATCH (a) SET a:A REMOVE a:A RETURN 1, %s\n    %s   %s' % (name, answers[0] if answers else 'no answer in 10 seconds', verdict.of(answers == [[[1]]], [[1]])))
else: server('drop database repro')
