# usage: python grafeo_more11.py [any]    Needs: pip install grafeo==0.6.0 (Python 3.12 or newer)
# R77 and R78 of docs/found.md. With "any" another version is judged too.
from of_grafeo import grafeo, graph, show

print('grafeo', grafeo.__version__)
print('--- R77: a subquery in a pattern comprehension knows nothing from outside')
graph("CREATE (a {i: 0})-[:T]->(b {i: 1})")
show("MATCH (a) RETURN a.i AS x, size([()-->() WHERE EXISTS { MATCH (a)-->(b) } | 1]) AS y", [[0, 1], [1, 0]])
show("MATCH (a) RETURN a.i AS x, [()-->() | EXISTS { MATCH (a)-->() }] AS y", [[0, [True]], [1, [False]]])
print('a condition without one, and the same in COUNT { }, are right:')
show("MATCH (a) RETURN a.i AS x, size([()-->() WHERE a.i = 0 | 1]) AS y", [[0, 1], [1, 0]])
show("MATCH (a) RETURN a.i AS x, COUNT { MATCH ()-->() WHERE EXISTS { (a)-->() } } AS y", [[0, 1], [1, 0]])
print('--- R78: an aggregate that is called as a variable beside it')
show("WITH 5 AS x RETURN x AS y, count(null) AS x", [[5, 0]])
show("WITH 5 AS x RETURN x AS y, collect(1) AS x", [[5, [1]]])
print('under another name it is right:')
show("WITH 5 AS x RETURN x AS y, count(null) AS z", [[5, 0]])
