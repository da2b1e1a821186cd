# usage: python graphqlite_more21.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q163 and Q164 of docs/found.md. With "any" another version is judged too.
from of_graphqlite import after, graph, show, version

print('graphqlite', version)
print('--- Q163: a subscript of more than 32 bits')
graph()
show("RETURN [1, 2][4294967297] AS x", [[None]])
show("WITH [1, 2] AS l RETURN l[4294967296] AS x", [[None]])
print('a negative number of 32 bits is right:')
show("RETURN [1, 2][2147483648] AS x", [[None]])
print('--- Q164: two CALL { }')
show("CALL { RETURN 1 AS x } CALL { RETURN 2 AS y } RETURN x, y", [[1, 2]])
show("UNWIND [1] AS u CALL { WITH u RETURN 1 AS x } CALL { RETURN 2 AS y } RETURN u", [[1]])
graph()
after("UNWIND [1] AS u CALL { RETURN 1 AS x } CALL { CREATE (:C) }", "MATCH (c:C) RETURN count(c) AS n", [[1]])
print('one is right:')
show("CALL { RETURN 1 AS x } RETURN x", [[1]])
