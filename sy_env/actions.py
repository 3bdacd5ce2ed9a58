"""Actions: index <-> (kind, argument), and their text form. Each game declares its own layout of blocks."""

from dataclasses import dataclass
from functools import cached_property

from sy_env.errors import nearest


@dataclass(frozen=True)
class Block:
    """A run of actions of one kind.

    Attributes:
        kind: the word that the text form begins with.
        start: index of its first action.
        arguments: text of the argument, by action; empty for an action without argument.
    """

    kind: str
    start: int
    arguments: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of actions."""
        return max(1, len(self.arguments))


@dataclass(frozen=True)
class ActionLayout:
    """All actions of a game as blocks laid end to end."""

    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        """Number of actions."""
        return self.blocks[-1].start + self.blocks[-1].size

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text form of every action, by index."""
        return tuple(
            f"{block.kind} {argument}" if argument else block.kind
            for block in self.blocks
            for argument in (block.arguments or ("",))
        )

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {text: index for index, text in enumerate(self.texts)}

    def text(self, action: int) -> str:
        """The text form of an action, such as "taxi 46".

        Raises:
            ValueError: the index is out of range.
        """
        if not 0 <= action < self.size:
            raise ValueError(f"Action {action} is outside 0..{self.size - 1}.")
        return self.texts[action]

    def index(self, text: str) -> int:
        """The index of an action given as text; spaces and case do not matter.

        Raises:
            ValueError: no action reads so; the message names the nearest one that does.
        """
        words = " ".join(text.lower().split())
        if words not in self._indices:
            kinds = ", ".join(dict.fromkeys(block.kind for block in self.blocks))
            raise ValueError(f"No action reads {text!r}{nearest(words, self.texts)}. Actions begin with one of: {kinds}.")
        return self._indices[words]

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| actions | kind | argument |", "|---|---|---|"]
        for block in self.blocks:
            where = f"{block.start}..{block.start + block.size - 1}" if block.size > 1 else str(block.start)
            first, last = (block.arguments[0], block.arguments[-1]) if block.arguments else ("", "")
            rows.append(f"| {where} | `{block.kind}` | {f'{first} to {last}' if first != last else first} |")
        return "\n".join(rows)


def build_actions(*rows: tuple[str, tuple[str, ...]]) -> ActionLayout:
    """A layout from (kind, arguments) rows, laid end to end."""
    blocks = []
    start = 0
    for kind, arguments in rows:
        blocks.append(Block(kind, start, arguments))
        start += blocks[-1].size
    return ActionLayout(tuple(blocks))
