"""Draws hats, caps, helmets, turbans, headscarves and hoods on a face."""
import math

import numpy as np

from canvas import Canvas, any_color, curve, fabric, folds


def draw_headwear(canvas: Canvas, textures: np.ndarray) -> None:
    rng, points, unit = canvas.rng, canvas.points, canvas.unit
    kind = rng.choices(['cap', 'backward', 'beanie', 'hat', 'helmet', 'turban', 'scarf', 'hood', 'box'], [6, 2, 4, 4, 2.5, 2.5, 3, 2, 2])[0]
    middle = (points[0] + points[16]) / 2
    across = points[16] - points[0]
    half = float(np.linalg.norm(across)) / 2 * rng.uniform(1.0, 1.18)
    across = across / np.linalg.norm(across)
    up = np.array([across[1], -across[0]])
    # The symmetry axis of a turned face is not in the middle of its outline.
    center = middle * 0.75 + points[27] * 0.25
    brow = float(np.dot(points[17:27].mean(0) - center, up))
    line = brow + unit * rng.uniform(0.02, 0.36)
    top = line + unit * rng.uniform(0.42, 0.75)
    at = lambda x, y: center + across * x * half + up * y
    ears = -unit * rng.uniform(0.0, 0.35)
    surface = fabric(canvas, textures)
    surface = surface * folds(canvas, rng.randrange(2, 20), rng.uniform(0, 0.35))
    parts = []

    def add(polygon, tone: float = 1.0, own=None, round_shade: float = 0.45) -> None:
        parts.append((polygon, tone, own, round_shade))

    bend = unit * rng.uniform(-0.04, 0.12)
    base = [at(-1, line - bend), at(-0.5, line), at(0, line + bend * 0.3), at(0.5, line), at(1, line - bend)]
    dome = [at(1.04, line + (top - line) * 0.45), at(0.72, line + (top - line) * 0.86), at(0, top), at(-0.72, line + (top - line) * 0.86), at(-1.04, line + (top - line) * 0.45)]
    cast = 0.0
    if kind in ('cap', 'backward'):
        add(curve([*base, *dome], 6, closed=True))
        if kind == 'cap':
            shift, deep, wide = rng.uniform(-0.45, 0.45), unit * rng.uniform(0.05, 0.26), rng.uniform(0.75, 1.05)
            add(curve([at(shift - wide, line - bend * 0.5), at(shift - wide * 0.55, line - deep), at(shift, line - deep * 1.25), at(shift + wide * 0.55, line - deep),
                       at(shift + wide, line - bend * 0.5), at(shift, line + unit * 0.06)], 6, closed=True), rng.uniform(0.6, 1.1), canvas.lit(any_color(rng)) if rng.random() < 0.35 else None, 0.2)
            cast = rng.uniform(0.1, 0.6)
        if rng.random() < 0.6:
            logo = at(rng.uniform(-0.35, 0.35), line + (top - line) * rng.uniform(0.25, 0.6))
            size = unit * rng.uniform(0.06, 0.2)
            add([logo + np.array([size * rng.uniform(-1, 1), size * rng.uniform(-1, 1)]) for _ in range(rng.randrange(4, 9))], 1, canvas.lit(any_color(rng)), 0)
    elif kind == 'beanie':
        add(curve([at(-1.02, ears * rng.random()), *base, at(1.02, ears * rng.random()), *dome], 6, closed=True))
        if rng.random() < 0.6:
            fold = unit * rng.uniform(0.12, 0.28)
            add(curve([at(-1.05, line - bend - 4), at(0, line), at(1.05, line - bend - 4), at(1.03, line + fold - bend), at(0, line + fold), at(-1.03, line + fold - bend)], 6, closed=True), rng.uniform(0.75, 1.2),
                canvas.lit(any_color(rng)) if rng.random() < 0.3 else None)
    elif kind == 'hat':
        wide, tilt = rng.uniform(1.35, 2.4), rng.uniform(-0.15, 0.15) * unit
        crown = rng.uniform(0.75, 1)
        add(curve([at(-crown, line), at(-crown * 0.92, top * 0.9), at(-0.3, top), at(0.3, top - unit * rng.uniform(0, 0.08)), at(crown * 0.92, top * 0.9), at(crown, line)], 6, closed=True))
        if rng.random() < 0.7:
            add([at(-crown, line), at(-crown * 0.97, line + unit * 0.16), at(crown * 0.97, line + unit * 0.16), at(crown, line)], 0.5, canvas.lit(any_color(rng)) if rng.random() < 0.5 else None)
        thick = unit * rng.uniform(0.04, 0.16)
        add(curve([at(-wide, line + tilt), at(-wide * 0.5, line - thick), at(0, line - thick * 1.3), at(wide * 0.5, line - thick), at(wide, line - tilt), at(wide * 0.5, line + thick), at(-wide * 0.5, line + thick)], 6, closed=True),
            rng.uniform(0.7, 1.1), None, 0.15)
        cast = rng.uniform(0.1, 0.6)
    elif kind == 'helmet':
        out = rng.uniform(1.12, 1.35)
        add(curve([at(-out, ears * rng.random()), at(-0.95, line - bend), at(0, line), at(0.95, line - bend), at(out, ears * rng.random()), at(out, line + (top - line) * 0.5), at(0, top * 1.12), at(-out, line + (top - line) * 0.5)], 6, closed=True))
        if rng.random() < 0.7:
            for sign in (-1, 1):
                a, b = at(sign * 0.98, ears), points[8] + np.array([sign * 4, 4])
                add([a, a + across * 4, b + across * 4, b], 0.6, canvas.lit(np.full(3, rng.uniform(10, 200))), 0)
        cast = rng.uniform(0, 0.4)
    elif kind == 'turban':
        peak = unit * rng.uniform(-0.02, 0.15)
        add(curve([at(-1.08, ears * 0.5), at(-0.6, line - bend), at(0, line + peak), at(0.6, line - bend), at(1.08, ears * 0.5), at(1.2, line + (top - line) * 0.5), at(0, top * 1.1), at(-1.2, line + (top - line) * 0.5)], 6, closed=True))
        surface = surface * folds(canvas, 40, 0.35)
    elif kind == 'box':
        add([at(-0.98, line - bend), at(0, line), at(0.98, line - bend), at(0.88, top), at(-0.88, top)], 1, canvas.lit(np.full(3, rng.uniform(5, 60))) if rng.random() < 0.6 else None)
    ring = kind in ('scarf', 'hood')
    side = canvas.side
    if ring:
        out = rng.uniform(1.25, 1.55)
        mask = canvas.mask()
        mask.polygon(curve([at(-out, 0), at(-out * 0.9, top * 0.7), at(0, top), at(out * 0.9, top * 0.7), at(out, 0), (center[0] + half * out * 1.3, side + 40), (center[0] - half * out * 1.3, side + 40)], 6, closed=True))
        wide = rng.uniform(0.9, 1.0) if kind == 'scarf' else rng.uniform(1.0, 1.15)
        below = float(np.dot(points[8] - center, up)) - unit * (rng.uniform(-0.03, 0.05) if kind == 'scarf' else rng.uniform(0.1, 0.5))
        hole = curve([at(-wide, 0), at(-wide * 0.75, line * 0.8), at(0, line), at(wide * 0.75, line * 0.8), at(wide, 0), at(wide * 0.72, below * 0.65), at(0, below), at(-wide * 0.72, below * 0.65)], 6, closed=True)
        mask.polygon(hole, 0)
        opacity = mask.array(0.4)
        canvas.shadow(opacity, rng.uniform(-3, 3), rng.uniform(0, 5), 4, rng.uniform(0.1, 0.6))
        canvas.paint(opacity, surface)
        return
    x = np.mgrid[0:side, 0:side][1]
    roundness = np.clip(np.abs(x - center[0] + rng.uniform(-15, 15)) / (half * 1.1), 0, 1.3) ** 2
    whole = canvas.mask()
    for polygon, *_ in parts:
        whole.polygon(polygon)
    if cast:
        canvas.shadow(whole.array(), rng.uniform(-4, 4), unit * rng.uniform(0.05, 0.3), rng.uniform(2, 7), cast)
    else:
        canvas.shadow(whole.array(), rng.uniform(-2, 2), rng.uniform(0, 5), 3, rng.uniform(0, 0.4))
    for polygon, tone, own, shade in parts:
        mask = canvas.mask().polygon(polygon).array(rng.uniform(0, 0.5))
        color = surface if own is None else own * np.ones_like(surface)
        canvas.paint(mask, color * tone * (1 - shade * roundness)[..., None])
