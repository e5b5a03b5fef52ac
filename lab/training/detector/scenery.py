"""What is on a page or under it and is not text: paper, desks, pictures, bar codes, drawings, dirt."""
import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from canvas import Canvas


def smooth_noise(rng: np.random.Generator, width: int, height: int, columns: int, rows: int) -> np.ndarray:
    """Values from about -1 to 1 that change smoothly; `columns` and `rows` say how often."""
    small = Image.fromarray(rng.uniform(-1, 1, (max(2, rows), max(2, columns))).astype(np.float32))
    return np.asarray(small.resize((width, height), Image.BICUBIC))


def wave(width: int, height: int, across: float, down: float, phase: float) -> np.ndarray:
    """sin(across * x + down * y + phase), made from its two factors."""
    x, y = np.arange(width, dtype=np.float32) * across + phase, np.arange(height, dtype=np.float32) * down
    return np.outer(np.cos(y), np.sin(x)) + np.outer(np.sin(y), np.cos(x))


def add(image: Image.Image, change: np.ndarray) -> Image.Image:
    return Image.fromarray(np.clip(np.asarray(image, np.float32) + change, 0, 255).astype(np.uint8))


def numbers(r: random.Random) -> np.random.Generator:
    return np.random.default_rng(r.getrandbits(32))


def paper_texture(canvas: Canvas):
    """Uneven light, gradients, fibres or a printed pattern on the sheet before anything is drawn."""
    r, rng = canvas.r, numbers(canvas.r)
    kind = r.random()
    change = np.zeros((canvas.height, canvas.width), np.float32)
    if kind < 0.4:
        change += r.uniform(3, 22) * smooth_noise(rng, canvas.width, canvas.height, r.randint(2, 5), r.randint(2, 5))
    elif kind < 0.6:
        change += r.uniform(-30, 30) * np.linspace(-0.5, 0.5, canvas.width, dtype=np.float32)[None, :]
        change += r.uniform(-30, 30) * np.linspace(-0.5, 0.5, canvas.height, dtype=np.float32)[:, None]
    elif kind < 0.8:
        change += rng.integers(0, r.randint(4, 24), (canvas.height, canvas.width), dtype=np.uint8)
        change -= change.mean()
    else:
        for _ in range(r.randint(1, 3)):
            change += r.uniform(2, 9) * wave(canvas.width, canvas.height, r.uniform(-0.4, 0.4), r.uniform(-0.4, 0.4), r.uniform(0, 6))
    canvas.set_image(add(canvas.image, change))


def guilloche(canvas: Canvas, left, top, right, bottom, strength):
    """The fine line patterns of cards and cheques."""
    r = canvas.r
    width, height = int(right - left), int(bottom - top)
    if width < 8 or height < 8:
        return
    change = np.zeros((height, width), np.float32)
    kind = r.random()
    bend = smooth_noise(numbers(r), width, height, r.randint(2, 6), r.randint(2, 6)) * r.uniform(2, 14)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if kind < 0.5:
        a, b = r.uniform(-0.25, 0.25), r.uniform(0.25, 1.2)
        change = np.sin(a * x + b * y + bend)
    elif kind < 0.8:
        distance = np.hypot(x - r.uniform(0, width), y - r.uniform(0, height))
        change = np.sin(distance * r.uniform(0.2, 1.0) + bend)
    else:
        change = np.sin(x * r.uniform(0.2, 0.8) + bend) * np.sin(y * r.uniform(0.2, 0.8) + bend)
    if r.random() < 0.4:
        change = (change > 0.6) * 2.0 - 0.5
    part = canvas.image.crop((int(left), int(top), int(left) + width, int(top) + height))
    canvas.image.paste(add(part, change * strength), (int(left), int(top)))


