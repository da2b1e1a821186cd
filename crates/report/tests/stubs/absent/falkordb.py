raise ImportError("No module named 'falkordb'")
