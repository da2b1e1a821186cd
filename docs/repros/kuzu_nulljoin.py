# usage: python kuzu_nulljoin.py [kuzu | ladybug]    Needs: pip install kuzu==0.11.3
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
for order in ["(:N {id: 0}), (:N {id: 1, k: 7}), (:N {id: 2, k: 7})", "(:N {id: 1, k: 7}), (:N {id: 2, k: 7}), (:N {id: 0})"]:
    c = connect("CREATE NODE TABLE N(id INT64, k INT64, PRIMARY KEY(id))", "CREATE " + order)
    print('created in the order', order)
    show(c, "MATCH (a:N) MATCH (b:N) WHERE b.k = a.k RETURN a.id, b.id", [[1, 1], [1, 2], [2, 1], [2, 2]])
    show(c, "MATCH (a:N) MATCH (b:N) WHERE a.k IS NOT NULL AND b.k IS NOT NULL AND b.k = a.k RETURN a.id, b.id", [[1, 1], [1, 2], [2, 1], [2, 2]])
    show(c, "MATCH (a:N) MATCH (b:N) WHERE b.k + 0 = a.k + 0 RETURN a.id, b.id", [[1, 1], [1, 2], [2, 1], [2, 2]])
    show(c, "MATCH (a:N) MATCH (b:N) WHERE b.k <= a.k AND b.k >= a.k RETURN a.id, b.id", [[1, 1], [1, 2], [2, 1], [2, 2]])