def rings(canvas: Canvas, x, y, radius):
    """A holographic seal: circles and a rosette in faint ink."""
    r = canvas.r
    ink = int(canvas.paper + (canvas.ink - canvas.paper) * r.uniform(0.15, 0.5))
    for _ in range(r.randint(2, 10)):
        size = radius * r.uniform(0.2, 1)
        canvas.draw.ellipse([x - size, y - size, x + size, y + size], outline=ink, width=r.choice([1, 1, 2]))
    petals, points = r.randint(5, 24), []
    for step in range(220):
        angle = step / 220 * 2 * math.pi
        size = radius * (0.75 + 0.25 * math.sin(petals * angle))
        points.append((x + size * math.cos(angle), y + size * math.sin(angle)))
    canvas.draw.line(points + points[:1], fill=ink)


def desk(r: random.Random, size: int) -> Image.Image:
    """The ground a document lies on: wood, cloth, stone, a scanner's lid or a plain table."""
    rng, kind, base = numbers(r), r.random(), r.randint(15, 215)
    if kind < 0.4:
        grain = smooth_noise(rng, size, size, r.randint(2, 6), r.randint(60, 260))
        bend = smooth_noise(rng, size, size, 4, 4) * r.uniform(5, 40)
        y = np.arange(size, dtype=np.float32)[:, None]
        change = r.uniform(8, 28) * grain + r.uniform(0, 12) * np.sin(y * r.uniform(0.05, 0.4) + bend)
        image = add(Image.new('L', (size, size), base), change)
        return image.transpose(Image.ROTATE_90) if r.random() < 0.5 else image
    if kind < 0.6:
        change = r.uniform(4, 20) * (wave(size, size, r.uniform(0.3, 1.6), 0, 0) + wave(size, size, 0, r.uniform(0.3, 1.6), 0))
    elif kind < 0.85:
        change = r.uniform(5, 40) * smooth_noise(rng, size, size, r.randint(2, 9), r.randint(2, 9)) + r.uniform(0, 18) * smooth_noise(rng, size, size, 200, 200)
    else:
        change = rng.integers(0, 6, (size, size), dtype=np.uint8).astype(np.float32)
    return add(Image.new('L', (size, size), base), change)


