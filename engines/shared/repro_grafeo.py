class Client:
    """The package itself, in memory."""

    def __init__(self, arguments):
        self.package = importlib.import_module('grafeo')

    def version(self):
        return str(self.package.__version__)

    def open(self, name):
        self.database = self.package.GrafeoDB()

    def run(self, statement, width):
        result = self.database.execute_cypher(statement)
        return list(result.columns), [[value(row[name]) for name in result.columns] for row in result]


def value(it):
    if it is None or isinstance(it, (bool, int, float, str)):
        return it
    if isinstance(it, (list, tuple)):
        return [value(item) for item in it]
    if not isinstance(it, dict):
        return Other(repr(it))
    rest = {name: value(cell) for name, cell in it.items() if name not in ('_id', '_labels', '_type', '_source', '_target')}
    if '_id' in it and '_labels' in it:
        return Node(it['_id'], it['_labels'], properties(rest))
    if '_id' in it and '_source' in it and '_target' in it:
        return Relationship(it['_id'], it['_source'], it['_target'], it['_type'], properties(rest))
    if set(it) == {'nodes', 'edges'} and len(it['nodes']) == len(it['edges']) + 1:
        return Path([value(node) for node in it['nodes']], [value(one) for one in it['edges']])
    return {name: value(cell) for name, cell in it.items()}
