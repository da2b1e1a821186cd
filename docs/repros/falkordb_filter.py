# usage: python falkordb_filter.py [PORT]    A FalkorDB on 127.0.0.1. Needs: pip install falkordb
# Where the plan puts a filter, and expressions that it has no place for.
import verdict
import sys, falkordb, redis

server = falkordb.FalkorDB(host='127.0.0.1', port=int(sys.argv[1]) if len(sys.argv) > 1 else 6379)
g = server.select_graph('repro')

def ask(query):
    try: return sorted(g.query(query).result_set, key=repr)
    except redis.ResponseError as error: return 'ERROR ' + str(error)

def graph(statement):
    global made
    made = statement
    print('a graph of %s:' % statement)

def show(query, right, then=None):
    """On a new graph. `then` reads it behind the statement and must give `right`; without it the rows of the statement are meant."""
    try: g.delete()
    except redis.ResponseError: pass
    g.query(made)
    answer = ask(query)
    found = ask(then) if then and isinstance(answer, list) else answer
    print('%s\n    %s%s   %s' % (query, '%s\n%s\n    ' % (answer, then) if found is not answer else '', found, verdict.of(found == right, right)))

def plan(query):
    print('the plan of %s:\n    ' % query + '\n    '.join(str(g.explain(query)).splitlines()))

module = [module if isinstance(module, dict) else dict(zip(module[::2], module[1::2])) for module in server.connection.module_list()]
version = [int(each['ver']) for each in module if each['name'] == 'graph'][0]
print('FalkorDB %d.%d.%d' % (version // 10000, version // 100 % 100, version % 100))
print('--- F43: a filter is put in front of SKIP and LIMIT')
graph("CREATE (:P {k: 1})-[:T]->(), (:P {k: 2})-[:T]->(), (:P {k: 3})-[:T]->()")
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WHERE x > 1 RETURN x", [])
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WITH x WHERE x > 1 RETURN x", [])
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x SKIP 1 WHERE x > 1 RETURN x", [[2], [3]])
show("MATCH (n:P) WITH n ORDER BY n.k DESC LIMIT 2 WHERE n.k < 3 RETURN n.k", [[2]])
show("MATCH (n:P) WITH n ORDER BY n.k DESC LIMIT 1 MATCH (n)-->(m) WHERE n.k < 3 RETURN n.k", [])
show("UNWIND [1, 1, 2] AS x WITH x, count(*) AS c ORDER BY c DESC LIMIT 1 WHERE c < 2 RETURN x", [])
print('behind a collect() it is right:')
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WITH collect(x) AS l UNWIND l AS x WITH x WHERE x > 1 RETURN x", [])
plan("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WITH x WHERE x > 1 RETURN x")
print('--- F44: a filter is put in front of a CALL that writes')
graph("CREATE (:P {k: 1}), (:P {k: 2}), (:P {k: 3})")
show("MATCH (n:P) CALL { WITH n SET n.k = 7 } WITH n WHERE n.k = 7 RETURN n.k", [[7], [7], [7]])
show("MATCH (n:P) CALL { CREATE (:C) } WITH n WHERE n.k > 1 RETURN n.k", [[3]], "MATCH (c:C) RETURN count(c)")
print('without CALL, or with a RETURN in it, it is right:')
show("MATCH (n:P) SET n.k = 7 WITH n WHERE n.k = 7 RETURN n.k", [[7], [7], [7]])
show("MATCH (n:P) CALL { WITH n SET n.k = 7 RETURN 1 AS x } WITH n WHERE n.k = 7 RETURN n.k", [[7], [7], [7]])
plan("MATCH (n:P) CALL { WITH n SET n.k = 7 } WITH n WHERE n.k = 7 RETURN n.k")
print('--- F45: a pattern comprehension outside of RETURN, and of a WITH behind another clause')
graph("CREATE (:P {k: 1})-[:T]->(:P {k: 2})")
show("UNWIND [()-->() | 1] AS x RETURN x", [[1]])
show("WITH [()-->() | 1] AS x RETURN x", [[[1]]])
show("MATCH (n) WHERE size([(n)-->() | 1]) > 0 RETURN n.k", [[1]])
show("MATCH (n) WHERE any(x IN [()-->() | 1] WHERE true) RETURN n.k", [[1], [2]])
show("MATCH (n) RETURN n.k ORDER BY size([(n)-->() | 1])", [[1], [2]])
show("MATCH (n) SET n.l = size([(n)-->() | 1])", [[0], [1]], "MATCH (n) RETURN n.l")
show("MATCH (n) RETURN [x IN [1, 2] | size([(n)-->() | x])]", [[[0, 0]], [[1, 1]]])
print('in a RETURN, and in a WITH behind a MATCH, it is right:')
show("RETURN any(x IN [()-->() | 1] WHERE true)", [[True]])
show("MATCH (n) WITH size([(n)-->() | 1]) AS x RETURN x", [[0], [1]])
print('--- F46: SET and REMOVE of a null that comes through a WITH')
graph("CREATE (:P {k: 1})")
show("OPTIONAL MATCH (c:C) WITH c SET c.k = 1 RETURN c", [[None]])
show("OPTIONAL MATCH (c:C) WITH c REMOVE c:P RETURN c", [[None]])
show("MATCH (n) CALL { OPTIONAL MATCH (c:C) RETURN c } SET c:D RETURN c", [[None]])
print('without the WITH it is right:')
show("OPTIONAL MATCH (c:C) SET c.k = 1 RETURN c", [[None]])
g.delete()
