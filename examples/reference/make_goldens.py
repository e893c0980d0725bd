#!/usr/bin/env python3
"""Makes the inputs and expected results of mlp, attention_gqa, transformer_block.

  make_goldens.py           write all .npy files beside this script
  make_goldens.py --check   compute everything again and compare with the files

PyTorch computes results and gradients in double precision from inputs that are
already rounded to f32; results are rounded to f32 when they are stored. Inputs
and cotangents are random, from fixed seeds. Three checks run every time:

  - a second forward pass, in NumPy alone, agrees with PyTorch's to 1e-12;
  - central differences of that NumPy pass agree with PyTorch's gradients at some
    elements of every input;
  - with --check, inputs equal the files bit for bit, results to 1 part in 10^6.

Where PyTorch has the operation as one call (rms_norm, attention, cross entropy)
that call is used, and the NumPy pass spells it out.
"""

import argparse
import pathlib
import sys
from dataclasses import dataclass
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).resolve().parent
EPSILON = 1e-5  # of RMSNorm


# --- The three programs, in PyTorch ------------------------------------------


def mlp_torch(x, labels, w1, b1, w2, b2):
    return F.cross_entropy(F.linear(torch.tanh(F.linear(x, w1.T, b1)), w2.T, b2), labels)


def attention_torch(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)


def block_torch(x, norm1, wq, wk, wv, wo, norm2, gate, up, down):
    batch, length, model = x.shape
    heads = lambda y: y.unflatten(-1, (-1, 8)).transpose(1, 2)
    y = F.rms_norm(x, (model,), norm1, EPSILON)
    mixed = attention_torch(heads(y @ wq), heads(y @ wk), heads(y @ wv))
    h = x + mixed.transpose(1, 2).reshape(batch, length, model) @ wo
    y = F.rms_norm(h, (model,), norm2, EPSILON)
    return h + (F.silu(y @ gate) * (y @ up)) @ down


# --- The same in NumPy, written out ------------------------------------------


def log_softmax_numpy(x):
    shifted = x - x.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def mlp_numpy(x, labels, w1, b1, w2, b2):
    log_probs = log_softmax_numpy(np.tanh(x @ w1 + b1) @ w2 + b2)
    return -log_probs[np.arange(len(labels)), labels].mean()


