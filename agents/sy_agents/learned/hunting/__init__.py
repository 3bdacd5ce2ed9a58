"""Learned players of Hunting Mister X: what their networks see of its dice and tiles."""
