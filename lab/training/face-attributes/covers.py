"""Draws other things over or beside a face: hands, hair, microphones, cut-out pieces of photographs."""
import math

import numpy as np

from canvas import Canvas, Mask, any_color, blob, curve, fabric


def targets(canvas: Canvas) -> dict:
    points = canvas.points
    brow = points[17:27].mean(0)
    up = points[27] - points[8]
    return {
        'forehead': brow + up / np.linalg.norm(up) * canvas.unit * 0.22,
        'left': canvas.left_eye,
        'right': canvas.right_eye,
        'eyes': (canvas.left_eye + canvas.right_eye) / 2,
        'mouth': points[48:60].mean(0),
        'nose': points[33],
    }


def skin(canvas: Canvas) -> np.ndarray:
    """The color of the cheeks, or of someone else's hand."""
    if canvas.rng.random() < 0.15:
        return canvas.lit(np.array([215, 165, 135]) * canvas.rng.uniform(0.3, 1.1))
    x, y = np.clip((canvas.points[2] * 0.6 + canvas.points[31] * 0.4).astype(int), 3, canvas.side - 4)
    return canvas.image[y - 3:y + 4, x - 3:x + 4].mean((0, 1)) * canvas.rng.uniform(0.75, 1.2)


def draw_hand(canvas: Canvas, at: np.ndarray, size: float) -> None:
    """Two to five fingers side by side, and often the palm."""
    rng = canvas.rng
    color = skin(canvas)
    turn = rng.uniform(0, 2 * math.pi)
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    width = size * rng.uniform(0.24, 0.34)
    count = rng.randrange(2, 6)
    whole: list[tuple[Mask, float]] = []
    if rng.random() < 0.8:
        palm = canvas.mask().polygon(blob(rng, *(at - along * size * 1.3), size * 0.95, size * 0.8, 8, 0.12))
        arm = at - along * size * 1.6
        palm.polygon([arm + across * size * 0.55, arm - across * size * 0.55, arm - across * size * 0.6 - along * size * 4, arm + across * size * 0.6 - along * size * 4])
        whole.append((palm, 1))
    for i in range(count):
        offset = across * (i - (count - 1) / 2) * width * rng.uniform(0.95, 1.25)
        tip = at + offset + along * size * rng.uniform(0.3, 1.0) + across * rng.uniform(-0.15, 0.15) * size
        root = at + offset * 0.95 - along * size * rng.uniform(0.8, 1.2)
        finger = canvas.mask().line([root, (root + tip) / 2 + across * rng.uniform(-0.06, 0.06) * size, tip], width)
        finger.ellipse(tip[0], tip[1], width / 2, width / 2).ellipse(root[0], root[1], width / 2, width / 2)
        whole.append((finger, rng.uniform(0.85, 1.1)))
    for mask, tone in whole:
        solid = mask.array()
        canvas.shadow(solid, rng.uniform(-1, 1), rng.uniform(0, 3), rng.uniform(1, 3), rng.uniform(0.1, 0.45))
        inner = mask.array(width * 0.18)
        shade = (0.6 + 0.45 * inner ** 2)[..., None]
        canvas.paint(solid, color * tone * shade)


def draw_hair(canvas: Canvas, at: np.ndarray, full: bool) -> None:
    """Strands from above the forehead downwards."""
    rng, points = canvas.rng, canvas.points
    color = canvas.lit(np.array(rng.choice(HAIR)) * rng.uniform(0.7, 1.3))
    left, right = (points[17, 0] - 12, points[26, 0] + 12) if full else (at[0] - canvas.eyes * 0.35, at[0] + canvas.eyes * 0.35)
    top = points[17:27, 1].min() - canvas.unit * rng.uniform(0.55, 0.75)
    bottom = points[17:27, 1].mean() + rng.uniform(-10, 6) if full else at[1] + rng.uniform(5, 40)
    lean = rng.uniform(-25, 25)
    # Light and dark strands lie over each other.
    for tone in (0.6, 0.85, 1.15, 0.95):
        mask = canvas.mask()
        for _ in range(rng.randrange(25, 60)):
            x = rng.uniform(left, right)
            mask.line([(x - lean * 0.7, top + rng.uniform(-8, 12)), (x + rng.gauss(0, 3), (top + bottom) / 2), (x + lean * 0.5 + rng.gauss(0, 5), bottom + rng.gauss(0, 5))],
                      rng.uniform(0.8, 3))
        canvas.paint(mask.array(0.3), color * tone * rng.uniform(0.85, 1.15))


