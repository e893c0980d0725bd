"""The examples in f64 against PyTorch's results (goldens/), to about 1 part in 10^10;
a Hessian-vector product against its closed form. Where PyTorch is importable, the
results are computed again too."""

import importlib.util
import os
import re
import subprocess
import sys

import numpy as np

from kinatest import Suite

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
GOLDENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "goldens")
WEIGHTS = "embed position norm1 wq wk wv wo norm2 up down norm3 head".split()
BLOCK = "x norm1 wq wk wv wo norm2 gate up down".split()

# The mean NLL, its gradient g, and H v for a direction v: H is symmetric, so that the
# pullback of v through the gradient is H v.
NLL = """
func.func private @mean_nll(%x: tensor<3x5x7xf64>, %t: tensor<3x5xi64>) -> tensor<f64> {
  %log = kina.log_softmax %x axis = 2 : tensor<3x5x7xf64>
  %picked = kina.take_along_axis %log, %t axis = 2 : tensor<3x5x7xf64>, tensor<3x5xi64> -> tensor<3x5xf64>
  %losses = kina.neg %picked : tensor<3x5xf64>
  %mean = kina.reduce mean %losses axes = [0, 1] : tensor<3x5xf64> -> tensor<f64>
  return %mean : tensor<f64>
}
func.func private @gradient(%x: tensor<3x5x7xf64>, %t: tensor<3x5xi64>) -> tensor<3x5x7xf64> {
  %loss, %g = kina.handle @mean_nll(%x, %t) with reverse_mode
      : (tensor<3x5x7xf64>, tensor<3x5xi64>) -> (tensor<f64>, tensor<3x5x7xf64>)
  return %g : tensor<3x5x7xf64>
}
func.func @main(%x: tensor<3x5x7xf64>, %t: tensor<3x5xi64>, %v: tensor<3x5x7xf64>)
    -> (tensor<f64>, tensor<3x5x7xf64>, tensor<3x5x7xf64>) {
  %loss = call @mean_nll(%x, %t) : (tensor<3x5x7xf64>, tensor<3x5xi64>) -> tensor<f64>
  %g, %hv = kina.handle @gradient(%x, %t) with reverse_mode seed(%v)
      : (tensor<3x5x7xf64>, tensor<3x5xi64>, tensor<3x5x7xf64>) -> (tensor<3x5x7xf64>, tensor<3x5x7xf64>)
  return %loss, %g, %hv : tensor<f64>, tensor<3x5x7xf64>, tensor<3x5x7xf64>
}
"""


def in_f64(text):
    """An f32 program with every f32 made f64."""
    wide, types = re.subn(r"\bf32\b|(?<=x)f32\b", "f64", text)
    # Bits of -inf; other constants are decimal, with all digits of an f64.
    wide = wide.replace("0xFF800000", "0xFFF0000000000000")
    assert types and "f32" not in wide.replace("kina-run", "") and not re.search(r"0x[0-9A-F]{8}\b", wide)
    return wide


def example(name):
    with open(os.path.join(ROOT, "examples", name + ".mlir")) as file:
        return file.read()


def golden(name):
    return np.load(os.path.join(GOLDENS, name + ".npy"))


def inputs(folder, prefix, names):
    """Stored inputs: those in f32 widened, which changes no value."""
    arrays = [np.load(os.path.join(ROOT, "examples", folder, "%s_%s.npy" % (prefix, n))) for n in names]
    return [a if a.dtype == np.int64 else a.astype(np.float64) for a in arrays]


def closed_forms(logits, targets, direction):
    """Mean NLL, (p - onehot) / n, and (diag(p) - p p') v / n, in NumPy's extended floats."""
    x = logits.astype(np.longdouble)
    shifted = x - x.max(axis=-1, keepdims=True)
    exps = np.exp(shifted)
    p = exps / exps.sum(axis=-1, keepdims=True)
    onehot = np.eye(x.shape[-1])[targets]
    losses = np.log(exps.sum(axis=-1)) - (shifted * onehot).sum(axis=-1)
    v = direction.astype(np.longdouble)
    product = p * (v - (p * v).sum(axis=-1, keepdims=True))
    return [a.astype(np.float64) for a in
            (losses.mean(), (p - onehot) / losses.size, product / losses.size)]


