"""Gradients through scf.if, scf.for, scf.while, kina.checkpoint and calls in them, for
every policy of recomputation, first and second order, against finite differences."""

import numpy as np

from elements import Arr
from gradlib import f64, grad, second
from kinatest import Fn, Suite

np.seterr(all="ignore")
POLICIES = ("", "store", "sqrt", "recompute")
TRIPS = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
# The trip count as a number that only the run knows.
COUNT = TRIPS + "%k0 = tensor.extract %k[] : tensor<i64>\n%n = arith.index_cast %k0 : i64 to index\n"


def policy_of(name):
    return ' {kina.recompute_policy = "%s"}' % name if name else ""


def known(n):
    return TRIPS + "%%n = arith.constant %d : index\n" % n


def times(n, function, *state):
    for i in range(n):
        state = function(i, *state)
    return state[0]


def i64(value):
    return Arr("i64", np.int64(value))


def add_for(suite):
    body = "%%r = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
           "%%s = kina.sin %%a : $x\n%%m = kina.mul %%s, %%w : $x\nscf.yield %%m : $x\n}%s\n" \
           "%%y = kina.mul %%r, %%x : $x"
    step = lambda w: lambda i, a: (np.sin(a) * w,)
    for policy in POLICIES:
        text = body % policy_of(policy)
        for n in (0, 1, 2, 7):
            inputs = {"x": f64("fx", (2, 3)), "w": f64("fw", (2, 3))}
            grad(suite, "for %s, %d known trips" % (policy, n), known(n) + text, inputs,
                 lambda x, w, n=n: times(n, step(w), x) * x)
            grad(suite, "for %s, %d trips" % (policy, n), COUNT + text, {**inputs, "k": i64(n)},
                 lambda x, w, k: times(int(k), step(w), x) * x)
        second(suite, "order 2: for %s" % policy, COUNT + text,
               {"x": f64("sx", (2,)), "w": f64("sw", (2,)), "k": i64(3)},
               lambda x, w, k: times(int(k), step(w), x) * x)


def add_parts(suite):
    """Each iteration reads its part of tensors and writes its part of one (H10)."""
    text = "%%r = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%z) -> ($x) {\n" \
        "%%p = tensor.extract_slice %%x[%%i] [1] [1] : $x to tensor<1xf64>\n" \
        "%%q = tensor.extract_slice %%w[%%i] [1] [1] : $x to tensor<1xf64>\n" \
        "%%m = kina.mul %%p, %%q : tensor<1xf64>\n" \
        "%%b = tensor.insert_slice %%m into %%a[%%i] [1] [1] : tensor<1xf64> into $x\n" \
        "scf.yield %%b : $x\n}%s\n%%y = kina.sin %%r : $x"
    inputs = {"x": f64("pa", (4,)), "w": f64("pw", (4,)), "z": f64("pz", (4,))}
    function = lambda x, w, z: np.sin(np.concatenate([(x * w)[:3], z[3:]]))
    for policy in POLICIES[1:]:
        grad(suite, "H10 parts of tensors in a loop, %s" % policy, known(3) + text % policy_of(policy), inputs,
             function)
    second(suite, "H10 order 2: parts of tensors in a loop", known(3) + text % "", inputs, function)


