"""Learning by self-play: what `scripts/train.py` is made of. Needs the extra `train`."""
