"""The game with masks that allow everything: what a library sees that does not read them."""

from typing import Any

import sy_env


class Unmasked(sy_env.raw_env):
    """`raw_env` with masks of ones; it refuses the same actions."""

    def observe(self, agent: str) -> dict[str, Any]:
        seen = super().observe(agent)
        return {**seen, "action_mask": seen["action_mask"] * 0 + 1}

    def _go_on(self) -> None:
        super()._go_on()
        for info in self.infos.values():
            info["action_mask"][:] = 1
