"""Gradient cases: kina.handle against finite differences of NumPy functions."""

import numpy as np

from elements import Arr, FLOATS, Want, want
from kinatest import Fn, rng

STEP = 1e-3
# How far a gradient computed in a narrow type may be from the f64 one, relative to
# the largest element: the type's own unit times the roundings of a small function.
NARROW = {"f64": 1e-12, "f32": 2e-5, "f16": 2e-2, "bf16": 1.5e-1}


def is_float(arr):
    return arr.elem in FLOATS


def differences(function, arrays, position):
    """d function / d arrays[position] of a scalar function, by central differences of
    fourth order."""
    x = arrays[position]
    result = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        total = 0.0
        for offset, weight in ((1, 8), (-1, -8), (2, -1), (-2, 1)):
            moved = x.copy()
            moved[index] += offset * STEP
            total += weight * function(*arrays[:position], moved, *arrays[position + 1:])
        result[index] = total / (12 * STEP)
    return result


def pullback(function, arrays, floats, seed):
    """The gradients of sum(seed * function) for the float arguments."""
    scalar = lambda *a: float(np.sum(seed * function(*a)))
    return [differences(scalar, arrays, p) for p in floats]


def near(expected, relative=1e-6):
    size = np.abs(expected).max() if expected.size else 0.0
    return relative * np.abs(expected) + relative / 10 * (0.1 + size)


def handle(callee, params, seeds, outs, clauses=""):
    """The text of one handler; `outs` are the names of its results."""
    names = lambda values, sign: ", ".join(sign + v for v in values)
    seed = "seed(%s)" % names(seeds, "%") if seeds else ""
    return "%s = kina.handle @%s(%s$carriers) with reverse_mode %s %s : (%s$carriertypes%s) -> (%s)" % (
        names(outs, "%"), callee, names(params, "%"), clauses, seed, names(params, "$"),
        "".join(", $" + s for s in seeds), names(outs, "$"))


def wide(inputs):
    return [a.wide() for a in inputs.values()]


def grad(suite, name, body, inputs, function, keep=(), types=None, **options):
    """`body` computes %y from the inputs as `function` does; a random cotangent."""
    arrays, names = wide(inputs), list(inputs)
    floats = [p for p, a in enumerate(inputs.values()) if is_float(a)]
    elem = next(a.elem for a in inputs.values() if is_float(a))
    elem_y = options.pop("result", elem)
    value = np.asarray(function(*arrays), np.float64)
    seed = Arr(elem_y, rng("seed " + name).normal(size=value.shape), keep)
    results = {"y": want(elem_y, value, near=close(elem_y, value), keep=keep)}
    for p, d in zip(floats, pullback(function, arrays, floats, seed.wide())):
        arr = inputs[names[p]]
        tolerance = near(d) if arr.elem == "f64" else close(arr.elem, d)
        results["d_" + names[p]] = want(arr.elem, d, near=tolerance, keep=arr.keep)
    suite.add(name, handle("f", names, ["g"], list(results)), {**inputs, "g": seed}, results,
              fns=[Fn("f", names, body, ["y"])], types=types, **options)


def close(elem, expected):
    finite = np.abs(np.nan_to_num(expected))
    return NARROW[elem] * (0.1 + (finite.max() if finite.size else 0.0))


def second(suite, name, body, inputs, function, keep=(), types=None, relative=1e-5, **options):
    """Derivatives of x, v -> pullback of v at x, by a handler of a handler."""
    arrays, names = wide(inputs), list(inputs)
    floats = [p for p, a in enumerate(inputs.values()) if is_float(a)]
    random = rng("second " + name)
    value = np.asarray(function(*arrays), np.float64)
    v = random.normal(size=value.shape)
    firsts = pullback(function, arrays, floats, v)
    weights = [random.normal(size=d.shape) for d in firsts]

    def inner(*values):
        gradients = pullback(function, list(values[:-1]), floats, values[-1])
        return sum(float(np.sum(w * d)) for w, d in zip(weights, gradients))

    all_arrays = arrays + [v]
    active = floats + [len(arrays)]
    expected = [differences(inner, all_arrays, p) for p in active]
    params = names + ["v"]
    firsts_named = ["d_" + names[p] for p in floats]
    seconds_named = ["dd_" + params[p] for p in active]
    given = {**inputs, "v": Arr("f64", v, keep)}
    results = {}
    for n, p, d in zip(firsts_named, floats, firsts):
        results[n] = want("f64", d, near=near(d), keep=inputs[names[p]].keep)
    for n, p, d in zip(seconds_named, active, expected):
        results[n] = want("f64", d, near=near(d, relative), keep=given[params[p]].keep)
    given.update({"w_" + names[p]: Arr("f64", w, inputs[names[p]].keep)
                  for p, w in zip(floats, weights)})
    types = dict(types or {})
    types["y"] = ("f64", value.shape, frozenset(keep))
    fns = [Fn("f", names, body, ["y"]),
           Fn("pull", params, handle("f", names, ["v"], ["y"] + firsts_named), firsts_named)]
    suite.add(name, handle("pull", params, ["w_" + names[p] for p in floats],
                           firsts_named + seconds_named),
              given, results, fns=fns, types=types, **options)


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


def apart(name, shape, keep=()):
    """Distinct values, none near another or near 0: no kink within a step."""
    n = int(np.prod(shape))
    values = (rng("apart " + name).permutation(n) - n // 2) * 0.137 + 0.05
    return Arr("f64", values.reshape(shape), keep)


def to(elem, inputs):
    """The float inputs rounded to another type."""
    return {k: Arr(elem, a.data, a.keep) if is_float(a) else a for k, a in inputs.items()}
