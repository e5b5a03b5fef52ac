"""Draws text lines and selection boxes into the four maps that the network learns, a quarter of the picture's size."""
import math

import numpy as np
from PIL import Image, ImageDraw

from canvas import Line

STEP = 4
MIN_HEIGHT = 4.0


def draw_maps(lines: list[Line], marks: list[np.ndarray], size: int):
    cells = size // STEP
    owner = np.zeros((cells, cells), np.int16)
    heights = np.zeros((cells, cells), np.float16)
    turns = np.zeros((cells, cells), np.uint8)
    thin = np.zeros(len(lines) + 1, bool)
    for number, line in enumerate(lines, 1):
        height = float(np.median(np.hypot(*(line.bottom - line.top).T)))
        thin[number] = height / 2 < 1.5 * STEP
        value = math.log(max(MIN_HEIGHT, height))
        for rows, columns in strip(line, 1.0, cells):
            heights[rows, columns] = value
            turns[rows, columns] = line.turn
    for number, line in enumerate(lines, 1):
        for rows, columns in strip(line, 0.5, cells):
            owner[rows, columns] = number
    core = np.where(separated(owner, thin), 255, 0).astype(np.uint8)
    return core, heights, turns, mark_map(marks, cells)


def strip(line: Line, share: float, cells: int):
    """The cells of the middle `share` of the line's height, as pairs of row and column indexes."""
    (left, top), (right, bottom) = line.top[0], line.bottom[-1]
    if len(line.top) == 2 and line.top[1, 1] == top and line.bottom[0, 1] == bottom:
        yield span(top, bottom, share, cells), ends(left, right, cells)
        return
    if len(line.top) == 2 and line.top[1, 0] == left and line.bottom[0, 0] == right:
        yield ends(top, bottom, cells), span(left, right, share, cells)
        return
    middle = (line.top + line.bottom) / 2
    direction = np.abs(middle[-1] - middle[0])
    if len(middle) > 2 and direction.sum() < 0.7 * np.abs(np.diff(middle, axis=0)).sum():
        # An arc: each piece has its own direction.
        for at in range(len(middle) - 1):
            yield from strip(Line(line.top[at:at + 2], line.bottom[at:at + 2], line.turn), share, cells)
        return
    along, across = (0, 1) if direction[0] >= direction[1] else (1, 0)
    order = np.argsort(middle[:, along], kind='stable')
    position, level = middle[order, along] / STEP, middle[order, across] / STEP
    extent = np.abs((line.bottom - line.top)[order])
    # Measured across the map's axis a slanted line is thicker than it is high.
    slant = direction[1 - along] / max(1e-6, direction[along]) if across == 1 - along else 0
    thickness = np.hypot(extent[:, 0], extent[:, 1]) * math.sqrt(1 + slant * slant) * share / STEP
    along_cells = ends(position[0] * STEP, position[-1] * STEP, cells)
    columns = np.arange(along_cells.start, along_cells.stop)
    if not len(columns):
        return
    center = np.interp(columns + 0.5, position, level)
    count = np.maximum(1, np.round(np.interp(columns + 0.5, position, thickness)).astype(int))
    start = np.round(center - count / 2).astype(int)
    for layer in range(int(count.max())):
        rows = start + layer
        inside = (layer < count) & (rows >= 0) & (rows < cells)
        pair = rows[inside], columns[inside]
        yield pair if across == 1 else pair[::-1]


def ends(start: float, stop: float, cells: int) -> slice:
    """The cells along a line from its first to its last ink; a cell that is hardly reached is left out."""
    first = math.floor(start / STEP + 0.35)
    last = max(first + 1, math.ceil(stop / STEP - 0.35))
    return slice(min(max(0, first), cells), min(max(0, last), cells))


def span(low: float, high: float, share: float, cells: int) -> slice:
    """The cells of the middle `share` across a line, at least one."""
    count = max(1, round((high - low) * share / STEP))
    first = round((low + high) / 2 / STEP - count / 2)
    return slice(min(max(0, first), cells), min(max(0, first + count), cells))


def separated(owner: np.ndarray, thin: np.ndarray) -> np.ndarray:
    """Where cores are, less the cells at which two lines touch; of two touching lines the thinner keeps its cells."""
    keep = owner > 0
    for down, right in ((1, 0), (0, 1), (1, 1), (1, -1)):
        a = owner[: owner.shape[0] - down, max(0, -right): owner.shape[1] - max(0, right)]
        b = owner[down:, max(0, right): owner.shape[1] + min(0, right)]
        touch = (a != b) & (a > 0) & (b > 0)
        if not touch.any():
            continue
        rows, columns = np.nonzero(touch)
        columns = columns + max(0, -right)
        first, second = owner[rows, columns], owner[rows + down, columns + right]
        drop_first = ~thin[first] | (thin[second] & (down == 0))
        drop_second = ~thin[second] | (thin[first] & thin[second])
        keep[rows[drop_first], columns[drop_first]] = False
        keep[rows[drop_second] + down, columns[drop_second] + right] = False
    return keep


def mark_map(marks: list[np.ndarray], cells: int) -> np.ndarray:
    """The cells that selection boxes cover for the greater part."""
    if not marks:
        return np.zeros((cells, cells), np.uint8)
    image = Image.new('L', (cells * STEP, cells * STEP), 0)
    draw = ImageDraw.Draw(image)
    for corners in marks:
        draw.polygon([(x, y) for x, y in corners - 0.5], fill=255)
    return np.where(np.asarray(image.reduce(STEP)) > 100, 255, 0).astype(np.uint8)
