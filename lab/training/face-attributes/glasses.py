"""Draws glasses, sunglasses and swimming goggles on a face."""
import math

import numpy as np

from canvas import Canvas, Mask, any_color, curve

NONE, READING, SUN, GOGGLES = 0, 1, 2, 3


class Frame:
    """Where the two lenses are: centers follow the eyes, the farther side of a turned face is narrower."""

    def __init__(self, canvas: Canvas, half_width: float, half_height: float, gap: float, drop: float, roundness: float, style: str):
        rng, points = canvas.rng, canvas.points
        self.across = (canvas.right_eye - canvas.left_eye) / canvas.eyes
        self.down = np.array([-self.across[1], self.across[0]])
        nose = points[27]
        left, right = (abs(float(np.dot(eye - nose, self.across))) for eye in (canvas.left_eye, canvas.right_eye))
        self.shares = [min(1.45, max(0.5, 2 * side / (left + right + 1e-3))) for side in (left, right)]
        middle = 0.5 * (nose + (canvas.left_eye + canvas.right_eye) / 2)
        self.middle = middle + self.down * (drop * canvas.eyes)
        self.gap = gap * canvas.eyes
        lift, sag = (rng.uniform(0.1, 0.35), 0) if style == 'cat' else (0, rng.uniform(0.15, 0.35)) if style == 'aviator' else (0, 0)
        self.lenses = []
        for sign, share in ((-1, self.shares[0]), (1, self.shares[1])):
            a, b = half_width * canvas.eyes * share, half_height * canvas.eyes
            center = self.middle + self.across * sign * (self.gap / 2 * share + a)
            outline = []
            for t in np.linspace(0, 2 * math.pi, 44, endpoint=False):
                cosine, sine = math.cos(t), math.sin(t)
                x = math.copysign(abs(cosine) ** (2 / roundness), cosine)
                y = math.copysign(abs(sine) ** (2 / roundness), sine)
                if style == 'half':
                    y = max(y, -0.25)
                y -= lift * max(0, x) ** 2
                if sag and y > 0:
                    x, y = x * (1 - sag * y) - 0.1 * y, y * (1 + sag)
                outline.append(center + self.across * sign * x * a + self.down * y * b)
            self.lenses.append((center, a, b, outline, sign))


def lens_mask(canvas: Canvas, frame: Frame, shrink: float = 1) -> Mask:
    mask = canvas.mask()
    for center, _, _, outline, _ in frame.lenses:
        mask.polygon([center + (point - center) * shrink for point in outline])
    return mask


def draw_temples(canvas: Canvas, mask: Mask, frame: Frame, width: float) -> None:
    points = canvas.points
    for (center, a, b, _, sign), ear in zip(frame.lenses, (points[0], points[16])):
        start = center + frame.across * sign * a * 0.96 - frame.down * b * canvas.rng.uniform(0.1, 0.5)
        end = np.array([ear[0], min(ear[1], start[1] + 14)]) + frame.across * sign * canvas.rng.uniform(-2, 6)
        if np.dot(end - start, frame.across) * sign > 1:
            mask.line([start, end - frame.down * canvas.rng.uniform(0, 8)], width)


def reflections(canvas: Canvas, frame: Frame, strength: float) -> None:
    rng = canvas.rng
    lenses = lens_mask(canvas, frame)
    for center, a, b, _, _ in frame.lenses:
        if rng.random() < 0.3:
            continue
        mask = canvas.mask()
        slope, width = rng.uniform(-0.6, 0.6), rng.uniform(0.1, 1.2) * a
        at = center + frame.across * rng.uniform(-0.7, 0.7) * a
        top, bottom = at - frame.down * 1.5 * b + frame.across * slope * b, at + frame.down * 1.5 * b - frame.across * slope * b
        if rng.random() < 0.6:
            mask.polygon([top, top + frame.across * width, bottom + frame.across * width, bottom])
        else:
            spot = center + frame.across * rng.uniform(-0.5, 0.5) * a - frame.down * rng.uniform(-0.3, 0.6) * b
            mask.ellipse(spot[0], spot[1], a * rng.uniform(0.08, 0.5), b * rng.uniform(0.08, 0.5))
        tint = np.array([255, 255, 255]) - np.array([rng.uniform(0, 60), rng.uniform(0, 30), rng.uniform(0, 25)])
        canvas.paint(mask.within(lenses).array(rng.uniform(0.3, 4)) * strength, tint, covers=False)