def picture(r: random.Random, width: int, height: int) -> Image.Image:
    """Something like a photograph: fields of gray, blobs and edges, blurred."""
    rng = numbers(r)
    width, height = max(4, int(width)), max(4, int(height))
    image = Image.new('L', (width, height), r.randint(20, 230))
    image = add(image, r.uniform(10, 90) * smooth_noise(rng, width, height, r.randint(2, 12), r.randint(2, 12)))
    draw = ImageDraw.Draw(image)
    for _ in range(r.randint(2, 14)):
        x, y, w, h = r.uniform(-0.2, 1) * width, r.uniform(-0.2, 1) * height, r.uniform(0.05, 0.6) * width, r.uniform(0.05, 0.6) * height
        shape = r.choice([draw.ellipse, draw.rectangle])
        shape([x, y, x + w, y + h], fill=r.randint(0, 255))
        if r.random() < 0.3:
            draw.polygon([(r.uniform(0, width), r.uniform(0, height)) for _ in range(r.randint(3, 6))], fill=r.randint(0, 255))
    image = image.filter(ImageFilter.GaussianBlur(r.uniform(0.5, max(1, min(width, height) / 30))))
    if r.random() < 0.4:
        image = add(image, r.uniform(5, 40) * smooth_noise(rng, width, height, max(2, width // 4), max(2, height // 4)))
    if r.random() < 0.15:
        pitch = r.randint(2, 5)
        screen = 128 + 110 * wave(width, height, math.pi / pitch, 0, 0) * wave(width, height, 0, math.pi / pitch, 0)
        image = Image.fromarray(np.where(np.asarray(image) > screen, 235, 25).astype(np.uint8))
    return image


def portrait(r: random.Random, width: int, height: int) -> Image.Image:
    """A head and shoulders, roughly."""
    width, height = max(8, int(width)), max(8, int(height))
    image = Image.new('L', (width, height), r.randint(120, 240))
    draw = ImageDraw.Draw(image)
    skin, hair, cloth = r.randint(90, 220), r.randint(5, 120), r.randint(5, 200)
    x, y, w, h = width * r.uniform(0.45, 0.55), height * r.uniform(0.4, 0.5), width * r.uniform(0.2, 0.3), height * r.uniform(0.22, 0.3)
    draw.ellipse([x - 2.0 * w, y + 1.1 * h, x + 2.0 * w, height * 1.4], fill=cloth)
    draw.ellipse([x - 1.2 * w, y - 1.25 * h, x + 1.2 * w, y + h * r.uniform(0, 1.2)], fill=hair)
    draw.rectangle([x - 0.4 * w, y + 0.6 * h, x + 0.4 * w, y + 1.3 * h], fill=max(0, skin - 20))
    draw.ellipse([x - w, y - h, x + w, y + h], fill=skin)
    for side in (-1, 1):
        draw.ellipse([x + side * 0.45 * w - 0.18 * w, y - 0.2 * h, x + side * 0.45 * w + 0.18 * w, y], fill=max(0, skin - 100))
        draw.line([x + side * 0.2 * w, y - 0.33 * h, x + side * 0.7 * w, y - 0.35 * h], fill=hair, width=max(1, int(h * 0.06)))
    draw.line([x, y, x - 0.1 * w, y + 0.3 * h, x + 0.1 * w, y + 0.32 * h], fill=max(0, skin - 50), width=max(1, int(w * 0.06)))
    draw.arc([x - 0.4 * w, y + 0.2 * h, x + 0.4 * w, y + 0.65 * h], 20, 160, fill=max(0, skin - 90), width=max(1, int(h * 0.06)))
    image = image.filter(ImageFilter.GaussianBlur(r.uniform(0.4, max(0.6, width / 70))))
    return add(image, r.uniform(2, 20) * smooth_noise(numbers(r), width, height, max(2, width // 5), max(2, height // 5)))


def bar_code(canvas: Canvas, left, top, right, bottom, ink=None):
    """Bars; turned bars if the place is upright."""
    r = canvas.r
    ink = canvas.ink if ink is None else ink
    canvas.occupy(left, top, right, bottom)
    if right - left < 4 or bottom - top < 4:
        return
    unit = r.choice([1, 1, 2, 2, 3])
    upright = right - left >= bottom - top
    at, end = (left, right) if upright else (top, bottom)
    while at < end:
        bar = unit * r.choice([1, 1, 2, 3])
        if upright:
            canvas.draw.rectangle([at, top, max(at, min(at + bar - 1, right)), bottom], fill=ink)
        else:
            canvas.draw.rectangle([left, at, right, max(at, min(at + bar - 1, bottom))], fill=ink)
        at += bar + unit * r.choice([1, 1, 2, 3])


def square_code(canvas: Canvas, left, top, side, ink=None):
    """Something like a QR or Data Matrix code, or a PDF417 of stacked rows."""
    r = canvas.r
    ink = canvas.ink if ink is None else ink
    canvas.occupy(left, top, left + side, top + side)
    unit = r.choice([2, 2, 3, 4, 5, 6])
    count = max(8, int(side // unit))
    cells = numbers(r).random((count, count)) < 0.5
    if r.random() < 0.75:
        for y, x in ((0, 0), (0, count - 7), (count - 7, 0)):
            cells[y:y + 7, x:x + 7] = True
            cells[y + 1:y + 6, x + 1:x + 6] = False
            cells[y + 2:y + 5, x + 2:x + 5] = True
    mask = Image.fromarray((cells * 255).astype(np.uint8)).resize((count * unit, count * unit), Image.NEAREST)
    canvas.image.paste(ink, (int(left), int(top)), mask)


def scribble(canvas: Canvas, left, top, right, bottom, ink=None):
    """A signature: loops that run to the right. Not text."""
    r = canvas.r
    ink = canvas.pen() if ink is None else ink
    height, points, x = bottom - top, [], left
    phase, speed = r.uniform(0, 6), r.uniform(0.5, 1.1)
    for step in range(r.randint(30, 90)):
        swing = r.uniform(0.3, 1)
        x = left + (right - left) * step / 90 + height * 0.25 * math.sin(step * speed * 0.9 + 1)
        points.append((x, top + height * (0.5 + 0.45 * swing * math.sin(phase + step * speed))))
    smooth = []
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        smooth += [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * (t * t * (3 - 2 * t))) for t in (0, 0.33, 0.66)]
    canvas.draw.line(smooth, fill=ink, width=r.choice([1, 1, 2, 2, 3]), joint='curve')
    canvas.occupy(left, top, right, bottom)


def logo(canvas: Canvas, left, top, size):
    """A sign of simple shapes."""
    r = canvas.r
    ink = canvas.pen()
    canvas.occupy(left, top, left + size, top + size)
    kind = r.random()
    box = [left, top, left + size, top + size]
    if kind < 0.3:
        for inset in range(0, int(size / 2), max(3, int(size / r.randint(3, 8)))):
            canvas.draw.ellipse([left + inset, top + inset, left + size - inset, top + size - inset], outline=ink, width=max(1, int(size / 14)))
    elif kind < 0.55:
        canvas.draw.polygon([(left + r.random() * size, top + r.random() * size) for _ in range(r.randint(3, 8))], fill=ink)
    elif kind < 0.75:
        canvas.draw.rectangle(box, fill=ink)
        canvas.draw.ellipse([left + size * 0.2, top + size * 0.2, left + size * 0.8, top + size * 0.8], fill=canvas.paper)
        canvas.draw.ellipse([left + size * 0.35, top + size * 0.35, left + size * 0.65, top + size * 0.65], outline=ink, width=max(1, int(size / 16)))
    else:
        points = []
        for corner in range(2 * (spikes := r.randint(4, 9))):
            distance, angle = size / 2 * (1 if corner % 2 else 0.5), math.pi * corner / spikes
            points.append((left + size / 2 + distance * math.sin(angle), top + size / 2 + distance * math.cos(angle)))
        canvas.draw.polygon(points, fill=ink)


def chart(canvas: Canvas, left, top, right, bottom):
    """Bars, a curve or a pie, with axis figures that are text."""
    r = canvas.r
    canvas.occupy(left, top, right, bottom)
    type = canvas.type(canvas.body, r.choice([8, 9, 10, 12]))
    kind = r.random()
    if kind < 0.25:
        side = min(right - left, bottom - top)
        start = r.uniform(0, 360)
        while start < 720:
            end = min(720, start + r.uniform(20, 120))
            canvas.draw.pieslice([left, top, left + side, top + side], start, end, fill=canvas.shade(r.randint(20, 200)), outline=canvas.paper)
            if end - start > 359:
                break
            start = end
        return
    canvas.upright_rule(left, top, bottom)
    canvas.level_rule(left, bottom, right)
    count = r.randint(3, 9)
    step = (right - left) / count
    if kind < 0.65:
        for bar in range(count):
            height = r.uniform(0.1, 1) * (bottom - top)
            canvas.draw.rectangle([left + step * (bar + 0.2), bottom - height, left + step * (bar + 0.8), bottom], fill=canvas.shade(r.randint(30, 190)))
    else:
        for _ in range(r.randint(1, 3)):
            points = [(left + step * at, r.uniform(top, bottom)) for at in range(count + 1)]
            canvas.draw.line(points, fill=canvas.shade(r.randint(60, 220)), width=r.choice([1, 2, 3]))
            for x, y in points if r.random() < 0.4 else []:
                canvas.draw.rectangle([x - 3, y - 3, x + 3, y + 3], outline=canvas.ink)
    for bar in range(count):
        canvas.text(left + step * (bar + 0.3), bottom + 4, str(r.randint(0, 2030)), type)


def drawing(canvas: Canvas, left, top, right, bottom):
    """A line drawing: a plan, a map, a diagram."""
    r = canvas.r
    canvas.occupy(left, top, right, bottom)
    for _ in range(r.randint(3, 22)):
        ink, width = canvas.shade(r.randint(70, 230)), r.choice([1, 1, 1, 2, 3])
        x, y = r.uniform(left, right), r.uniform(top, bottom)
        w, h = r.uniform(0.05, 0.5) * (right - left), r.uniform(0.05, 0.5) * (bottom - top)
        box = [x, y, min(right, x + w), min(bottom, y + h)]
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            continue
        kind = r.random()
        if kind < 0.25:
            canvas.draw.rectangle(box, outline=ink, width=width)
        elif kind < 0.45:
            canvas.draw.ellipse(box, outline=ink, width=width)
        elif kind < 0.6:
            canvas.draw.arc(box, r.uniform(0, 360), r.uniform(0, 360), fill=ink, width=width)
        elif kind < 0.8:
            canvas.draw.line([(r.uniform(left, right), r.uniform(top, bottom)) for _ in range(r.randint(2, 6))], fill=ink, width=width)
        else:
            for at in np.arange(box[0], box[2], r.choice([3, 4, 6, 9])):
                canvas.draw.line([at, box[1], at, box[3]] if r.random() < 0.95 else [at, box[3], at + 6, box[1]], fill=ink)


def show_through(canvas: Canvas):
    """The faint mirrored print of the back side: not text."""
    r = canvas.r
    back = Canvas(r, canvas.resources, canvas.width, canvas.height, 255, 0)
    type = back.type(r.choice(canvas.resources.prints), r.choice([9, 12, 16, 22, 30]))
    y = r.uniform(10, 100)
    while y < canvas.height - 40:
        if r.random() < 0.8:
            back.text(r.choice([60, 60, 140]), y, back.texts.fit(back.texts.words(16), type, canvas.width - 160), type, is_text=False)
        y += type.height * r.uniform(1.2, 1.8)
    mirrored = back.image.transpose(Image.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(r.uniform(0.8, 2)))
    strength = r.uniform(0.04, 0.14) * (1 if canvas.paper > 110 else -1)
    canvas.set_image(add(canvas.image, (np.asarray(mirrored, np.float32) - 255) * strength))


def wear(canvas: Canvas):
    """Dirt, folds, punch holes, staples, scanner edges and shadows over the finished sheet."""
    r = canvas.r
    width, height, draw = canvas.width, canvas.height, canvas.draw
    if r.random() < 0.3:
        for _ in range(r.randint(3, 60)):
            x, y, size = r.uniform(0, width), r.uniform(0, height), r.choice([0.5, 1, 1, 1.5, 2])
            draw.ellipse([x - size, y - size, x + size, y + size], fill=r.choice([canvas.ink, canvas.shade(60)]))
    if r.random() < 0.1:
        for y in r.sample([0.12, 0.3, 0.5, 0.7, 0.88], r.randint(1, 3)):
            x, size = r.choice([0.03, 0.97]) * width, r.uniform(8, 15)
            if canvas.is_free(x - size, y * height - size, x + size, y * height + size):
                draw.ellipse([x - size, y * height - size, x + size, y * height + size], fill=r.randint(0, 120), outline=canvas.shade(40))
    if r.random() < 0.12:
        side, thick, ink = r.choice('lrtb'), r.uniform(2, 10), r.randint(0, 60)
        draw.rectangle({'l': [0, 0, thick, height], 'r': [width - thick, 0, width, height], 't': [0, 0, width, thick], 'b': [0, height - thick, width, height]}[side], fill=ink)
    change = None
    if r.random() < 0.12:
        at, depth, spread = r.uniform(0.2, 0.8), r.uniform(6, 26), r.uniform(2, 12)
        length = height if (level := r.random() < 0.5) else width
        ridge = (np.arange(length, dtype=np.float32) - at * length) / spread
        fold = -depth * np.exp(-ridge * ridge) + depth * 0.5 * np.exp(-(ridge - 1.6) ** 2)
        change = np.broadcast_to(fold[:, None] if level else fold[None, :], (height, width))
    if r.random() < 0.15:
        shadow = smooth_noise(numbers(r), width, height, r.randint(2, 4), r.randint(2, 4))
        edge = 1 / (1 + np.exp(-shadow * r.uniform(2, 14)))
        change = -r.uniform(10, 45) * edge + (0 if change is None else change)
    if change is not None:
        canvas.set_image(add(canvas.image, change))
