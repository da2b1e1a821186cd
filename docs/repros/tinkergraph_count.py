# usage: python tinkergraph_count.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty TinkerGraph. Needs: pip install gremlinpython
# Each traversal is also asked without CountStrategy, which gives what is right.
import verdict
import sys
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')
def ask(traversal):
    try: return client.submit(traversal).all().result()
    except Exception as error: return 'ERROR ' + str(error)

def show(traversal, right):
    for source in ['g', 'g.withoutStrategies(CountStrategy)']:
        answer = ask(source + traversal)
        print('%s%s\n    %s   %s' % (source, traversal, answer, verdict.of(answer == right, right)))

# Nothing of anybody else's is dropped at the end.
there = ask("g.V().count()")
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
graph = "g.addV('A').property('k', 0).as('x').addV('A').property('k', 1).as('y').addV('A').property('k', 2).as('z').addE('T').from('y').to('x').addE('T').from('z').to('x').addE('T').from('z').to('y')"
ask(graph)
print(graph)
print('--- P15: a predicate that is negated')
show(".V().where(__.out().count().is(P.not(P.lte(0)))).values('k').order()", [1, 2])
show(".V().where(__.out().count().is(P.lte(1).negate())).values('k').order()", [2])
show(".V().choose(__.out().count().is(P.not(P.lte(0))), __.constant('some'), __.constant('none')).groupCount()", [{'some': 2, 'none': 1}])
show(".V().count().is(P.not(P.lte(2)))", [3])
show(".V().where(__.out().count().is(P.gt(0))).values('k').order()", [1, 2])
print('--- P16: P.without')
show(".V().where(__.out().count().is(P.without(0))).values('k').order()", [1, 2])
show(".V().where(__.out().count().is(P.without(1))).values('k').order()", [0, 2])
show(".V().count().is(P.without(0, 2))", [3])
show(".V().where(__.out().count().is(P.within(1))).values('k').order()", [1])
ask("g.V().drop()")
client.close()
