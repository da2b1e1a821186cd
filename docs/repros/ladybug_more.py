# usage: python ladybug_more.py [kuzu | ladybug]    Needs: pip install ladybug==0.22.0
# L4 to L12 of docs/found.md, "Statements that read". What may end the process runs in one of its own.
import ast, signal, subprocess, sys
import verdict

engine = verdict.engine('ladybug', '0.22.0')
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

def answers(query, right):
    """An error that says that the engine lacks it would do as well, one of its own inside does not."""
    answer = rows(query)
    inside = any(words in str(answer) for words in ['Assertion failed', 'UNREACHABLE', 'should not happen'])
    same = not inside if isinstance(answer, str) else answer == right
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, '%s, or that it is not supported' % right)))

print(engine.__name__, engine.version)
print('--- L4: a condition of a quantifier that is null')
graph()
show("RETURN any(x IN [null] WHERE x)", [[None]])
show("RETURN all(x IN [1, null] WHERE x = 1)", [[None]])
show("RETURN none(x IN [null] WHERE x)", [[None]])
show("RETURN single(x IN [true, null] WHERE x)", [[None]])
graph("CREATE NODE TABLE N(id INT64, k INT64, PRIMARY KEY(id))", "CREATE (:N {id: 1})")
show("MATCH (n:N) WHERE none(x IN [n.k] WHERE x = 1) RETURN n.id", [])
show("MATCH (n:N) WHERE NOT any(x IN [n.k] WHERE x = 1) RETURN n.id", [])
print('--- L5: CONTAINS with an empty string')
graph()
show("RETURN 'a' CONTAINS ''", [[True]])
show("RETURN '' CONTAINS ''", [[True]])
show("RETURN contains('abc', '')", [[True]])
print('the others are right:')
show("RETURN 'a' STARTS WITH '', 'a' ENDS WITH ''", [[True, True]])
print('--- L6: the path of an OPTIONAL MATCH that finds nothing')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM A TO A)")
show("OPTIONAL MATCH p = (a)-->(b) RETURN a IS NULL", [[True]])
show("OPTIONAL MATCH p = (a)-->(b) RETURN p IS NULL", [[True]])
show("OPTIONAL MATCH p = (a)-->(b) RETURN length(p)", [[None]])
show("OPTIONAL MATCH p = (a)-->(b) RETURN count(a), count(p)", [[0, 0]])
show("OPTIONAL MATCH p = (a) RETURN rels(p)", [[None]])
show("OPTIONAL MATCH p = (a) RETURN nodes(p)", [[None]])
print('--- L7: a label inside OPTIONAL MATCH, EXISTS { } or COUNT { }')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE NODE TABLE B(id INT64, PRIMARY KEY(id))", "CREATE (:A {id: 2}), (:B {id: 1})")
show("MATCH (a) RETURN label(a), EXISTS { MATCH (a:A) } AS x", [['A', True], ['B', False]])
show("MATCH (a) RETURN label(a), COUNT { MATCH (a:A) } AS x", [['A', 1], ['B', 0]])
show("MATCH (a) WHERE NOT EXISTS { MATCH (a:A) } RETURN a.id", [[1]])
show("MATCH (a) OPTIONAL MATCH (a:A) RETURN a.id", [[1], [2]])
print('with a condition in place of the label:')
show("MATCH (a) OPTIONAL MATCH (a {id: 2}) RETURN a.id", [[1], [2]])
print('--- L8: a subquery inside a quantifier or a lambda')
graph()
answers("RETURN any(x IN [1] WHERE EXISTS { MATCH (n) })", [[False]])
answers("RETURN any(x IN [1] WHERE COUNT { MATCH (n) } = 0)", [[True]])
answers("RETURN list_filter([1, 2], x -> EXISTS { MATCH (n) })", [[[]]])
answers("RETURN list_transform([1, 2], x -> COUNT { MATCH (n) })", [[[0, 0]]])
print('--- L9: a quantifier whose condition is the literal null')
show("RETURN any(x IN [1] WHERE null)", [[None]])
show("RETURN all(x IN [1] WHERE null)", [[None]])
show("RETURN none(x IN [1] WHERE null)", [[None]])
show("RETURN single(x IN [1] WHERE null)", [[None]])
show("RETURN list_transform([1], x -> null)", [[[None]]])
print('--- L10: functions of a node, a relationship or a path, of null')
show("RETURN rels(null)", [[None]], apart)
show("RETURN relationships(null)", [[None]], apart)
show("RETURN nodes(null)", [[None]], apart)
show("RETURN properties(null)", [[None]], apart)
show("RETURN id(null)", [[None]], apart)
show("RETURN start_node(null)", [[None]], apart)
show("WITH null AS p RETURN nodes(p)", [[None]], apart)
print('label() is right:')
show("RETURN label(null)", [[None]], apart)
print('--- L11: UNION of a branch that returns an expression twice')
graph()
show("UNWIND [1, 2, 2] AS z RETURN z AS x, z AS y UNION ALL RETURN 1 AS x, 2 AS y", [[1, 1], [2, 2], [2, 2], [1, 2]])
show("UNWIND [1, 2, 2] AS z RETURN z AS x, z AS y UNION RETURN 1 AS x, 2 AS y", [[1, 1], [2, 2], [1, 2]])
show("UNWIND [1, 2, 2] AS z RETURN z AS x, z AS y, count(*) AS c UNION ALL RETURN 1 AS x, 2 AS y, 3 AS c", [[1, 1, 1], [2, 2, 2], [1, 2, 3]])
show("UNWIND [1] AS z RETURN DISTINCT z AS x, z AS y UNION ALL RETURN 1 AS x, 2 AS y", [[1, 1], [1, 2]], apart)
print('with a constant in place of the second one:')
show("UNWIND [1, 2, 2] AS z RETURN DISTINCT z AS x, 1 AS y UNION ALL RETURN 1 AS x, 2 AS y", [[1, 1], [2, 1], [1, 2]], apart)
print('--- L12: WITH DISTINCT of constants')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE (:A {id: 1}), (:A {id: 2})")
show("MATCH (a) WITH DISTINCT 1 AS x RETURN x", [[1]])
show("MATCH (a) WITH DISTINCT 1 AS x RETURN count(*)", [[1]])
show("MATCH (a) WITH DISTINCT label(a) AS x RETURN x", [['A']])
show("MATCH (a) WITH 1 AS x WITH DISTINCT x RETURN x", [[1]])
show("UNWIND [1, 2] AS z WITH DISTINCT toLower('E') AS x RETURN x", [['e']])
print('in RETURN, and of what is no constant, it is right:')
show("MATCH (a) RETURN DISTINCT 1 AS x", [[1]])
show("MATCH (a) WITH DISTINCT a.id > 0 AS x RETURN x", [[True]])
