# usage: python kuzu_case.py [kuzu | ladybug]    Needs: pip install kuzu==0.11.3
import verdict

engine = verdict.engine('kuzu', '0.11.3')

def connect(*statements):
    connection = engine.Connection(engine.Database(':memory:'))
    for statement in statements: connection.execute(statement)
    return connection

def show(connection, query, right):
    result, rows = connection.execute(query), []
    while result.has_next(): rows.append(result.get_next())
    same = sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

print(engine.__name__, engine.version)
c = connect("CREATE NODE TABLE N(id INT64, b BOOL, PRIMARY KEY(id))", "CREATE (:N {id: 1}), (:N {id: 0, b: true})")
show(c, "MATCH (a:N) RETURN a.id, a.b", [[1, None], [0, True]])
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN a.b THEN 1 ELSE 2 END AS x", [[1, 2], [0, 1]])
show(c, "MATCH (a:N) WHERE 1 = CASE WHEN a.b THEN 1 END RETURN a.id", [[0]])
show(c, "MATCH (a:N) WHERE CASE WHEN a.b THEN true ELSE false END RETURN a.id", [[0]])
print('the simple form is right:')
show(c, "MATCH (a:N) WHERE 1 = CASE a.b WHEN true THEN 1 END RETURN a.id", [[0]])
print('even without any null in b:')
c = connect("CREATE NODE TABLE N(id INT64, b BOOL, PRIMARY KEY(id))", "CREATE (:N {id: 1, b: false}), (:N {id: 0, b: true})")
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN a.b THEN 1 ELSE 2 END AS x", [[1, 2], [0, 1]])
show(c, "MATCH (a:N) RETURN a.id, CASE WHEN a.b = true THEN 1 ELSE 2 END AS x", [[1, 2], [0, 1]])