def frame_color(canvas: Canvas) -> np.ndarray:
    rng = canvas.rng
    kind = rng.random()
    if kind < 0.4:
        return np.full(3, rng.uniform(5, 50))
    if kind < 0.6:
        return np.array([90, 55, 30]) * rng.uniform(0.4, 1.5)
    if kind < 0.72:
        return np.array([190, 155, 90]) * rng.uniform(0.6, 1.2)
    if kind < 0.9:
        return np.full(3, rng.uniform(90, 215))
    return any_color(rng)


def draw_frame(canvas: Canvas, frame: Frame, thickness: float, style: str) -> None:
    rng = canvas.rng
    rims, thin = canvas.mask(), canvas.mask()
    for center, _, _, outline, _ in frame.lenses:
        closed = [*outline, outline[0]]
        if style == 'rimless':
            thin.line(closed, rng.uniform(0.4, 0.9), rng.uniform(0.4, 0.9))
        elif style == 'browline':
            top = [point for point in outline if np.dot(point - center, frame.down) <= 1]
            rims.line(sorted(top, key=lambda point: float(np.dot(point, frame.across))), thickness * 1.6)
            thin.line(closed, rng.uniform(0.3, 1.0), 0.7)
        else:
            rims.line(closed, thickness)
    (left, a, b, _, _), (right, c, _, _, _) = frame.lenses
    height = rng.uniform(-0.7, 0.1)
    start, end = left + frame.across * a * 0.97 + frame.down * b * height, right - frame.across * c * 0.97 + frame.down * b * height
    middle = (start + end) / 2 - frame.down * rng.uniform(0, 0.16) * canvas.eyes
    bridge = max(1.0, thickness * rng.uniform(0.7, 1.3))
    rims.line(curve([start, middle, end], 8), bridge)
    if style == 'aviator' and rng.random() < 0.7:
        rims.line([start - frame.down * b * 0.35, end - frame.down * b * 0.35], bridge * 0.8)
    if rng.random() < 0.85:
        draw_temples(canvas, rims, frame, max(0.8, thickness * rng.uniform(0.6, 1.4)))
    opacity = rng.uniform(0.45, 0.75) if rng.random() < 0.12 else rng.uniform(0.8, 1)
    mask = np.maximum(rims.array(), thin.array() * 0.8)
    if rng.random() < 0.75:
        canvas.shadow(mask, rng.uniform(-2, 2), rng.uniform(0.5, 4), rng.uniform(0.6, 2), rng.uniform(0.1, 0.55))
    color = canvas.lit(frame_color(canvas))
    if style == 'rimless' and rng.random() < 0.5:
        color = np.full(3, rng.uniform(120, 250))
    canvas.paint(mask * opacity, color * canvas.shading(rng.uniform(0, 0.6)), covers=False)
    if rng.random() < 0.5:
        shine = np.roll(mask, (rng.choice([-1, 0, 1]), rng.choice([-1, 0, 1])), (0, 1)) * mask
        spots = (np.random.default_rng(rng.randrange(1 << 30)).random((8, 8)) < 0.3).repeat(canvas.side // 8, 0).repeat(canvas.side // 8, 1)
        canvas.paint(shine * spots * rng.uniform(0.2, 0.7), color + rng.uniform(40, 150), covers=False)


def draw_reading(canvas: Canvas) -> int:
    rng = canvas.rng
    style = rng.choices(['full', 'rimless', 'browline', 'aviator', 'half', 'cat'], [10, 5, 4, 2, 1.5, 1])[0]
    low = style == 'half' or rng.random() < 0.08
    frame = Frame(canvas, rng.uniform(0.3, 0.48), rng.uniform(0.16, 0.3) if rng.random() < 0.5 else rng.uniform(0.26, 0.42), rng.uniform(0.12, 0.34),
                  rng.uniform(0.2, 0.38) if low else rng.uniform(-0.04, 0.16), rng.uniform(1.9, 4.5), style)
    if rng.random() < 0.5:
        tint = any_color(rng) if rng.random() < 0.4 else np.full(3, rng.choice([0, 255]))
        canvas.paint(lens_mask(canvas, frame).array() * rng.uniform(0, 0.16), canvas.lit(tint), covers=False)
    if rng.random() < 0.5:
        reflections(canvas, frame, rng.uniform(0.05, 0.35) if rng.random() < 0.75 else rng.uniform(0.3, 0.85))
    thin = rng.random() < 0.5
    draw_frame(canvas, frame, rng.uniform(0.8, 1.6) if thin else rng.uniform(1.2, 5), style)
    return READING


def draw_sunglasses(canvas: Canvas) -> int:
    rng = canvas.rng
    style = rng.choices(['full', 'aviator', 'rimless', 'cat', 'browline', 'shield'], [10, 6, 2, 3, 1, 3])[0]
    shield = style == 'shield'
    frame = Frame(canvas, rng.uniform(0.36, 0.54), rng.uniform(0.18, 0.3) if rng.random() < 0.4 else rng.uniform(0.26, 0.48),
                  rng.uniform(0.02, 0.1) if shield else rng.uniform(0.08, 0.3), rng.uniform(-0.05, 0.18), rng.uniform(1.9, 4.5), 'aviator' if shield else style)
    dark = rng.random() < 0.75
    tint = np.full(3, rng.uniform(5, 45)) + np.array([rng.uniform(-5, 12) for _ in range(3)]) if dark else any_color(rng) * 0.7
    opacity = rng.uniform(0.72, 1)
    fade = 1 - rng.uniform(0, 0.35) * np.clip((np.mgrid[0:canvas.side, 0:canvas.side][0] - frame.middle[1]) / 20, 0, 1)
    lenses = lens_mask(canvas, frame)
    if shield:
        lenses.polygon([frame.lenses[0][3][33], frame.lenses[1][3][33], frame.middle + frame.down * 2])
    mask = lenses.array()
    if rng.random() < 0.6:
        canvas.shadow(mask, rng.uniform(-2, 2), rng.uniform(1, 5), rng.uniform(1, 3), rng.uniform(0.1, 0.5))
    canvas.paint(mask * opacity * fade, canvas.lit(tint) * canvas.shading(rng.uniform(0, 0.5), 4))
    if rng.random() < 0.75:
        reflections(canvas, frame, rng.uniform(0.05, 0.6))
    draw_frame(canvas, frame, rng.uniform(0.7, 2) if rng.random() < 0.5 else rng.uniform(2, 6), 'full' if shield else style)
    return SUN


def draw_goggles(canvas: Canvas) -> int:
    """Small lenses close to the eyes, thick seals, and a strap around the head."""
    rng = canvas.rng
    frame = Frame(canvas, rng.uniform(0.26, 0.38), rng.uniform(0.17, 0.26), rng.uniform(0.16, 0.34), rng.uniform(0, 0.08), rng.uniform(1.7, 2.8),
                  rng.choice(['full', 'aviator']))
    seal, strap = canvas.lit(any_color(rng)), canvas.mask()
    for (center, a, _, _, sign), ear in zip(frame.lenses, (canvas.points[0], canvas.points[16])):
        far = np.array([ear[0], center[1]]) + frame.across * sign * rng.uniform(4, 30) + frame.down * rng.uniform(-12, 4)
        strap.line([center + frame.across * sign * a, far], rng.uniform(3, 8))
    canvas.shadow(strap.array(), 0, 2, 2, 0.3)
    canvas.paint(strap.array(), (canvas.lit(any_color(rng)) if rng.random() < 0.4 else seal) * canvas.shading(0.4), covers=False)
    canvas.paint(lens_mask(canvas, frame, rng.uniform(1.25, 1.5)).array(0.5) * rng.uniform(0.75, 1), seal * canvas.shading(0.5), covers=False)
    bridge = canvas.mask().line([frame.lenses[0][0] + frame.across * frame.lenses[0][1], frame.lenses[1][0] - frame.across * frame.lenses[1][1]], rng.uniform(2, 6))
    canvas.paint(bridge.array(), seal, covers=False)
    opacity = rng.uniform(0.3, 1)
    canvas.paint(lens_mask(canvas, frame).array() * opacity, canvas.lit(any_color(rng)), covers=opacity > 0.7)
    reflections(canvas, frame, rng.uniform(0.1, 0.7))
    return GOGGLES