def add_bounds(suite):
    """The induction variable is used; bounds and steps of other types and at their ends."""
    text = "%%l = arith.constant %d : %s\n%%u = arith.constant %d : %s\n" \
        "%%t = arith.constant %d : %s\n%%scale = arith.constant %r : f64\n" \
        "%%y = scf.for %%i = %%l to %%u step %%t iter_args(%%a = %%x) -> ($x) %s {\n" \
        "%%j = %s\n%%f = arith.sitofp %%j : i64 to f64\n%%h = arith.mulf %%f, %%scale : f64\n" \
        "%%p = tensor.from_elements %%h : tensor<f64>\n" \
        "%%q = kina.broadcast %%p $sizes[3] : tensor<f64> -> $x\n" \
        "%%m = kina.mul %%a, %%q : $x\n%%s = kina.sin %%m : $x\nscf.yield %%s : $x\n}%s"
    casts = {"index": "arith.index_cast %i : index to i64", "i32": "arith.extsi %i : i32 to i64"}

    def value(x, bounds, scale):
        for i in range(*bounds):
            x = np.sin(x * (i * scale))
        return x

    # Room beyond the last step: where the variable wraps, scf.for does not end. And the
    # distance fits: where it wraps, upstream takes a loop over i32 for one without trips.
    top = 2**31 - 1
    for bounds in ((1, 9, 3), (2, 3, 5), (4, 1, 1), (-3, 4, 2), (top - 9, top - 4, 2),
                   (-2**30, 2**30 - 1, 2**30)):
        scale = 2.0**-31 if max(map(abs, bounds)) > 1000 else 1.0
        for policy in POLICIES[1:]:
            for kind, cast in casts.items():
                low, high, step = bounds
                grad(suite, "for over %s %s, %s" % (kind, bounds, policy),
                     text % (low, kind, high, kind, step, kind, scale, ": i32" * (kind == "i32"), cast,
                             policy_of(policy)),
                     {"x": f64("b", (3,), 0.1, 0.9)}, lambda x, b=bounds, s=scale: value(x, b, s))


def add_states(suite):
    """Several states: active and inactive, swapped, handed on, replaced."""
    text = "%%r:4 = scf.for %%i = %%c0 to %%n step %%c1 " \
        "iter_args(%%a = %%x, %%b = %%z, %%c = %%x, %%d = %%j) -> ($x, $x, $x, $j) {\n" \
        "%%one = kina.constant dense<1> : tensor<i64>\n%%d1 = kina.add %%d, %%one : $j\n" \
        "%%df = kina.cast %%d : $j -> tensor<f64>\n" \
        "%%dx = kina.broadcast %%df $sizes[2] : tensor<f64> -> $x\n" \
        "%%s = kina.mul %%a, %%dx : $x\n%%t = kina.add %%s, %%c : $x\n%%e = kina.tanh %%t : $x\n" \
        "scf.yield %%b, %%e, %%c, %%d1 : $x, $x, $x, $j\n}%s\n" \
        "%%u = kina.mul %%r#0, %%r#1 : $x\n%%y = kina.add %%u, %%r#2 : $x"

    def value(x, z, j, k):
        a, b, d = x, z, int(j)
        for _ in range(int(k)):
            a, b, d = b, np.tanh(a * d + x), d + 1
        return a * b + x

    for policy in POLICIES[1:]:
        for n in (0, 1, 5):
            grad(suite, "states %s, %d trips" % (policy, n), COUNT + text % policy_of(policy),
                 {"x": f64("st", (2,)), "z": f64("sz", (2,)), "j": i64(2), "k": i64(n)}, value)
    replaced = "%%y = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
        "%%s = kina.exp %%w : $x\nscf.yield %%s : $x\n}%s"
    constant = "%%z = kina.sub %%x, %%x : $x\n%%zero = kina.constant dense<0.0> : tensor<f64>\n" \
        "%%q = kina.broadcast %%zero $sizes[2] : tensor<f64> -> $x\n" \
        "%%y = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
        "scf.yield %%q : $x\n}%s"
    for policy in POLICIES[1:]:
        for n in (0, 1, 3):
            inputs = {"x": f64("r", (2,)), "w": f64("rw", (2,)), "k": i64(n)}
            grad(suite, "state that is replaced, %s, %d trips" % (policy, n),
                 COUNT + replaced % policy_of(policy), inputs,
                 lambda x, w, k: np.exp(w) if k else x)
            grad(suite, "state that becomes constant, %s, %d trips" % (policy, n),
                 COUNT + constant % policy_of(policy), {"x": inputs["x"], "k": i64(n)},
                 lambda x, k: 0 * x if k else x)


