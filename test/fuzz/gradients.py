"""Gradients of random programs, to the third order: `fuzz.py --gradients`.

A program of differentiable ops in f64 is f; its scalar is φ(x) = Σ u f(x) with random u.
kina gives the gradient of φ, by a handler of a handler the gradient of ⟨w, ∇φ⟩, and one
order more. NumPy gives the same from differences of φ alone. On the roads --canonicalize
and -O3 the gradients must be those of -O0.

A kink within a step is told by a second, smaller step whose difference disagrees; such
elements are not judged, and are counted.
"""

import os

import numpy as np

import counts
import gradient_values
from elements import Arr
from generator import Generator, finish
from gradlib import directional, differences
from intervals import Invalid
from kinatest import input_flag
from op import Op
from program import program_text, type_text
from runner import Runner
from table import TABLE

ORDERS = 3
# What a derivative may be off, relative to its size, on top of what the steps tell.
RELATIVE = (1e-7, 1e-6, 1e-4)
# Steps of the differences by order: each order divides by one more.
STEPS = (1e-3, 4e-3, 1.5e-2)
LEAST, MOST = 0.3, 30.0
# Draws of which a gradient is not wanted, or which make no program of f64.
LEFT_OUT = {"and", "or", "xor", "not", "cast", "tensor.cast"}
POSITIVE = {"log", "sqrt", "rsqrt"}
ROADS = {"O0": ([], ["-O0"]), "O3": ([], ["-O3"]),
         "canonicalize": (["--canonicalize"], ["-O0"]),
         "canonicalize-after": (["--kina-ad", "--canonicalize", "--cse"], ["-O0"])}

# -O3 takes longest, more than linear in the size of a function: the first order alone.
ORDERS_ON = {"O3": 1}
TURNS = ("canonicalize-after", "O3", "canonicalize", "canonicalize")


def on_positive(name):
    """The op on values that stay away from 0."""
    def generate(g):
        x = g.pick("f64", lambda e: bool((e.val.lo >= LEAST).all())) or g.positive(g.shape())
        return g.emit(name, [x])
    return Op(name, generate, TABLE[name].infer, TABLE[name].evaluate, 0.6, "result")


def on_divisor(name):
    def generate(g):
        x = g.operand("f64")
        if name == "pow":
            x = g.positive(x.shape, x.dims)
        y = g.like(x, fits=lambda v: (np.abs(v.lo) >= LEAST).all(), data=g.away(x.shape))
        return g.emit(name, [x, y])
    return Op(name, generate, TABLE[name].infer, TABLE[name].evaluate, 0.8, "result")


DRAWN = {**{n: op for n, op in TABLE.items() if n not in LEFT_OUT},
         **{n: on_positive(n) for n in POSITIVE}, **{n: on_divisor(n) for n in ("div", "mod", "pow")}}


class SmoothGenerator(Generator):
    """Programs of f64 whose values stay small."""

    def floats(self, elem, shape):
        return self.random.choice([-1, 1], shape) * self.random.uniform(0.2, 1.7, shape)

    def positive(self, shape, dims=None):
        return self.leaf(Arr("f64", self.random.uniform(LEAST, 2, shape)), dims)

    def away(self, shape):
        return Arr("f64", self.random.choice([-1, 1], shape) * self.random.uniform(LEAST, 2, shape))

    def choice(self, options):
        # An op that takes numbers of any type takes f64.
        if "f64" in options and self.chance(0.97):
            return "f64"
        return super().choice(options)

    def emit(self, op, operands, attrs=None, target=None, sizes=()):
        entry = super().emit(op, operands, attrs, target, sizes)
        val = entry.val
        if val.elem == "f64" and not (np.isfinite(val.lo) & (np.abs(val.lo) <= MOST)).all():
            self.instrs.pop(), self.pool.pop()
            raise Invalid("large values")
        return entry


