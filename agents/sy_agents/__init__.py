"""sy_agents: players of Scotland Yard for both roles, and the means to measure them.

    >>> import sy_agents
    >>> policy = sy_agents.load("greedy", edition="nijssen2011", role="detectives")

All players satisfy `sy_env.Policy`. They are found by name; other packages add theirs by the entry-point group `sy_env.policies`.
"""

from typing import Any

from sy_env.editions import AnyEdition, make_edition
from sy_env.policies import ROLES, Policy, Request, load_policy, policy_names

__all__ = ["ROLES", "Policy", "Request", "load", "load_policy", "policy_names"]


def load(policy: str | Policy, edition: str | AnyEdition = "classic", role: str = "detectives", **options: Any) -> Policy:
    """The policy of that name for one role of an edition.

    Args:
        policy: a name, as in `policy_names()`, or "name:argument"; a policy is returned as it is.
        edition: what it will play: a name, such as "classic", or an edition.
        role: "mrx" or "detectives".
        options: the edition's options, such as `players=4`.

    Raises:
        ValueError: unknown policy, role, edition or option; the message names the nearest right spelling.
    """
    made: AnyEdition = (
        make_edition(edition, **options) if isinstance(edition, str) else edition.replace(**options) if options else edition
    )
    return load_policy(policy, made, role)
