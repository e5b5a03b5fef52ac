"""Draws masks over nose and mouth, and scarves, bandanas and balaclavas, which are not face masks."""
import math

import numpy as np

from canvas import Canvas, any_color, curve, fabric, folds

NO_MASK, FACE_MASK, OTHER = 0, 1, 2

SURGICAL = [(160, 200, 225), (120, 175, 215), (225, 230, 235), (150, 205, 195), (235, 190, 205), (30, 30, 34), (90, 130, 180)]


def outline(canvas: Canvas, top: float, reach: float, below: float) -> list:
    """Around nose, cheeks and chin. `top` is the place on the nose: 0 its root, 1 its tip, 2 the upper lip."""
    points, rng = canvas.points, canvas.rng
    places = [points[27], points[30], points[51], points[57], points[8]]
    at = min(3.99, max(0, top))
    bridge = places[int(at)] * (1 - at % 1) + places[int(at) + 1] * (at % 1)
    low = points[8] - bridge
    first = 2 + min(4, max(0, round(top)))
    jaw = [points[i] for i in range(first, 17 - first)]
    center = np.mean([bridge, points[8]], axis=0)
    jaw = [center + (point - center) * reach + np.array([0, below if 5 <= i + first <= 11 else 0]) for i, point in enumerate(jaw)]
    lift = rng.uniform(0.05, 0.3)
    left = jaw[0] * 0.45 + bridge * 0.55 + low * lift
    right = jaw[-1] * 0.45 + bridge * 0.55 + low * lift
    return curve([bridge, right, *jaw[::-1], left], 5, closed=True)


def shaded(canvas: Canvas, surface: np.ndarray, ridge: float) -> np.ndarray:
    """Brighter over the nose, darker at the sides."""
    points = canvas.points
    x = np.mgrid[0:canvas.side, 0:canvas.side][1]
    center = points[30, 0]
    width = np.where(x < center, max(8.0, center - points[3, 0]), max(8.0, points[13, 0] - center))
    return surface * canvas.shading(canvas.rng.uniform(0.2, 0.8), 9) * (1 - ridge * np.clip(np.abs(x - center) / width, 0, 1.2) ** 2)[..., None]


def loops(canvas: Canvas, edge: list) -> None:
    """Straps to the ears."""
    rng, points = canvas.rng, canvas.points
    mask = canvas.mask()
    color = canvas.lit(np.full(3, rng.choice([20, 235, 250])))
    xs = np.array([point[0] for point in edge])
    ys = np.array([point[1] for point in edge])
    for ear, select in ((points[0], xs < np.percentile(xs, 12)), (points[16], xs > np.percentile(xs, 88))):
        for at in (ys[select].min(), ys[select].max()):
            near = edge[int(np.argmin(np.where(select, np.abs(ys - at), 1e9)))]
            mask.line(curve([near, (near + ear) / 2 + np.array([0, rng.uniform(-3, 3)]), ear + np.array([0, rng.uniform(-8, 10)])], 6), rng.uniform(0.6, 2.4))
    canvas.paint(mask.array(), color, covers=False)


