VERSION_SCRIPT = 'org.apache.hugegraph.version.CoreVersion.VERSION.toString()'
LANGUAGE = 'gremlin-groovy'
WIPE = '(g).getGraph().truncateBackend(); true'
# The schema goes with the elements.
EMPTY = ['(g).getGraph().schema().getPropertyKeys().collect { it.name() }', 'g.V().limit(1)', 'g.E().limit(1)']


def reader():
    """Elements come with the bare values of their properties."""
    from gremlin_python.structure import graph
    from gremlin_python.structure.io import graphsonV3d0

    class VertexReader:
        @classmethod
        def objectify(cls, it, reader):
            read = reader.to_object
            own = [graph.VertexProperty(None, key, read(value), None) for key, value in it.get('properties', {}).items()]
            return graph.Vertex(read(it['id']), it['label'], own)

    class EdgeReader:
        @classmethod
        def objectify(cls, it, reader):
            read = reader.to_object
            ends = [graph.Vertex(read(it[end]), it[end + 'Label']) for end in ('outV', 'inV')]
            own = [graph.Property(key, read(value), None) for key, value in it.get('properties', {}).items()]
            return graph.Edge(read(it['id']), ends[0], it['label'], ends[1], own)

    return graphsonV3d0.GraphSONReader({'g:Vertex': VertexReader, 'g:Edge': EdgeReader})