def program_of(seed, number):
    """Program `number` of a seed: it has an argument and a result of f64."""
    random = np.random.default_rng([seed, number, 3])
    names = [n for n, op in DRAWN.items() if op.weight]
    weights = np.array([DRAWN[n].weight for n in names])
    while True:
        g = SmoothGenerator(DRAWN, random)
        g.largest_size = 40
        length = int(random.integers(2, 8))
        for _ in range(20 * length):
            if sum(i.op != "constant" for i in g.instrs) >= length:
                break
            state = (len(g.params), len(g.instrs), len(g.pool), set(g.used))
            try:
                DRAWN[str(random.choice(names, p=weights / weights.sum()))].generate(g)
            except Invalid:
                del g.params[state[0]:], g.inputs[state[0]:], g.instrs[state[1]:], g.pool[state[2]:]
                g.used = state[3]
        program = finish(g, random)
        main = program.functions[0]
        known = main.types()
        if any(e == "f64" for _, e, _ in main.params) and any(
                known[r][0] == "f64" for r in main.returns):
            return program


class Case:
    """A program, its directions, and what kina and NumPy make of them."""

    def __init__(self, seed, number):
        self.program = program_of(seed, number)
        main, known = self.program.functions[0], self.program.functions[0].types()
        self.active = [k for k, (_, e, _) in enumerate(main.params) if e == "f64"]
        self.judged = [k for k, r in enumerate(main.returns) if known[r][0] == "f64"]
        self.types = [type_text(e, d) for _, e, d in main.params]
        self.results = [type_text(*known[r]) for r in main.returns]
        random = np.random.default_rng([seed, number, 5])
        self.x = [a.data for a in self.program.inputs]
        values = gradient_values.evaluate(self.program, self.x)
        normal = lambda like: random.normal(size=np.shape(like))
        self.u = [normal(values[k]) for k in self.judged]
        self.w = [[normal(self.x[k]) for k in self.active] for _ in range(ORDERS - 1)]
        self.v = [normal(self.x[k]) for k in self.active]

    def text(self, name, orders=ORDERS):
        """@name, @name_1, .. @name_3: the program and its derivatives, one of the other,
        each with those of lower orders."""
        grads = [self.types[k] for k in self.active]
        seeds, lower, callee = [self.results[k] for k in self.judged], [], name
        params, lines = list(self.types), [program_text(self.program, TABLE, name)]
        for order in range(1, orders + 1):
            types = params + seeds
            names = ["%%a%d" % k for k in range(len(types))]
            given = self.results if order == 1 else lower
            # Of what a derivative returns, the highest order is differentiated.
            of = self.judged if order == 1 else range(len(given) - len(grads), len(given))
            call = "%%r:%d = kina.handle @%s(%s) with reverse_mode of = %s wrt = %s seed(%s) : (%s) -> (%s)" % (
                len(given + grads), callee, ", ".join(names[:len(params)]), list(of), self.active,
                ", ".join(names[len(params):]), ", ".join(types), ", ".join(given + grads))
            back = ["%%r#%d" % k for k in range(len(given) - len(lower), len(given + grads))]
            callee, lower = "%s_%d" % (name, order), lower + grads
            lines.append("func.func private @%s(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
                callee, ", ".join("%s: %s" % pair for pair in zip(names, types)), ", ".join(lower),
                call, ", ".join(back), ", ".join(lower)))
            params, seeds = types, grads
        return "".join(lines)

    def arguments(self, orders=ORDERS):
        return [*self.program.inputs,
                *[Arr("f64", a) for s in [self.u, *self.w[:orders - 1]] for a in s]]

    def argument_types(self, orders=ORDERS):
        grads = [self.types[k] for k in self.active]
        return self.types + [self.results[k] for k in self.judged] + grads * (orders - 1)

    def phi(self, *active):
        x = list(self.x)
        for k, a in zip(self.active, active):
            x[k] = a
        values = gradient_values.evaluate(self.program, x)
        return float(sum(np.sum(u * values[k]) for u, k in zip(self.u, self.judged)))

    def derivative(self, order, step):
        """φ differentiated along w of each lower order, then along v."""
        function = self.phi
        for w in self.w[:order - 1]:
            function = lambda *a, f=function, w=w: directional(f, a, w, step)
        return directional(function, [self.x[k] for k in self.active], self.v, step)

    def wrong(self, got):
        """(what is wrong with the gradients of each order, as a text; judged, left out)."""
        judged = left = 0
        problem = None
        here = [self.x[k] for k in self.active]
        for p in range(len(here)):
            rough, fine = (differences(self.phi, here, p, h) for h in (STEPS[0], STEPS[0] / 2))
            off = np.abs(rough - fine)
            size = np.abs(fine) + 0.1 * (1 + np.abs(fine).max(initial=0))
            known = off <= 1e-4 * size
            bad = known & ~(np.abs(got[p] - fine) <= RELATIVE[0] * size + 10 * off)
            judged, left = judged + int(known.sum()), left + int((~known).sum())
            if bad.any() and not problem:
                at = tuple(int(i) for i in np.argwhere(bad)[0])
                problem = "order 1, argument %d%s: got %r, expected %r" % (
                    self.active[p], list(at), float(got[p][at]), float(fine[at]))
        for order in range(1, ORDERS + 1):
            mine = got[(order - 1) * len(here):order * len(here)]
            product = float(sum(np.sum(v * d) for v, d in zip(self.v, mine)))
            rough, fine = (self.derivative(order, h) for h in (STEPS[order - 1], STEPS[order - 1] / 2))
            size = 1 + abs(fine) + sum(float(np.sum(np.abs(v * d))) for v, d in zip(self.v, mine))
            off = abs(rough - fine)
            if not off <= 1e-3 * size:
                left += 1
                continue
            judged += 1
            if not abs(product - fine) <= RELATIVE[order - 1] * size + 10 * off and not problem:
                problem = "order %d, along v: got %r, expected %r" % (order, product, fine)
        return problem, judged, left


