"""How sure a win rate is."""


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a win rate.

    Args:
        wins: games won, 0..games.
        games: games played, at least 1.
        confidence: of the interval, in (0, 1).

    Returns:
        The lower and the upper end, in 0..1.

    Raises:
        ValueError: a number is out of range.
    """
    from scipy.stats import binomtest  # takes a second to import, which players do not need

    interval = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    return float(interval.low), float(interval.high)
