class Client:
    """[HOST [PORT [PASSWORD]]]: a graph is made, and deleted afterwards. Speaks the protocol of Redis by itself."""

    def __init__(self, arguments):
        import socket

        host, port, password = (arguments + [None] * 3)[:3]
        address = (host or '127.0.0.1', int(port or 6379))
        try:
            self.file = socket.create_connection(address, 10)
            self.file.settimeout(None)
            self.file = self.file.makefile('rwb')
            if password:
                self.command('AUTH', password)
            self.command('PING')
        except (OSError, Lost, RuntimeError) as error:
            raise Unavailable('no server to talk to at %s:%d: %s' % (address + (error,)))
        self.names = {}

    def command(self, *words):
        words = [word.encode() for word in words]
        try:
            self.file.write(b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(word), word) for word in words))
            self.file.flush()
            answer = self.answer()
        except OSError as error:
            raise Lost(str(error))
        errors = [answer] + (answer if isinstance(answer, list) else [])
        for error in errors:
            if isinstance(error, RuntimeError):
                raise error
        return answer

    def answer(self):
        line = self.file.readline()
        if not line.endswith(b'\r\n'):
            raise Lost('the server closed the connection')
        kind, rest = line[:1], line[1:-2]
        if kind == b'-':
            return RuntimeError(rest.decode('utf-8', 'replace'))
        if kind == b'*':
            return None if rest == b'-1' else [self.answer() for _ in range(int(rest))]
        if kind == b'$':
            if rest == b'-1':
                return None
            text = self.file.read(int(rest) + 2)
            if len(text) < int(rest) + 2:
                raise Lost('the server closed the connection')
            return text[:-2].decode('utf-8', 'surrogateescape')
        return int(rest) if kind == b':' else rest.decode()

    def version(self):
        for module in self.command('MODULE', 'LIST'):
            module = dict(zip(module[::2], module[1::2]))
            if module.get('name') == 'graph':
                number = int(module['ver'])
                return '%d.%d.%d' % (number // 10000, number // 100 % 100, number % 100)
        raise Unavailable('this is a Redis without FalkorDB')

    def open(self, name):
        self.graph = name

    def run(self, statement, width):
        answer = self.command('GRAPH.QUERY', self.graph, statement, '--compact')
        if 'INDEX' in statement:  # it is built in the background
            building = 'CALL db.indexes() YIELD status RETURN status'
            while any(row[0][1] != 'OPERATIONAL' for row in self.command('GRAPH.QUERY', self.graph, building, '--compact')[1]):
                time.sleep(0.05)
        if len(answer) < 3:
            return [], []
        self.names = {}
        return [column[1] for column in answer[0]], [[self.value(cell) for cell in row] for row in answer[1]]

    def name(self, kind, number):
        if kind not in self.names:
            procedure = {'label': 'db.labels', 'type': 'db.relationshipTypes', 'key': 'db.propertyKeys'}[kind]
            answer = self.command('GRAPH.QUERY', self.graph, 'CALL %s()' % procedure, '--compact')
            self.names[kind] = [row[0][1] for row in answer[1]]
        return self.names[kind][number]

    def entries(self, cells):
        return {self.name('key', key): self.value([kind, it]) for key, kind, it in cells}

    def value(self, cell):
        kind, it = cell
        if kind in (1, 2, 3):
            return it
        if kind == 4:
            return it == 'true'
        if kind == 5:
            return float(it)
        if kind == 6:
            return [self.value(item) for item in it]
        if kind == 7:
            return Relationship(it[0], it[2], it[3], self.name('type', it[1]), self.entries(it[4]))
        if kind == 8:
            return Node(it[0], [self.name('label', number) for number in it[1]], self.entries(it[2]))
        if kind == 9:
            return Path(self.value(it[0]), self.value(it[1]))
        if kind == 10:
            return {it[at]: self.value(it[at + 1]) for at in range(0, len(it), 2)}
        return Other('type %s: %r' % (kind, it))

    def clean(self, name):
        try:
            self.command('GRAPH.DELETE', name)
        except RuntimeError:
            pass  # there is none when nothing was written
