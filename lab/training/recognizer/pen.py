"""
Synthetic handwriting: letters as pen strokes, in several variants; a writer who uses one variant of each, with his own
slant, width and unsteadiness; and the strokes rendered as ink.

Strokes are on a grid: 0 is the baseline, 10 the cap height, 6 the x-height. A stroke that starts with - connects its
points with straight lines, one with ~ with a curve.
"""
import math
import random

import numpy as np
from PIL import Image, ImageDraw

CAPITAL = 10
#: Curve points per control point of a stroke.
FINENESS = 5

LETTERS = {
    'A': ['-0,0 3,10 6,0|-1,4 5,4', '-3,10 0,0|-3,10 6,0|-1,3 5,4', '~0,0 1,7 3,10 5,7 6,0|-0,4 6,4'],
    'B': ['-0,0 0,10|~0,10 4,9 4,6 0,5|~0,5 5,4 5,1 0,0', '-1,9 1,0|~-1,9 4,10 4,6 1,5 5,4 4,0 -1,0', '-0,10 0,0|~0,9 4,10 4,7 1,5 5,3 4,0 0,0'],
    'C': ['~6,8 4,10 1,8 0,5 1,2 4,0 6,2', '~5,9 2,9 0,5 2,0 6,1'],
    'D': ['-0,0 0,10|~0,10 4,9 6,5 4,1 0,0', '-1,10 1,0|~-1,10 4,9 6,5 4,1 -1,0'],
    'E': ['-5,10 0,10 0,0 5,0|-0,5 4,5', '~5,9 2,10 1,7 3,5 0,3 1,0 5,1', '-0,10 0,0|-0,10 5,10|-0,5 4,5|-0,0 5,0', '~5,10 1,9 0,5 1,1 5,0|-0,5 4,5'],
    'F': ['-5,10 0,10 0,0|-0,5 4,5', '-0,10 0,0|-0,10 5,10|-0,5 4,6'],
    'G': ['~6,8 4,10 1,8 0,5 1,1 4,0 6,2 6,4|-3,4 6,4', '~6,8 4,10 1,8 0,5 1,1 4,0 6,3|-3,4 6,4 6,0', '~5,9 2,10 0,5 2,0 5,2|-3,4 7,4|-6,4 6,-1', '~6,9 3,10 0,6 1,1 5,1 6,4 3,4'],
    'H': ['-0,10 0,0|-6,10 6,0|-0,5 6,5'],
    'I': ['-0,10 0,0', '-0,10 4,10|-2,10 2,0|-0,0 4,0'],
    'J': ['~5,10 5,3 3,0 0,2', '-2,10 7,10|~5,10 5,3 3,0 0,2'],
    'K': ['-0,10 0,0|-5,10 0,4|-1,5 6,0', '-0,10 0,0|-5,9 1,5 6,0'],
    'L': ['-0,10 0,0 5,0', '~1,10 0,2 1,0 5,1'],
    'M': ['-0,0 0,10 4,3 8,10 8,0', '-0,0 1,10 4,2 7,10 8,0', '-0,10 0,0|-0,10 4,3 8,10|-8,10 8,0'],
    'N': ['-0,0 0,10 6,0 6,10', '-0,10 0,0|-0,10 6,0|-6,0 6,11', '~0,0 0,10 1,9 5,1 6,0 6,10'],
    'O': ['~3,10 0,8 0,3 3,0 6,3 6,8 3,10', '~4,10 1,9 0,4 3,0 6,4 5,9 2,10'],
    'P': ['-0,0 0,10|~0,10 5,9 5,6 0,4', '-1,0 1,9|~-1,9 4,10 5,6 1,4'],
    'Q': ['~3,10 0,8 0,3 3,0 6,3 6,8 3,10|-4,3 7,-1'],
    'R': ['-0,0 0,10|~0,10 5,9 5,6 0,5|-1,5 6,0', '-1,0 1,9|~-1,9 4,10 5,7 1,5|-1,5 6,0', '-0,10 0,0|~0,9 4,10 4,6 1,5 6,0'],
    'S': ['~5,9 3,10 0,8 1,6 4,4 5,2 3,0 0,1', '~6,9 2,10 1,7 5,4 4,0 0,1'],
    'T': ['-0,10 7,10|-3,10 3,0', '-0,10 6,10|-3,10 4,0'],
    'U': ['~0,10 0,3 2,0 5,0 6,3 6,10', '~0,10 0,3 2,0 5,1 6,4|-6,10 6,0'],
    'V': ['-0,10 3,0 6,10', '~0,10 2,2 3,0 4,3 6,10'],
    'W': ['-0,10 2,0 4,8 6,0 8,10', '~0,10 1,2 2,0 4,5 4,6 4,5 6,0 7,2 8,10', '-0,10 2,0 4,6 6,0 8,10'],
    'X': ['-0,10 6,0|-6,10 0,0'],
    'Y': ['-0,10 3,5 6,10|-3,5 3,0', '-0,10 3,5|-6,10 1,0'],
    'Z': ['-0,10 6,10 0,0 6,0', '-0,10 6,10 0,0 6,0|-1,5 5,5'],
    '0': ['~3,10 0,7 0,3 3,0 5,3 5,7 3,10', '~3,10 0,7 0,3 3,0 5,3 5,7 3,10', '~2,10 0,5 2,0 5,4 4,9 1,10', '~2,10 0,5 2,0 5,4 4,9 1,10', '~3,10 0,7 0,3 3,0 5,3 5,7 3,10|-5,9 0,1'],
    '1': ['-0,10 0,0', '-0,10 0,0', '-0,7 2,10 2,0', '-0,7 2,10 2,0|-0,0 4,0', '-3,10 0,0'],
    '2': ['~0,8 2,10 5,8 4,5 0,0|-0,0 5,0', '~0,8 3,10 5,7 2,2 0,0 2,0 5,0', '~0,8 3,10 5,7 1,1 0,0 1,2 3,1 6,0'],
    '3': ['~0,9 3,10 5,8 2,5 5,3 3,0 0,1', '-0,10 5,10 2,6|~2,6 5,4 4,0 0,0', '~0,9 4,10 4,7 2,6 2,5 5,4 5,1 2,-1 0,1'],
    '4': ['-4,10 0,3 6,3|-4,10 4,0', '-0,10 0,4 5,4|-4,10 4,0', '-1,10 0,4 6,5|-4,8 3,-2', '~1,10 0,5 3,4 6,4|-4,9 4,0'],
    '5': ['-5,10 1,10 0,6|~0,6 4,6 5,3 3,0 0,1', '~1,10 0,6 4,6 5,2 0,0|-1,10 6,10', '~5,10 1,9 1,6 4,5 4,1 0,0', '-1,9 0,6|~0,6 4,6 5,2 0,0|-2,10 6,10'],
    '6': ['~5,10 1,7 0,3 2,0 5,2 4,5 0,3', '~3,10 0,5 0,1 3,0 5,2 3,5 0,3'],
    '7': ['-0,10 5,10 2,0', '-0,10 5,10 2,0|-1,5 5,5', '~0,7 0,10 1,10 4,10 5,9 5,8 4,0', '-0,8 0,10 5,10 3,0'],
    '8': ['~3,5 0,8 3,10 5,8 3,5 0,2 3,0 5,2 3,5', '~5,9 2,10 1,7 5,3 3,0 0,2 5,8', '~3,10 1,8 3,5 5,8 3,10|~3,5 0,2 3,0 5,2 3,5'],
    '9': ['~5,8 2,10 0,7 2,5 5,7 5,9|-5,9 4,0', '~5,9 2,10 0,7 2,5 5,8 5,4 4,0', '~5,8 2,10 0,7 2,5 5,8|~5,9 5,3 3,0 0,1'],
    'a': ['~5,5 3,6 0,4 1,0 4,1 5,5|-5,6 5,0', '~0,5 3,6 4,4 4,0|~4,3 1,3 0,1 2,0 4,1', '~5,5 2,6 0,3 2,0 5,3 5,6 5,1 6,0'],
    'b': ['-0,10 0,0|~0,4 3,6 5,3 3,0 0,1', '~0,10 0,1 3,0 5,3 3,6 0,3'],
    'c': ['~5,5 2,6 0,3 2,0 5,1'],
    'd': ['~5,4 3,6 0,3 2,0 5,2|-5,10 5,0', '~5,5 2,6 0,3 2,0 5,3|~5,10 5,1 6,0'],
    'e': ['~0,3 3,3 5,4 3,6 0,4 1,0 5,1', '~0,3 4,4 4,6 1,6 0,2 3,0 5,1'],
    'f': ['~5,9 3,10 2,8 2,0|-0,6 4,6'],
    'g': ['~5,5 2,6 0,3 2,0 5,2|~5,6 5,-2 3,-4 0,-3', '~5,5 2,6 0,3 2,1 5,4 5,-2 2,-4 0,-2'],
    'h': ['-0,10 0,0|~0,4 3,6 5,4 5,0'],
    'i': ['-0,6 0,0|-0,8 0,9', '~0,6 0,1 1,0|-0,8 1,9'],
    'j': ['~2,6 2,-2 1,-4 -1,-3|-2,8 2,9'],
    'k': ['-0,10 0,0|-4,6 0,2|-1,3 5,0', '-0,10 0,0|-4,6 1,3 5,0'],
    'l': ['-0,10 0,0', '~0,10 0,1 2,0'],
    'm': ['-0,6 0,0|~0,4 2,6 4,4 4,0|~4,4 6,6 8,4 8,0'],
    'n': ['-0,6 0,0|~0,4 3,6 5,4 5,0'],
    'o': ['~3,6 0,4 1,0 4,1 5,4 3,6', '~3,6 0,3 3,0 5,3 2,6'],
    'p': ['-0,6 0,-4|~0,4 3,6 5,3 3,0 0,1'],
    'q': ['~5,5 2,6 0,3 2,0 5,2|-5,6 5,-4'],
    'r': ['-0,6 0,0|~0,3 2,6 4,5'],
    's': ['~4,5 2,6 0,5 4,2 2,0 0,1'],
    't': ['-2,9 2,0|-0,6 4,6', '~2,9 2,1 4,0|-0,6 4,6'],
    'u': ['~0,6 0,2 2,0 5,2|-5,6 5,0'],
    'v': ['-0,6 2,0 4,6', '~0,6 2,0 4,6'],
    'w': ['-0,6 2,0 4,5 6,0 8,6', '~0,6 1,0 4,1 4,5 4,1 7,0 8,6'],
    'x': ['-0,6 4,0|-4,6 0,0'],
    'y': ['-0,6 3,0|-6,6 1,-4', '~0,6 1,1 5,2|~5,6 5,-2 2,-4 0,-3'],
    'z': ['-0,6 4,6 0,0 5,0'],
    '.': ['-0,0 0.4,0.3'], ',': ['~1,1 1,0 0,-2', '-1,1 0,-2'], '-': ['-0,4 4,4', '-0,5 3,5'], '/': ['-5,11 0,-1', '-4,10 0,0'],
    ':': ['-0,1 0.3,1.3|-0,5 0.3,5.3'], ';': ['-1,5 1,5.4|~1,1 1,0 0,-2'], "'": ['-0.5,10 0,8'], '"': ['-0,10 0,8|-2,10 2,8'],
    '(': ['~3,11 0,8 0,2 3,-1'], ')': ['~0,11 3,8 3,2 0,-1'], '+': ['-0,4 5,4|-2.5,7 2.5,1'], '=': ['-0,6 5,6|-0,3 5,3'],
    '#': ['-2,10 1,0|-5,10 4,0|-0,7 7,7|-0,3 6,3'], '$': ['~5,8 3,9 0,8 1,6 4,4 5,2 3,1 0,2|-3,11 2,-1'], '%': ['~1,10 0,8 1,7 3,8 1,10|-6,10 0,0|~5,3 4,1 5,0 7,1 5,3'],
    '&': ['~7,0 1,7 3,10 4,8 0,3 2,0 4,1 6,4', '~5,9 2,10 1,7 3,5 0,3 1,0 5,1|-3,11 3,-1'], '@': ['~6,4 4,6 2,4 4,2 6,4 7,2 9,5 6,9 1,8 0,3 3,-1 8,0'],
    '?': ['~0,8 2,10 5,8 2,4 2,3|-2,0 2,0.4'], '!': ['-0,10 0,3|-0,0 0,0.4'], '*': ['-0,8 4,5|-4,8 0,5|-2,9 2,4'], '€': ['~6,9 4,10 1,7 1,3 4,0 6,1|-0,6 5,6|-0,4 5,4'], '£': ['~5,9 3,10 2,8 3,3 0,0|-0,5 4,5|~0,0 3,1 6,0'],
}


