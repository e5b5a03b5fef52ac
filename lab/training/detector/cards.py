"""Identity cards, driving licenses, passports, health and business cards, bank cards."""
import math

from PIL import Image, ImageFilter

from blocks import address, pitch_of, stamp
from canvas import CLOCKWISE, COUNTERCLOCKWISE, Canvas
from scenery import bar_code, guilloche, logo, picture, portrait, rings, scribble, square_code


def fields(canvas: Canvas, left, y, right, limit, small, large):
    """Captions with values under them or beside them, in one to three columns."""
    r, texts = canvas.r, canvas.texts
    beside, numbered = r.random() < 0.4, r.random() < 0.3
    gap = r.uniform(1, small.height)
    number = 1
    while True:
        height = max(small.height, large.height) if beside else small.height + large.height + 2
        if y + height > limit:
            return y
        count = r.choice([1, 1, 1, 2, 2, 3])
        step = (right - left) / count
        for column in range(count):
            x, end = left + column * step, left + (column + 1) * step - large.height
            label = texts.caption()
            if numbered:
                label = f'{number}{r.choice(["", ".", "a."])} ' + (label if not beside else '')
                number += 1
            label = texts.fit(label, small, (end - x) * (0.45 if beside else 1))
            if end - x < 3 * large.height:
                continue
            if beside:
                reach = canvas.text(x, y - large.top + small.top, label, small)
                x += reach + small.height * r.choice([0.4, 0.6])
                canvas.text(x, y, texts.fit(texts.value(), large, end - x), large)
            else:
                canvas.text(x, y, label, small)
                canvas.text(x, y + small.height + 1, texts.fit(texts.value(), large, end - x), large)
        y += max(height + gap, canvas.least_pitch)


def machine_zone(canvas: Canvas, left, bottom, right, lines):
    """The lines of A-Z, 0-9 and < at the foot; returns their top."""
    r = canvas.r
    length = {1: 30, 2: r.choice([36, 44]), 3: 30}[lines]
    face = r.choice([face for face in canvas.resources.monos if not face.is_display] or canvas.resources.monos)
    step = (right - left) / length
    type = canvas.type(face, max(7, step * r.uniform(1.2, 1.7)))
    spacing = max(0.0, step - type.width('A'))
    pitch = max(canvas.least_pitch, type.height * r.uniform(1.05, 1.9))
    top = bottom - pitch * lines
    for at in range(lines):
        text = canvas.texts.machine_line(length)
        canvas.text(left, top + at * pitch, text, type, spacing=spacing or 0.01)
    return top - 4


def band(canvas: Canvas, left, top, right, height, radius):
    """A band with the issuer's name, dark or shaded."""
    r = canvas.r
    fill = r.choice([canvas.ink, canvas.shade(120), canvas.shade(70), canvas.shade(160)])
    canvas.draw.rounded_rectangle([left, top, right, top + height], radius, fill=fill)
    type = canvas.type(r.choice(canvas.resources.bolds) if not canvas.script_faces else canvas.bold, height * r.uniform(0.5, 0.8))
    spacing = type.height * r.choice([0, 0, 0.1, 0.3])
    text = canvas.texts.fit(canvas.texts.phrase().upper(), type, right - left - 30, spacing)
    canvas.centered_text((left + right) / 2, top + (height - type.height) / 2, text, type, ink=canvas.ink_on(fill), spacing=spacing)


