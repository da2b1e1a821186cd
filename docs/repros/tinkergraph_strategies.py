# usage: python tinkergraph_strategies.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty TinkerGraph. Needs: pip install gremlinpython
# Right without the strategies that optimise.
from of_gremlin import begin, end, graph, show

begin()
print('--- P22: the values of a group, by identity()')
show("g.inject(1).group().by().by(__.identity())", [{1: 1}])
show("g.inject(1, 2).group().by(__.constant('a')).by(__.identity()).select(Column.values).unfold()", [2])
print('--- P23: by two of them')
show("g.inject(1).group().by().by(__.identity().identity())", [{1: 1}])
print('--- P26: skip() behind skip()')
show("g.inject(1, 2, 3, 4).skip(1).skip(1)", [3, 4])
graph("g.addV('A').as('x').addE('T').from('x').to('x')")
print('--- P25: equal objects that count() cuts')
show("g.V().repeat(__.both()).until(__.count().is(P.gte(1))).count()", [2])
show("g.V().repeat(__.both()).times(1).emit(__.count().is(P.between(1, 1))).count()", [2])
print('--- P28: what is noted aside of equal objects')
show("g.V().both().both().sideEffect(__.groupCount('a').by(T.label)).cap('a')", [{'A': 4}])
show("g.V().both().both().groupCount('a').by(T.label).cap('a')", [{'A': 4}])
print('--- P27: several comparisons of a count')
show("g.V().where(__.out().count().is(P.eq(0).or(P.gte(1)))).count()", [1])
show("g.V().where(__.out().count().is(P.between(1, 1))).count()", [0])
end()
