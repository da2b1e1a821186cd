raise ImportError("No module named 'psycopg'")
