# usage: python sqlg_branches.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty graph of Sqlg. Needs: pip install gremlinpython
from of_gremlin import begin, end, show

begin()
print('--- S16: one traverser in two branches')
show("g.inject(1).union(identity(), identity())", [1, 1])
show("g.inject(1, 2).union(order(), is(P.gt(1)))", [1, 2, 2])
print('right with something behind it, and where a branch makes another traverser:')
show("g.inject(1).union(identity(), identity()).count()", [2])
show("g.inject(1).union(identity(), identity()).barrier()", [1, 1])
show("g.inject(1).union(identity(), constant(1))", [1, 1])
end()
