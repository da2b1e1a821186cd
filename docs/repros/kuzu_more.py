# usage: python kuzu_more.py [kuzu | ladybug]    Needs: pip install kuzu==0.11.3, or ladybug==0.22.0
# K16, K17 and O22 of docs/found.md, "Statements that read", and how wide K5, K7, K8, K13, K15 and L11 are. What may end the process runs in one of its own.
import ast, signal, subprocess, sys
import verdict

try: import kuzu; usual = 'kuzu', '0.11.3'
except ImportError: usual = 'ladybug', '0.22.0'
engine = verdict.engine(*usual)
PROGRAM = """
import importlib, sys
engine, *statements, query = [importlib.import_module(sys.argv[1])] + sys.argv[2:]
connection = engine.Connection(engine.Database(':memory:', max_db_size=1 << 30))
for statement in statements: connection.execute(statement)
result, rows = connection.execute(query), []
while result.has_next(): rows.append(result.get_next())
print(rows, flush=True)
"""

def graph(*statements):
    global connection, graph_of
    graph_of = statements
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
    run = subprocess.run([sys.executable, '-c', PROGRAM, engine.__name__, *graph_of, query], capture_output=True, text=True)
    if run.returncode < 0: return 'CRASH ' + signal.Signals(-run.returncode).name
    return ast.literal_eval(run.stdout) if run.returncode == 0 else 'ERROR ' + run.stderr.strip().splitlines()[-1]

def show(query, right, ask=rows):
    answer = ask(query)
    same = isinstance(answer, list) and sorted(map(repr, answer)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))

print(engine.__name__, engine.version)
print('--- K16: WITH DISTINCT of a relationship without direction')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A, id INT64)", "CREATE (a:A {id: 1}), (b:A {id: 2}), (a)-[:T {id: 5}]->(b)")
show("MATCH ()-[r]-() WITH DISTINCT r RETURN r.id", [[5]])
show("MATCH ()-[r]-() WITH DISTINCT r RETURN count(*)", [[1]])
show("MATCH ()-[r]-() WITH r, count(*) AS c RETURN r.id, c", [[5, 2]])
print('in RETURN, of a property, in an aggregate and with a direction it is right:')
show("MATCH ()-[r]-() WITH count(DISTINCT r) AS c RETURN c", [[1]])
show("MATCH ()-[r]-() WITH DISTINCT r.id AS i RETURN i", [[5]])
show("MATCH ()-[r]-() RETURN count(DISTINCT r)", [[1]])
show("MATCH ()-[r]-() WITH collect(DISTINCT r) AS l RETURN size(l)", [[1]])
show("MATCH ()-[r]->() WITH DISTINCT r RETURN r.id", [[5]])
print('--- K17: a quantifier inside a quantifier')
graph()
show("RETURN any(x IN [1] WHERE any(y IN [1] WHERE x = y))", [[True]])
show("RETURN all(x IN [1] WHERE none(y IN [2] WHERE x = y))", [[True]])
print('without the outer variable in the inner condition it is right:')
show("RETURN any(x IN [1] WHERE any(y IN [1] WHERE y = 1))", [[True]])
show("RETURN any(x IN [[1]] WHERE any(y IN x WHERE y = 1))", [[True]])
print('--- O22: a variable length from 0 where the start is reached again')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A, id INT64)", "CREATE (n0:A {id: 1}), (n1:A {id: 2}), (n0)-[:T]->(n1), (n1)-[:T]->(n0)")
show("MATCH p = (a {id: 1})-[*0..2]->(b) RETURN length(p), b.id", [[0, 1], [1, 2], [2, 1]])
show("MATCH p = (a {id: 1})-[*0..2]->(a) RETURN length(p)", [[0], [2]])
print('where the start is not reached again, and from 1, it is right:')
show("MATCH p = (a {id: 1})-[*0..0]->(b) RETURN length(p)", [[0]])
show("MATCH p = (a {id: 1})-[*0..1]->(b) RETURN length(p)", [[0], [1]])
show("MATCH p = (a {id: 1})-[*1..2]->(b) RETURN length(p)", [[1], [2]])
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A)", "CREATE (a:A {id: 1}), (a)-[:T]->(a)")
show("MATCH p = ()-[*0..1]->() RETURN length(p)", [[0], [1]])
print('--- K13: an aggregate of a WITH under a new name')
graph("CREATE NODE TABLE A(id INT64, k INT64, PRIMARY KEY(id))", "CREATE (:A {id: 1, k: 5}), (:A {id: 2, k: 6}), (:A {id: 3, k: 6})")
show("MATCH (a) WITH count(*) AS c RETURN c AS y, c + 1 AS z", [[3, 4]])
show("MATCH (a) WITH a.k AS k, count(*) AS c RETURN k, c AS y, c + 1 AS z", [[5, 1, 2], [6, 2, 3]])
show("MATCH (a) WITH min(a.k) AS c RETURN c AS y, c + 1 AS z", [[5, 6]])
print('in the other order, alone, and of what is no aggregate it is right:')
show("MATCH (a) WITH count(*) AS c RETURN c + 1 AS z, c AS y", [[4, 3]])
show("MATCH (a) WITH count(*) AS c RETURN c AS y", [[3]])
show("MATCH (a) WITH a.id + 1 AS x RETURN x AS y, x * 10 AS z", [[2, 20], [3, 30], [4, 40]])
print('--- K5: the same in COUNT { } and EXISTS { }')
graph("CREATE NODE TABLE A(id INT64, k INT64, PRIMARY KEY(id))", "CREATE (:A {id: 1})")
show("MATCH (a) RETURN COUNT { MATCH (b) WHERE a.k IS NULL }", [[1]])
show("MATCH (a) RETURN EXISTS { MATCH (b) WHERE a.k IS NULL }", [[True]])
show("MATCH (a) RETURN COUNT { MATCH (b) WHERE coalesce(a.k, 0) = 0 }", [[1]])
print('with a property that is not null it is right:')
show("MATCH (a) RETURN COUNT { MATCH (b) WHERE a.id > 0 }", [[1]])
print('--- K7: null.k inside a quantifier')
graph()
show("RETURN any(x IN [1] WHERE null.k)", [[None]])
print('--- K8, K15: IN of a list with null, without a graph')
show("RETURN 0 IN [null]", [[None]])
show("RETURN 0 IN [1, null]", [[None]])
print('--- L11: a branch that returns a variable twice, second and without DISTINCT')
show("RETURN 1 AS x, 2 AS y UNION ALL WITH 1 AS z RETURN z AS x, z AS y", [[1, 2], [1, 1]], apart)
show("RETURN 1 AS x, 2 AS y UNION ALL UNWIND [1] AS z RETURN z AS x, z AS y", [[1, 2], [1, 1]], apart)
print('with an expression in place of the second one:')
show("RETURN 1 AS x, 2 AS y UNION ALL WITH 1 AS z RETURN z AS x, z + 0 AS y", [[1, 2], [1, 1]], apart)
