"""How kernels are compiled, and where the machine code is kept.

Every kernel of the package is decorated with :func:`kernel`, or with :func:`entry` if Python calls it. Machine code is cached in
a folder whose name is a digest of the package's sources: an edited, upgraded or downgraded package never runs code compiled from
other sources, and an install that cannot be written to works from the user's cache folder. Set ``SY_ENV_CACHE_DIR`` to choose the
folder, ``NUMBA_DISABLE_JIT=1`` to run the same functions as plain Python.
"""

import hashlib
import logging
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.extending
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numpy.typing import NDArray

logger = logging.getLogger("sy_env")
Function = TypeVar("Function", bound=Callable[..., Any])

# Types of kernels' arguments. Numba infers its own; these tell a reader what is meant.
Record = Any  # one record: its fields are attributes
Array = NDArray[Any]
Int = Any  # an integer: int64 in machine code
Word = Any  # uint64
Flag = Any  # bool
Entries = Any  # a row of an array: see `entries_of`

_config: Any = numba.config  # its stubs know neither the settings nor all options of njit
_njit: Any = numba.njit

JIT_DISABLED = bool(_config.DISABLE_JIT)
"""Whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def _user_cache() -> Path:
    """The folder for caches of the person who runs this, by the custom of the platform."""
    if chosen := os.environ.get("SY_ENV_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "sy_env"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sy_env"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sy_env"


_WITHOUT_KERNELS = ("adapters", "boards", "editions", "envs", "evaluation", "policies", "render", "training")


@cache
def _digest(folder: Path) -> str:
    """A name for the state of the Python files below `folder` on which machine code can depend."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).parts[0] in _WITHOUT_KERNELS:
            continue
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(module: str) -> Path:
    """The folder that holds the compiled kernels of the top-level package of `module` (`sy_env`, `sy_agents`)."""
    package = module.partition(".")[0]
    folders = {Path(__file__).parent}
    root = getattr(sys.modules.get(package), "__file__", None)
    if root is not None and module != "__main__":
        folders.add(Path(root).parent)
    folder = _user_cache() / "-".join([package, *(_digest(path) for path in sorted(folders))])
    if not JIT_DISABLED and not folder.exists():
        logger.warning("%s: first use on this machine, compiling kernels; this takes some seconds, once.", package)
    return folder


