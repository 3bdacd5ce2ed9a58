"""Players: the protocol that all of them share, finding them by name, and the uniform one."""

from sy_env.policies.policy import GROUP, ROLES, Policy, Request, load_policy, policy_names
from sy_env.policies.uniform import Uniform

__all__ = ["GROUP", "ROLES", "Policy", "Request", "Uniform", "load_policy", "policy_names"]
