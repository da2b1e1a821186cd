# usage: python janusgraph_edges.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty JanusGraph. Needs: pip install gremlinpython
# Right without the strategies that optimise.
from of_gremlin import begin, end, graph, show

begin()
graph("g.addV('A').as('x').addV('B').as('y').addE('T').from('x').to('y').count()")
print('--- J3: V() behind a step to edges')
show("g.V().outE().V().count()", [2])
show("g.V().hasLabel('A').outE().V().hasLabel('B').label()", ['B'])
show("g.V().hasLabel('A').outE().barrier().V().label().order()", ['A', 'B'])
end()
