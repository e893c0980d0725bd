"""Compile time and size grow linearly with the program: counted, not timed."""

import os
import re
import resource
import subprocess
import time

from kinatest import Suite

LIMIT = 60  # seconds, far above what a linear compiler needs
TYPE = "tensor<8xf32>"


def chain(length, kind):
    """A function of `length` ops in a row and its gradient."""
    lines = ["func.func private @f(%%x0: %s) -> %s {" % (TYPE, TYPE)]
    for i in range(length):
        if kind == "unary":
            op = ("sin", "tanh", "sigmoid", "exp")[i % 4]
            lines.append("%%x%d = kina.%s %%x%d : %s" % (i + 1, op, i, TYPE))
        else:  # each value twice, and the first one everywhere
            other = i if i % 2 else 0
            lines.append("%%x%d = kina.%s %%x%d, %%x%d : %s" %
                         (i + 1, ("mul", "add", "sub")[i % 3], i, other, TYPE))
    lines += ["return %%x%d : %s" % (length, TYPE), "}",
              "func.func @main(%%x: %s) -> (%s, %s) {" % (TYPE, TYPE, TYPE),
              "%%y, %%d = kina.handle @f(%%x) with reverse_mode : (%s) -> (%s, %s)" %
              (TYPE, TYPE, TYPE), "return %%y, %%d : %s, %s" % (TYPE, TYPE), "}"]
    return "\n".join(lines) + "\n"


def limit_stack():
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, 8 << 20))


def compile_chain(suite, name, length, kind, passes):
    """Ops, bytes and seconds of one compilation, or None."""
    path = os.path.join(suite.dir, "chain.mlir")
    with open(path, "w") as file:
        file.write(chain(length, kind))
    out = os.path.join(suite.dir, "out.mlir")
    start = time.time()
    try:
        done = subprocess.run([suite.args.kina_opt, *passes, path, "-o", out], timeout=LIMIT,
                              capture_output=True, text=True, preexec_fn=limit_stack)
    except subprocess.TimeoutExpired:
        suite.report(False, name, "not done after %d s" % LIMIT)
        return None
    seconds = time.time() - start
    if done.returncode:
        suite.report(False, name, "status %d, %s" % (done.returncode, done.stderr[-300:]))
        return None
    with open(out) as file:
        text = file.read()
    ops = count_ops(text)
    print("%s: %d ops, %d bytes, %.1f s" % (name, ops, len(text), seconds), flush=True)
    return ops, len(text), seconds


def check(suite, label, kind, passes, lengths):
    """Size per op of the source may not grow with the source."""
    if suite.args.filter not in label:
        return
    measured = []
    for length in lengths:
        result = compile_chain(suite, "%s %s %d" % (label, kind, length), length, kind, passes)
        if not result:
            return
        measured.append(result)
    first, last = measured[0], measured[-1]
    times = lengths[-1] / lengths[0]
    # Names of values get longer with their number: bytes may grow a little more.
    allowed = 1.02 if not suite.args.mutate else 0.1
    grown = (last[0] / first[0] / times, last[1] / first[1] / times)
    suite.report(grown[0] <= allowed and grown[1] <= 1.3 * allowed, "%s %s" % (label, kind),
                 "ops grew by %.2f and bytes by %.2f for each op" % grown)
    print("%s %s: time for each op grew by %.2f" % (label, kind, last[2] / first[2] / times))


def count_ops(text):
    return len(re.findall(r"^\s+(%\S+ = )?\"?[a-z_]+\.[a-z_]", text, re.M))


def differentiate(suite, name, module, most):
    """--kina-ad may make `most` ops of a module, within a second or so."""
    if suite.args.filter not in name:
        return
    start = time.time()
    done = subprocess.run([suite.args.kina_opt, "--kina-ad", "-"], input=module, text=True,
                          capture_output=True, timeout=LIMIT)
    ops = count_ops(done.stdout)
    allowed = most if not suite.args.mutate else 1
    suite.report(done.returncode == 0 and ops <= allowed, name, "status %d, %d ops, %s" % (
        done.returncode, ops, done.stderr[-300:]))
    print("%s: %d ops, %.1f s" % (name, ops, time.time() - start))


def sharing(suite):
    """What is used twice is differentiated once: doubling would give 2^30 ops."""
    main_text = chain(0, "unary").split("\n", 3)[3]
    head = "func.func private @f(%%x0: %s) -> %s {\n" % (TYPE, TYPE)
    lines = ["%%x%d = kina.add %%x%d, %%x%d : %s\n" % (k + 1, k, k, TYPE) for k in range(30)]
    tail = "return %%x30 : %s\n}\n" % TYPE
    differentiate(suite, "H15 a value used twice, 30 times", head + "".join(lines) + tail + main_text,
                  300)
    functions = ["func.func private @f0(%%x: %s) -> %s {\n%%y = kina.sin %%x : %s\nreturn %%y : %s\n}\n"
                 % ((TYPE,) * 4)]
    for k in range(1, 31):
        call = "func.call @f%d(%%x) : (%s) -> %s\n" % (k - 1, TYPE, TYPE)
        functions.append("func.func private @f%s(%%x: %s) -> %s {\n%%a = %s"
                         "%%y = kina.mul %%a, %%a : %s\nreturn %%y : %s\n}\n" %
                         (k if k < 30 else "", TYPE, TYPE, call, TYPE, TYPE))
    differentiate(suite, "calls 30 levels deep", "".join(functions) + main_text, 900)


def main():
    suite = Suite(__doc__)
    sharing(suite)
    every = suite.args.all
    check(suite, "host pipeline", "unary", ["--kina-host-pipeline"],
          (1000, 2000, 4000) if every else (500, 1000))
    check(suite, "host pipeline", "binary", ["--kina-host-pipeline"],
          (1000, 2000, 4000) if every else (1000, 4000))
    check(suite, "ad and linalg", "unary", ["--kina-ad", "--kina-to-linalg"],
          (25000, 100000) if every else (5000, 50000))
    check(suite, "ad and linalg", "binary", ["--kina-ad", "--kina-to-linalg"],
          (25000, 50000, 100000) if every else (5000, 10000))
    suite.finish()


if __name__ == "__main__":
    main()