def add_if(suite):
    text = "%zero = kina.constant dense<0.0> : tensor<f64>\n%c = kina.compare gt, %s, %zero : $s\n" \
        "%b = tensor.extract %c[] : tensor<i1>\n" \
        "%r:2 = scf.if %b -> ($x, $x) {\n%e = kina.exp %x : $x\n%m = kina.mul %e, %w : $x\n" \
        "scf.yield %m, %w : $x, $x\n} else {\n%n = kina.neg %x : $x\n%q = kina.sin %n : $x\n" \
        "scf.yield %q, %q : $x, $x\n}\n%t = kina.mul %r#0, %r#1 : $x\n%y = kina.mul %t, %t : $x"
    for sign in (1.0, -1.0):
        inputs = {"x": f64("if", (3,)), "w": f64("iw", (3,)), "s": Arr("f64", sign)}
        value = lambda x, w, s: ((np.exp(x) * w * w if s > 0 else np.sin(-x)**2))**2 + 0 * s
        grad(suite, "H12 if %g" % sign, text, inputs, value)
        second(suite, "order 2: if %g" % sign, text, inputs, value)
    vjp = "%one = kina.constant dense<1.0> : tensor<f64>\n%c = kina.compare ge, %s, %one : $s\n" \
        "%b = tensor.extract %c[] : tensor<i1>\n%y0 = scf.if %b -> ($x) {\n" \
        "%e = kina.exp %x : $x\nscf.yield %e : $x\n} else {\nscf.yield %x : $x\n}\n" \
        "%y = kina.mul %y0, %y0 : $x"
    for s in (1.0, 0.0):
        grad(suite, "H13 value of a region used outside, %g" % s, vjp,
             {"x": f64("h13", (2,)), "s": Arr("f64", s)},
             lambda x, s: (np.exp(x) if s else x)**2 + 0 * s)


def add_while(suite):
    text = "%%lim = kina.constant dense<20.0> : tensor<f64>\n" \
        "%%r:2 = scf.while (%%a = %%x, %%b = %%x) : ($x, $x) -> ($x, $x) {\n" \
        "%%s = kina.reduce sum %%a axes = [0] : $x -> tensor<f64>\n" \
        "%%c = kina.compare lt, %%s, %%lim : tensor<f64>\n%%p = tensor.extract %%c[] : tensor<i1>\n" \
        "%%m = kina.mul %%a, %%w : $x\nscf.condition(%%p) %%m, %%b : $x, $x\n} do {\n" \
        "^bb0(%%t: $x, %%u: $x):\n%%v = kina.sin %%u : $x\n%%q = kina.add %%t, %%t : $x\n" \
        "%%z = kina.add %%q, %%v : $x\nscf.yield %%z, %%t : $x, $x\n}%s\n%%y = kina.add %%r#0, %%r#1 : $x"

    def value(x, w):
        a, b = x, x
        while a.sum() < 20:
            a, b = 2 * (a * w) + np.sin(b), a * w
        return a * w + b

    for policy in POLICIES:
        for low in (0.5, 4.0, 15.0):
            x = {"x": f64("wh%g" % low, (2,), low, low + 0.3), "w": f64("ww", (2,), 1.0, 1.2)}
            form = text % (' attributes {kina.recompute_policy = "%s"}' % policy if policy else "")
            grad(suite, "while %s from %g" % (policy, low), form, x, value)
            if low == 0.5:
                second(suite, "order 2: while %s" % policy, form, x, value)


