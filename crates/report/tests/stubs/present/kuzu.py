import stub

version = stub.told()['version']


class make:
    def node(id, labels, properties):
        return dict({'_id': {'table': 0, 'offset': id}, '_label': labels[0]}, **properties, never=None)

    def relationship(id, start, end, type, properties):
        ends = {'_src': {'table': 0, 'offset': start}, '_dst': {'table': 0, 'offset': end}}
        return dict({'_id': {'table': 1, 'offset': id}, '_label': type}, **ends, **properties)

    def path(nodes, relationships):
        return {'_nodes': nodes, '_rels': relationships}

    map = dict


class Database:
    def __init__(self, where, buffer_pool_size, max_db_size):
        pass


class Result:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows

    def get_column_names(self):
        return self.columns

    def has_next(self):
        return bool(self.rows)

    def get_next(self):
        return self.rows.pop(0)


class Connection:
    def __init__(self, database, num_threads):
        pass

    def execute(self, statement):
        return Result(*stub.answer(statement, make))
