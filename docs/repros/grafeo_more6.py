# usage: python grafeo_more6.py [any]    Needs: pip install grafeo==0.6.0 (Python 3.12 or newer)
# R71 of docs/found.md. With "any" another version is judged too.
from of_grafeo import after, fails, grafeo, graph, show

print('grafeo', grafeo.__version__)
print('--- R71: an INTEGER of UNWIND is the node of that id')
nodes = "CREATE ({l: 5}), ({l: 6})"
graph(nodes)
fails("UNWIND [1] AS x RETURN x.l AS y")
fails("MATCH (a) WITH id(a) AS x RETURN x.l AS y")
fails("UNWIND [1] AS x MATCH (x) RETURN x.l AS y")
for text in ["UNWIND [1] AS x SET x.l = 7", "UNWIND [1] AS x REMOVE x.l", "UNWIND [1] AS x DETACH DELETE x"]:
    graph(nodes)
    fails(text)
    show("MATCH (a) RETURN a.l AS y", [[5], [6]])
print('of WITH, and of other values, it is null, which is R58:')
graph(nodes)
show("WITH 1 AS x RETURN x.l AS y", [[None]])
show("UNWIND ['a', 1.0] AS x RETURN x.l AS y", [[None], [None]])
print('of a map it is right:')
show("UNWIND [{l: 3}] AS x RETURN x.l AS y", [[3]])
