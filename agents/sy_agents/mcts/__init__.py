"""`mcts`: Monte Carlo tree search with determinization, the player of Nijssen & Winands (CIG 2011) for both roles.

    >>> import sy_agents
    >>> policy = sy_agents.load("mcts:playouts=2000,playout=basic", edition="nijssen2011", role="detectives")

The options are those of :class:`MCTSOptions`. A search steps the engine's own rules (`state`), plays games out (`playouts`, by
the one-ply rules in `heuristics`), grows a tree (`tree`) and draws Mister X's station by learned categories (`categories`).
"""

from sy_agents.mcts.options import MCTSOptions
from sy_agents.mcts.player import MCTS, make

__all__ = ["MCTS", "MCTSOptions", "make"]
