raise ImportError("No module named 'pysqlite3'")