def attention_numpy(q, k, v):
    out = np.zeros_like(q)
    batch, heads, length, size = q.shape
    shared_by = heads // k.shape[1]
    for b, h, i in np.ndindex(batch, heads, length):
        keys = k[b, h // shared_by, : i + 1]
        values = v[b, h // shared_by, : i + 1]
        weights = np.exp(log_softmax_numpy(keys @ q[b, h, i] / np.sqrt(size)))
        out[b, h, i] = weights @ values
    return out


def rms_norm_numpy(x, weight):
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPSILON) * weight


def block_numpy(x, norm1, wq, wk, wv, wo, norm2, gate, up, down):
    batch, length, _ = x.shape
    heads = lambda y: y.reshape(batch, length, -1, 8).transpose(0, 2, 1, 3)
    y = rms_norm_numpy(x, norm1)
    mixed = attention_numpy(heads(y @ wq), heads(y @ wk), heads(y @ wv))
    h = x + mixed.transpose(0, 2, 1, 3).reshape(x.shape) @ wo
    y = rms_norm_numpy(h, norm2)
    gated = y @ gate
    return h + (gated / (1 + np.exp(-gated)) * (y @ up)) @ down


# --- Inputs ------------------------------------------------------------------


def mlp_inputs():
    rng = np.random.default_rng(1)
    return {
        "x": rng.normal(size=(16, 8)),
        "labels": rng.integers(4, size=16),
        "w1": rng.normal(size=(8, 32)) / np.sqrt(8),
        "b1": rng.normal(size=32) / 4,
        "w2": rng.normal(size=(32, 4)) / np.sqrt(32),
        "b2": rng.normal(size=4) / 4,
    }


def attention_inputs():
    rng = np.random.default_rng(2)
    return {
        "q": rng.normal(size=(2, 8, 16, 16)),
        "k": rng.normal(size=(2, 4, 16, 16)),
        "v": rng.normal(size=(2, 4, 16, 16)),
    }


def block_inputs():
    rng = np.random.default_rng(3)
    return {
        "x": rng.normal(size=(2, 12, 32)),
        "norm1": 1 + rng.normal(size=32) / 4,
        "wq": rng.normal(size=(32, 32)) / np.sqrt(32),
        "wk": rng.normal(size=(32, 16)) / np.sqrt(32),
        "wv": rng.normal(size=(32, 16)) / np.sqrt(32),
        "wo": rng.normal(size=(32, 32)) / np.sqrt(32),
        "norm2": 1 + rng.normal(size=32) / 4,
        "gate": rng.normal(size=(32, 64)) / np.sqrt(32),
        "up": rng.normal(size=(32, 64)) / np.sqrt(32),
        "down": rng.normal(size=(64, 32)) / np.sqrt(64),
    }


@dataclass
class Program:
    prefix: str
    output: str
    inputs: dict
    wrt: list[str]  # The inputs whose gradients are stored.
    in_torch: Callable
    in_numpy: Callable
    seeded: bool  # By a random cotangent; otherwise the scalar output's is 1.


PROGRAMS = [
    Program("mlp", "loss", mlp_inputs(), ["w1", "b1", "w2", "b2"],
            mlp_torch, mlp_numpy, seeded=False),
    Program("attention", "out", attention_inputs(), ["q", "k", "v"],
            attention_torch, attention_numpy, seeded=True),
    Program("block", "out", block_inputs(), list(block_inputs()),
            block_torch, block_numpy, seeded=True),
]  # fmt: skip


# --- Results and checks ------------------------------------------------------


def as_stored(array):
    """f32 for floats, i64 for integers."""
    array = np.asarray(array)
    integer = np.issubdtype(array.dtype, np.integer)
    return array.astype(np.int64 if integer else np.float32)


def as_computed(array):
    """What was stored, in double precision."""
    return array if array.dtype == np.int64 else array.astype(np.float64)


def expect_close(what, got, expected, rtol, atol):
    error = np.abs(np.asarray(got) - np.asarray(expected))
    if np.any(error > atol + rtol * np.abs(expected)):
        raise SystemExit(f"error: {what}: off by {error.max():.3e}")


def check_differences(program, values, seed, gradients):
    """Central differences at three elements of every input."""

    def scalar(name, index, step):
        moved = dict(values)
        moved[name] = values[name].copy()
        moved[name][index] += step
        return np.sum(seed * program.in_numpy(**moved))

    rng = np.random.default_rng(4)
    step = 1e-5
    for name, gradient in gradients.items():
        for _ in range(3):
            index = tuple(rng.integers(size) for size in gradient.shape)
            difference = scalar(name, index, step) - scalar(name, index, -step)
            what = f"{program.prefix}: d{name}{list(map(int, index))} by differences"
            expect_close(what, difference / (2 * step), gradient[index], 1e-6, 1e-7)


def results_of(program):
    """(inputs, results): file name -> array; inputs as stored, results in f64."""
    inputs = {name: as_stored(array) for name, array in program.inputs.items()}
    values = {name: as_computed(array) for name, array in inputs.items()}

    tensors = {name: torch.from_numpy(array.copy()) for name, array in values.items()}
    for name in program.wrt:
        tensors[name].requires_grad_()
    output = program.in_torch(**tensors)
    what = f"{program.prefix}: forward"
    forward = output.detach().numpy()
    expect_close(what, program.in_numpy(**values), forward, 1e-12, 1e-12)

    if program.seeded:
        seed = as_stored(np.random.default_rng(5).normal(size=output.shape))
        inputs["seed"] = seed
    else:
        seed = np.float32(1)
    cotangent = torch.from_numpy(np.asarray(seed, dtype=np.float64))
    wrt = [tensors[name] for name in program.wrt]
    gradients = dict(
        zip(program.wrt, (g.numpy() for g in torch.autograd.grad(output, wrt, cotangent)))
    )
    check_differences(program, values, cotangent.numpy(), gradients)

    results = {program.output: forward}
    results |= {f"d{name}": gradient for name, gradient in gradients.items()}
    if program.prefix == "mlp":  # A step of gradient descent.
        inputs["rate"] = as_stored(0.5)
        for name, gradient in gradients.items():
            results[f"new_{name}"] = values[name] - 0.5 * gradient

    def named(arrays):
        return {f"{program.prefix}_{n}.npy": np.asarray(a) for n, a in arrays.items()}

    return named(inputs), named(results)


def write(files):
    for name, array in files.items():
        array = as_stored(array)
        np.save(HERE / name, array)
        print(f"{name}: {array.dtype} {list(array.shape)}")


def check(inputs, results):
    for name, array in inputs.items():
        if not np.array_equal(np.load(HERE / name), array):
            raise SystemExit(f"error: {name} is not what this script makes")
    for name, array in results.items():
        expect_close(name, np.load(HERE / name), array, 1e-6, 1e-9)
    print(f"{len(inputs)} inputs and {len(results)} results are up to date")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files")
    options = parser.parse_args()
    print(f"PyTorch {torch.__version__}, NumPy {np.__version__}")
    for program in PROGRAMS:
        inputs, results = results_of(program)
        if options.check:
            check(inputs, results)
        else:
            write(inputs | results)


if __name__ == "__main__":
    sys.exit(main())
