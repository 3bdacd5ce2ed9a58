"""Learned players: networks that score the legal moves of a decision, and a learned belief about where Mister X is."""
