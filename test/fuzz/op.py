"""What the tables of ops are made of."""

from intervals import Invalid


class Op:
    """`generate(g)` adds an op to a Generator; `infer(attrs, types, target)` gives the
    result's element type and sizes, for types (`?` is None) and for run-time sizes;
    `evaluate(attrs, vals, elem, shape)` gives its value. `form` is how the types are
    written; `spells` says that a result type may name other sizes than follow."""

    def __init__(self, name, generate, infer, evaluate, weight=1, form="arrow", spells=None,
                 prefix=lambda a: "", suffix=lambda a: ""):
        self.name, self.generate, self.infer, self.evaluate = name, generate, infer, evaluate
        self.weight, self.form, self.prefix, self.suffix = weight, form, prefix, suffix
        self.spells = form in ("arrow", "tuple") if spells is None else spells

    def line(self, instr, body, operands, result):
        """The op's text after `=`."""
        types = {"arrow": "%s -> %s" % (", ".join(operands), result),
                 "tuple": "(%s) -> %s" % (", ".join(operands), result),
                 "result": result,
                 "first": operands[0] if operands else result}.get(self.form)
        if types:
            return "kina.%s %s : %s" % (self.name, body, types)
        return self.form(instr, body, operands, result)


def agree(*sizes):
    """Sizes that must be equal; None is not known."""
    known = {s for s in sizes if s is not None}
    if len(known) > 1:
        raise Invalid("sizes %s" % sorted(known))
    return known.pop() if known else None


def agree_all(*shapes):
    if len({len(s) for s in shapes}) != 1:
        raise Invalid("ranks")
    return tuple(agree(*s) for s in zip(*shapes))


def equal(*shapes):
    """Types that must be the same; run-time sizes that must be equal."""
    need(len({tuple(s) for s in shapes}) == 1, "types")
    return tuple(shapes[0])


def need(condition, what="rule"):
    if not condition:
        raise Invalid(what)