def strokes_of(shape: str) -> list[tuple[bool, np.ndarray]]:
    return [(stroke[0] == '~', np.array([[float(value) for value in point.split(',')] for point in stroke[1:].split()])) for stroke in shape.split('|')]


SHAPES = {letter: [strokes_of(shape) for shape in shapes] for letter, shapes in LETTERS.items()}


#: Weights of four neighboring points at the places between the middle two.
SPLINE = np.array([[-t + 2 * t ** 2 - t ** 3, 2 - 5 * t ** 2 + 3 * t ** 3, t + 4 * t ** 2 - 3 * t ** 3, -t ** 2 + t ** 3] for t in np.arange(FINENESS) / FINENESS]) / 2


def can_write(text: str) -> bool:
    return all(letter == ' ' or letter in SHAPES for letter in text)


def curve(points: np.ndarray) -> np.ndarray:
    """A Catmull-Rom spline through all points."""
    ends = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    along = SPLINE @ np.stack([ends[at:len(ends) - 3 + at] for at in range(4)], 1)
    return np.concatenate([along.reshape(-1, 2), points[-1:]])


class Writer:
    """One handwriting style. Some parameters are fixed for the line, others vary from letter to letter."""

    def __init__(self, r: random.Random):
        self.random, self.numbers = r, np.random.default_rng(r.getrandbits(32))
        self.way = {}
        #: Whether letter shapes vary within a line.
        self.wavering = r.choice([0, 0, 0.15, 0.4])
        self.slant = r.gauss(0.08, 0.16)
        self.width = r.uniform(0.65, 1.15)
        self.shake = r.uniform(0.1, 0.65)
        self.uneven = r.uniform(0.02, 0.12)
        self.gap = r.uniform(1.2, 4.0)
        self.space = self.gap + r.uniform(2.5, 8.0)
        self.small = r.uniform(0.85, 1.2)
        #: Some people write the first letter of a word larger, also in upper-case text.
        self.first = r.choice([1, 1, 1, 1.2, 1.4])
        self.pen = r.uniform(0.5, 1.5)

    def picture(self, text: str, size: int):
        """The ink of the text with the given cap height; None if it would be too wide."""
        r, unit = self.random, size / CAPITAL
        lines, x, low, high, drift = [], 0.0, 0.0, 1.0, 0.0
        for before, letter in zip(' ' + text, text):
            if letter == ' ':
                x += self.space * r.uniform(0.7, 1.4)
                continue
            drift += r.gauss(0, 0.15) - 0.1 * drift
            shape = r.choice(SHAPES[letter]) if r.random() < self.wavering else self.way[letter] if letter in self.way else self.way.setdefault(letter, r.choice(SHAPES[letter]))
            scale = (1 + r.gauss(0, self.uneven)) * (self.small if letter.islower() else self.first if before == ' ' and letter.isupper() else 1)
            across, up = scale * self.width * (1 + r.gauss(0, self.uneven)), scale
            turn, lift = r.gauss(0, 0.04), drift + r.gauss(0, 3 * self.uneven)
            right = 0.0
            for curved, points in shape:
                points = points + self.numbers.normal(0, self.shake, points.shape) * (0.5 if len(points) == 2 else 1)
                points = curve(points) if curved else points
                placed = np.stack([points[:, 0] * across + points[:, 1] * (self.slant + turn), points[:, 1] * up + lift - points[:, 0] * turn], 1)
                right = max(right, float(points[:, 0].max()) * across)
                placed[:, 0] += x
                lines.append(placed)
            x += right + self.gap * r.uniform(0.6, 1.4)
        everything = np.concatenate(lines)
        (left, low), (right, high) = everything.min(0), everything.max(0)
        edge = self.pen * 2 + 1
        width, height = math.ceil((right - left + 2 * edge) * unit), math.ceil((high - low + 2 * edge) * unit)
        if width > 6000:
            return None
        ink = Image.new('L', (width, height), 0)
        draw = ImageDraw.Draw(ink)
        pen = max(1, round(self.pen * unit))
        for line in lines:
            at = [tuple(point) for point in ((line * (1, -1) + (edge - left, high + edge)) * unit).tolist()]
            draw.line(at, fill=255, width=pen, joint='curve')
            if pen > 2:
                for x, y in (at[0], at[-1]):
                    draw.ellipse((x - pen / 2 + 0.5, y - pen / 2 + 0.5, x + pen / 2 - 0.5, y + pen / 2 - 0.5), fill=255)
        return ink
