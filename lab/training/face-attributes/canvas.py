"""Drawing on a face: layers in twice the resolution of the crop, shading from the face's own light, and what each layer covers."""
import math
import random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

ZOOM = 2


class Canvas:
    """A crop of a face with its 68 landmarks. Coordinates are pixels of the crop."""

    def __init__(self, image: np.ndarray, points: np.ndarray, rng: random.Random):
        self.image = image.astype(np.float32)
        self.points = points.astype(np.float32)
        self.side = image.shape[0]
        self.rng = rng
        # How much of each pixel is covered by something that is not the face.
        self.covered = np.zeros(image.shape[:2], np.float32)
        face = self.image[int(points[19:25, 1].min()):int(points[8, 1]), int(points[0, 0]):int(points[16, 0])]
        self.light = float(face.mean() / 255) if face.size else 0.5
        self.left_eye, self.right_eye = self.points[36:42].mean(0), self.points[42:48].mean(0)
        self.eyes = float(np.linalg.norm(self.right_eye - self.left_eye))
        # The unit of the aligned mean face (align.ts): from the root of the nose to the chin it measures 0.93.
        self.unit = max(40.0, float(np.linalg.norm(self.points[8] - self.points[27])) / 0.93)

    def mask(self) -> 'Mask':
        return Mask(self.side)

    def lit(self, color) -> np.ndarray:
        """A color under the light of the picture."""
        return np.clip(np.asarray(color, np.float32) * (0.35 + 1.0 * self.light), 0, 255)

    def shading(self, strength: float, blur: float = 7) -> np.ndarray:
        """The light and shade of the face, around 1."""
        gray = Image.fromarray(self.image.mean(2).astype(np.uint8)).filter(ImageFilter.GaussianBlur(blur))
        shade = np.asarray(gray, np.float32)
        return np.clip(1 + strength * (shade / max(20.0, self.light * 255) - 1), 0.45, 1.6)[..., None]

    def paint(self, mask: np.ndarray, color: np.ndarray, covers: bool = True) -> None:
        """Puts a color (one, or one for each pixel) over the face; `mask` is the opacity."""
        self.image = self.image * (1 - mask[..., None]) + np.clip(color, 0, 255) * mask[..., None]
        if covers:
            self.covered = np.maximum(self.covered, mask)

    def darken(self, mask: np.ndarray, strength: float) -> None:
        self.image *= 1 - strength * mask[..., None]

    def shadow(self, mask: np.ndarray, dx: float, dy: float, blur: float, strength: float) -> None:
        """The shadow that something casts on the face."""
        moved = Image.fromarray((mask * 255).astype(np.uint8)).transform(
            (self.side, self.side), Image.Transform.AFFINE, (1, 0, -dx, 0, 1, -dy)).filter(ImageFilter.GaussianBlur(blur))
        self.darken(np.asarray(moved, np.float32) / 255, strength)


class Mask:
    """An opacity from 0 to 1, drawn in a higher resolution."""

    def __init__(self, side: int):
        self.side = side
        self.picture = Image.new('L', (side * ZOOM, side * ZOOM))
        self.pen = ImageDraw.Draw(self.picture)

    def polygon(self, points, value: float = 1) -> 'Mask':
        self.pen.polygon([(float(x) * ZOOM, float(y) * ZOOM) for x, y in points], fill=round(value * 255))
        return self

    def line(self, points, width: float, value: float = 1) -> 'Mask':
        """Lines thinner than a pixel of the drawing become fainter."""
        pixels = width * ZOOM
        if pixels < 1:
            value *= max(0.25, pixels)
        self.pen.line([(float(x) * ZOOM, float(y) * ZOOM) for x, y in points], fill=round(value * 255), width=max(1, round(pixels)), joint='curve')
        return self

    def ellipse(self, x: float, y: float, rx: float, ry: float, value: float = 1) -> 'Mask':
        self.pen.ellipse([(x - rx) * ZOOM, (y - ry) * ZOOM, (x + rx) * ZOOM, (y + ry) * ZOOM], fill=round(value * 255))
        return self

    def within(self, other: 'Mask') -> 'Mask':
        self.picture = ImageChops.multiply(self.picture, other.picture)
        self.pen = ImageDraw.Draw(self.picture)
        return self

    def array(self, blur: float = 0) -> np.ndarray:
        picture = self.picture.reduce(ZOOM)
        if blur > 0:
            picture = picture.filter(ImageFilter.GaussianBlur(blur))
        return np.asarray(picture, np.float32) / 255


