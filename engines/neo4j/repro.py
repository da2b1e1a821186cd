class Client:
    """[bolt://HOST:PORT [USER PASSWORD [DATABASE]]]: the database must be empty, and is empty again afterwards."""

    within = None

    def __init__(self, arguments):
        address, user, password, database = (arguments + [None] * 4)[:4]
        self.driver = connect(address or 'bolt://127.0.0.1:7687', (user, password or '') if user else None)
        self.session = self.driver.session(database=database) if database else self.driver.session()

    def version(self):
        statement = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
        rows = run(self.session, statement)[1]
        return rows[0][0] if rows else None

    def open(self, name):
        if run(self.session, 'MATCH (n) RETURN count(n) AS c')[1] != [[0]] or self.rules():
            raise Unavailable('the database is not empty, and this script deletes nothing of yours: name an empty one')

    def transact(self, boundary):
        transact(self, boundary)

    def run(self, statement, width):
        answer = run(self.within or self.session, statement)
        if re.match(r'CREATE .*(INDEX|CONSTRAINT)\b', statement):
            run(self.session, 'CALL db.awaitIndexes(60)')
        return answer

    def rules(self):
        """How to drop each constraint and index, but those that are there from the beginning."""
        of = lambda kind, condition: run(self.session, 'SHOW %s YIELD name, type %s RETURN name' % (kind, condition))[1]
        constraints = {name for name, in of('CONSTRAINTS', '')}
        indexes = {name for name, in of('INDEXES', "WHERE type <> 'LOOKUP'")} - constraints
        quoted = lambda name: '`%s`' % name.replace('`', '``')
        return ['DROP CONSTRAINT ' + quoted(name) for name in constraints] + ['DROP INDEX ' + quoted(name) for name in indexes]

    def clean(self, name):
        for statement in ['MATCH (n) DETACH DELETE n'] + self.rules():
            run(self.session, statement)
