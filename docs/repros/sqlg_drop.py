# usage: python sqlg_drop.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty graph of Sqlg. Needs: pip install gremlinpython
from of_gremlin import ask, begin, end
import verdict

begin()
for traversal in ["g.V().as('a').select('a').properties('k').drop()", "g.V().properties('k').drop()"]:
    ask("g.addV('A').property('k', 1).property('l', 2)")
    print('--- S12, behind %s' % traversal)
    ask(traversal)
    answer = ask('g.V().valueMap()')
    print('g.V().valueMap()\n    %s   %s' % (answer, verdict.of(answer == [{'l': [2]}], [{'l': [2]}])))
    ask('g.V().drop()')
end()
