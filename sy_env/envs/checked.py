"""PettingZoo's three wrappers for board games in one."""

from typing import Any

from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sy_env.errors import IllegalActionError


class CheckedEnv(OrderEnforcingWrapper[str, Any, Any]):
    """What PettingZoo's TerminateIllegal (-1), AssertOutOfBounds and OrderEnforcing wrappers do, at a fraction of their cost.

    * An illegal action ends the game: terminated and truncated for everybody, -1 for the offender, 0 for the others; a warning is
      logged.
    * What is outside the action space raises `AssertionError`; so does a call in the wrong order, before `reset`.
    * A step after the last agent is out does nothing, and a warning is logged.
    """

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of the selected agent."""
        if not self._has_reset:
            raise AttributeError("agent_selection cannot be accessed before reset")
        return self.env.last(observe)

    def step(self, action: Any) -> None:
        """Let the selected agent take an action; None takes an agent out whose game is over."""
        env = self.env
        if not (self._has_reset and env.agents):
            super().step(action)  # which says what is wrong
            return
        self._has_updated = True
        try:
            env.step(action)
        except (IllegalActionError, TypeError):
            space = env.action_space(env.agent_selection)
            assert space.contains(action), f"action {action!r} is not in action space {space}"
            EnvLogger.warn_on_illegal_move()
            env.forfeit()  # type: ignore[attr-defined]

    def _repr_svg_(self) -> str | None:
        picture: str | None = self.env._repr_svg_()  # type: ignore[attr-defined]
        return picture

    def __str__(self) -> str:
        return str(self.env)