def module_text(cases, orders=ORDERS):
    """@main calls the highest order of every case."""
    names, types, calls, outs, out_types = [], [], [], [], []
    for k, case in enumerate(cases):
        mine_types = case.argument_types(orders)
        mine = ["%%p%d_%d" % (k, j) for j in range(len(mine_types))]
        grads = [case.types[a] for a in case.active] * orders
        results = ["%%r%d_%d" % (k, j) for j in range(len(grads))]
        calls.append("  %s = func.call @p%d_%d(%s) : (%s) -> (%s)\n" % (
            ", ".join(results), k, orders, ", ".join(mine), ", ".join(mine_types), ", ".join(grads)))
        names, types, outs, out_types = names + mine, types + mine_types, outs + results, out_types + grads
    return "%sfunc.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n" % (
        "".join(c.text("p%d" % k, orders) for k, c in enumerate(cases)),
        ", ".join("%s: %s" % pair for pair in zip(names, types)), ", ".join(out_types),
        "".join(calls), ", ".join(outs), ", ".join(out_types))


class GradientRunner(Runner):
    modes = ROADS

    def run_cases(self, cases, road):
        """For each case its gradients, or a text; a module that fails is split."""
        orders = ORDERS_ON.get(road, ORDERS)
        elems = ["f64"] * sum(orders * len(c.active) for c in cases)
        results, failure = self.execute(
            module_text(cases, orders), [a for c in cases for a in c.arguments(orders)], elems, road)
        if failure and len(cases) > 1:
            half = len(cases) // 2
            return self.run_cases(cases[:half], road) + self.run_cases(cases[half:], road)
        if failure:
            return [failure]
        out = iter(results)
        return [[next(out).wide() for _ in range(orders * len(c.active))] for c in cases]


