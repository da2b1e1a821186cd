class Given(str):
    """A statement with values of parameters in front of it."""

    def __new__(cls, whole, statement, parameters):
        given = str.__new__(cls, whole)
        given.apart = (statement, parameters)
        return given


