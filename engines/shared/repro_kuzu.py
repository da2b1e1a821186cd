class Client:
    """The package itself, in memory; before Kuzu 0.7 in a folder, for there was no memory mode."""

    def __init__(self, arguments):
        self.package = importlib.import_module(PACKAGE)

    def version(self):
        return str(self.package.version)

    def open(self, name):
        in_memory = PACKAGE != 'kuzu' or [int(part) for part in re.findall(r'\d+', self.version())[:2]] >= [0, 7]
        self.folder = None if in_memory else tempfile.TemporaryDirectory()
        where = ':memory:' if in_memory else os.path.join(self.folder.name, 'database')
        self.database = self.package.Database(where, buffer_pool_size=128 << 20, max_db_size=1 << 30)
        self.connection = self.package.Connection(self.database, num_threads=1)

    def run(self, statement, width):
        if 'REL TABLE GROUP' in statement:
            # In old versions the tables of a group T, and so the types of its relationships, are called T_A_B.
            name, ends = re.match(r'\s*CREATE REL TABLE GROUP\s+`?(\w+)`?\s*\((.*)', statement, re.DOTALL).groups()
            for start, end in re.findall(r'FROM\s+`?(\w+)`?\s+TO\s+`?(\w+)`?', ends):
                groups['%s_%s_%s' % (name, start, end)] = name
        result = self.connection.execute(statement)
        result = result[-1] if isinstance(result, list) else result
        rows = []
        while result.has_next():
            rows.append([value(cell) for cell in result.get_next()])
        return result.get_column_names(), rows


groups = {}
internal = ('_id', '_label', '_src', '_dst', '_nodes', '_rels')  # in capitals in Ladybug


def value(it):
    if it is None or isinstance(it, (bool, int, float, str)):
        return it
    if it.__class__.__name__ == 'Decimal' and it == it.to_integral_value():
        return int(it)
    if isinstance(it, (list, tuple)):
        return [value(item) for item in it]
    if not isinstance(it, dict):
        return Other(repr(it))
    inner = {name.lower(): cell for name, cell in it.items() if str(name).lower() in internal}
    rest = {name: value(cell) for name, cell in it.items() if str(name).lower() not in internal}
    key = lambda id: (id['table'], id['offset'])
    if '_nodes' in inner and '_rels' in inner:
        nodes, relationships = [value(item) for item in inner['_nodes']], [value(item) for item in inner['_rels']]
        # The variable of a variable-length pattern comes with the nodes between, and is a list.
        return Path(nodes, relationships) if len(nodes) == len(relationships) + 1 else relationships
    if '_src' in inner:
        if inner['_src'] is None:
            return None
        id, type = inner.get('_id'), groups.get(inner['_label'], inner['_label'])
        return Relationship(id and key(id), key(inner['_src']), key(inner['_dst']), type, properties(rest))
    if '_id' in inner and '_label' in inner:
        return None if inner['_id'] is None else Node(key(inner['_id']), [inner['_label']], properties(rest))
    return {name: value(cell) for name, cell in it.items()}
