def connect(address, credentials):
    """A driver whose server answers."""
    import logging

    logging.disable(logging.CRITICAL)
    neo4j = importlib.import_module('neo4j')
    try:
        driver = neo4j.GraphDatabase.driver(address, auth=credentials)
        driver.verify_connectivity()
    except Exception as error:
        raise Unavailable('no server to talk to at %s: %s' % (address, error))
    return driver


def transact(client, boundary):
    """Begins or ends a transaction; what is asked meanwhile is asked within it."""
    if boundary == 'begin':
        client.within = client.session.begin_transaction()
        return
    within, client.within = client.within, None
    if boundary == 'commit':
        within.commit()
    elif not within.closed():  # an error has ended it otherwise
        within.rollback()


def run(session, statement):
    try:
        result = session.run(*getattr(statement, 'apart', (statement,)))
        rows = [[value(cell) for cell in record.values()] for record in result]
        return list(result.keys()), rows
    except Exception as error:
        if type(error).__name__ in ('ServiceUnavailable', 'SessionExpired', 'IncompleteCommit') or isinstance(error, OSError):
            raise Lost(str(error))
        raise


def value(it):
    if it is None or isinstance(it, (bool, int, float, str)):
        return it
    if isinstance(it, (list, tuple)):
        return [value(item) for item in it]
    id = getattr(it, 'element_id', None) or getattr(it, 'id', None)
    if hasattr(it, 'nodes') and hasattr(it, 'relationships'):
        return Path([value(node) for node in it.nodes], [value(one) for one in it.relationships])
    if hasattr(it, 'start_node'):
        start, end = (getattr(node, 'element_id', None) or node.id for node in (it.start_node, it.end_node))
        return Relationship(id, start, end, it.type, {name: value(cell) for name, cell in it.items()})
    if hasattr(it, 'labels'):
        return Node(id, it.labels, {name: value(cell) for name, cell in it.items()})
    if isinstance(it, dict):
        return {name: value(cell) for name, cell in it.items()}
    return Other(str(it))
