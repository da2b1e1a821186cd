# usage: python graphqlite_more5.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q83 to Q86 of docs/found.md, and how wide Q24 is. With "any" another version is judged too.
from of_graphqlite import after, fails, graph, show, version

def sets(before, statement, right, query="MATCH ()-[r]->() RETURN r.k AS k, properties(r) AS p"):
    """A statement on a graph of its own, and what is there behind it."""
    graph(before)
    after(statement, query, right)

print('graphqlite', version)
print('--- Q86: SET of a property of a relationship to a value of another type')
RELATIONSHIP = "CREATE ()-[:T {k: 1}]->()"
sets(RELATIONSHIP, "MATCH ()-[r]->() SET r.k = 'x'", [['x', {'k': 'x'}]])
show("MATCH ()-[r]->() WHERE r.k = 1 RETURN count(*) AS c", [[0]])
show("MATCH ()-[r]->() WHERE r.k = 'x' RETURN count(*) AS c", [[1]])
sets(RELATIONSHIP, "MATCH ()-[r]->() SET r += {k: true}", [[True, {'k': True}]])
sets("CREATE ()-[:T {k: 'a'}]->()", "MATCH ()-[r]->() SET r.k = 1", [[1, {'k': 1}]])
print('what is right:')
sets(RELATIONSHIP, "MATCH ()-[r]->() SET r.k = 2", [[2, {'k': 2}]])
sets(RELATIONSHIP, "MATCH ()-[r]->() SET r = {k: 'x'}", [['x', {'k': 'x'}]])
sets("CREATE (:N {k: 1})", "MATCH (n) SET n.k = 'x'", [['x', {'k': 'x'}]], "MATCH (n) RETURN n.k AS k, properties(n) AS p")

print('--- Q24: a value of a map in a map')
P = "MATCH (n) RETURN properties(n) AS p"
sets("CREATE (:Other)", "UNWIND [{p: {id: 1}}] AS x CREATE (:N {id: x.p.id})", [[{'id': 1}]], "MATCH (n:N) RETURN properties(n) AS p")
show("UNWIND [{p: {id: 1}}] AS x RETURN x.p.id AS i", [[1]])

print('--- Q83: an OPTIONAL MATCH with a node twice in a path, beside another pattern')
graph()
show("OPTIONAL MATCH (), ()-->(a)-->(a) RETURN 1 AS x", [[1]])
show("MATCH (z) OPTIONAL MATCH (a)-->(a)-->(b) RETURN 1 AS x", [])
print('with MATCH, without the other pattern, and with two nodes it is right:')
show("MATCH (), ()-->(a)-->(a) RETURN 1 AS x", [])
show("OPTIONAL MATCH ()-->(a)-->(a) RETURN 1 AS x", [[1]])
show("OPTIONAL MATCH (), ()-->(a)-->(b) RETURN 1 AS x", [[1]])

print('--- Q84: an integer divided by 0')
fails("RETURN 1 / 0 AS x")
fails("RETURN 1 % 0 AS x")
fails("WITH 0 AS z RETURN 1 / z AS x")
print('by another number it is right:')
show("RETURN 7 / 2 AS x, 7 % 2 AS y", [[3, 1]])

print('--- Q85: the properties of a relationship in an OPTIONAL MATCH')
graph("CREATE (n0)-[:T]->(n0)")
show("OPTIONAL MATCH (a)-[{k: 1}]->(a) RETURN a AS x", [[None]])
show("OPTIONAL MATCH (a)-[r:T {k: 1}]->(a) RETURN type(r) AS x", [[None]])
print('with MATCH, and in a WHERE, it is right:')
show("MATCH (a)-[{k: 1}]->(a) RETURN a AS x", [])
show("OPTIONAL MATCH (a)-[r]->(a) WHERE r.k = 1 RETURN a AS x", [[None]])
