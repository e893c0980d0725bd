#!/usr/bin/env python3
"""Makes the inputs and expected results of the storylm_nll examples.

The model is the oldest language model there is: it counts in story.txt how
often each character follows each other one, adds one to every count, and takes
what it has counted as its prediction. There is nothing random in it.

  make_storylm.py              write the small files beside this script
  make_storylm.py --check      verify that those files are what it would write
  make_storylm.py --large DIR  write the large files into DIR (about 34 MB)

Small, [1, 4, 8]: lower-case text over 8 symbols, which are the 7 most frequent
characters (the blank is one) and one more for all others. The window is the
story's first 4 characters; the target of each is the character after it. A
logit is log(count + 1): not normalised, which is log_softmax's work.

Large, [8, 128, 4096]: a token is a pair of characters. The story has fewer than
64 different ones, so a pair (a, b) is the number 64 a + b in a vocabulary of
64 * 64 = 4096. At position t the model has read characters t and t + 1 and
predicts the pair (t + 2, t + 3), by two steps of the character model:

  logit[a, b] = log(count(last -> a) + 1) + log P(b | a)

which is the pair's log probability but for a constant that depends on the last
character read. Codes that no character has get what the added ones give them.
The 8 * 128 positions are the story's first 1024, in order.

Needs NumPy. Losses and gradients are the closed forms, in double precision from
the logits as stored, then rounded to f32:

  loss = log(sum exp(logits)) - logits[target]
  d(sum of losses)/dlogits = softmax(logits) - onehot(target)
"""

import argparse
import io
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def read_story():
    return " ".join((HERE / "story.txt").read_text(encoding="ascii").split())


def bigram_counts(codes, vocabulary):
    """counts[a, b]: how often b follows a."""
    counts = np.zeros((vocabulary, vocabulary))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts


def small_model(story):
    """Logits [1, 4, 8] and targets [1, 4]."""
    text = story.lower()
    # Most frequent first; equally frequent ones in the order of the alphabet.
    frequent = sorted(set(text), key=lambda c: (-text.count(c), c))[:7]
    codes = np.array([frequent.index(c) if c in frequent else 7 for c in text])
    scores = np.log(bigram_counts(codes, 8) + 1)
    return scores[codes[:4]][None], codes[1:5][None]


def large_model(story):
    """Logits [8, 128, 4096] and targets [8, 128]."""
    alphabet = sorted(set(story))
    assert len(alphabet) <= 64 and len(story) >= 1024 + 3
    codes = np.array([alphabet.index(c) for c in story])
    counts = bigram_counts(codes, 64) + 1
    first = np.log(counts)
    second = np.log(counts / counts.sum(axis=1, keepdims=True))
    last = codes[1:1025]
    logits = first[last][:, :, None] + second[None, :, :]
    targets = 64 * codes[2:1026] + codes[3:1027]
    return logits.reshape(8, 128, 4096), targets.reshape(8, 128)


def nll_and_gradient(logits, targets):
    """The closed forms above, in float64."""
    x = logits.astype(np.float64)
    shifted = x - x.max(axis=-1, keepdims=True)
    exps = np.exp(shifted)
    sums = exps.sum(axis=-1, keepdims=True)
    picked = np.take_along_axis(shifted, targets[..., None], axis=-1)
    loss = (np.log(sums) - picked)[..., 0]
    gradient = exps / sums
    np.put_along_axis(
        gradient,
        targets[..., None],
        np.take_along_axis(gradient, targets[..., None], axis=-1) - 1,
        axis=-1,
    )
    return loss, gradient


def make_files(prefix, logits, targets):
    """File name -> array, in the types that the examples take."""
    logits = logits.astype(np.float32)
    targets = targets.astype(np.int64)
    loss, dlogits = nll_and_gradient(logits, targets)
    return {
        f"{prefix}_logits.npy": logits,
        f"{prefix}_targets.npy": targets,
        f"{prefix}_loss.npy": loss.astype(np.float32),
        f"{prefix}_dlogits.npy": dlogits.astype(np.float32),
    }


def npy_bytes(array):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.ascontiguousarray(array), version=(1, 0))
    return stream.getvalue()


def write(files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in files.items():
        (folder / name).write_bytes(npy_bytes(array))
        print(f"wrote {folder / name}: {array.dtype} {list(array.shape)}")


def check(files, folder):
    """Whether the files on disk are these, bit for bit."""
    wrong = [
        name
        for name, array in files.items()
        if not (folder / name).is_file()
        or (folder / name).read_bytes() != npy_bytes(array)
    ]
    for name in wrong:
        print(f"error: {folder / name} is not what this script writes", file=sys.stderr)
    if not wrong:
        print(f"{len(files)} files are up to date")
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="verify the small files")
    mode.add_argument(
        "--large", metavar="DIR", type=pathlib.Path, help="write the large files"
    )
    options = parser.parse_args()

    story = read_story()
    if options.large:
        write(make_files("storylm_large", *large_model(story)), options.large)
        return 0
    files = make_files("storylm", *small_model(story))
    if options.check:
        return 0 if check(files, HERE) else 1
    write(files, HERE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
