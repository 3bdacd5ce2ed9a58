"""The ids that the package registers."""

import gymnasium
import pettingzoo
import pytest

from sy_env.registration import GYMNASIUM, PETTINGZOO, register


@pytest.mark.parametrize("row", GYMNASIUM, ids=lambda row: row.name)
def test_gymnasium_knows_both_forms(row: tuple[str, str, str]) -> None:
    spec = gymnasium.spec(row[0])
    assert (spec.entry_point, spec.vector_entry_point) == row[1:]


@pytest.mark.parametrize(("api", "name", "entry_point"), PETTINGZOO)
def test_pettingzoo_knows_both_forms(api: str, name: str, entry_point: str) -> None:
    registry = getattr(pettingzoo, f"{api}_registry", None)
    if registry is None:
        pytest.skip("this PettingZoo has no registry")
    assert registry[name].entry_point == entry_point


def test_registering_again_changes_nothing() -> None:
    before = dict(gymnasium.registry)
    register()
    assert gymnasium.registry == before
