"""Draws programs: the state that the ops' generators share."""

import numpy as np

from elements import (Arr, FLOATS, INTS, bounds, largest, smallest, smallest_normal)
from intervals import Invalid, Val
from program import Function, Instr, Program, evaluate_instr

ELEMS = FLOATS + INTS + ("i1",)


class Entry:
    """A value that ops may use."""

    def __init__(self, name, elem, dims, val):
        self.name, self.elem, self.dims, self.val = name, elem, tuple(dims), val

    @property
    def shape(self):
        return self.val.shape

    @property
    def rank(self):
        return len(self.dims)


class Generator:
    """One program in the making. What draws is a Random of NumPy."""

    def __init__(self, table, random):
        self.table, self.random = table, random
        self.params, self.inputs, self.instrs = [], [], []
        self.pool, self.used, self.counter = [], set(), 0
        # How many sizes are `?`: none, some, most.
        self.dynamic = float(random.choice([0, 0, 0.4, 0.9]))
        self.largest_size = 2000 if self.chance(0.04) else 60

    # Draws.

    def chance(self, p):
        return self.random.random() < p

    def choice(self, options):
        return options[int(self.random.integers(len(options)))]

    def integer(self, low, high):
        """In [low, high], both included."""
        return int(self.random.integers(low, high + 1))

    def size(self):
        if self.chance(0.03):
            return self.choice([16, 17, 33])
        return self.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7]) if self.chance(0.5) else \
            self.choice([1, 2, 3, 4])

    def shape(self, low=0, high=5):
        rank = self.choice([r for r in (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5) if low <= r <= high])
        while True:
            shape = tuple(self.size() for _ in range(rank))
            if np.prod(shape) <= self.largest_size:
                return shape

    def dims_of(self, shape):
        """A type for a shape: each size static or `?`."""
        return tuple(None if self.chance(self.dynamic) else s for s in shape)

    def floats(self, elem, shape):
        kind = self.random.random()
        nice = self.random.integers(-16, 17, shape) / 8
        if kind < 0.5:
            return nice
        if kind < 0.6:
            return np.abs(nice) + self.choice([0, 0.5])
        if kind < 0.7:
            return np.round(nice * 4)
        values = self.random.normal(size=shape) * 2.0 ** self.choice([-3, 0, 0, 2, 5])
        if kind < 0.9:
            return values
        top, tiny, norm = largest(elem), smallest(elem), smallest_normal(elem)
        special = [np.nan, np.inf, -np.inf, 0.0, -0.0, top, -top, tiny, -tiny, norm, -norm, 1, -1]
        picked = np.array(special)[self.random.integers(0, len(special), shape)]
        return np.where(self.random.random(shape) < self.choice([0.2, 1]), picked, nice)

    def data(self, elem, shape):
        if elem in FLOATS:
            return Arr(elem, self.floats(elem, shape))
        if elem == "i1":
            return Arr(elem, self.random.integers(0, 2, shape))
        low, high = bounds(elem)
        kind = self.random.random()
        if kind < 0.6:
            return Arr(elem, self.random.integers(-9, 10, shape))
        if kind < 0.75:
            return Arr(elem, self.random.integers(0, 5, shape))
        if kind < 0.9:
            return Arr(elem, self.random.integers(low, high, shape, endpoint=True))
        edges = np.array([low, low + 1, -1, 0, 1, high - 1, high])
        return Arr(elem, edges[self.random.integers(0, len(edges), shape)])

    # Values.

    def add_entry(self, name, elem, dims, val):
        entry = Entry(name, elem, dims, val)
        self.pool.append(entry)
        return entry

    def fresh(self):
        self.counter += 1
        return "v%d" % self.counter

    def leaf(self, arr, dims=None, any_values=False):
        """An argument, or a constant where the type is static."""
        shape = arr.shape
        if dims is None:
            dims = self.dims_of(shape)
        if None not in dims and self.chance(0.2):
            return self.constant(arr, any_values)
        name = "a%d" % len(self.params)
        self.params.append((name, arr.elem, tuple(dims)))
        self.inputs.append(arr)
        return self.add_entry(name, arr.elem, dims, Val(arr.elem, arr.data))

    def constant(self, arr, any_values=True):
        splat = any_values and self.chance(0.4) and arr.data.size > 0
        if splat:
            value = self.choice([0, 1, -1, None]) if self.chance(0.5) else None
            arr = Arr(arr.elem, np.full(arr.shape, arr.data.flat[0] if value is None else value),
                      exact=True)
        return self.emit("constant", [], {"value": arr, "splat": splat})

    def fresh_value(self, elem, shape, dims=None):
        return self.leaf(self.data(elem, shape), dims, True)

    def pick(self, elems, fits=lambda e: True, reuse=0.85):
        """A value of one of the element types; later and unused ones are likelier."""
        elems = (elems,) if isinstance(elems, str) else elems
        found = [e for e in self.pool if e.elem in elems and fits(e)]
        if not found or not self.chance(reuse):
            return None
        unused = [e for e in found if e.name not in self.used]
        if unused and self.chance(0.7):
            found = unused
        return found[-1 - min(int(self.random.exponential(2)), len(found) - 1)]

    def operand(self, elems, low=0, high=5, fits=lambda e: True):
        """A value of one of the element types with a rank in [low, high]."""
        # One type first: otherwise programs stick to the type that they begin with.
        elem = elems if isinstance(elems, str) else self.choice(elems)
        ok = lambda e: low <= e.rank <= high and fits(e)
        return self.pick(elem if self.chance(0.5) else elems, ok) or self.pick(elem, ok) or \
            self.fresh_value(elem, self.shape(low, high))

    def like(self, entry, elem=None, fits=lambda v: True, data=None):
        """A value of the same type, or of another element type with the same sizes."""
        elem = elem or entry.elem
        ok = lambda e: e.dims == entry.dims and e.shape == entry.shape and fits(e.val)
        found = self.pick(elem, ok, reuse=0.8)
        if found:
            return found
        return self.leaf(data or self.data(elem, entry.shape), entry.dims, data is None)

    def exact_ints(self, shape, low, high, dims=None):
        """i64 values that are known to lie in [low, high]."""
        def fits(e):
            return e.shape == tuple(shape) and (dims is None or e.dims == dims) and \
                e.val.exact and ((e.val.lo >= low) & (e.val.lo <= high)).all()
        found = self.pick("i64", fits, reuse=0.6)
        if found:
            return found
        if low == 0 and high >= 0 and self.chance(0.35):
            source = self.pick("i64", lambda e: e.shape == tuple(shape) and None not in e.dims
                               and e.val.exact and (dims is None or e.dims == dims))
            source = source or self.fresh_value("i64", shape, shape if dims is None else dims)
            if None not in source.dims:
                bound = self.emit("constant", [], {
                    "value": Arr("i64", np.full(shape, high + 1)), "splat": True})
                return self.emit("mod", [source, bound])
        values = self.random.integers(low, max(high, low) + 1, shape)
        return self.leaf(Arr("i64", values), dims)

    def sizes_for(self, shape, dims):
        """What gives the sizes of a spelled type."""
        sizes = []
        for s, d in zip(shape, dims):
            if d is not None:
                continue
            found = [(e.name, k) for e in self.pool for k, n in enumerate(e.shape) if n == s]
            products = [] if found and self.chance(0.8) else [
                [(e.name, k), (e.name, j)] for e in self.pool for k in range(e.rank)
                for j in range(k) if e.shape[k] * e.shape[j] == s]
            if products and self.chance(0.8):
                sizes.append(self.choice(products))
            elif found and self.chance(0.95):
                sizes.append([self.choice(found)])
            else:
                sizes.append(int(s))
        return sizes

    def spelled(self, op, operands, attrs, elem, shape, dims=None):
        """An op whose result type is spelled with its sizes."""
        dims = self.dims_of(shape) if dims is None else dims
        return self.emit(op, operands, attrs, (elem, tuple(dims)), self.sizes_for(shape, dims))

    def emit(self, op, operands, attrs=None, target=None, sizes=()):
        """Adds an op; Invalid if it would trap or has no valid type."""
        instr = Instr(op, [o.name for o in operands], attrs, target, sizes)
        instr.name = self.fresh()
        rule = self.table[op]
        instr.elem, dims = rule.infer(instr.attrs, [(o.elem, o.dims) for o in operands], target)
        env = {e.name: e.val for e in self.pool}
        instr.dims = (None,) * len(dims)
        val = evaluate_instr(instr, self.table, env, None)[0]
        instr.spelled = self.respelled(rule, dims, val.shape)
        instr.dims = instr.spelled or tuple(dims)
        self.instrs.append(instr)
        self.used.update(instr.uses())
        return self.add_entry(instr.name, instr.elem, instr.dims, val)

    def respelled(self, rule, dims, shape):
        """Where the type is spelled it may know more, or less, than the operands'."""
        if not rule.spells or not self.dynamic or self.chance(0.8):
            return None
        return tuple(self.choice([None, s]) if self.chance(0.3) else d for d, s in zip(dims, shape))


