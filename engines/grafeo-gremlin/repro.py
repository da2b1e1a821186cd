class Client(Client):
    """The package itself, in memory, asked in Gremlin."""

    def run(self, statement, width):
        result = self.database.execute_gremlin(statement)
        # A map comes as columns where a step makes one of several keys.
        rows = [{name: value(row[name]) for name in result.columns} for row in result]
        return ['result'], [[row] if len(row) > 1 else list(row.values()) for row in rows]
