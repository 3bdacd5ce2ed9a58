"""The rules of Hunting Mister X, compiled: tiles, dice, and Mister X's board."""
