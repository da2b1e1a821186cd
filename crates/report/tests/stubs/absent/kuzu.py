raise ImportError("No module named 'kuzu'")
