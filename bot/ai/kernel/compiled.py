"""How the kernel is compiled: Numba's settings, where machine code is kept, LLVM's instructions.

Numba has no type stubs, so every untyped thing of its is met here and nowhere else. In compiled
code an ``int`` is a signed or an unsigned 64-bit integer; the two are never mixed in one operation
(Numba would turn both into floats), which `u64` and `i64` are for.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")

LLVM: TypeAlias = Any
"""A value of Numba's or LLVM's compiler."""


def _code_folder() -> Path:
    """Return a folder for this very source: Numba notices no change of an imported file.

    It lies where NUMBA_CACHE_DIR says; else beside the source; else, if that cannot be written, in
    the user's cache. Where nothing lasts, code is compiled anew at each start. A folder that other
    users can write to is never taken by itself, for what lies in it is run.
    """
    here = Path(__file__).parent
    sources = sorted(here.glob("*.py"))
    versions = f"{sys.implementation.cache_tag} {numba.__version__}".encode()
    contents = b"".join(source.read_bytes() for source in sources)
    digest = hashlib.sha256(versions + contents).hexdigest()[:16]
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        root = Path(chosen)
    elif os.access(here, os.W_OK):
        root = here / "__pycache__"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "ugolki"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        root = Path(tempfile.mkdtemp(prefix="ugolki-"))
    return root.absolute() / f"kernel-{digest}"


CODE: Final = _code_folder()
"""The folder where machine code is kept, in a folder for all versions of the source."""

_COMPLETE: Final = CODE / "complete"

# Numba fills its settings in while it is imported: they are no names that a type checker can see.
vars(numba.config)["CACHE_DIR"] = str(CODE)


def is_kept() -> bool:
    """Tell whether a search's code was compiled before, so that it need only be loaded."""
    return _COMPLETE.exists()


def note_kept() -> None:
    """Say that all code of a search is on disk."""
    with suppress(OSError):
        _COMPLETE.touch()


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that Python calls: on its first call, to code that is kept on disk."""
    decorate = numba.njit(nogil=True, cache=True, boundscheck=False, error_model="numpy")
    return cast("Callable[P, R]", decorate(function))


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that only compiled code calls; it is kept with the `entry` that does."""
    decorate = numba.njit(nogil=True, boundscheck=False, error_model="numpy")
    return cast("Callable[P, R]", decorate(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function into its callers."""
    decorate = numba.njit(nogil=True, boundscheck=False, error_model="numpy", forceinline=True)
    return cast("Callable[P, R]", decorate(function))


u64: Final = cast("Callable[[int], int]", np.uint64)
i64: Final = cast("Callable[[int], int]", np.int64)


def _unary(llvm_name: str) -> Callable[[int], int]:
    """Return LLVM's function of one 64-bit integer, as a compiled function."""

    @intrinsic
    def call(_typing: LLVM, _value: LLVM) -> LLVM:
        signature = numba.types.int64(numba.types.uint64)

        def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
            word = ir.IntType(64)
            flags = [ir.Constant(ir.IntType(1), 1)] if llvm_name == "llvm.cttz" else []
            types = [word, *(flag.type for flag in flags)]
            declared = builder.module.declare_intrinsic(
                llvm_name, [word], ir.FunctionType(word, types)
            )
            return builder.call(declared, [arguments[0], *flags])

        return signature, generate

    return cast("Callable[[int], int]", call)


popcount: Final = _unary("llvm.ctpop")
"""How many squares a bitboard holds."""

lowest: Final = _unary("llvm.cttz")
"""The first square of a bitboard, which must not be empty."""


@intrinsic
def _load(_typing: LLVM, _address: LLVM) -> LLVM:
    def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
        return builder.load(builder.inttoptr(arguments[0], ir.IntType(64).as_pointer()))

    return numba.types.uint64(numba.types.uint64), generate


@intrinsic
def _store(_typing: LLVM, _address: LLVM, _value: LLVM) -> LLVM:
    def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
        address, value = arguments
        builder.store(value, builder.inttoptr(address, ir.IntType(64).as_pointer()))
        return ir.Constant(ir.IntType(64), 0)

    return numba.types.int64(numba.types.uint64, numba.types.uint64), generate


@intrinsic
def _prefetch(_typing: LLVM, _address: LLVM) -> LLVM:
    def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        )
        read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [builder.inttoptr(arguments[0], byte), read, keep, data])
        return ir.Constant(ir.IntType(64), 0)

    return numba.types.int64(numba.types.uint64), generate


load_word: Final = cast("Callable[[int], int]", _load)
"""Read the 64-bit word at an address."""

store_word: Final = cast("Callable[[int, int], int]", _store)
"""Write a 64-bit word to an address (address, word); returns 0."""

prefetch: Final = cast("Callable[[int], int]", _prefetch)
"""Bring the memory at an address nearer, without waiting for it; returns 0."""


def _vector_at(builder: LLVM, address: LLVM, lanes: int) -> LLVM:
    kind = ir.VectorType(ir.IntType(16), lanes)
    return builder.load(builder.inttoptr(address, kind.as_pointer()), align=2)


def moved_vector(lanes: int) -> Callable[[int, int, int, int], int]:
    """Return the compiled ``target = source + added - removed`` on vectors of 16-bit numbers.

    Its arguments are the addresses of the four, its result is 0.
    """

    @intrinsic
    def moved(_typing: LLVM, _target: LLVM, _source: LLVM, _added: LLVM, _removed: LLVM) -> LLVM:
        def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
            target, *terms = arguments
            source, added, removed = (_vector_at(builder, term, lanes) for term in terms)
            total = builder.sub(builder.add(source, added), removed)
            builder.store(total, builder.inttoptr(target, total.type.as_pointer()), align=2)
            return ir.Constant(ir.IntType(64), 0)

        word = numba.types.uint64
        return numba.types.int64(word, word, word, word), generate

    return cast("Callable[[int, int, int, int], int]", moved)


def clipped_product(lanes: int, ceiling: int) -> Callable[[int, int, int], int]:
    """Return the compiled ``sum(clip(vector + offset, 0, ceiling) * weights)``.

    Its arguments are the addresses of three vectors of 16-bit numbers.
    """

    @intrinsic
    def product(_typing: LLVM, _vector: LLVM, _offset: LLVM, _weights: LLVM) -> LLVM:
        def generate(_context: LLVM, builder: LLVM, _signature: LLVM, arguments: LLVM) -> LLVM:
            vector, offset, weights = (
                _vector_at(builder, argument, lanes) for argument in arguments
            )
            total = builder.add(vector, offset)
            for comparison, bound in (("<", ceiling), (">", 0)):
                limit = ir.Constant(total.type, [bound] * lanes)
                total = builder.select(builder.icmp_signed(comparison, total, limit), total, limit)
            wide = ir.VectorType(ir.IntType(32), lanes)
            products = builder.mul(builder.sext(total, wide), builder.sext(weights, wide))
            add = builder.module.declare_intrinsic(
                f"llvm.vector.reduce.add.v{lanes}i32", (), ir.FunctionType(ir.IntType(32), [wide])
            )
            return builder.sext(builder.call(add, [products]), ir.IntType(64))

        word = numba.types.uint64
        return numba.types.int64(word, word, word), generate

    return cast("Callable[[int, int, int], int]", product)
