# usage: python grafeo_more4.py [any]    Needs: pip install grafeo==0.6.0 (Python 3.12 or newer)
# R60 and R61 of docs/found.md. With "any" another version is judged too.
import verdict
import of_grafeo
from of_grafeo import fails, grafeo, graph, show

def given(query, parameters, right):
    """A statement with parameters."""
    try: answer = [list(row.values()) for row in of_grafeo.db.execute_cypher(query, parameters)]
    except grafeo.GrafeoError as error: answer = 'ERROR ' + str(error)
    print('%s %s\n    %s   %s' % (query, parameters, answer, verdict.of(answer == right, right)))

print('grafeo', grafeo.__version__)
print('--- R60: a percentile that is no literal')
graph()
show("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, 0.4 + 0.5) AS x", [[37.0]])
show("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, toFloat('0.9')) AS x", [[37.0]])
show("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, abs(-0.9)) AS x", [[37.0]])
show("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, CASE WHEN true THEN 0.9 END) AS x", [[37.0]])
show("WITH 0.9 AS p UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, p) AS x", [[37.0]])
show("WITH 1.0 AS p UNWIND [10.0, 20.0, 30.0] AS v RETURN percentileDisc(v, p) AS x", [[30.0]])
fails("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, -(0.5)) AS x")
fails("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, 1 + 1) AS x")
graph("CREATE ({price: 10.0, p: 1.0}), ({price: 20.0, p: 1.0}), ({price: 30.0, p: 1.0})")
show("MATCH (n) RETURN percentileCont(n.price, n.p) AS x", [[30.0]])
show("MATCH (n) RETURN percentileDisc(n.price, n.p) AS x", [[30.0]])
graph("CREATE ({price: 10.0}), ({price: 20.0}), ({price: 30.0})")
given("MATCH (n) RETURN percentileDisc(n.price, $percentile) AS x", {'percentile': 0.0}, [[10.0]])
given("MATCH (n) RETURN percentileDisc(n.price, $percentile) AS x", {'percentile': 0.5}, [[20.0]])
given("MATCH (n) RETURN percentileDisc(n.price, $percentile) AS x", {'percentile': 1.0}, [[30.0]])
given("MATCH (n) RETURN percentileCont(n.price, $percentile) AS x", {'percentile': 0.0}, [[10.0]])
given("MATCH (n) RETURN percentileCont(n.price, $percentile) AS x", {'percentile': 1.0}, [[30.0]])
print('by a literal, in parentheses too, it is right:')
show("UNWIND [10, 20, 30, 40] AS v RETURN percentileCont(v, 0.9) AS x, percentileCont(v, (0.9)) AS y, percentileCont(v, 9e-1) AS z", [[37.0, 37.0, 37.0]])
show("MATCH (n) RETURN percentileDisc(n.price, 0.0) AS x, percentileDisc(n.price, 0.5) AS y, percentileDisc(n.price, 1.0) AS z", [[10.0, 20.0, 30.0]])
print('--- R61: a pattern comprehension beside an aggregate')
graph("CREATE ()-[:T]->()")
show("MATCH (a) RETURN [(a)-->() | 1] AS x, count(*) AS c", [[[1], 1], [[], 1]])
show("MATCH (a) RETURN [(a)-->() | 1] AS x, collect(1) AS c", [[[1], [1]], [[], [1]]])
show("MATCH (a) RETURN size([(a)-->() | 1]) AS x, count(*) AS c", [[1, 1], [0, 1]])
show("MATCH (a) WITH [(a)-->() | 1] AS x, count(*) AS c RETURN x, c", [[[1], 1], [[], 1]])
show("MATCH (a) WITH a, [(a)-->() | 1] AS x, count(*) AS c RETURN x, c", [[[1], 1], [[], 1]])
print('in an aggregate, with others beside it, and with a WITH before it is right:')
show("MATCH (a) RETURN collect([(a)-->() | 1]) AS x", [[[[1], []]]])
show("MATCH (a) RETURN (a)-->() AS x, count(*) AS c", [[True, 1], [False, 1]])
show("MATCH (a) RETURN COUNT { (a)-->() } AS x, count(*) AS c", [[1, 1], [0, 1]])
show("MATCH (a) RETURN EXISTS { (a)-->() } AS x, count(*) AS c", [[True, 1], [False, 1]])
show("MATCH (a) RETURN [x IN [1] | x] AS y, count(*) AS c", [[[1], 2]])
show("MATCH (a) WITH [(a)-->() | 1] AS x RETURN x, count(*) AS c", [[[1], 1], [[], 1]])
