"""Gradients by kina.handle against finite differences of NumPy functions."""

import re

import numpy as np

from elements import ACCUMULATOR, Arr, FLOATS, MANTISSA, Want, ulp, want
from kinatest import Case, Fn, rng

STEP = 1e-3
# Central differences of fourth order: where the function is taken, and its weight.
STENCIL = ((1, 8), (-1, -8), (2, -1), (-2, 1))
# How far the gradient of a whole function in a narrow type may be from the f64 one,
# relative to the largest element: the type's own unit times the roundings of a small
# function. Single ops have a bound of their own, `bound`.
NARROW = {"f64": 1e-12, "f32": 2e-5, "f16": 2e-2, "bf16": 1.5e-1}


def is_float(arr):
    return arr.elem in FLOATS


def differences(function, arrays, position, step=STEP):
    """d function / d arrays[position] of a scalar function."""
    x = arrays[position]
    result = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        total = 0.0
        for offset, weight in STENCIL:
            moved = np.array(x)  # of rank 0 too: a copy of a NumPy number is no array
            moved[index] += offset * step
            total += weight * function(*arrays[:position], moved, *arrays[position + 1:])
        result[index] = total / (12 * step)
    return result


def directional(function, arrays, directions, step=STEP):
    """The derivative of a function along a direction, None for an array that stays."""
    total = 0.0
    for offset, weight in STENCIL:
        total = total + weight * function(*[
            a if d is None else a + offset * step * d for a, d in zip(arrays, directions)])
    return total / (12 * step)


def pullback(function, arrays, floats, seed):
    """The gradients of sum(seed * function) for the float arguments."""
    scalar = lambda *a: float(np.sum(seed * function(*a)))
    return [differences(scalar, arrays, p) for p in floats]


def near(expected, relative=1e-6):
    size = np.abs(expected).max() if expected.size else 0.0
    return relative * np.abs(expected) + relative / 10 * (0.1 + size)


def close(elem, expected):
    finite = np.abs(np.nan_to_num(expected))
    return NARROW[elem] * (0.1 + (finite.max() if finite.size else 0.0))


def handle(callee, params, seeds, outs, clauses=""):
    """The text of one handler; `outs` are the names of its results."""
    names = lambda values, sign: ", ".join(sign + v for v in values)
    seed = "seed(%s)" % names(seeds, "%") if seeds else ""
    return "%s = kina.handle @%s(%s$carriers) with reverse_mode %s %s : (%s$carriertypes%s) -> (%s)" % (
        names(outs, "%"), callee, names(params, "%"), clauses, seed, names(params, "$"),
        "".join(", $" + s for s in seeds), names(outs, "$"))


class Problem:
    """A function: `body` computes %y from the inputs as `function` does in NumPy.

    `size(g, *arrays)` gives for each float input what bounds the roundings of its
    gradient in a narrow type: Σ|terms| of the rule's sum, each term with the magnitudes
    that its own roundings are relative to. Each term is rounded at most `steps` times
    to the element type, and summed with at most `terms` additions in the type that
    accumulates. Without `size` the tolerance is that of whole functions, `close`."""

    def __init__(self, body, inputs, function, keep=(), types=None, result=None, size=None,
                 steps=4, terms=0):
        self.inputs, self.function = inputs, function
        self.keep, self.types, self.size = frozenset(keep), dict(types or {}), size
        self.steps, self.terms = steps, terms
        self.names, self.arrays = list(inputs), [a.wide() for a in inputs.values()]
        self.floats = [p for p, a in enumerate(inputs.values()) if is_float(a)]
        self.elem = result or next(a.elem for a in inputs.values() if is_float(a))
        self.value = np.asarray(function(*self.arrays), np.float64)
        # The first result of a case may be another one than %y.
        sizes = "$sizes[%s]" % "x".join("%d%s" % (n, "!" * (k in self.keep))
                                        for k, n in enumerate(self.value.shape))
        self.body = re.sub(r"\$sizes(?!\[)", lambda _: sizes, body)

    def arr(self, position):
        return self.inputs[self.names[position]]

    def cotangent(self, name):
        return Arr(self.elem, rng(name).normal(size=self.value.shape), self.keep)

    def function_of(self, name="f"):
        return Fn(name, self.names, self.body, ["y"])

    def bound(self, seed, gradients):
        """How far each gradient may be off, one for each float input:
            one ulp of it + (steps * u + terms * a) * size,
        u and a half a unit of the element type and of the one that accumulates."""
        if self.size is None:
            return [close(self.arr(p).elem, d) for p, d in zip(self.floats, gradients)]
        bounds = []
        sizes = self.size(np.abs(seed), *self.arrays)
        # A cast's gradient is rounded to the narrower of two types.
        narrow = max(2.0 ** -(MANTISSA[e] + 1) for e in [self.elem] + [
            self.arr(p).elem for p in self.floats])
        for p, d, size in zip(self.floats, gradients, sizes):
            elem = self.arr(p).elem
            scale = self.steps * narrow + self.terms * ACCUMULATOR[elem]
            bounds.append(ulp(elem, d) + scale * np.asarray(size, np.float64))
        return bounds


