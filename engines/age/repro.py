class Client:
    """['host=.. port=.. user=.. dbname=..']: a graph is made, and dropped afterwards."""

    def __init__(self, arguments):
        self.psycopg = importlib.import_module('psycopg')
        try:
            self.connection = self.psycopg.connect(arguments[0] if arguments else 'host=127.0.0.1 user=postgres', autocommit=True)
        except self.psycopg.Error as error:
            raise Unavailable('no server to talk to: %s' % error)

    def version(self):
        rows = self.connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'age'").fetchall()
        if not rows:
            raise Unavailable('this database has no Apache AGE: CREATE EXTENSION age makes it')
        self.connection.execute("LOAD 'age'")
        self.connection.execute('SET search_path = ag_catalog, "$user", public')
        return rows[0][0]

    def open(self, name):
        self.name = name
        self.connection.execute("SELECT create_graph('%s')" % name)

    def run(self, statement, width):
        if statement == 'ANALYZE':
            # The statistics of all tables, in SQL.
            self.connection.execute(statement)
            return None, []
        # A dollar-quoted string ends at its tag, wherever that stands.
        tag = next(tag for tag in ('$gl%d$' % number for number in range(len(statement) + 1)) if tag not in statement)
        columns = ', '.join('c%d agtype' % number for number in range(max(width, 1)))
        sql = "SELECT * FROM cypher('%s', %s%s%s) AS (%s)" % (self.name, tag, statement, tag, columns)
        try:
            rows = self.connection.execute(sql).fetchall()
        except self.psycopg.OperationalError as error:
            if self.connection.closed or self.connection.broken:
                raise Lost(str(error))
            raise
        return None, [[value(cell) for cell in row] for row in rows]

    def transact(self, boundary):
        self.connection.execute({'begin': 'BEGIN', 'commit': 'COMMIT', 'roll_back': 'ROLLBACK'}[boundary])

    def clean(self, name):
        self.connection.execute("SELECT drop_graph('%s', true)" % name)


def value(text):
    """agtype as text: JSON, with ::vertex, ::edge and ::path behind what they are said of."""
    if text is None:
        return None
    it, end = read(text, 0)
    if text[end:].strip():
        raise ValueError('no agtype: %s' % text)
    return it


def read(text, at):
    while text[at:at + 1].isspace():
        at += 1
    if text[at] == '"':
        it, at = json.decoder.scanstring(text, at + 1)
    elif text[at] in '[{':
        it, at = items(text, at)
    else:
        word = re.compile(r'-?Infinity|NaN|[-+.\w]+').match(text, at)
        it, at = json.loads(word[0]), word.end()
    kind = re.compile(r'::(\w+)').match(text, at)
    if kind is None:
        return it, at
    make = {'vertex': vertex, 'edge': edge, 'path': lambda all: Path(all[::2], all[1::2])}.get(kind[1], lambda it: Other(repr(it)))
    return make(it), kind.end()


def items(text, at):
    close, all, space = {'[': ']', '{': '}'}[text[at]], [], re.compile(r'[\s,]*')
    at = space.match(text, at + 1).end()
    while text[at] != close:
        it, at = read(text, at)
        if close == '}':
            cell, at = read(text, text.index(':', at) + 1)
            it = (it, cell)
        all.append(it)
        at = space.match(text, at).end()
    return dict(all) if close == '}' else all, at + 1


def vertex(it):
    # Without a label; inside paths AGE gives the name of its table.
    labels = [] if it['label'] in ('', '_ag_label_vertex') else [it['label']]
    return Node(it['id'], labels, properties(it['properties']))


def edge(it):
    return Relationship(it['id'], it['start_id'], it['end_id'], it['label'], properties(it['properties']))
