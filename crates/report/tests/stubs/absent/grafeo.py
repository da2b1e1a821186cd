raise ImportError("No module named 'grafeo'")
