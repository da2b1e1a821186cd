# usage: python kuzu_where.py [kuzu | ladybug]    Needs: pip install kuzu==0.11.3, or ladybug==0.22.0
# O8 and K19 of docs/found.md: conditions without variables, and the WHERE of a WITH of constants. What may end the process runs in one of its own.
import verdict
import of_kuzu
from of_kuzu import apart, graph, show, use

try: import kuzu; usual = 'kuzu', '0.11.3'
except ImportError: usual = 'ladybug', '0.22.0'
engine = use(*usual)

def given(query, parameters, right):
    """A statement with parameters."""
    result, rows = of_kuzu.connection.execute(query, parameters), []
    while result.has_next(): rows.append(result.get_next())
    print('%s %s\n    %s   %s' % (query, parameters, rows, verdict.of(rows == right, right)))

print(engine.__name__, engine.version)
print('--- O8: a condition without variables, of a quantifier, a lambda or a parameter, in the WHERE of a MATCH')
graph("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))", "CREATE (:A {id: 1})")
show("MATCH (n:A) WHERE any(x IN [1] WHERE false) RETURN n.id", [])
show("MATCH (n:A) WHERE all(x IN [1] WHERE false) RETURN n.id", [])
show("MATCH (n:A) WHERE none(x IN [1] WHERE true) RETURN n.id", [])
show("MATCH (n:A) WHERE single(x IN [1] WHERE false) RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [] WHERE true) RETURN n.id", [])
show("MATCH (n:A) WHERE NOT any(x IN [1] WHERE true) RETURN n.id", [])
show("MATCH (n:A) WHERE size(list_filter([1], x -> false)) = 1 RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [1] WHERE false) AND n.id = 1 RETURN n.id", [])
show("MATCH (n:A) OPTIONAL MATCH (m:A) WHERE any(x IN [1] WHERE false) RETURN m.id", [[None]])
show("MATCH (n:A) RETURN EXISTS { MATCH (m:A) WHERE any(x IN [1] WHERE false) }", [[False]])
given("MATCH (n:A) WHERE $d >= 2 RETURN n.id", {'d': 1}, [])
print('in RETURN, in the WHERE of a WITH, and where it reads a variable, it is right:')
show("MATCH (n:A) RETURN any(x IN [1] WHERE false)", [[False]])
show("MATCH (n:A) WITH n WHERE any(x IN [1] WHERE false) RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [1] WHERE x = 2) RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [1] WHERE n.id = 2) RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [n.id] WHERE false) RETURN n.id", [])
show("MATCH (n:A) WHERE any(x IN [1] WHERE false) OR n.id = 2 RETURN n.id", [])
given("MATCH (n:A) WHERE n.id >= $d RETURN n.id", {'d': 2}, [])
print('--- K19: the WHERE of a WITH of constants at the beginning')
show("WITH 1 AS y WHERE y = 1 MATCH (a) RETURN a.id, y", [[1, 1]], apart)
show("WITH 1 AS y WHERE y = 1 RETURN y", [[1]], apart)
show("WITH 1 + 1 AS y WHERE y = 2 RETURN y", [[2]], apart)
show("WITH 1 AS y, 2 AS z WHERE y = 1 RETURN y, z", [[1, 2]], apart)
show("WITH 1 AS y WHERE true RETURN y", [[1]], apart)
print('without the WHERE, and behind UNWIND or MATCH, it is right:')
show("WITH 1 AS y RETURN y", [[1]], apart)
show("UNWIND [1] AS y WITH y WHERE y = 1 RETURN y", [[1]], apart)
show("MATCH (a) WITH 1 AS y WHERE y = 1 RETURN y", [[1]], apart)