def draw_microphone(canvas: Canvas, at: np.ndarray, size: float) -> None:
    rng = canvas.rng
    color = canvas.lit(np.full(3, rng.uniform(10, 90)) if rng.random() < 0.8 else any_color(rng))
    end = at + np.array([rng.uniform(-80, 80), rng.uniform(60, 140)])
    stick = canvas.mask().line([at, end], size * rng.uniform(0.5, 1.1)).array()
    head = canvas.mask().ellipse(at[0], at[1], size, size * rng.uniform(0.9, 1.3))
    for mask, blurred in ((stick, stick), (head.array(), head.array(size * 0.3))):
        canvas.paint(mask, color * (0.6 + 0.6 * blurred[..., None]))


def draw_patch(canvas: Canvas, textures: np.ndarray, at: np.ndarray, rx: float, ry: float) -> None:
    """Any object: a blob or rectangle with a surface of its own."""
    rng = canvas.rng
    mask = canvas.mask()
    if rng.random() < 0.6:
        mask.polygon(blob(rng, at[0], at[1], rx, ry, rng.randrange(5, 11), rng.uniform(0.05, 0.35)))
    else:
        turn = rng.uniform(-0.5, 0.5)
        along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        mask.polygon([at + along * rx * sx + across * ry * sy for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    solid = mask.array(rng.uniform(0, 1.5))
    canvas.shadow(solid, rng.uniform(-2, 2), rng.uniform(0, 4), 3, rng.uniform(0, 0.5))
    edge = 0.7 + 0.3 * mask.array(rng.uniform(2, 8))[..., None]
    canvas.paint(solid, fabric(canvas, textures) * canvas.shading(rng.uniform(0, 0.6)) * edge)


def draw_age(canvas: Canvas) -> None:
    """Wrinkles, bags under the eyes and sunken eyes: lines around the eyes that are no glasses. A crease is dark with a light edge."""
    rng, points, eyes = canvas.rng, canvas.points, canvas.eyes
    dark, bright = canvas.mask(), canvas.mask()

    def crease(line: list, width: float) -> None:
        line = curve(line, 5)
        dark.line(line, width)
        bright.line([point + np.array([0, width * 0.9]) for point in line], width)

    for eye, outer, inner, sign in ((canvas.left_eye, points[36], points[39], -1), (canvas.right_eye, points[45], points[42], 1)):
        for _ in range(rng.choice([0, 1, 1, 2])):
            low = eyes * rng.uniform(0.13, 0.32)
            crease([inner + np.array([0, low * 0.5]), eye + np.array([rng.uniform(-3, 3), low]), outer + np.array([sign * rng.uniform(-3, 8), low * rng.uniform(0.2, 0.8)])], rng.uniform(0.6, 2.6))
        for _ in range(rng.choice([0, 0, 2, 3])):
            crease([outer + np.array([sign * rng.uniform(2, 6), rng.uniform(-4, 4)]), outer + np.array([sign * rng.uniform(8, 20), rng.uniform(-9, 11)])], rng.uniform(0.4, 1.2))
        if rng.random() < 0.4:
            crease([inner + np.array([0, -eyes * 0.1]), eye + np.array([0, -eyes * rng.uniform(0.12, 0.2)]), outer + np.array([sign * 4, -eyes * 0.06])], rng.uniform(0.6, 1.8))
        if rng.random() < 0.35:
            socket = canvas.mask().ellipse(eye[0], eye[1] - eyes * rng.uniform(0, 0.08), eyes * rng.uniform(0.22, 0.36), eyes * rng.uniform(0.12, 0.26))
            canvas.darken(socket.array(rng.uniform(2, 7)), rng.uniform(0.1, 0.55))
    for _ in range(rng.choice([0, 0, 1, 2])):
        crease([points[27] + np.array([rng.uniform(-7, 7), -rng.uniform(4, 14)]), points[27] + np.array([rng.uniform(-7, 7), rng.uniform(-2, 6)])], rng.uniform(0.5, 1.5))
    if rng.random() < 0.25:
        level = points[27, 1] + rng.uniform(-3, 9)
        crease([(points[39, 0] + 2, level), (points[27, 0], level - rng.uniform(-2, 4)), (points[42, 0] - 2, level)], rng.uniform(0.5, 1.4))
    if rng.random() < 0.4:
        for alar, corner in ((points[31], points[48]), (points[35], points[54])):
            crease([alar, (alar + corner) / 2 + np.array([np.sign(corner[0] - alar[0]) * 4, 0]), corner + np.array([np.sign(corner[0] - alar[0]) * 4, 3])], rng.uniform(0.7, 2.2))
    for _ in range(rng.choice([0, 0, 2, 3])):
        level = points[19:25, 1].min() - canvas.unit * rng.uniform(0.06, 0.3)
        crease([(points[18, 0], level), (points[27, 0], level - rng.uniform(0, 4)), (points[25, 0], level)], rng.uniform(0.5, 1.6))
    canvas.darken(dark.array(rng.uniform(0.4, 1.6)), rng.uniform(0.15, 0.6))
    canvas.paint(bright.array(rng.uniform(0.5, 1.6)) * rng.uniform(0, 0.3), np.full(3, 255.0), covers=False)


def draw_shine(canvas: Canvas) -> None:
    """Light on wet or oily skin, and of a flash."""
    rng, points = canvas.rng, canvas.points
    for _ in range(rng.randrange(1, 6)):
        at = points[rng.choice([27, 28, 29, 30, 19, 24, 40, 47, 2, 14, 39, 42])] + np.array([rng.uniform(-9, 9), rng.uniform(-14, 12)])
        mask = canvas.mask().polygon(blob(rng, at[0], at[1], rng.uniform(2, 14), rng.uniform(2, 9)))
        canvas.paint(mask.array(rng.uniform(0.8, 4)) * rng.uniform(0.1, 0.65), np.array([255, 250, 240.0]), covers=False)


HAIR = [(28, 22, 18), (45, 34, 26), (70, 48, 32), (120, 85, 50), (190, 160, 110), (150, 150, 150), (215, 215, 215), (110, 50, 25)]


def draw_hairdo(canvas: Canvas) -> None:
    """Hair around the forehead and above: combed, curly or smooth. It is no headwear."""
    rng, points, unit = canvas.rng, canvas.points, canvas.unit
    color = canvas.lit(np.array(rng.choice(HAIR)) * rng.uniform(0.7, 1.2))
    center, half = points[27], float(points[16, 0] - points[0, 0]) / 2
    brow = points[17:27, 1].mean()
    line, top, wide = brow - unit * rng.uniform(0.2, 0.42), brow - unit * rng.uniform(0.5, 0.85), rng.uniform(1.0, 1.3)
    ears = points[0, 1] - unit * rng.uniform(-0.3, 0.25)
    mask = canvas.mask().polygon(curve([
        (center[0] - half * 0.98, ears), (center[0] - half * rng.uniform(0.75, 0.95), line + rng.uniform(0, 12)), (center[0] - half * 0.3, line - rng.uniform(-4, 10)), (center[0] + half * 0.3, line - rng.uniform(-4, 10)),
        (center[0] + half * rng.uniform(0.75, 0.95), line + rng.uniform(0, 12)), (center[0] + half * 0.98, ears), (center[0] + half * wide, (ears + top) / 2), (center[0] + half * 0.6, top), (center[0] - half * 0.6, top),
        (center[0] - half * wide, (ears + top) / 2)], 6, closed=True))
    edge = mask.array(rng.uniform(1, 4))
    canvas.paint(edge, color * rng.uniform(0.6, 0.9), covers=False)
    curly = rng.random() < 0.4
    for tone in (0.6, 0.9, 1.25, 1.0):
        strands = canvas.mask()
        for _ in range(rng.randrange(30, 70)):
            x, y = center[0] + rng.uniform(-1.15, 1.15) * half, rng.uniform(top - 4, line + 10)
            if curly:
                strands.line(blob(rng, x, y, rng.uniform(3, 9), rng.uniform(3, 9), 5), rng.uniform(0.8, 2.2))
            else:
                lean = (x - center[0]) * 0.5 + rng.gauss(0, 8)
                strands.line([(x, y), (x + lean * 0.5, y + rng.uniform(4, 12)), (x + lean, y + rng.uniform(10, 26))], rng.uniform(0.6, 2))
        canvas.paint(strands.array(0.4) * np.maximum(edge, 0.25 * mask.array(8)), color * tone, covers=False)


def draw_distraction(canvas: Canvas) -> None:
    """Lines and marks that are neither glasses nor a cover: wrinkles, shadows under the eyes, heavy brows, strands of hair, ear rings."""
    rng, points = canvas.rng, canvas.points
    kind = rng.choice(['wrinkles', 'bags', 'brows', 'lines', 'strand', 'shade'])
    mask = canvas.mask()
    if kind == 'wrinkles':
        for _ in range(rng.randrange(1, 5)):
            start = points[rng.choice([19, 24, 39, 42, 31, 35, 36, 45])] + np.array([rng.uniform(-8, 8), rng.uniform(-12, 8)])
            mask.line([start, start + np.array([rng.uniform(-18, 18), rng.uniform(-8, 8)])], rng.uniform(0.5, 1.5))
        canvas.darken(mask.array(0.7), rng.uniform(0.2, 0.6))
    elif kind == 'bags':
        for eye in (canvas.left_eye, canvas.right_eye):
            low = eye + np.array([0, canvas.eyes * rng.uniform(0.14, 0.24)])
            mask.line([low + np.array([-canvas.eyes * 0.18, -3]), low, low + np.array([canvas.eyes * 0.18, -3])], rng.uniform(0.8, 4))
        canvas.darken(mask.array(rng.uniform(0.6, 2.5)), rng.uniform(0.15, 0.55))
    elif kind == 'brows':
        mask.line(points[17:22] + rng.uniform(-2, 4), rng.uniform(2, 5)).line(points[22:27] + rng.uniform(-2, 4), rng.uniform(2, 5))
        canvas.darken(mask.array(rng.uniform(0.5, 1.5)), rng.uniform(0.2, 0.7))
    elif kind == 'lines':
        for _ in range(rng.randrange(1, 4)):
            x, y = rng.uniform(0, canvas.side), rng.choice([rng.uniform(0, points[19, 1] - 12), rng.uniform(points[33, 1], canvas.side)])
            mask.line([(x, y), (x + rng.uniform(-90, 90), y + rng.uniform(-25, 25))], rng.uniform(0.6, 5))
        canvas.paint(mask.array(), canvas.lit(any_color(rng)), covers=False)
    elif kind == 'strand':
        x = rng.uniform(points[0, 0], points[16, 0])
        for _ in range(rng.randrange(1, 8)):
            mask.line([(x + rng.uniform(-4, 4), 0), (x + rng.uniform(-15, 15), points[27, 1]), (x + rng.uniform(-30, 30), points[33, 1])], rng.uniform(0.5, 1.4))
        canvas.paint(mask.array(), canvas.lit(np.array([60, 42, 30]) * rng.uniform(0.3, 3)), covers=False)
    else:
        at = points[rng.randrange(68)] + np.array([rng.uniform(-30, 30), rng.uniform(-40, 20)])
        mask.polygon(blob(rng, at[0], at[1], rng.uniform(15, 70), rng.uniform(10, 60)))
        canvas.darken(mask.array(rng.uniform(2, 12)), rng.uniform(0.15, 0.6))
