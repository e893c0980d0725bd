#!/usr/bin/env python3
"""Makes the inputs of train_storylm.mlir: the story as numbers, and first weights.

  make_train.py           write the files beside this script
  make_train.py --check   verify that those files are what it would write

A character's number is its place in the sorted list of the story's different
characters, of which there are 41. Weights are random, from a fixed seed: normal
with deviation 1 / sqrt(inputs) in linear layers, so that activations keep their
size; 1 in the table of characters; 1/2 for the places. Norms start at 1. The
head starts at 0, so that the first loss is that of a guess, log 41.

Needs NumPy.
"""

import argparse
import sys

import numpy as np

from make_storylm import HERE, check, read_story, write

MODEL, HIDDEN, WINDOW, NARROW = 32, 128, 32, 16


def story_codes():
    story = read_story()
    alphabet = sorted(set(story))
    return np.array([alphabet.index(c) for c in story], dtype=np.int64)


def first_weights(characters):
    """Name -> f32 array, in the order of the program's arguments."""
    rng = np.random.default_rng(6)

    def normal(rows, columns, deviation):
        return rng.normal(size=(rows, columns)) * deviation

    def linear(inputs, outputs):
        return normal(inputs, outputs, 1 / np.sqrt(inputs))

    weights = {
        "embed": normal(characters, MODEL, 1),
        "position": normal(WINDOW, MODEL, 0.5),
        "norm1": np.ones(MODEL),
        "wq": linear(MODEL, MODEL),
        "wk": linear(MODEL, NARROW),
        "wv": linear(MODEL, NARROW),
        "wo": linear(MODEL, MODEL),
        "norm2": np.ones(MODEL),
        "up": linear(MODEL, HIDDEN),
        "down": linear(HIDDEN, MODEL),
        "norm3": np.ones(MODEL),
        "head": np.zeros((MODEL, characters)),
    }
    return {name: array.astype(np.float32) for name, array in weights.items()}


def make_files():
    codes = story_codes()
    weights = first_weights(int(codes.max()) + 1)
    arrays = {"story": codes} | weights
    return {f"train_{name}.npy": array for name, array in arrays.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="verify the files")
    options = parser.parse_args()
    files = make_files()
    if options.check:
        return 0 if check(files, HERE) else 1
    write(files, HERE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