def draw(table, random, length):
    """A program of about `length` ops."""
    g = Generator(table, random)
    names = [n for n, op in table.items() if op.weight]
    weights = np.cumsum([table[n].weight for n in names])
    tries = 0
    made = lambda: sum(i.op != "constant" for i in g.instrs)
    while made() < length and tries < 20 * length:
        tries += 1
        name = names[int(np.searchsorted(weights, random.random() * weights[-1], side="right"))]
        state = (len(g.params), len(g.instrs), len(g.pool), set(g.used))
        try:
            table[name].generate(g)
        except Invalid:
            del g.params[state[0]:], g.inputs[state[0]:], g.instrs[state[1]:], g.pool[state[2]:]
            g.used = state[3]
    return finish(g, random)


def finish(g, random):
    """Chooses the results: most values that nothing uses, and some others."""
    names = [i.name for i in g.instrs] or [p[0] for p in g.params]
    returns = [n for n in names if n not in g.used and g.chance(0.75)]
    extra = [e.name for e in g.pool if e.name not in returns]
    while extra and (not returns or g.chance(0.25)) and len(returns) < 6:
        returns.append(extra.pop(int(random.integers(len(extra)))))
    program = Program(Function(g.params, g.instrs, returns or names[-1:]), g.inputs)
    if g.chance(0.15):
        outline(program, g)
    return program


def outline(program, g):
    """Moves some ops in a row to a function of their own, called once or twice."""
    main = program.functions[0]
    if len(main.instrs) < 3:
        return
    first = g.integer(0, len(main.instrs) - 2)
    last = g.integer(first + 1, len(main.instrs) - 1)
    inner, after = main.instrs[first:last + 1], main.instrs[last + 1:]
    made = [i.name for i in inner]
    types = main.types()
    needed = list(dict.fromkeys(v for i in inner for v in i.uses() if v not in made))
    wanted = set(main.returns) | {v for i in after for v in i.uses()}
    results = [n for n in made if n in wanted] or made[-1:]
    call = Instr("call", needed, {"callee": 1})
    call.name = results
    call.elem, call.dims = [types[r][0] for r in results], [types[r][1] for r in results]
    program.functions.append(Function([(n, *types[n]) for n in needed], inner, list(results)))
    main.instrs = main.instrs[:first] + [call] + after
    if g.chance(0.4):
        again = Instr("call", needed, {"callee": 1})
        again.name = [r + "_again" for r in results]
        again.elem, again.dims = call.elem, call.dims
        main.instrs.append(again)
        main.returns.append(again.name[0])
