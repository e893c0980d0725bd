#!/usr/bin/env python3
"""Prints the losses of a training run, and writes them as a table and a picture.

    scripts/plot_losses.py LOSSES.npy --text STORY.txt --csv FILE.csv --svg FILE.svg

The text gives two levels to compare with: what a guess among its characters
costs, and what a table of pairs costs that knows each character's successors by
heart. The standard library only.
"""

import argparse
import collections
import math
import sys

from summarize_npy import read

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 56, 52

STYLE = """
  .page { fill: #ffffff } text { fill: #222222; font: 13px sans-serif }
  .title { font-weight: bold; font-size: 15px } .axis { stroke: #222222 }
  .grid { stroke: #dddddd } .level { stroke: #777777; stroke-dasharray: 6 4 }
  .each { stroke: #a9c4e6; stroke-width: 1 } .mean { stroke: #1f5fb0; stroke-width: 2.5 }
  polyline { fill: none; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    .page { fill: #16181c } text { fill: #e4e4e4 } .axis { stroke: #e4e4e4 }
    .grid { stroke: #33373d } .level { stroke: #9a9a9a }
    .each { stroke: #3d5878 } .mean { stroke: #7db4ff }
  }
"""


def text_levels(path):
    """(label, loss) of guessing, and of the table of pairs, both in nats."""
    with open(path, encoding="ascii") as file:
        text = " ".join(file.read().split())
    characters = collections.Counter(text[:-1])
    pairs = collections.Counter(zip(text, text[1:]))
    surprise = sum(n * math.log(characters[a] / n) for (a, _), n in pairs.items())
    size = len(set(text))
    return [("guess among %d: %.3f" % (size, math.log(size)), math.log(size)),
            ("table of pairs: %.3f" % (surprise / (len(text) - 1)), surprise / (len(text) - 1))]


def smooth(losses, window):
    """The mean of up to `window` losses that end at each step."""
    means, total = [], 0.0
    for step, loss in enumerate(losses):
        total += loss - (losses[step - window] if step >= window else 0.0)
        means.append(total / min(step + 1, window))
    return means


def ticks(top, most):
    """Round numbers from 0 to `top`, at most `most` of them and at least two."""
    unit = 10.0 ** math.floor(math.log10(top / most))
    step = next(f * unit for f in (1, 2, 5, 10, 20) if top / (f * unit) <= most - 1)
    return [i * step for i in range(int(top / step) + 1)]


def draw(losses, means, levels):
    """The picture as SVG. It has a background of its own, dark where the viewer is."""
    last = max(len(losses) - 1, 1)
    top = 1.05 * max(losses + [loss for _, loss in levels])

    def x(step):
        return LEFT + step / last * (WIDTH - LEFT - RIGHT)

    def y(loss):
        return HEIGHT - BOTTOM - loss / top * (HEIGHT - TOP - BOTTOM)

    parts = []

    def line(kind, x1, y1, x2, y2):
        parts.append('<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>' % (kind, x1, y1, x2, y2))

    def text(x, y, anchor, words, more=""):
        parts.append('<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (x, y, anchor, more, words))

    def curve(kind, values):
        points = " ".join("%.1f,%.1f" % (x(step), y(value)) for step, value in enumerate(values))
        parts.append('<polyline class="%s" points="%s"/>' % (kind, points))

    text(LEFT, 26, "start", "Training a character language model", ' class="title"')
    text(LEFT, 44, "start", "pale: each batch; strong: mean of the last %d" % window_of(losses))
    for loss in ticks(top, 9):
        line("grid", LEFT, y(loss), WIDTH - RIGHT, y(loss))
        text(LEFT - 8, y(loss) + 4, "end", "%g" % loss)
    for step in ticks(last, 9):  # Fractions of a step where there is only one.
        line("axis", x(step), HEIGHT - BOTTOM, x(step), HEIGHT - BOTTOM + 5)
        text(x(step), HEIGHT - BOTTOM + 20, "middle", "%g" % step)
    line("axis", LEFT, y(0), WIDTH - RIGHT, y(0))
    line("axis", LEFT, y(0), LEFT, TOP)
    curve("each", losses)
    curve("mean", means)
    for label, loss in levels:
        line("level", LEFT, y(loss), WIDTH - RIGHT, y(loss))
        text(WIDTH - RIGHT - 4, y(loss) - 5, "end", label)
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle", "step")
    middle = (TOP + HEIGHT - BOTTOM) / 2
    text(18, middle, "middle", "loss, nats per character",
         ' transform="rotate(-90 18 %.1f)"' % middle)
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">\n'
            '<style>%s</style>\n<rect class="page" width="100%%" height="100%%"/>\n%s\n</svg>\n' %
            (WIDTH, HEIGHT, WIDTH, HEIGHT, STYLE, "\n".join(parts)))


def window_of(losses):
    return max(len(losses) // 20, 1)


def report(losses, means, levels):
    """The losses of about a dozen steps, in words."""
    last = len(losses) - 1
    for step in sorted({int(step) for step in ticks(max(last, 1), 12)} | {last}):
        print("step %5d   loss %.4f   mean of the last %d: %.4f" %
              (step, losses[step], min(step + 1, window_of(losses)), means[step]))
    print("from %.3f to %.3f; " % (losses[0], means[-1]) + ", ".join(label for label, _ in levels))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("losses", metavar="LOSSES.npy")
    parser.add_argument("--text", required=True)
    parser.add_argument("--csv", required=True)
    parser.add_argument("--svg", required=True)
    arguments = parser.parse_args()
    shape, _, values = read(arguments.losses)
    if len(shape) != 1 or not values:
        sys.exit("error: %s: expected a list of losses, got shape %s" % (arguments.losses, list(shape)))
    if not all(map(math.isfinite, values)):
        step = next(i for i, value in enumerate(values) if not math.isfinite(value))
        sys.exit("error: %s: expected finite losses, got %s at step %d" %
                 (arguments.losses, values[step], step))
    losses = list(values)
    means = smooth(losses, window_of(losses))
    levels = text_levels(arguments.text)
    report(losses, means, levels)
    with open(arguments.csv, "w") as file:
        file.write("step,loss,mean\n")
        for step, (loss, mean) in enumerate(zip(losses, means)):
            file.write("%d,%.7g,%.7g\n" % (step, loss, mean))
    with open(arguments.svg, "w") as file:
        file.write(draw(losses, means, levels))


if __name__ == "__main__":
    main()
