# usage: python grafeo_more7.py [any]    Needs: pip install grafeo==0.6.0 (Python 3.12 or newer)
# How wide R26 and R37 of docs/found.md are. With "any" another version is judged too.
from of_grafeo import grafeo, graph, show

print('grafeo', grafeo.__version__)
print('--- R26: so with a WITH that hands on row by row, and not with one that gathers')
for handed in ["WITH x", "WITH x WHERE x >= 0", "WITH x SKIP 0"]:
    graph()
    show(f"UNWIND [0, 1] AS x MERGE (:A) {handed} CREATE (:A) RETURN count(*) AS c", [[2]])
print('with one that gathers it is right:')
for handed in ["WITH x ORDER BY x", "WITH DISTINCT x", "WITH x LIMIT 5"]:
    graph()
    show(f"UNWIND [0, 1] AS x MERGE (:A) {handed} CREATE (:A) RETURN count(*) AS c", [[2]])
print('--- R37: so where no row comes')
graph()
show("MATCH (a) FOREACH (x IN CASE WHEN COUNT { MATCH () } >= 1 THEN [] END | SET a = {})", [])
show("RETURN any(x IN [] WHERE EXISTS { MATCH (b) }) AS y", [[False]])
show("MATCH (a) SET a.k = EXISTS { MATCH (a) }", [])
