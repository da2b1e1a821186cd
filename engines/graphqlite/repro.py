class Client:
    """The extension that is in the package, in a SQLite in memory."""

    def __init__(self, arguments):
        import importlib.metadata
        import importlib.util

        sqlite = importlib.import_module('pysqlite3')
        found = importlib.util.find_spec('graphqlite')
        if found is None:
            raise ImportError("No module named 'graphqlite'")
        self.package = importlib.metadata.version('graphqlite')
        self.connection = sqlite.connect(':memory:', isolation_level=None)
        self.connection.enable_load_extension(True)
        extension = os.path.join(list(found.submodule_search_locations)[0], 'graphqlite')
        self.connection.execute("SELECT load_extension(?, 'sqlite3_graphqlite_init')", (extension,)).fetchall()

    def version(self):
        try:
            return json.loads(self.connection.execute('SELECT cypher_capabilities()').fetchone()[0])['graphqlite_version']
        except Exception:  # old versions have no such function
            return self.package

    def open(self, name):
        pass

    def transact(self, boundary):
        if boundary != 'roll_back' or self.connection.in_transaction:
            self.connection.execute({'begin': 'BEGIN', 'commit': 'COMMIT', 'roll_back': 'ROLLBACK'}[boundary])

    def run(self, statement, width):
        text = self.connection.execute('SELECT cypher(?)', (statement,)).fetchone()[0]
        # Infinities are spelled Infinity, Infinity.0 or inf.0.
        token = lambda match: match[0] if match[0].startswith('"') else match[1] + 'Infinity'
        text = re.sub(r'(?s)"[^"\\]*(?:\\.[^"\\]*)*"|(-?)\b(?:Infinity|inf)\b(?:\.0)?', token, text)
        try:
            answer = json.loads(text, strict=False)
        except ValueError:
            answer = None  # "Query executed successfully", of old versions
        if not isinstance(answer, list):
            return None, []
        return list(answer[0]) if answer else None, [[value(cell) for cell in row.values()] for row in answer]


def value(it):
    if isinstance(it, list):
        return [value(item) for item in it]
    if not isinstance(it, dict):
        return it
    if set(it) == {'id', 'labels', 'properties'}:
        return Node(it['id'], it['labels'], {name: value(cell) for name, cell in it['properties'].items()})
    if set(it) == {'id', 'type', 'startNode', 'endNode', 'properties'}:
        entries = {name: value(cell) for name, cell in it['properties'].items()}
        return Relationship(it['id'], it['startNode'], it['endNode'], it['type'], entries)
    if set(it) == {'nodes', 'rels'}:
        return Path([value(node) for node in it['nodes']], [value(one) for one in it['rels']])
    return {name: value(cell) for name, cell in it.items()}
