"""The rules of the London games: classic, Master and the research presets; one question a file."""
