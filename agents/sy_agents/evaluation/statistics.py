"""How sure a win rate is, and a difference of two."""

import math


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


def newcombe(both: int, first: int, second: int, neither: int, confidence: float = 0.95) -> tuple[float, float]:
    """Newcombe's interval of the difference of two win rates in the same games, the first less the second.

    It joins the two Wilson intervals by the correlation of the outcomes (Newcombe 1998, Statistics in Medicine 17, 2635-2650,
    method 10), so it is not of width zero even where all games end alike, as a bootstrap's is.

    Args:
        both: deals that both won.
        first: deals that only the first won.
        second: deals that only the second won.
        neither: deals that both lost.
        confidence: of the interval, in (0, 1).

    Returns:
        The lower and the upper end, in -1..1.

    Raises:
        ValueError: no games, or a number is out of range.
    """
    n = both + first + second + neither
    low_1, high_1 = wilson(both + first, n, confidence)
    low_2, high_2 = wilson(both + second, n, confidence)
    rate_1, rate_2 = (both + first) / n, (both + second) / n
    correlation = _correlation(both, first, second, neither)
    below = _side(rate_1 - low_1, high_2 - rate_2, correlation)
    above = _side(high_1 - rate_1, rate_2 - low_2, correlation)
    return rate_1 - rate_2 - below, rate_1 - rate_2 + above


def _side(a: float, b: float, correlation: float) -> float:
    return math.sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))


def _correlation(both: int, first: int, second: int, neither: int) -> float:
    """Of the two outcomes; a positive one is corrected for continuity."""
    product = float(both * neither - first * second)
    if product > 0:
        product = max(0.0, product - (both + first + second + neither) / 2)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    return product / math.sqrt(margins) if margins else 0.0


def mcnemar(first: int, second: int) -> float:
    """McNemar's exact p-value: how likely so uneven a split is if both are equally good.

    Args:
        first: deals that only the first won, at least 0.
        second: deals that only the second won, at least 0.
    """
    from scipy.stats import binomtest

    return float(binomtest(first, first + second).pvalue) if first + second else 1.0
