"""How kernels that only kernels call are compiled: linked into those that call them, and not for themselves.

As soon as numba has typed a function it optimises it, together with all that it calls, and turns it into machine code. Nobody
ever runs the machine code of a kernel that only kernels call, and each of its callers optimises it once more. Left out, a first
game on a new machine takes two thirds of the time to begin, and games are as fast.

This reaches below numba's documented interface (only the choice of a compiler is documented: "Customizing the Compiler"), so it
is done with the versions of numba that it was tested with (:data:`sy_env.jit.LINKING`); others compile everything, which takes
longer.
"""

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Linked(JITCodeLibrary):
    """The code of a kernel and of those that it calls, as they were written: whoever links it optimises it."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


def _no_machine_code(library: Any, description: Any, environment: Any) -> Any:
    """What Python would call, if it could: numba files the kernel under it."""
    return _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, environment, (library,))


class Linking(Compiler):
    """Compiles a kernel as far as its callers need it."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        library = library or _Linked(target.codegen(), "kernel")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, library, *rest)  # type: ignore[no-untyped-call]
        self.state.targetctx = self.state.targetctx.subtarget(get_executable=_no_machine_code)
