"""The public APIs: doors onto the batch engine. Each is one file, and is loaded on first use."""