def equal_on(road, plain, got):
    """Where a road's gradients are not those of -O0."""
    for k, (a, b) in enumerate(zip(plain, got)):
        if a.shape != b.shape:
            return "gradient %d has shape %s with %s, %s at -O0" % (k, b.shape, road, a.shape)
        size = np.abs(np.nan_to_num(a)).max(initial=0) + 1
        differ = ~((np.abs(a - b) <= 1e-9 * size) | (np.isnan(a) & np.isnan(b)) | (a == b))
        if differ.any():
            at = tuple(int(i) for i in np.argwhere(differ)[0])
            return "gradient %d%s is %r with %s, %r at -O0" % (k, list(at), float(b[at]), road,
                                                              float(a[at]))
    return None


def spoiled(case, got, order):
    """The gradients with those of one order off by a percent, where there are any."""
    count = len(case.active)
    return [g if not (order - 1) * count <= k < order * count else
            g + 0.01 * (1 + np.abs(np.nan_to_num(g)).max(initial=0)) * np.sign(case.v[k % count])
            for k, g in enumerate(got)]


def faults(cases, plain):
    """(found, missed) of gradients that are spoiled on purpose."""
    found = missed = 0
    for case, got in zip(cases, plain):
        if isinstance(got, str) or case.wrong(got)[0] or not any(v.size for v in case.v):
            continue
        left = case.wrong(got)[2]
        for order in range(1, ORDERS + 1):
            caught = case.wrong(spoiled(case, got, order))[0] is not None
            # What stands at a kink is judged by nothing.
            found, missed = found + caught, missed + (not caught and left == 0)
    return found, missed


def keep(folder, stem, case, problem, road):
    """A file with the program and its inputs, as a command to run."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, stem + ".mlir")
    flags = []
    for k, arr in enumerate(case.arguments()):
        name = os.path.join(folder, "%s-in%d.npy" % (stem, k))
        arr.save(name)
        flags.append(input_flag(arr, name))
    with open(path, "w") as file:
        file.write("// %s\n// kina-run %s --function=main %s\n%s" % (
            problem, path, " ".join(ROADS[road][1] + flags), module_text([case])))
    return path


def run(args):
    """Whether all gradients are right; what is not lies in the folder args.out."""
    runner = GradientRunner(None, args.kina_run, args.kina_opt)
    bad = judged = left = 0
    numbers = list(range(args.start, args.start + args.programs))
    for first in range(0, len(numbers), 10):
        batch = numbers[first:first + 10]
        cases = [Case(args.seed, n) for n in batch]
        plain = runner.run_cases(cases, "O0")
        roads = list(ROADS)[1:] if args.modes == "all" else [TURNS[first // 10 % len(TURNS)]]
        if first == 0:
            found, missed = faults(cases, plain)
        others = {road: runner.run_cases(cases, road) for road in roads}
        for k, (n, case) in enumerate(zip(batch, cases)):
            problem, road = plain[k], "O0"
            if not isinstance(problem, str):
                problem, good, not_judged = case.wrong(plain[k])
                judged, left = judged + good, left + not_judged
                for road in () if problem else roads:
                    got = others[road][k]
                    problem = got if isinstance(got, str) else equal_on(road, plain[k], got)
                    if problem:
                        break
            if problem:
                bad += 1
                path = keep(args.out, "gradient%d-%d" % (args.seed, n), case, " ".join(problem.split()),
                            road)
                print("DISAGREEMENT test/fuzz/fuzz.py --gradients --seed=%d, program %d, %s, in %s: %s" % (
                    args.seed, n, road, path, problem[:500]), flush=True)
    runner.close()
    # Too many kinks would mean that nothing is checked.
    most = judged / 5
    print("gradients, seed %d: %d programs, %d disagree; %d derivatives judged, %d at a kink" % (
        args.seed, len(numbers), bad, judged, left), flush=True)
    counts.record("fuzz gradients", len(numbers) - bad, bad)
    counts.record("fuzz derivatives judged", judged)
    counts.record("fuzz gradient faults found", found, missed)
    print("%d gradients spoiled on purpose, %d not noticed" % (found + missed, missed))
    return bad == 0 and 0 < judged and left <= most and found > 0 and missed == 0
