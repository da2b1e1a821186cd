# usage: python hugegraph_gremlin.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty HugeGraph. Needs: pip install gremlinpython
# Each traversal is also asked of the source without any strategy that optimises, where that is the difference.
import verdict
import sys
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')
def ask(script):
    try: return client.submit(script).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

# The schema goes with the elements, so that there must be none, either.
there = ask('g.V().count().next() + (g).getGraph().schema().getPropertyKeys().size()')
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
PLAIN = 'org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies.GlobalCache.getStrategies((g).getGraph().getClass()).toList().collect { it.class }.findAll { org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy.OptimizationStrategy.isAssignableFrom(it) || org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy.ProviderOptimizationStrategy.isAssignableFrom(it) }'

def make(graph, *indexes):
    """An empty graph with labels A, B, T (A to A) and S (A to B), then these elements."""
    print('--- %s%s' % (graph, ''.join(', index on %s' % index for index in indexes)))
    schema = '(g).getGraph().truncateBackend(); def s = (g).getGraph().schema(); s.propertyKey("name").asText().create(); s.propertyKey("k").asLong().create(); '
    for label in 'AB': schema += 's.vertexLabel("%s").useAutomaticId().properties("name", "k").nullableKeys("name", "k").create(); ' % label
    for label, end in [('T', 'A'), ('S', 'B')]: schema += 's.edgeLabel("%s").link("A", "%s").properties("name", "k").nullableKeys("name", "k").create(); ' % (label, end)
    for on in indexes: schema += 's.indexLabel("i%s").on%s("%s").by("k").rebuild(false).range().create(); ' % (on, 'E' if on in 'TS' else 'V', on)
    for script in [schema + 'true', graph + '.count()']:
        answer = ask(script)
        if isinstance(answer, str): verdict.end('cannot tell: %s' % answer)

def show(traversal, right, *before, plain=False):
    for script in before: print('%s\n    %s' % (script, ask(script)))
    asked = [("g" + traversal, "g" + traversal)]
    if plain: asked.append(('g.withoutStrategies(..)' + traversal, 'g.withoutStrategies(*(%s))%s' % (PLAIN, traversal)))
    for told, script in asked:
        answer = ask(script)
        print('%s\n    %s   %s' % (told, answer, verdict.of(answer == right, right)))

print('U1: a property that is set on a vertex which was reached over an edge erases its other ones')
make('g.addV("A").property("name", "a").as("a").addV("A").property("name", "b").as("b").addE("T").from("a").to("b")')
show('.V().has("name").values("name").order()', ['a', 'b'], 'g.V().out().property("k", 5L).count()')
print('U2: of several edges that get the same value in one request the last alone keeps it')
make('g.addV("A").as("a").addV("A").as("b").addV("A").as("c").addE("T").from("a").to("b").addE("T").from("a").to("c")', 'T')
show('.E().values("k")', [1, 1], 'g.E().property("k", 1L).count()')
print('U3: count() of V() that does not begin the traversal')
make('g.addV("A").property("name", "a").addV("A").property("name", "b")')
show('.inject(1).V().count()', [2], plain=True)
show('.V().map(__.V().count())', [2, 2], plain=True)
print('U4: two tests of one key with a range index')
make('g.addV("A").property("k", 1L).addV("A").property("k", 5L).addV("A").property("k", 12L)', 'A')
show('.V().has("k", P.gt(0)).has("k", P.lt(10)).values("k").order()', [1, 5], plain=True)
show('.V().has("k", P.gt(0).and(P.lt(10))).values("k").order()', [1, 5])
print('U5: skip() of what several labels or values give')
make('g.addV("A").property("name", "x").addV("A").property("name", "y").addV("B").property("name", "z")')
show('.V().hasLabel("A", "B").skip(1).count()', [2], plain=True)
show('.V().hasLabel("A", "B").skip(2).count()', [1], plain=True)
print('U6: an element to which both sides of or() apply comes twice')
make('g.addV("A").property("k", 1L)', 'A')
show('.V().has("k", P.lte(1).or(P.gte(1))).count()', [1], plain=True)
show('.V().has("k", P.outside(2, 0)).count()', [1], plain=True)
print('U7: several labels, twice')
make('g.addV("A").addV("B")')
show('.V().hasLabel("A", "B").hasLabel("B", "A").count()', [2], plain=True)
print('U8: what is read behind a write in the same traversal is from before it')
make('g.addV("A").property("k", 8L).addV("A").property("k", 8L)')
show('.V().property("k", 9L).V().values("k").dedup()', [9])
print('U9: without() of nothing, of a key with an index')
make('g.addV("A").property("k", 1L)', 'A')
show('.V().has("k", P.without()).count()', [1], plain=True)
ask('(g).getGraph().truncateBackend(); true')
client.close()