def draw_face_mask(canvas: Canvas, textures: np.ndarray) -> int:
    rng, points = canvas.rng, canvas.points
    kind = rng.choices(['surgical', 'cloth', 'respirator'], [5, 4, 3])[0]
    place = rng.random()
    top = rng.uniform(0.2, 0.75) if place < 0.8 else rng.uniform(1.15, 1.8) if place < 0.93 else rng.uniform(2.9, 3.4)
    edge = outline(canvas, top, rng.uniform(0.9, 1.06), rng.uniform(-4, 8))
    mask = canvas.mask().polygon(edge).array(rng.uniform(0, 0.6))
    canvas.shadow(mask, rng.uniform(-1, 1), rng.uniform(-2, 2), rng.uniform(1, 3), rng.uniform(0.1, 0.5))
    if rng.random() < 0.9:
        loops(canvas, edge)
    color = rng.choice(SURGICAL) if kind == 'surgical' else np.full(3, rng.uniform(190, 250)) if kind == 'respirator' and rng.random() < 0.7 else any_color(rng)
    surface = fabric(canvas, textures, color) if kind == 'cloth' else canvas.lit(np.asarray(color, np.float32)) * np.ones((canvas.side, canvas.side, 1), np.float32)
    if kind != 'respirator':
        surface = surface * folds(canvas, rng.randrange(2, 14), rng.uniform(0, 0.25))
    canvas.paint(mask, shaded(canvas, surface, rng.uniform(0, 0.5)))
    nose, chin = points[30], points[8]
    if kind == 'surgical':
        lines = canvas.mask()
        count = rng.randrange(2, 5)
        for i in range(count):
            level = nose * (1 - (i + 0.6) / (count + 0.4)) + chin * ((i + 0.6) / (count + 0.4))
            left, right = points[3] * 0.9 + level * 0.1, points[13] * 0.9 + level * 0.1
            lines.line(curve([(left[0], level[1] - 8), (level[0], level[1] + rng.uniform(0, 5)), (right[0], level[1] - 8)], 8), rng.uniform(0.7, 2))
        inside = lines.array() * mask
        canvas.darken(inside, rng.uniform(0.1, 0.4))
        canvas.paint(np.roll(inside, 1, 0) * rng.uniform(0, 0.3), np.full(3, 255), covers=False)
    elif kind == 'cloth' and rng.random() < 0.6:
        canvas.darken(canvas.mask().line(curve([points[29], points[33] + np.array([rng.uniform(-2, 2), 0]), chin], 6), rng.uniform(0.7, 2)).array() * mask, rng.uniform(0.1, 0.5))
    elif kind == 'respirator':
        if rng.random() < 0.6:
            middle = (nose + chin) / 2
            canvas.darken(canvas.mask().line(curve([points[3], middle + np.array([0, rng.uniform(-14, 14)]), points[13]], 8), rng.uniform(0.8, 2.5)).array(0.4) * mask, rng.uniform(0.1, 0.4))
        if rng.random() < 0.4:
            at = points[33] * 0.5 + points[57] * 0.5 + np.array([rng.uniform(-18, 18), rng.uniform(-4, 10)])
            size = rng.uniform(5, 11)
            canvas.paint(canvas.mask().ellipse(at[0], at[1], size, size * rng.uniform(0.7, 1)).array(0.3), canvas.lit(any_color(rng)), covers=False)
    if rng.random() < 0.5:
        canvas.darken(canvas.mask().line(edge + edge[:1], rng.uniform(0.6, 2)).array(0.4), rng.uniform(0.1, 0.5))
    return FACE_MASK


def draw_scarf(canvas: Canvas, textures: np.ndarray) -> int:
    """A scarf, bandana, balaclava or veil."""
    rng, points = canvas.rng, canvas.points
    kind = rng.choice(['scarf', 'bandana', 'balaclava', 'veil'])
    surface = fabric(canvas, textures) * folds(canvas, rng.randrange(8, 40), rng.uniform(0.1, 0.5))
    top = rng.uniform(0.25, 1.3)
    nose = points[27] * (1 - top) + points[30] * top if top <= 1 else points[30] * (2 - top) + points[51] * (top - 1)
    side, width = canvas.side, float(points[16, 0] - points[0, 0])
    if kind == 'scarf':
        out = rng.uniform(0.05, 0.5) * width
        edge = curve([(points[0, 0] - out, points[2, 1] + rng.uniform(-12, 25)), nose + np.array([-width * 0.25, rng.uniform(0, 10)]), nose,
                      nose + np.array([width * 0.25, rng.uniform(0, 10)]), (points[16, 0] + out, points[14, 1] + rng.uniform(-12, 25))], 8)
        mask = canvas.mask().polygon([*edge, (points[16, 0] + out, side), (points[0, 0] - out, side)])
    elif kind == 'bandana':
        edge = curve([points[1], nose, points[15]], 8)
        tip = points[8] + np.array([rng.uniform(-15, 15), rng.uniform(15, 60)])
        mask = canvas.mask().polygon([*edge, points[13] + np.array([0, 10]), tip, points[3] + np.array([0, 10])])
    else:
        head = canvas.mask()
        center = (points[0] + points[16]) / 2
        head.ellipse(center[0], center[1] + 0.05 * side, width * rng.uniform(0.58, 0.75), canvas.unit * rng.uniform(1.1, 1.35))
        head.polygon([(center[0] - width * 0.5, center[1]), (center[0] + width * 0.5, center[1]), (center[0] + width, side), (center[0] - width, side)])
        brow = points[17:27, 1].min() - rng.uniform(2, 14)
        slit = curve([(points[17, 0] - 10, (brow + nose[1]) / 2), ((points[17, 0] + points[26, 0]) / 2, brow), (points[26, 0] + 10, (brow + nose[1]) / 2),
                      ((points[17, 0] + points[26, 0]) / 2, nose[1])], 8, closed=True)
        head.polygon(slit, 0)
        mask = head
    opacity = mask.array(rng.uniform(0, 0.8))
    canvas.shadow(opacity, 0, rng.uniform(-3, 1), 3, rng.uniform(0, 0.4))
    canvas.paint(opacity, shaded(canvas, surface, rng.uniform(0, 0.4)))
    return OTHER