class Paired(Want):
    """A gradient d of many elements, judged by ⟨v, d⟩ for random v: what the derivative
    of ⟨u, f⟩ along v is, with u the cotangent."""

    def __init__(self, arr, direction, expected, tolerance):
        super().__init__(arr)
        self.direction, self.expected, self.tolerance = direction, expected, tolerance

    def wrong(self, got):
        product = float(np.sum(self.direction * got.wide()))
        fine = abs(product - self.expected) <= self.tolerance
        return np.full(got.shape, not fine)

    def spoiled(self):
        return Paired(self.arr, self.direction, self.expected + 1 + 2 * self.tolerance,
                      self.tolerance)


def first_order(name, problem, **options):
    """The gradients of one handler under a random cotangent."""
    p = problem
    seed = p.cotangent("seed " + name)
    results = {"y": want(p.elem, p.value, near=close(p.elem, p.value), keep=p.keep)}
    gradients = pullback(p.function, p.arrays, p.floats, seed.wide())
    for q, d, limit in zip(p.floats, gradients, p.bound(seed.wide(), gradients)):
        arr = p.arr(q)
        results["d_" + p.names[q]] = want(
            arr.elem, d, near=near(d) if arr.elem == "f64" else limit, keep=arr.keep)
    return Case(name, handle("f", p.names, ["g"], list(results)), {**p.inputs, "g": seed},
                results, fns=[p.function_of()], types=p.types, **options)


def second_order(name, problem, relative=1e-5, **options):
    """Both orders: a handler of x, v -> pullback of v at x, with random cotangents w.

    The derivative of ⟨w, Jᵀ v⟩ by x is that of the derivative of ⟨v, f⟩ along w; by v it
    is J w, so ⟨w, Jᵀ v⟩ = ⟨J w, v⟩ is checked too."""
    p = problem
    seed = p.cotangent("second " + name)
    v, names = seed.wide(), p.names
    firsts = pullback(p.function, p.arrays, p.floats, v)
    weights = {q: Arr(p.arr(q).elem, rng("weight %d %s" % (q, name)).normal(size=d.shape),
                      p.arr(q).keep) for q, d in zip(p.floats, firsts)}
    along = [weights[q].wide() if q in weights else None for q in range(len(names))]
    slope = lambda *a: directional(lambda *b: float(np.sum(v * p.function(*b))), a, along)
    seconds = [differences(slope, p.arrays, q) for q in p.floats]
    # Of no elements at all J has no columns; NumPy's mean of nothing is NaN.
    nothing = all(p.arrays[q].size == 0 for q in p.floats)
    seconds.append(np.zeros(v.shape) if nothing else
                   np.asarray(directional(p.function, p.arrays, along), np.float64))
    given = {**p.inputs, "cot": seed}
    firsts_named = ["d_" + names[q] for q in p.floats]
    params = names + ["cot"]
    active = [names[q] for q in p.floats] + ["cot"]
    results = {}
    for prefix, of, values, share in (("d_", active[:-1], firsts, 1e-6),
                                      ("dd_", active, seconds, relative)):
        for n, d in zip(of, values):
            elem = given[n].elem
            results[prefix + n] = want(
                elem, d, near=near(d, share) if elem == "f64" else close(elem, d), keep=given[n].keep)
    given.update({"w_" + names[q]: w for q, w in weights.items()})
    types = {**p.types, "y": (p.elem, p.value.shape, p.keep)}
    pull = Fn("pull", params, handle("f", names, ["cot"], ["y"] + firsts_named), firsts_named)
    return Case(name, handle("pull", params, ["w_" + names[q] for q in p.floats], list(results)),
                given, results, fns=[p.function_of(), pull], types=types, **options)


