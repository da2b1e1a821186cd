raise ImportError("No module named 'ladybug'")