def add_nested(suite):
    text = "%%r = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
        "%%q = scf.for %%j = %%c0 to %%i step %%c1 iter_args(%%b = %%a) -> ($x) {\n" \
        "%%s = kina.sin %%b : $x\n%%m = kina.mul %%s, %%w : $x\nscf.yield %%m : $x\n}%s\n" \
        "%%even = arith.remui %%i, %%two : index\n%%e = arith.cmpi eq, %%even, %%c0 : index\n" \
        "%%p = scf.if %%e -> ($x) {\n%%t = kina.mul %%q, %%a : $x\nscf.yield %%t : $x\n} else {\n" \
        "%%t = kina.tanh %%q : $x\nscf.yield %%t : $x\n}\nscf.yield %%p : $x\n}%s\n" \
        "%%y = kina.mul %%r, %%w : $x"

    def value(x, w, k):
        a = x
        for i in range(int(k)):
            b = times(i, lambda _, b: (np.sin(b) * w,), a)
            a = b * a if i % 2 == 0 else np.tanh(b)
        return a * w

    two = "%two = arith.constant 2 : index\n"
    for outer in POLICIES[1:]:
        for inner in POLICIES[1:]:
            grad(suite, "nested %s in %s" % (inner, outer),
                 COUNT + two + text % (policy_of(inner), policy_of(outer)),
                 {"x": f64("nx", (2,)), "w": f64("nw", (2,)), "k": i64(4)}, value)
    second(suite, "order 2: nested", COUNT + two + text % ("", ""),
           {"x": f64("nx", (2,)), "w": f64("nw", (2,)), "k": i64(3)}, value)
    inner = "%%y = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
        "%%lim = kina.constant dense<3.0> : tensor<f64>\n" \
        "%%r = scf.while (%%b = %%a) : ($x) -> ($x) {\n" \
        "%%s = kina.reduce sum %%b axes = [0] : $x -> tensor<f64>\n" \
        "%%c = kina.compare lt, %%s, %%lim : tensor<f64>\n%%p = tensor.extract %%c[] : tensor<i1>\n" \
        "scf.condition(%%p) %%b : $x\n} do {\n^bb0(%%t: $x):\n%%m = kina.mul %%t, %%w : $x\n" \
        "scf.yield %%m : $x\n}\n%%q = kina.sin %%r : $x\nscf.yield %%q : $x\n}%s"

    def whiles(x, w, k):
        for _ in range(int(k)):
            while x.sum() < 3:
                x = x * w
            x = np.sin(x)
        return x

    for policy in POLICIES[1:]:
        grad(suite, "while in for %s" % policy, COUNT + inner % policy_of(policy),
             {"x": f64("wf", (2,), 0.5, 0.9), "w": f64("wg", (2,), 1.3, 1.6), "k": i64(3)}, whiles)


def add_checkpoint(suite):
    text = "%r:2 = kina.checkpoint -> ($x, $x) {\n%s = kina.sin %x : $x\n%e = kina.exp %s : $x\n" \
        "%m = kina.mul %e, %w : $x\nkina.yield %m, %s : $x, $x\n}\n%y = kina.mul %r#0, %r#1 : $x"
    value = lambda x, w: np.exp(np.sin(x)) * w * np.sin(x)
    inputs = {"x": f64("cx", (3,)), "w": f64("cw", (3,))}
    grad(suite, "checkpoint", text, inputs, value)
    second(suite, "order 2: checkpoint", text, inputs, value)
    nested = "%y = kina.checkpoint -> ($x) {\n%a = kina.checkpoint -> ($x) {\n%s = kina.sin %x : $x\n" \
        "%e = kina.exp %s : $x\nkina.yield %e : $x\n}\n%m = kina.mul %a, %w : $x\n%t = kina.tanh %m : $x\n" \
        "kina.yield %t : $x\n}"
    grad(suite, "checkpoint in checkpoint", nested, inputs, lambda x, w: np.tanh(np.exp(np.sin(x)) * w))
    loop = COUNT + "%y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> ($x) {\n" \
        "%b = kina.checkpoint -> ($x) {\n%s = kina.sin %a : $x\n%e = kina.exp %s : $x\n" \
        "%m = kina.mul %e, %w : $x\nkina.yield %m : $x\n}\nscf.yield %b : $x\n}"
    grad(suite, "checkpoint in for", loop, {**inputs, "k": i64(3)},
         lambda x, w, k: times(int(k), lambda i, a: (np.exp(np.sin(a)) * w,), x))


