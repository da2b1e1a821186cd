# usage: python kuzu_optional.py [kuzu | ladybug]    Needs: pip install ladybug==0.22.0
import verdict

engine = verdict.engine('ladybug', '0.22.0')

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
c = connect("CREATE NODE TABLE N(id INT64, k INT64, PRIMARY KEY(id))", "CREATE (:N {id: 1}), (:N {id: 2})")
four, none = [[1, 1], [1, 2], [2, 1], [2, 2]], [[1, None], [2, None]]
show(c, "MATCH (a:N) MATCH (b:N) WHERE a.k IS NULL RETURN a.id, b.id", four)
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE a.k IS NULL RETURN a.id, b.id", four)
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE coalesce(a.k, 0) = 0 RETURN a.id, b.id", four)
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE a.id IS NOT NULL RETURN a.id, b.id", four)
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE a.k IS NULL AND b.id > 0 RETURN a.id, b.id", four)
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE a.k IS NOT NULL RETURN a.id, b.id", none)
c = connect("CREATE NODE TABLE N(id INT64, k INT64, PRIMARY KEY(id))", "CREATE (:N {id: 1, k: 7}), (:N {id: 2})")
print('one of the two has k:')
show(c, "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE a.k IS NULL RETURN a.id, b.id", [[1, None], [2, 1], [2, 2]])
