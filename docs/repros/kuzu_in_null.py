# usage: python kuzu_in_null.py [any]    Needs: pip install kuzu==0.11.3. With "any" another version is judged too.
# Ends with 0 if all is right, 1 if the bug shows, 2 if it cannot be told (no client, another version).
import importlib, signal, subprocess, sys

name, VERSION = 'kuzu', '0.11.3'

def cannot_tell(why):
    print('cannot tell: %s' % why)
    sys.exit(2)

try: engine = importlib.import_module(name)
except ImportError as error: cannot_tell('%s; pip install %s==%s' % (error, name, VERSION))
if engine.version != VERSION and 'any' not in sys.argv: cannot_tell('this is %s %s, the bug is one of %s' % (name, engine.version, VERSION))

def in_a_process_of_its_own(query):
    """The rows, or how the process ended."""
    code = "import %s as e\nr = e.Connection(e.Database(':memory:', max_db_size=1 << 30)).execute(%r)\nwhile r.has_next(): print(r.get_next())" % (name, query)
    run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)
    if run.returncode < 0: return 'CRASH ' + signal.Signals(-run.returncode).name
    return run.stdout.strip() if run.returncode == 0 else 'ERROR ' + run.stderr.strip().splitlines()[-1]

wrong = 0
def show(query, right):
    global wrong
    answer = in_a_process_of_its_own(query)
    wrong += answer != right
    print('%s\n    %s   %s' % (query, answer, 'right' if answer == right else 'WRONG, right is %s' % right))

print(name, engine.version)
show("RETURN 1 IN null", '[None]')
show("UNWIND [1, 2] AS x WITH x WHERE x IN null RETURN x", '')
print('with a list it does not:')
show("RETURN 1 IN [1]", '[True]')
show("RETURN 1 IN [2]", '[False]')
sys.exit(1 if wrong else 0)
