import json
import re

import stub


class Error(Exception):
    pass


class OperationalError(Error):
    pass


class make:
    def node(id, labels, properties):
        return Text('{"id": %d, "label": %s, "properties": %s}::vertex' % (id, json.dumps((labels + [''])[0]), text(properties)))

    def relationship(id, start, end, type, properties):
        members = (id, json.dumps(type), end, start, text(properties))
        return Text('{"id": %d, "label": %s, "end_id": %d, "start_id": %d, "properties": %s}::edge' % members)

    def path(nodes, relationships):
        pairs = zip(nodes, relationships + [None])
        return Text('[%s]::path' % ', '.join(part for pair in pairs for part in pair if part is not None))

    map = dict


class Text(str):
    """agtype already."""


def text(it):
    if isinstance(it, Text):
        return it
    if isinstance(it, list):
        return '[%s]' % ', '.join(map(text, it))
    if isinstance(it, dict):
        return '{%s}' % ', '.join('%s: %s' % (json.dumps(name), text(cell)) for name, cell in it.items())
    return json.dumps(it)


class Cursor:
    def __init__(self, rows):
        self.rows = rows

    def fetchall(self):
        return self.rows


class Connection:
    closed = broken = False

    def crash(self):
        self.closed = True
        raise OperationalError('the server closed the connection unexpectedly')

    def execute(self, sql):
        if 'pg_extension' in sql:
            return Cursor([(stub.told()['version'],)])
        found = re.match(r"(?s)SELECT \* FROM cypher\('(\w+)', (\$gl\d+\$)(.*)\2\) AS \(.*\)$", sql)
        if found is None:
            return Cursor([])
        rows = stub.answer(found[3], make, self.crash, Error)[1]
        return Cursor([tuple(None if cell is None else text(cell) for cell in row) for row in rows])


def connect(where, autocommit):
    if stub.is_dead():
        raise OperationalError('connection refused')
    return Connection()
