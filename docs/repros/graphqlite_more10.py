# usage: python graphqlite_more10.py [any]    Needs: pip install graphqlite==0.12.0, and a Python whose sqlite3 loads extensions (or pysqlite3-binary)
# Q122 to Q126 of docs/found.md. With "any" another version is judged too.
import verdict
from of_graphqlite import graph, rows, show, version

def raises(query):
    answer = rows(query)
    print('%s\n    %s   %s' % (query, answer, verdict.of(isinstance(answer, str), 'an error')))

print('graphqlite', version)
print('--- Q122: CREATE behind a FOREACH, and a WITH of what it made')
graph()
show("FOREACH (x IN [] | CREATE ()) CREATE (a) WITH a MATCH (b) RETURN 1 AS x", [[1]])
print('--- Q123: EXISTS { } and the text SELECT * in a part of a UNION')
graph("CREATE ()")
show("RETURN 'SELECT *' AS x UNION ALL RETURN 1 AS x", [['SELECT *'], [1]])
show("RETURN EXISTS { MATCH (a) } AS x UNION ALL RETURN false AS x", [[True], [False]])
print('in the last part, and of another text, it is right:')
show("RETURN 1 AS x UNION ALL RETURN 'SELECT *' AS x", [[1], ['SELECT *']])
show("RETURN 'SELECT' AS x UNION ALL RETURN 1 AS x", [['SELECT'], [1]])
print('--- Q124: ORDER BY, SKIP and LIMIT in a part of a UNION')
show("RETURN 1 AS x LIMIT 1 UNION ALL RETURN 2 AS x", [[1], [2]])
show("RETURN 1 AS x ORDER BY x UNION RETURN 2 AS x", [[1], [2]])
print('at a WITH it is right:')
show("WITH 1 AS x LIMIT 1 RETURN x UNION RETURN 2 AS x", [[1], [2]])
print('--- Q125: CALL { } in a UNION')
show("CALL { RETURN 1 AS x } RETURN x UNION ALL RETURN 2 AS x", [[1], [2]])
show("RETURN 2 AS x UNION ALL CALL { RETURN 1 AS x } RETURN x", [[1], [2]])
print('a UNION in it is right:')
show("CALL { RETURN 1 AS x UNION ALL RETURN 2 AS x } RETURN x", [[1], [2]])
print('--- Q126: an error in a part of a UNION (an error is right)')
raises("RETURN [1]['a'] AS x")
raises("RETURN [1]['a'] AS x UNION ALL RETURN 1 AS x")
raises("RETURN 1 AS x UNION ALL RETURN toInteger([1]) AS x")
