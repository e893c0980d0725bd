#!/usr/bin/env python3
"""Makes the f64 results that goldens.py compares kina with, by PyTorch on the CPU.

  make_goldens64.py           write all .npy files beside this script
  make_goldens64.py --check   compute everything again and compare with the files

  mlp, attention, block   results and gradients of examples/reference/make_goldens.py,
                          here without the rounding to f32; inputs are there
  nll                     inputs, mean NLL, gradient, and the gradient's derivative
                          along a direction
  train                   examples/train_storylm.mlir from the weights in
                          examples/data: losses and weights after 20 steps

The files are PyTorch 2.15.0's (2.15.0+cu132, on the CPU), with NumPy 2.4.6.
"""

import argparse
import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES / "reference"))
import make_goldens  # noqa: E402

STEPS, RATE = 20, 1.0
WEIGHTS = "embed position norm1 wq wk wv wo norm2 up down norm3 head".split()


def reference_programs():
    results = {}
    for program in make_goldens.PROGRAMS:
        results |= make_goldens.results_of(program)[1]
    return results


def nll():
    """Logits with sizes from 1 to 30: rows that are nearly flat, and nearly sure."""
    rng = np.random.default_rng(7)
    scale = np.array([1.0, 8.0, 30.0])[:, None, None]
    logits = rng.normal(size=(3, 5, 7)) * scale
    targets = rng.integers(7, size=(3, 5))
    direction = rng.normal(size=logits.shape)

    def mean(x):
        return F.cross_entropy(x.reshape(-1, 7), torch.from_numpy(targets).reshape(-1))

    x = torch.from_numpy(logits).requires_grad_()
    loss = mean(x)
    (gradient,) = torch.autograd.grad(loss, x)
    _, product = torch.autograd.functional.hvp(mean, x.detach(), torch.from_numpy(direction))
    return {"nll_logits.npy": logits, "nll_targets.npy": targets, "nll_direction.npy": direction,
            "nll_loss.npy": loss.detach().numpy(), "nll_dlogits.npy": gradient.numpy(),
            "nll_product.npy": product.numpy()}


def model_loss(inputs, targets, w):
    """The model of train_storylm.mlir, with PyTorch's own layers."""
    size = inputs.shape[1]

    def norm(x, weight):
        return F.rms_norm(x, (x.shape[-1],), weight, 1e-5)

    def heads(x):
        return x.unflatten(-1, (-1, 8)).transpose(1, 2)

    x = F.embedding(inputs, w["embed"]) + w["position"]
    y = norm(x, w["norm1"])
    mixed = F.scaled_dot_product_attention(
        heads(y @ w["wq"]), heads(y @ w["wk"]), heads(y @ w["wv"]), is_causal=True, enable_gqa=True)
    x = x + mixed.transpose(1, 2).reshape(-1, size, 32) @ w["wo"]
    x = x + F.gelu(norm(x, w["norm2"]) @ w["up"]) @ w["down"]
    logits = norm(x, w["norm3"]) @ w["head"]
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def train():
    def load(name):
        return np.load(EXAMPLES / "data" / f"train_{name}.npy")

    story = load("story")
    weights = {n: torch.from_numpy(load(n).astype(np.float64)).requires_grad_() for n in WEIGHTS}
    losses = []
    for step in range(STEPS):
        starts = (8 * step + np.arange(8)) * 884 % (len(story) - 32)
        windows = torch.from_numpy(np.stack([story[s : s + 33] for s in starts]))
        loss = model_loss(windows[:, :-1], windows[:, 1:], weights)
        gradients = torch.autograd.grad(loss, list(weights.values()))
        losses.append(loss.item())
        with torch.no_grad():
            for weight, gradient in zip(weights.values(), gradients):
                weight -= RATE * gradient
    results = {"losses": np.array(losses)} | {n: w.detach().numpy() for n, w in weights.items()}
    return {f"train_{name}.npy": array for name, array in results.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files")
    options = parser.parse_args()
    print(f"PyTorch {torch.__version__}, NumPy {np.__version__}")
    files = reference_programs() | nll() | train()
    for name, array in files.items():
        if options.check:
            want = np.load(HERE / name)
            size = np.abs(want).max() if want.size else 0
            make_goldens.expect_close(name, array, want, 1e-11, 1e-13 * size)
        else:
            np.save(HERE / name, array)
    print(f"{len(files)} arrays are {'up to date' if options.check else 'written'}")


if __name__ == "__main__":
    sys.exit(main())