class Goldens(Suite):
    def execute(self, name, module, function, arguments, count, options):
        """The results of one function, or None."""
        path = os.path.join(self.dir, name.replace(" ", "-"))
        with open(path + ".mlir", "w") as file:
            file.write(module)
        command = [self.args.kina_run, path + ".mlir", "--function=" + function, *options, *self.args.option]
        for i, array in enumerate(arguments):
            np.save("%s.in%d.npy" % (path, i), array)
            command.append("--input=@%s.in%d.npy" % (path, i))
        outputs = ["%s.out%d.npy" % (path, i) for i in range(count)]
        command += ["--output=@" + output for output in outputs]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if done.returncode:
            self.report(False, name, "status %d, %s" % (done.returncode, done.stderr[-600:]))
            return None
        return [np.load(output) for output in outputs]

    def match(self, name, module, function, arguments, wants, rtol=1e-10, floor=1e-13, options=()):
        """Results against {name: array}: within rtol of each element, or within `floor` of
        the largest one, for elements that are left where terms cancel."""
        if self.args.filter not in name:
            return
        results = self.execute(name, module, function, arguments, len(wants), options)
        for (what, want), got in zip(wants.items(), results or []):
            if self.args.mutate:
                want = want * (1 + 3 * rtol)
            size = np.abs(want).max()
            error = np.abs(got - want)
            fine = got.shape == want.shape and np.all(error <= rtol * np.abs(want) + floor * size)
            worst = (error / np.maximum(np.abs(want), floor / rtol * size)).max()
            self.report(fine and bool(np.isfinite(got).all()), "%s: %s" % (name, what),
                        "off by %.1e of its values, expected %.0e" % (worst, rtol))
            print("%s: %s: largest relative error %.1e" % (name, what, worst))


def reference_examples(suite):
    """The programs of examples/reference, forward and gradients."""
    mlp = inputs("reference", "mlp", "x labels w1 b1 w2 b2".split())
    names = "loss dw1 db1 dw2 db2".split()
    suite.match("mlp", in_f64(example("mlp")), "main", mlp, {n: golden("mlp_" + n) for n in names})
    rate = np.float64(0.5)
    names = "loss new_w1 new_b1 new_w2 new_b2".split()
    suite.match("mlp step", in_f64(example("mlp")), "step", mlp + [rate],
                {n: golden("mlp_" + n) for n in names})
    for prefix, program, parts in (("attention", "attention_gqa", list("qkv")),
                                   ("block", "transformer_block", BLOCK)):
        module = in_f64(example(program))
        given = inputs("reference", prefix, parts)
        suite.match(prefix + " forward", module, "forward", given, {"out": golden(prefix + "_out")})
        wants = {n: golden("%s_%s" % (prefix, n)) for n in ["out"] + ["d" + p for p in parts]}
        suite.match(prefix + " gradient", module, "gradient",
                    given + inputs("reference", prefix, ["seed"]), wants)


def nll(suite):
    given = [golden("nll_" + n) for n in ("logits", "targets", "direction")]
    names = ("loss", "dlogits", "product")
    suite.match("nll, PyTorch", NLL, "main", given, {n: golden("nll_" + n) for n in names})
    suite.match("nll, closed forms", NLL, "main", given, dict(zip(names, closed_forms(*given))))


def training(suite):
    """20 steps of the training example: all losses, and the weights after the last."""
    story, *weights = inputs("data", "train", ["story"] + WEIGHTS)
    wants = {n: golden("train_" + n) for n in ["losses"] + WEIGHTS}
    steps = np.int64(len(wants["losses"]))
    # -O0 where compiling takes longer than running.
    suite.match("train", in_f64(example("train_storylm")), "train",
                [story, steps, np.float64(1), *weights], wants, options=["-O0"])
    # The program as it is. Each step adds to what f32 rounds.
    narrow = [a.astype(np.float32) for a in (np.float64(1), *weights)]
    suite.match("train in f32", example("train_storylm"), "train", [story, steps, *narrow],
                wants, rtol=3e-5, floor=1e-6)


def first_weights(suite):
    """The training's inputs are what the script beside them makes."""
    script = os.path.join(ROOT, "examples", "data", "make_train.py")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    suite.report((done.returncode == 0) != suite.args.mutate, "make_train.py --check", done.stderr[-300:])


def recompute():
    """Whether PyTorch still computes what is stored; None without PyTorch."""
    if importlib.util.find_spec("torch") is None:
        return None
    script = os.path.join(GOLDENS, "make_goldens64.py")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, timeout=300)
    return done.returncode == 0, done.stdout[-300:] + done.stderr[-600:]


def main():
    suite = Goldens(__doc__)
    reference_examples(suite)
    nll(suite)
    training(suite)
    first_weights(suite)
    again = None if suite.args.filter else recompute()
    if again and not suite.args.mutate:
        suite.report(again[0], "PyTorch again", again[1])
    suite.finish()


if __name__ == "__main__":
    main()
