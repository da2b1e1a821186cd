# usage: python tinkergraph_machine.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty TinkerGraph. Needs: pip install gremlinpython
# All of it is so without any strategy that optimises, too.
from of_gremlin import begin, end, graph, show

begin()
graph("g.addV('A').property('k', 1).property('l', 2).as('x').addV('A').addE('T').from('x').to('x')")
print('--- P17: local() of nothing')
show("g.V().has('none').local(__.fold()).count()", [0])
show("g.V().has('none').local(__.count()).groupCount()", [{}])
print('--- P18: match() in a filter')
show("g.V().order().by(__.values('k').fold().count(Scope.local), Order.desc).or(__.match(__.as('a').values('k', 'l'))).count()", [1])
print('--- P19: a group of whose objects order() keeps none')
show("g.E().group().by(T.label).by(__.order().by(__.is(1)).max())", [{}])
print('--- P20: the name of a round')
show("g.V().has('k').repeat('a', __.union(__.group())).until(__.loops('a').is(1)).count()", [1])
print('--- P21: null')
show("g.inject(1, null).unfold().count()", [2])
print('--- P35: equal objects under a label')
show("g.V().has('k').as('a').out().dedup().as('a').select(Pop.all, 'a').count(Scope.local)", [2])
show("g.V().has('k').as('a').out().dedup().as('a').where(__.path()).select(Pop.all, 'a').count(Scope.local)", [2])
end()
