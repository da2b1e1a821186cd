raise ImportError("No module named 'neo4j'")
