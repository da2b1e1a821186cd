# What has no order within a value: what comes of these types.
UNORDERED = ('g:Set', 'g:BulkSet', 'g:Map', 'g:Tree', 'properties')

# The language of traversals, and what empties the graph, where an engine has no other.
LANGUAGE = 'gremlin-lang'
WIPE = 'g.V().drop()'

# What gives nothing of an empty graph.
EMPTY = ['g.V().limit(1)', 'g.E().limit(1)']


def reader():
    """What reads GraphSON, where it is another than the client's."""


class Refused(Exception):
    """An error of the server, in the words of the report: its code, the name of the exception, its text."""

    def __init__(self, error):
        names = (error.status_attributes or {}).get('exceptions') or ['']
        code, text = (str(error).split(': ', 1) + [''])[:2]
        super().__init__('%s %s: %s' % (code, names[0], text) if names[0] else str(error))


class Client:
    """[ws://HOST:PORT/gremlin [SOURCE]]: the graph must be empty, and is empty again afterwards."""

    def __init__(self, arguments):
        import logging

        logging.disable(logging.CRITICAL)
        address, source = (arguments + [None] * 2)[:2]
        driver = importlib.import_module('gremlin_python.driver.client')
        serializer = importlib.import_module('gremlin_python.driver.serializer')
        address, self.source = address or 'ws://127.0.0.1:8182/gremlin', source or 'g'
        try:
            self.client = driver.Client(address, self.source, message_serializer=serializer.GraphSONMessageSerializer(reader()))
            self.results('g.inject(1)')
        except Exception as error:
            raise Unavailable('no server to talk to at %s: %s' % (address, error))

    def version(self):
        """By the script of the engine; None where the server runs no scripts."""
        try:
            return self.results(VERSION_SCRIPT, lang=False)[0]
        except Exception:
            return None

    def open(self, name):
        if any(self.results(script, lang=script.startswith('g.')) for script in EMPTY):
            raise Unavailable('the graph is not empty, and this script deletes nothing of yours: name an empty one')

    def run(self, statement, width):
        channel = re.match(r'channel=(\S+) ', statement)
        if channel and channel[1] != 'gremlin-lang':
            raise Unavailable('the statement fails when it goes as %s, which this script does not send: '
                              'use graphlance replay' % channel[1])
        found = re.match(r'(\w+)\.', statement)
        source = found[1] if found and found[1] != 'g' else self.source
        lang = bool(found)
        text = 'g.' + statement[found.end():] if lang else statement
        results = self.results(text, source, lang)
        return ['result'], [[self.value(it)] for it in results]

    def clean(self, name):
        self.results(WIPE, lang=WIPE.startswith('g.'))

    def results(self, text, source=None, lang=True):
        options = {'aliases': {'g': source or self.source}}
        if lang:
            options['language'] = LANGUAGE
        try:
            return self.client.submit(text, request_options=options).all().result()
        except Exception as error:
            if type(error).__name__ == 'GremlinServerError':
                raise Refused(error)
            raise Lost(str(error) or type(error).__name__)

    def value(self, it):
        """A result as the report has it: what tables have no kind of is a dictionary with its type."""
        from gremlin_python.structure import graph

        if it is None or isinstance(it, (bool, str)):
            return it
        if isinstance(it, graph.Vertex):
            return Node(it.id, [it.label], grouped(self.whole('V', it).properties, self.value))
        if isinstance(it, graph.Edge):
            own = {one.key: self.value(one.value) for one in self.whole('E', it).properties or []}
            return Relationship(it.id, it.outV.id, it.inV.id, it.label, own)
        if isinstance(it, graph.VertexProperty):
            return {'@type': 'g:VertexProperty', '@value': one_property(it, self.value)}
        if isinstance(it, graph.Property):
            return {'@type': 'g:Property', '@value': {'key': it.key, 'value': self.value(it.value)}}
        if isinstance(it, graph.Path):
            labels = [sorted(labels) for labels in it.labels]
            return {'@type': 'g:Path', '@value': {'labels': labels, 'objects': [self.value(one) for one in it.objects]}}
        if isinstance(it, (set, frozenset)):
            return {'@type': 'g:Set', '@value': [self.value(one) for one in it]}
        if isinstance(it, list):
            return [self.value(one) for one in it]
        if isinstance(it, dict):
            if all(isinstance(name, str) for name in it) and '@type' not in it:
                return {name: self.value(one) for name, one in it.items()}
            return {'@type': 'g:Map', '@value': [[self.value(name), self.value(one)] for name, one in it.items()]}
        if isinstance(it, float):
            return float(it)
        if isinstance(it, int):
            return int(it)
        if type(it).__name__ == 'Decimal':
            return {'@type': 'gx:BigDecimal', '@value': str(it.normalize())}
        if type(it).__name__ == 'UUID':
            return {'@type': 'g:UUID', '@value': str(it)}
        if type(it).__name__ == 'T':
            return {'@type': 'g:T', '@value': it.name.rstrip('_')}
        return Other(str(it))

    def whole(self, step, it):
        """The element with its properties: within paths it comes without."""
        if it.properties:
            return it
        all = self.results('g.%s()' % step)
        return next((one for one in all if one.id == it.id), it)


def one_property(it, value):
    own = {one.key: value(one.value) for one in it.properties or []}
    entries = {'key': it.label, 'value': value(it.value)}
    return dict(entries, properties=own) if own else entries


def grouped(properties, value):
    """The properties of a vertex by their keys: several of a key, or one with properties of its own, in a list of them."""
    keys = {}
    for one in properties or []:
        keys.setdefault(one.label, []).append(one)
    plain = lambda all: len(all) == 1 and not all[0].properties
    listed = lambda all: {'@type': 'properties', '@value': [one_property(one, value) for one in all]}
    return {key: value(all[0].value) if plain(all) else listed(all) for key, all in keys.items()}
