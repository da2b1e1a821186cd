# usage: python graphqlite_more19.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q156 of docs/found.md. With "any" another version is judged too.
from of_graphqlite import graph, show, version

print('graphqlite', version)
print('--- Q156: the map of a pattern that is a condition')
graph("CREATE ()-[:T {k: 2}]->({k: 2})")
show("MATCH (a) WHERE (a)-->({k: 1}) RETURN 1 AS x", [])
show("MATCH (a) WHERE (a)-[:T {k: 7}]->() RETURN 1 AS x", [])
show("MATCH (a) WHERE NOT (a)-->({k: 1}) RETURN 1 AS x", [[1], [1]])
print('in EXISTS { MATCH } it is right:')
show("MATCH (a) WHERE EXISTS { MATCH (a)-->({k: 1}) } RETURN 1 AS x", [])