def curve(points, count: int = 12, closed: bool = False) -> list:
    """A smooth line through the points (Catmull-Rom)."""
    points = [np.asarray(point, np.float32) for point in points]
    around = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    out = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:]):
        for t in np.linspace(0, 1, count, endpoint=False):
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3))
    if not closed:
        out.append(points[-1])
    return out


def blob(rng: random.Random, x: float, y: float, rx: float, ry: float, corners: int = 9, rough: float = 0.25) -> list:
    turn = rng.uniform(0, math.pi)
    return curve([
        (x + rx * math.cos(turn + 2 * math.pi * i / corners) * rng.uniform(1 - rough, 1 + rough),
         y + ry * math.sin(turn + 2 * math.pi * i / corners) * rng.uniform(1 - rough, 1 + rough))
        for i in range(corners)], closed=True)


def any_color(rng: random.Random) -> np.ndarray:
    """Clothes: grays and dark colors are common, bright ones are not."""
    kind = rng.random()
    if kind < 0.3:
        return np.full(3, rng.uniform(8, 70)) + np.array([rng.uniform(-8, 8) for _ in range(3)])
    if kind < 0.5:
        return np.full(3, rng.uniform(70, 250)) + np.array([rng.uniform(-15, 15) for _ in range(3)])
    hue, saturation, value = rng.random(), rng.uniform(0.15, 1), rng.uniform(0.15, 1)
    sector = [abs(((hue * 6 + shift) % 6) - 3) - 1 for shift in (0, 4, 2)]
    return np.array([255 * value * (1 - saturation + saturation * min(1, max(0, one))) for one in sector])


def fabric(canvas: Canvas, textures: np.ndarray, color=None) -> np.ndarray:
    """A surface of the size of the crop: plain, striped, dotted, checked, knitted, or cut out of a photograph."""
    rng, side = canvas.rng, canvas.side
    color = any_color(rng) if color is None else np.asarray(color, np.float32)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    turn = rng.uniform(0, math.pi)
    along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    kind = rng.random()
    second = any_color(rng)
    period = rng.uniform(4, 26)
    if kind < 0.5:
        share = np.zeros_like(x)
    elif kind < 0.6:
        share = (np.sin(along * 2 * math.pi / period) > rng.uniform(-0.6, 0.7)).astype(np.float32)
    elif kind < 0.68:
        share = ((np.sin(along * 2 * math.pi / period) + np.sin(across * 2 * math.pi / period)) > rng.uniform(0.4, 1.5)).astype(np.float32)
    elif kind < 0.76:
        share = 0.5 * (np.sin(along * 2 * math.pi / period) > 0) + 0.5 * (np.sin(across * 2 * math.pi / period) > 0)
    elif kind < 0.84:
        share = 0.35 * (0.5 + 0.5 * np.sin(x * 2 * math.pi / rng.uniform(3, 6)))
        second = color * 0.4
    else:
        patch = textures[rng.randrange(len(textures))].astype(np.float32)
        top, left = rng.randrange(patch.shape[0] // 2), rng.randrange(patch.shape[1] // 2)
        zoomed = Image.fromarray(patch[top:top + patch.shape[0] // 2, left:left + patch.shape[1] // 2].astype(np.uint8)).resize((side, side))
        return canvas.lit(np.asarray(zoomed, np.float32) * rng.uniform(0.7, 1.2))
    surface = color * (1 - share[..., None]) + second * share[..., None]
    grain = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(0, 6), (side, side, 1))
    return canvas.lit(surface) + grain


def folds(canvas: Canvas, count: int, strength: float) -> np.ndarray:
    """Soft light and dark lines, around 1, for cloth."""
    rng, side = canvas.rng, canvas.side
    layer = Image.new('L', (side, side), 128)
    pen = ImageDraw.Draw(layer)
    for _ in range(count):
        start = (rng.uniform(0, side), rng.uniform(0, side))
        middle = (start[0] + rng.uniform(-60, 60), start[1] + rng.uniform(-60, 60))
        end = (middle[0] + rng.uniform(-60, 60), middle[1] + rng.uniform(-40, 40))
        pen.line([tuple(float(v) for v in point) for point in curve([start, middle, end], 6)], fill=rng.choice([40, 80, 190, 220]), width=rng.randrange(2, 7))
    return 1 + strength * (np.asarray(layer.filter(ImageFilter.GaussianBlur(rng.uniform(1, 4))), np.float32)[..., None] / 128 - 1)