def add_calls(suite):
    """Functions called from regions, and recursion that ends."""
    call = "func.call @%s(%%%s$carriers) : ($x$carriertypes) -> $x"
    text = COUNT + "%y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> ($x) {\n" \
        "%b = " + call % ("g", "a") + "\n%c = " + call % ("g", "b") + "\nscf.yield %c : $x\n}"
    x = {"x": f64("ca", (3,)), "k": i64(2)}
    g = Fn("g", ["x"], "%s = kina.sin %x : $x\n%y = kina.mul %s, %x : $x", ["y"])
    value = lambda x, k: times(2 * int(k), lambda i, a: (np.sin(a) * a,), x)
    with_functions(suite, "calls in a loop", text, x, value, [g])
    rec = "%one = kina.constant dense<1> : tensor<i64>\n%k0 = tensor.extract %k[] : tensor<i64>\n" \
        "%z = arith.constant 0 : i64\n%p = arith.cmpi sgt, %k0, %z : i64\n" \
        "%y = scf.if %p -> ($x) {\n%l = kina.sub %k, %one : $k\n%s = kina.sin %x : $x\n" \
        "%r = func.call @rec(%s, %l$carriers) : ($x, $k$carriertypes) -> $x\n" \
        "%m = kina.mul %r, %x : $x\nscf.yield %m : $x\n} else {\nscf.yield %x : $x\n}"

    def recursive(x, k):
        return x if k == 0 else recursive(np.sin(x), k - 1) * x

    outer = "%y = func.call @rec(%x, %k$carriers) : ($x, $k$carriertypes) -> $x"
    for k in (0, 1, 4):
        with_functions(suite, "recursion of depth %d" % k, outer, {"x": f64("re", (2,)), "k": i64(k)},
                       recursive, [Fn("rec", ["x", "k"], rec, ["y"])])
    other = rec.replace("@rec", "@even").replace("%m = kina.mul %r, %x", "%m = kina.add %r, %x")
    mutual = [Fn("even", ["x", "k"], rec.replace("@rec", "@odd"), ["y"]),
              Fn("odd", ["x", "k"], other, ["y"])]

    def even(x, k, isodd=False):
        if k == 0:
            return x
        inner = even(np.sin(x), k - 1, not isodd)
        return inner + x if isodd else inner * x

    with_functions(suite, "mutual recursion", outer.replace("@rec", "@even"),
                   {"x": f64("mu", (2,)), "k": i64(5)}, even, mutual)


def with_functions(suite, name, body, inputs, function, fns):
    grad(suite, name, body, inputs, function)
    suite.cases[-1].fns[:0] = fns


def add_sizes(suite):
    """Sizes that change from one iteration to the next, and sizes of nothing."""
    for policy in POLICIES[1:]:
        grow = COUNT + "%%r = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
            "%%s = kina.sin %%a : $x\n%%d = kina.concat %%s, %%x axis = 0 : ($x, $x) -> $x\n" \
            "%%e = kina.mul %%d, %%d : $x\nscf.yield %%e : $x\n}%s\n" \
            "%%y = kina.reduce sum %%r axes = [0] : $x -> tensor<f64>" % policy_of(policy)

        def value(x, k):
            a = x
            for _ in range(int(k)):
                a = np.concatenate([np.sin(a), x])**2
            return a.sum()

        grad(suite, "tensors that grow, %s" % policy, grow, {"x": f64("gr", (2,)), "k": i64(3)},
             value, static=False)
        empty = COUNT + "%%y = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%x) -> ($x) {\n" \
            "%%s = kina.sin %%a : $x\nscf.yield %%s : $x\n}%s" % policy_of(policy)
        grad(suite, "loop over nothing, %s" % policy, empty, {"x": f64("em", (0, 3)), "k": i64(3)},
             lambda x, k: x)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_for, add_parts, add_bounds, add_states, add_if, add_while, add_nested, add_checkpoint, add_calls, add_sizes):
        add(tests)
    tests.run()
    tests.finish()