def adjoint(name, problem, **options):
    """⟨J v, u⟩ = ⟨v, Jᵀ u⟩ for each input alone, where differences of every element
    would take too long."""
    p = problem
    seed = p.cotangent("seed " + name)
    scalar = lambda *a: float(np.sum(seed.wide() * p.function(*a)))
    results = {"y": want(p.elem, p.value, near=close(p.elem, p.value), keep=p.keep)}
    zeros = [np.zeros(p.arrays[q].shape) for q in p.floats]
    # A bound of the whole gradient, whose elements are not known here.
    bounds = p.bound(seed.wide(), zeros) if p.size else zeros
    for q, limit in zip(p.floats, bounds):
        arr, x = p.arr(q), p.arrays[q]
        v = rng("along %d %s" % (q, name)).normal(size=x.shape)
        expected = directional(scalar, p.arrays, [v if r == q else None for r in range(len(p.names))])
        tolerance = 1e-6 * (abs(expected) + 0.1 * np.sqrt(max(x.size, 1)))
        if arr.elem != "f64" or p.elem != "f64":
            # Each element's own ulp is below its share of `size`.
            tolerance = float(np.sum(np.abs(v) * 2 * limit))
        results["d_" + p.names[q]] = Paired(Arr(arr.elem, np.zeros(x.shape), arr.keep), v,
                                            expected, tolerance)
    return Case(name, handle("f", p.names, ["g"], list(results)), {**p.inputs, "g": seed},
                results, fns=[p.function_of()], types=p.types, **options)


def grad(suite, name, body, inputs, function, keep=(), types=None, result=None, **options):
    """First order, for one function beside the table."""
    suite.cases.append(first_order(
        name, Problem(body, inputs, function, keep, types, result), **options))


def second(suite, name, body, inputs, function, keep=(), types=None, relative=1e-5, **options):
    """Both orders, for one function beside the table."""
    suite.cases.append(second_order(
        name, Problem(body, inputs, function, keep, types), relative, **options))


def vjp(suite, name, body, inputs, seed, gradients, value=None, types=None, clauses="", **options):
    """Given cotangents and gradients: for edge values. `seed` None means ones."""
    names = list(inputs)
    results = {}
    y = value if isinstance(value, Want) else Want(value)
    results["y"] = y
    for n, d in gradients.items():
        results["d_" + n] = d if isinstance(d, Want) else Want(d)
    given = dict(inputs)
    if seed is not None:
        given["g"] = seed
    suite.add(name, handle("f", names, ["g"] if seed is not None else [], list(results), clauses),
              given, results, fns=[Fn("f", names, body, ["y"])], types=types, **options)


def f64(name, shape, low=-1.5, high=1.5, keep=()):
    """Random values in a range."""
    return Arr("f64", rng("values " + name).uniform(low, high, shape), keep)


def apart(name, shape, keep=(), shift=0):
    """Distinct odd multiples of 1/8, which every type holds: no kink within a step. With
    `shift` = 1 even ones, which differ from all of those."""
    n = int(np.prod(shape))
    values = (2 * (rng("apart " + name).permutation(n) - n // 2) + 1 + shift) / 8
    return Arr("f64", values.reshape(shape), keep)


def to(elem, inputs):
    """The float inputs rounded to another type."""
    return {k: Arr(elem, a.data, a.keep) if is_float(a) else a for k, a in inputs.items()}
