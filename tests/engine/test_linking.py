"""Kernels that only kernels call are compiled only as far as their callers need it."""

import numba
import numpy as np
import pytest

from sy_env.jit import JIT_DISABLED, LINKING, Array, Int, entry, kernel, linking_options
from sy_env.linking import _Linked

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")


@kernel
def _halved(number: Int) -> Int:
    return number // 2


@kernel
def _steps_to_one(number: Int) -> Int:
    steps = 0
    while number > 1:
        number = _halved(number) if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


@kernel
def _positive(number: Int) -> Int:
    if number < 1:
        raise ValueError("not positive")
    return number


@entry
def _halved_positive(number: Int) -> Int:
    return _halved(_positive(number))


@entry
def _all_steps(numbers: Array, steps: Array) -> None:
    for i in range(len(numbers)):
        steps[i] = _steps_to_one(numbers[i])


def test_kernels_are_linked_into_the_entry_that_calls_them() -> None:
    numbers = np.array([1, 6, 7, 27])
    steps = np.zeros_like(numbers)
    _all_steps(numbers, steps)
    assert steps.tolist() == [0, 8, 16, 111]
    _steps_to_one.compile((numba.int64,))  # type: ignore[attr-defined]  # an entry from the cache compiles no kernels
    (compiled,) = _steps_to_one.overloads.values()  # type: ignore[attr-defined]
    assert isinstance(compiled.library, _Linked)
    assert not compiled.library.codegen._engine.is_symbol_defined(compiled.fndesc.llvm_func_name)


def test_errors_come_through() -> None:
    assert _halved_positive(7) == 3
    with pytest.raises(ValueError, match="not positive"):
        _halved_positive(0)


def test_the_numba_that_is_installed_was_tested() -> None:
    """When a newer one is pinned: see that all tests pass with it, then raise jit.LINKING."""
    assert LINKING[0] <= numba.version_info.short <= LINKING[1]


@pytest.mark.parametrize("version", [(0, 60), (0, 69), (1, 0)])
def test_other_versions_compile_everything(version: tuple[int, int]) -> None:
    assert linking_options(version) == {}
