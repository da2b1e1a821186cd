# usage: python graphqlite_overflow.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary).
# With "any" another version is judged too. Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, another version).
import importlib.metadata, signal, subprocess, sys

VERSION = '0.12.0'
def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

OPEN = """
import sys
try: import pysqlite3; sys.modules['sqlite3'] = pysqlite3
except ImportError: pass
import graphqlite
connection = graphqlite.connect(':memory:')
"""
try: version = importlib.metadata.version('graphqlite')
except importlib.metadata.PackageNotFoundError: cannot_tell('no graphqlite; pip install graphqlite==%s' % VERSION)
if version != VERSION and 'any' not in sys.argv: cannot_tell('this is GraphQLite %s, the bug is one of %s' % (version, VERSION))

def in_a_process_of_its_own(code):
    """What it prints, or how it ended."""
    run = subprocess.run([sys.executable, '-c', OPEN + code], capture_output=True, text=True)
    if run.returncode < 0: return 'CRASH %s: %s' % (signal.Signals(-run.returncode).name, run.stderr.strip())
    return run.stdout.strip() if run.returncode == 0 else 'ERROR ' + run.stderr.strip().splitlines()[-1]

if in_a_process_of_its_own('print(1)') != '1': cannot_tell(in_a_process_of_its_own('print(1)'))
wrong = 0
def show(query, right):
    global wrong
    answer = in_a_process_of_its_own("print([list(dict(row).values()) for row in connection.cypher(%r)])" % query)
    wrong += answer != right
    print('%s\n    %s   %s' % (query, answer, 'right' if answer == right else 'WRONG, right is %s' % right))

print('graphqlite', version)
for parts in 7, 8, 12: show('MATCH () CALL { MATCH %s RETURN 1 } RETURN 1 AS x' % ', '.join('(a%d {k: %d})-->(b%d)' % (part, part, part) for part in range(1, parts + 1)), '[]')
print('the same patterns without CALL:')
show('MATCH %s RETURN 1 AS x' % ', '.join('(a%d {k: %d})-->(b%d)' % (part, part, part) for part in range(1, 13)), '[]')
sys.exit(1 if wrong else 0)