def entry(function: Function) -> Function:
    """Compile a kernel that Python calls: on first call, kept in the cache, without the GIL, serial."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder(function.__module__))
    try:
        compiled: Function = _njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


LINKING = ((0, 61), (0, 68))
"""The oldest and the newest numba that kernels are linked with, see :mod:`sy_env.linking`."""


def linking_options(version: tuple[int, int]) -> dict[str, Any]:
    """Options that compile a kernel with a version of numba only as far as its callers need it."""
    if not LINKING[0] <= version <= LINKING[1]:
        return {}
    from sy_env.linking import Linking

    return {"pipeline_class": Linking}


_INNER: Any = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": not JIT_DISABLED,
    "no_cfunc_wrapper": not JIT_DISABLED,
    **linking_options(numba.version_info.short),
}


def kernel(function: Function) -> Function:
    """Compile a kernel that only kernels call. It goes into their machine code and has none of its own."""
    compiled: Function = _njit(**_INNER)(function)
    return compiled


class _Hook:
    """What :func:`hook` knows of a kernel: its usual body, and others by the field of the record that asks for them."""

    def __init__(self, usual: Callable[..., Any]) -> None:
        self.usual = usual
        self.variants: dict[str, Callable[..., Any]] = {}

    def body(self, fields: Iterable[str]) -> Callable[..., Any]:
        for field in fields:
            if field in self.variants:
                return self.variants[field]
        return self.usual


_hooks: dict[Callable[..., Any], _Hook] = {}


def hook(function: Function) -> Function:
    """Declare a kernel in which games with further rules differ: its first argument, a record, decides which body is compiled.

    `function` is the usual body; :func:`variant` gives others. The choice is made while compiling: a game whose records have no
    further fields runs the usual body and nothing else.
    """
    made = _Hook(function)

    @wraps(function)
    def chosen(game: Record, *rest: Any) -> Any:
        return made.body(game.dtype.names)(game, *rest)  # as plain Python; machine code never comes here

    if not JIT_DISABLED:
        numba.extending.overload(chosen, jit_options=_INNER, strict=False)(lambda game, *rest: made.body(game.fields))
    _hooks[chosen] = made
    return chosen  # type: ignore[return-value]


def variant(of: Callable[..., Any], field: str) -> Callable[[Function], Function]:
    """Decorate the body that the hook `of` has for games whose record has `field`, before the first of them is compiled."""

    def register(function: Function) -> Function:
        _hooks[of].variants[field] = function
        return function

    return register


def usual(of: Function) -> Function:
    """The usual body of the hook `of`, as a kernel that variants can call."""
    body: Any = _hooks[of].usual
    compiled: Function = kernel(body)
    return compiled


def direct(compiled: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """The machine code of an entry for arguments of these types, without the look at their types that each call begins with.

    Half the time of a call that steps a single game. The types are not checked again: call it with these very arguments.
    """
    if JIT_DISABLED:
        return compiled
    code: Callable[..., Any] = compiled.compile(tuple(numba.typeof(argument) for argument in arguments))  # type: ignore[attr-defined, no-untyped-call]
    return code


class _Fields(np.void):  # type: ignore[misc]  # numpy lets it, its stubs do not
    """A record whose attributes are its fields, those too that numpy has a method of that name for (`round`)."""

    def __getattribute__(self, name: str) -> Any:
        dtype = np.void.__getattribute__(self, "dtype")
        return self[name] if name in dtype.names else np.void.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def readable(records: NDArray[Any]) -> NDArray[Any]:
    """A view of the records as kernels read them: by attribute, which those that run as plain Python need."""
    return records.view(np.dtype((_Fields, records.dtype))) if JIT_DISABLED else records


if JIT_DISABLED:

    def lowest(word: np.uint64) -> int:
        """Position of the lowest set bit of a non-zero 64-bit word."""
        return (int(word) & -int(word)).bit_length() - 1

    def ones(word: np.uint64) -> int:
        """Number of set bits of a 64-bit word."""
        return int(word).bit_count()

    def entries_of(array: Array, i: int) -> Entries:
        """Row `i` of an array of two dimensions, to read and to write."""
        return array[i]

    def spread(word: Any, row: Entries, at: int) -> None:
        """Write all bits of an unsigned integer, the lowest first, as int8 entries 0 and 1 from `row[at]` on."""
        bits = 8 * word.itemsize
        row[at : at + bits] = [int(word) >> i & 1 for i in range(bits)]

else:

    @numba.extending.intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """Position of the lowest set bit of a non-zero 64-bit word."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), code

    @numba.extending.intrinsic
    def ones(typing_context: Any, word: Any) -> Any:
        """Number of set bits of a 64-bit word."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), code

    @numba.extending.intrinsic
    def entries_of(typing_context: Any, array: Any, i: Any) -> Any:
        """Row `i` of an array of two dimensions, to read and to write.

        To machine code an array is seven numbers, and every kernel that it is passed to counts one more reference to it, with a
        lock. That took a quarter of the time of a view. This is the address alone: indices count from 0 and not from the end,
        and the array has to outlive it, so it has to be an argument, or in use afterwards.
        """

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rows = context.make_array(array)(context, builder, arguments[0])
            step = builder.extract_value(rows.strides, 0)
            place = builder.gep(builder.bitcast(rows.data, ir.IntType(8).as_pointer()), [builder.mul(arguments[1], step)])
            return builder.bitcast(place, rows.data.type)

        address: Any = types.CPointer(array.dtype)  # type: ignore[no-untyped-call]
        return address(array, types.int64), code

    @numba.extending.intrinsic
    def spread(typing_context: Any, word: Any, row: Any, at: Any) -> Any:
        """Write all bits of an unsigned integer, the lowest first, as int8 entries 0 and 1 from `row[at]` on."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, entries, start = arguments
            vector = ir.VectorType(ir.IntType(8), word.bitwidth)  # a few instructions write all of it
            bits = builder.bitcast(value, ir.VectorType(ir.IntType(1), word.bitwidth))
            place = builder.bitcast(builder.gep(entries, [start]), vector.as_pointer())
            builder.store(builder.zext(bits, vector), place, align=1)
            return context.get_dummy_value()

        return types.void(word, row, types.int64), code
