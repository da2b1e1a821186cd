# usage: python3 arcadedb_constraint.py [PORT] [any]    An ArcadeDB on 127.0.0.1 (HTTP, 2480); root's password is graphlance, or in the variable PASSWORD.
# With "any" another version is judged too. Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no server, another version).
import base64, json, os, sys, urllib.error, urllib.request

VERSION = '26.10.2'
def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

port = next((argument for argument in sys.argv[1:] if argument.isdigit()), '2480')
user = 'root:' + os.environ.get('PASSWORD', 'graphlance')
headers = {'Authorization': 'Basic ' + base64.b64encode(user.encode()).decode(), 'Content-Type': 'application/json'}
def ask(path, body=None):
    """GET, or POST of a body."""
    data = None if body is None else json.dumps(body).encode()
    try: return json.load(urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:%s/api/v1/%s' % (port, path), data, headers)))
    except urllib.error.HTTPError as error: return json.load(error)

try: version = ask('server').get('version', 'unknown').split(' ')[0]
except (OSError, ValueError) as error: cannot_tell('no ArcadeDB on port %s: %s' % (port, error))
if version != VERSION and 'any' not in sys.argv: cannot_tell('this is ArcadeDB %s, the bug is one of %s' % (version, VERSION))

def run(statement):
    answer = ask('command/repro', {'language': 'opencypher', 'command': statement})
    return [[value for key, value in row.items() if not key.startswith('@')] for row in answer['result']] if 'result' in answer else 'ERROR ' + str(answer.get('detail'))

wrong = 0
def show(statements, right):
    """A database of its own; right is the answer of the last statement."""
    global wrong
    ask('server', {'command': 'drop database repro'})
    ask('server', {'command': 'create database repro'})
    for statement in statements[:-1]:
        answer = run(statement)
        print(statement + ('\n    ' + answer if isinstance(answer, str) else ''))
    rows = run(statements[-1])
    wrong += rows != right
    print('%s\n    %s   %s' % (statements[-1], rows, 'right' if rows == right else 'WRONG, right is %s' % right))

print('ArcadeDB', version)
UNIQUE, READ = 'CREATE CONSTRAINT FOR (n:A) REQUIRE n.k IS UNIQUE', 'MATCH (n) RETURN labels(n), n.k'
show([UNIQUE, 'MERGE (n:A {k: 1}) ON CREATE SET n:B', READ], [[['A', 'B'], 1]])
show([UNIQUE, 'CREATE (n:A {k: 1}) SET n:B', READ], [[['A', 'B'], 1]])
print('in two statements:')
show([UNIQUE, 'CREATE (n:A {k: 1})', 'MATCH (n:A) SET n:B', READ], [[['A', 'B'], 1]])
print('with a property in place of the label, with both labels at once, or without the constraint:')
show([UNIQUE, 'MERGE (n:A {k: 1}) ON CREATE SET n.m = 2', READ], [[['A'], 1]])
show([UNIQUE, 'CREATE (n:A:B {k: 1})', READ], [[['A', 'B'], 1]])
show(['MERGE (n:A {k: 1}) ON CREATE SET n:B', READ], [[['A', 'B'], 1]])
ask('server', {'command': 'drop database repro'})
sys.exit(1 if wrong else 0)
