raise ImportError("No module named 'graphqlite'")