def identity_card(canvas: Canvas):
    """Draws on the whole canvas, which is the card."""
    r, texts = canvas.r, canvas.texts
    width, height = canvas.width, canvas.height
    for _ in range(r.randint(1, 3)):
        guilloche(canvas, 0, 0, width, height, r.uniform(3, 16))
    canvas.draw = canvas.draw.__class__(canvas.image)
    if r.random() < 0.3:
        ghost = picture(r, width // 2, height // 2).filter(ImageFilter.GaussianBlur(4)).resize((width, height))
        canvas.set_image(Image.blend(canvas.image, ghost, r.uniform(0.05, 0.2)))
    if r.random() < 0.6:
        rings(canvas, r.uniform(0.4, 0.9) * width, r.uniform(0.3, 0.8) * height, r.uniform(0.1, 0.35) * height)
    edge = r.uniform(0.02, 0.05) * width
    y, bottom = edge, height - edge
    head = r.random()
    if head < 0.35:
        band(canvas, 0 if r.random() < 0.5 else edge, y * r.choice([0, 1]), width if r.random() < 0.5 else width - edge, height * r.uniform(0.08, 0.14), r.choice([0, 8]))
        y += height * 0.14
    elif head < 0.6:
        type = canvas.type(r.choice(canvas.resources.bolds), height * r.uniform(0.06, 0.11))
        radius = width * r.uniform(0.6, 1.6)
        text = texts.fit(r.choice(['SOCIAL SECURITY', 'IDENTITY CARD', texts.phrase().upper()]), type, width * 0.75)
        middle = y + type.height * 1.2 + radius
        canvas.arched_text(width / 2, middle, radius, text, type, canvas.ink, spacing=type.height * r.choice([0, 0.1]))
        half = canvas.length(text, type) * 1.2 / 2 / radius
        y = middle - radius * math.cos(min(1.2, half)) + type.height
    else:
        for _ in range(r.randint(1, 3)):
            type = canvas.type(r.choice([canvas.bold, canvas.body]), height * r.uniform(0.03, 0.1))
            spacing = type.height * r.choice([0, 0, 0.15, 0.35])
            text = texts.fit(r.choice([texts.phrase().upper(), 'DRIVER LICENSE', 'PASSPORT', 'PERMIS DE CONDUIRE']), type, width * 0.8, spacing)
            where = r.choice([canvas.text, canvas.text, canvas.centered_text, canvas.right_text])
            where({canvas.text: edge, canvas.centered_text: width / 2}.get(where, width - edge), y, text, type, spacing=spacing)
            y += type.height + r.uniform(1, 6)
    y += r.uniform(2, 10)
    if r.random() < 0.5:
        lines = r.choice([1, 2, 2, 3])
        top = machine_zone(canvas, edge, bottom, width - edge, lines)
        bottom = min(bottom, top) - 4
    elif r.random() < 0.25:
        bar_code(canvas, edge, bottom - height * 0.1, width * r.uniform(0.5, 0.95), bottom)
        bottom -= height * 0.1 + 6
    left, right = edge, width - edge
    photo_width = width * r.uniform(0.2, 0.32)
    photo_height = min((bottom - y) * r.uniform(0.65, 1), photo_width * 1.35)
    if r.random() < 0.9 and photo_height > 40:
        at = left if r.random() < 0.8 else right - photo_width
        canvas.image.paste(portrait(r, photo_width, photo_height), (int(at), int(y)))
        canvas.occupy(at, y, at + photo_width, y + photo_height)
        if y + photo_height + height * 0.08 < bottom and r.random() < 0.6:
            scribble(canvas, at, y + photo_height + 3, at + photo_width * 0.9, y + photo_height + height * 0.08)
        left, right = (at + photo_width + edge * r.uniform(0.3, 1.2), right) if at == left else (left, at - edge)
        if r.random() < 0.3:
            type = canvas.type(canvas.mono, height * r.uniform(0.02, 0.035))
            text = texts.fit(texts.code() + texts.code(), type, photo_height)
            length = canvas.length(text, type)
            canvas.text(left, y + (photo_height + length) / 2, text, type, turn=COUNTERCLOCKWISE)
            left += type.height * 1.6
    if r.random() < 0.35 and right - left > width * 0.4:
        size = width * r.uniform(0.1, 0.16)
        canvas.image.paste(portrait(r, size, size * 1.25), (int(right - size), int(bottom - size * 1.25)))
        canvas.occupy(right - size, bottom - size * 1.25, right, bottom)
        right -= size + edge * 0.5
    small = canvas.type(canvas.body, max(6, height * r.uniform(0.022, 0.045)))
    large = canvas.type(r.choice([canvas.body, canvas.bold, canvas.bold, canvas.mono]), small.height * r.uniform(1, 1.7))
    fields(canvas, left, y, right, bottom, small, large)
    if r.random() < 0.12:
        stamp(canvas)


def wallet_card(canvas: Canvas):
    """A health card, a bank card or a membership card."""
    r, texts = canvas.r, canvas.texts
    width, height = canvas.width, canvas.height
    edge = width * r.uniform(0.03, 0.07)
    if r.random() < 0.4:
        guilloche(canvas, 0, 0, width, height, r.uniform(2, 9))
        canvas.draw = canvas.draw.__class__(canvas.image)
    y = edge
    if r.random() < 0.35:
        band(canvas, 0, 0, width, height * r.uniform(0.12, 0.22), 0)
        y = height * 0.25
    else:
        size = height * r.uniform(0.1, 0.2)
        if r.random() < 0.6:
            logo(canvas, edge, y, size)
        type = canvas.type(r.choice(canvas.resources.bolds), size * r.uniform(0.4, 0.8))
        canvas.text(edge + size * 1.3, y, texts.fit(texts.phrase(), type, width - 2 * edge - size * 1.3), type)
        y += size * 1.3
    if r.random() < 0.4:
        type = canvas.type(r.choice([canvas.mono, canvas.body]), height * r.uniform(0.08, 0.13))
        groups = r.choice([4, 4, 3])
        text = (' ' * r.choice([1, 1, 2])).join(f'{r.randint(0, 9999):04d}' for _ in range(groups))
        spacing = type.height * r.choice([0, 0.06, 0.12])
        if canvas.length(text, type, spacing) < width - 2 * edge:
            canvas.text(edge, height * 0.5, text, type, spacing=spacing)
        small = canvas.type(canvas.body, height * 0.04)
        canvas.text(edge, height * 0.7, texts.fit('VALID THRU', small, width / 3), small)
        mid = canvas.type(canvas.mono, height * 0.07)
        canvas.text(edge + width * 0.3, height * 0.68, f'{r.randint(1, 12):02d}/{r.randint(20, 40)}', mid)
        canvas.text(edge, height * 0.82, texts.fit(texts.phrase().upper(), mid, width * 0.6), mid)
        if r.random() < 0.6:
            canvas.box(edge, height * 0.28, edge + width * 0.13, height * 0.45, fill=canvas.shade(50), radius=5)
        return
    small = canvas.type(canvas.body, max(7, height * r.uniform(0.035, 0.06)))
    large = canvas.type(canvas.bold, small.height * r.uniform(1, 1.4))
    split = width * r.choice([1, 0.55, 0.65])
    stop = fields(canvas, edge, y, min(split, width - edge), height - edge - small.height * 2, small, large)
    if split < width:
        if r.random() < 0.5:
            canvas.box(split + edge * 0.5, y, width - edge, height * 0.75, width=2)
        fields(canvas, split + edge, y + small.height * 0.6, width - edge * 1.5, height * 0.73, small, large)
    tiny = canvas.type(canvas.body, max(6, small.height * 0.75))
    place = max(stop + 4, height - edge - tiny.height)
    if place + tiny.height < height:
        canvas.centered_text(width / 2, place, texts.fit(texts.words(12), tiny, width - 2 * edge), tiny)


def business_card(canvas: Canvas):
    r, texts = canvas.r, canvas.texts
    width, height = canvas.width, canvas.height
    edge = width * r.uniform(0.05, 0.1)
    right = width - edge
    if r.random() < 0.4:
        # One half in another tone; text is kept to the other half.
        cut = width * r.uniform(0.3, 0.45)
        tone = r.choice([canvas.ink, canvas.shade(90), canvas.shade(150)])
        at = r.choice([0, width - cut])
        canvas.draw.rectangle([at, 0, at + cut, height], fill=tone)
        type = canvas.type(r.choice(canvas.resources.prints), height * r.uniform(0.08, 0.16))
        canvas.centered_text(at + cut / 2, height * r.uniform(0.3, 0.6), texts.fit(texts.phrase(), type, cut * 0.9), type, ink=canvas.ink_on(tone))
        if r.random() < 0.5:
            logo_ink, canvas.ink = canvas.ink, canvas.ink_on(tone)
            logo(canvas, at + cut / 2 - height * 0.08, height * 0.1, height * 0.16)
            canvas.ink = logo_ink
        left, right = (cut + edge * 0.6, width - edge * 0.6) if at == 0 else (edge * 0.6, width - cut - edge * 0.6)
    else:
        left = edge
        size = height * r.uniform(0.12, 0.3)
        if r.random() < 0.6:
            logo(canvas, right - size, height - edge - size, size)
            if r.random() < 0.6:
                type = canvas.type(r.choice(canvas.resources.bolds), size * r.uniform(0.3, 0.6))
                canvas.right_text(right - size * 1.2, height - edge - size * 0.8, texts.fit(texts.phrase(), type, width * 0.45), type)
    name = canvas.type(r.choice([canvas.bold, canvas.body, r.choice(canvas.resources.prints)]), height * r.uniform(0.07, 0.15))
    small = canvas.type(canvas.body, max(7, height * r.uniform(0.035, 0.06)))
    y = edge
    canvas.text(left, y, texts.fit(r.choice(canvas.resources.phrases), name, right - left), name)
    y += name.height + 4
    for _ in range(r.randint(0, 2)):
        canvas.text(left, y, texts.fit(texts.phrase(), small, right - left), small)
        y += pitch_of(canvas, small, 1.15)
    align = r.choice(['left', 'left', 'right'])
    address(canvas, left, max(y + small.height, height * r.uniform(0.4, 0.6)), left + (right - left) * r.choice([0.6, 1]), height * 0.72, small, align)
    if r.random() < 0.12:
        square_code(canvas, left, height * 0.75, height * 0.18)


def passport_page(canvas: Canvas):
    """An open passport: a page above, text quarter-turned or dotted at the edge, the data page below."""
    identity_card(canvas)
    r = canvas.r
    if r.random() < 0.4:
        type = canvas.type(canvas.mono, canvas.height * 0.035)
        text = canvas.texts.code()
        length = canvas.length(text, type)
        x, y = canvas.width - type.height - 3, r.uniform(20, max(21, canvas.height - length - 20))
        if canvas.is_free(x - 3, y - 3, x + type.height + 3, y + length + 3):
            canvas.text(x + type.height, y, canvas.texts.adapt(text, type.face), type, turn=CLOCKWISE, dots=r.choice([0, 3]))
