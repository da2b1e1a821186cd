"""How the scripts on Kuzu and Ladybug ask. What may end the process runs in one of its own."""
import ast, signal, subprocess, sys
import verdict

engine = connection = None
made = ()  # the statements that made the graph
PROGRAM = """
import importlib, sys
engine, *statements, query = [importlib.import_module(sys.argv[1])] + sys.argv[2:]
connection = engine.Connection(engine.Database(':memory:', max_db_size=1 << 30))
for statement in statements: connection.execute(statement)
result, rows = connection.execute(query), []
while result.has_next(): rows.append(result.get_next())
print(rows, flush=True)
"""

def use(package, version):
    global engine
    engine = verdict.engine(package, version)
    return engine

def graph(*statements):
    global connection, made
    made = statements
    connection = engine.Connection(engine.Database(':memory:', max_db_size=1 << 30))
    for statement in statements:
        connection.execute(statement)
        print(statement)

def rows(query):
    try:
        result, rows = connection.execute(query), []
        while result.has_next(): rows.append(result.get_next())
        return rows
    except RuntimeError as error: return 'ERROR ' + str(error).splitlines()[0]

def apart(query):
    run = subprocess.run([sys.executable, '-c', PROGRAM, engine.__name__, *made, query], capture_output=True, text=True)
    if run.returncode < 0: return 'CRASH ' + signal.Signals(-run.returncode).name
    return ast.literal_eval(run.stdout) if run.returncode == 0 else 'ERROR ' + run.stderr.strip().splitlines()[-1]

def show(query, right, ask=rows):
    answer = ask(query)
    same = isinstance(answer, list) and sorted(map(repr, answer)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))
