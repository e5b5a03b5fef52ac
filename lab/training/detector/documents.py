"""Letters, invoices, articles, instructions, and pages mixed from all kinds of parts."""
from PIL import Image

from blocks import (BODY_HEIGHTS, address, bullets, figure, heading, leaders, margin_text, pairs, paragraph, pitch_of, selections, table)
from canvas import Canvas
from forms import FormStyle, grid
from receipts import receipt
from scenery import logo, picture, scribble


def columns_of(canvas: Canvas, count, left, right, gap):
    width = (right - left - gap * (count - 1)) / count
    return [(left + at * (width + gap), left + at * (width + gap) + width) for at in range(count)]


def instructions(canvas: Canvas):
    """Dense small print in one to three columns."""
    r = canvas.r
    type = canvas.type(r.choice([canvas.body, canvas.body, r.choice(canvas.resources.regulars)]) if not canvas.script_faces else canvas.body, r.choice([6, 7, 7, 8, 8, 9, 9, 10, 10, 11]))
    left, right = r.uniform(10, 70), canvas.width - r.uniform(10, 70)
    top, limit = r.uniform(8, 60), canvas.height - r.uniform(8, 60)
    if r.random() < 0.5:
        top = heading(canvas, left, top, right, limit, r.choice([14, 18, 24, 34])) + 6
    count = r.choice([1, 1, 2, 2, 2, 3])
    gap = r.uniform(1.6, 4) * type.height
    align, leading = r.choice(['left', 'justified', 'justified']), r.choice([1.0, 1.0, 1.05, 1.1, 1.15, 1.2])
    between = r.choice([0, 0, type.height * 0.5, type.height])
    for number, (a, b) in enumerate(columns_of(canvas, count, left, right, gap)):
        y = top
        while y + type.height < limit:
            kind = r.random()
            if kind < 0.7:
                y = paragraph(canvas, a, y, b, limit, type, r.randint(2, 14), leading, align) + between
            elif kind < 0.85:
                y = heading(canvas, a, y, b, limit, type.height * r.choice([1, 1.1, 1.3, 1.8]))
            elif kind < 0.93:
                y = bullets(canvas, a, y, b, limit, type) + between
            elif kind < 0.96:
                y = leaders(canvas, a, y, b, limit, type) + between
            elif y + 150 < limit:
                figure(canvas, a + 5, y + 5, b - 5, y + 120)
                y += 130
        if number and r.random() < 0.2:
            canvas.upright_rule(a - gap / 2, top, limit)


def article(canvas: Canvas):
    """A report or a book page: headings, paragraphs, figures, footnotes, page numbers."""
    r = canvas.r
    type = canvas.type(canvas.body, r.choice([9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28]))
    left, right = r.uniform(20, 130), canvas.width - r.uniform(20, 130)
    top, limit = r.uniform(15, 90), canvas.height - r.uniform(30, 90)
    small = canvas.type(canvas.body, max(6, type.height * 0.75))
    if r.random() < 0.5:
        canvas.text(left, max(4, top - small.height * 1.8), canvas.texts.fit(canvas.texts.phrase(), small, right - left), small)
    if r.random() < 0.6:
        canvas.centered_text(canvas.width / 2, min(canvas.height - small.height - 4, limit + small.height), str(r.randint(1, 400)), small)
    if r.random() < 0.5:
        top = heading(canvas, left, top, right, limit) + type.height
    count, gap = r.choice([1, 1, 1, 2, 2]), r.uniform(1.6, 4) * type.height
    align, leading = r.choice(['left', 'justified']), r.choice([1.0, 1.05, 1.15, 1.3, 1.5, 1.8])
    for a, b in columns_of(canvas, count, left, right, gap):
        y, stop = top, limit
        if r.random() < 0.2:
            stop = limit - r.uniform(3, 7) * small.height
            canvas.level_rule(a, stop + 4, a + (b - a) * 0.4)
            paragraph(canvas, a, stop + 8, b, limit, small, 4, 1.05, 'left')
        while y + type.height < stop:
            kind = r.random()
            if kind < 0.6:
                y = paragraph(canvas, a, y, b, stop, type, r.randint(2, 10), leading, align) + r.choice([0, type.height * 0.6])
            elif kind < 0.72:
                y = heading(canvas, a, y, b, stop, type.height * r.choice([1, 1.2, 1.5])) + 2
            elif kind < 0.8:
                y = bullets(canvas, a, y, b, stop, type) + 4
            elif kind < 0.87:
                y = table(canvas, a, y + 4, b, stop, small) + 8
            elif kind < 0.9:
                y = selections(canvas, a, y, b, stop, type) + 4
            elif y + 190 < stop:
                height = r.uniform(80, 170)
                figure(canvas, a + (b - a) * r.uniform(0, 0.2), y + 4, b - (b - a) * r.uniform(0, 0.2), y + height)
                y += height + 12
                if r.random() < 0.6 and y + small.height < stop:
                    canvas.centered_text((a + b) / 2, y, canvas.texts.fit('Figure 1: ' + canvas.texts.words(4), small, b - a), small)
                    y += small.height + 6


def letterhead(canvas: Canvas, left, y, right, limit, type) -> float:
    r = canvas.r
    size = r.uniform(30, 90)
    if r.random() < 0.6:
        at = r.choice([left, right - size])
        logo(canvas, at, y, size)
        name = canvas.type(r.choice(canvas.resources.bolds) if not canvas.script_faces else canvas.bold, size * r.uniform(0.3, 0.6))
        room = (right - left) * 0.5
        if at == left:
            canvas.text(left + size * 1.2, y + size * 0.2, canvas.texts.fit(canvas.texts.phrase(), name, room), name)
        else:
            canvas.right_text(right - size * 1.2, y + size * 0.2, canvas.texts.fit(canvas.texts.phrase(), name, room), name)
        y += size + 10
    else:
        y = heading(canvas, left, y, left + (right - left) * 0.6, limit, r.choice([18, 24, 32, 44])) + 4
    if r.random() < 0.3:
        canvas.level_rule(left, y, right, r.choice([1, 2, 4]))
        y += 8
    count = r.choice([1, 2, 2, 3])
    lowest = y
    for number, (a, b) in enumerate(columns_of(canvas, count, left, right, type.height * 2)):
        lowest = max(lowest, address(canvas, a, y, b, limit, type, 'right' if number == count - 1 and count > 1 and r.random() < 0.4 else 'left'))
    return lowest + r.uniform(6, 30)


def footer(canvas: Canvas, left, right, type) -> float:
    """Small print in columns at the foot; returns its top."""
    r = canvas.r
    tiny = canvas.type(canvas.body, max(6, type.height * r.uniform(0.5, 0.8)))
    rows = r.randint(1, 5)
    pitch = pitch_of(canvas, tiny, 1.05)
    top = canvas.height - r.uniform(6, 30) - rows * pitch
    for a, b in columns_of(canvas, r.choice([1, 2, 3, 4]), left, right, tiny.height * 2.5):
        paragraph(canvas, a, top, b, top + rows * pitch, tiny, rows, 1.05, r.choice(['left', 'left', 'centered']))
    if r.random() < 0.5:
        canvas.level_rule(left, top - 4, right)
    return top - 10


def invoice(canvas: Canvas):
    r = canvas.r
    type = canvas.type(canvas.body, r.choice([7, 8, 9, 10, 11, 12, 13, 14, 16, 18]))
    left, right = r.uniform(14, 90), canvas.width - r.uniform(14, 90)
    y = r.uniform(10, 60)
    limit = footer(canvas, left, right, type) if r.random() < 0.6 else canvas.height - r.uniform(10, 60)
    y = letterhead(canvas, left, y, right, limit, type)
    if r.random() < 0.8:
        big = canvas.type(canvas.bold, r.choice([16, 20, 26, 34, 46]))
        title = canvas.texts.fit(r.choice(['INVOICE', 'Invoice', 'FACTURE', 'Rechnung', 'QUOTE', 'STATEMENT', canvas.texts.phrase()]), big, right - left)
        canvas.text(r.choice([left, left, max(left, right - big.width(title))]), y, title, big)
        y += big.height + 8
    middle = left + (right - left) * r.uniform(0.4, 0.6)
    a = address(canvas, left, y, middle - 20, limit, type)
    b = pairs(canvas, middle, y, right, limit, type)
    y = max(a, b) + r.uniform(6, 30)
    for _ in range(r.choice([1, 1, 2, 3])):
        if r.random() < 0.15:
            y = heading(canvas, left, y, right, limit, type.height * 1.4)
        y = table(canvas, left, y, right, limit, type) + r.uniform(4, 24)
    y = pairs(canvas, left + (right - left) * 0.4, y, right, limit, type) + 10
    if r.random() < 0.3 and y + 70 < limit:
        fill = canvas.shade(r.choice([20, 60, 120]))
        height = 3.4 * pitch_of(canvas, type, 1.2)
        if y + height < limit:
            canvas.box(left, y, right, y + height, fill=fill, width=r.choice([0, 1]))
            paragraph(canvas, left + 8, y + 5, right - 8, y + height - 2, type, 3, 1.15, 'left', canvas.ink_on(fill))
            y += height + 8
    if r.random() < 0.5:
        y = paragraph(canvas, left, y, right, limit, canvas.type(canvas.body, max(6, type.height * 0.85)), r.randint(1, 10)) + 8
    if r.random() < 0.3 and y + 60 < limit:
        scribble(canvas, left + 20, y, left + 200, y + 45)


def letter(canvas: Canvas):
    r = canvas.r
    type = canvas.type(r.choice([canvas.body, canvas.body, canvas.mono]), r.choice([9, 10, 11, 12, 14, 16, 18, 22]))
    left, right = r.uniform(40, 120), canvas.width - r.uniform(40, 120)
    limit = footer(canvas, left, right, type) if r.random() < 0.5 else canvas.height - 40
    y = letterhead(canvas, left, r.uniform(15, 70), right, limit, type)
    y = address(canvas, left, y, left + (right - left) * 0.5, limit, type) + type.height * 1.5
    leading = r.choice([1.05, 1.2, 1.4, 1.7])
    while y + 6 * type.height < limit and r.random() < 0.9:
        y = paragraph(canvas, left, y, right, limit, type, r.randint(1, 9), leading, r.choice(['left', 'justified'])) + type.height * r.uniform(0.5, 1.5)
        if r.random() < 0.1:
            y = (selections if r.random() < 0.5 else bullets)(canvas, left, y, right, limit, type) + 8
    if y + 60 < limit and r.random() < 0.6:
        scribble(canvas, left, y, left + r.uniform(90, 220), y + 45)


def handwritten_page(canvas: Canvas):
    """Notes by hand, on ruled or squared paper at times."""
    r = canvas.r
    type = canvas.type(canvas.hand, r.choice([16, 20, 26, 34, 44, 60]))
    pitch, ink = type.height * r.uniform(0.95, 1.5), canvas.pen()
    y, left, right = r.uniform(10, 80), r.uniform(20, 120), canvas.width - r.uniform(10, 90)
    ruled = r.random()
    tone = canvas.shade(r.randint(25, 80))
    if ruled < 0.5:
        at = y - type.top
        while at < canvas.height:
            canvas.draw.line([0, round(at + 2), canvas.width, round(at + 2)], fill=tone)
            at += pitch
    elif ruled < 0.65:
        step = r.randint(14, 40)
        for at in range(0, max(canvas.width, canvas.height), step):
            canvas.draw.line([at, 0, at, canvas.height], fill=tone)
            canvas.draw.line([0, at, canvas.width, at], fill=tone)
    while y + type.height < canvas.height - 10:
        kind = r.random()
        text = canvas.texts.fit(canvas.texts.words(r.randint(3, 14)) if kind < 0.7 else canvas.texts.value(), type, right - left)
        if kind < 0.85 and text:
            if r.random() < 0.3:
                length = type.width(text)
                canvas.tilted_text(left + length / 2, y + type.height / 2, text, type, r.uniform(-0.8, 0.8), ink)
            else:
                canvas.text(left + r.choice([0, 0, 20]), y, text, type, ink)
        y += pitch


def mixture(canvas: Canvas):
    """Parts of every kind in columns, without much sense."""
    r = canvas.r
    count, gap = r.choice([1, 1, 2, 2, 3]), r.uniform(14, 50)
    left, right = r.uniform(4, 60), canvas.width - r.uniform(4, 60)
    for a, b in columns_of(canvas, count, left, right, gap):
        y, limit = r.uniform(4, 60), canvas.height - r.uniform(4, 40)
        while y + 30 < limit:
            face = r.choice([canvas.body, canvas.body, canvas.bold, canvas.mono, canvas.hand])
            type = canvas.type(face, r.choice(BODY_HEIGHTS) + (8 if face.is_hand else 0))
            kind = r.random()
            if kind < 0.25:
                y = paragraph(canvas, a, y, b, limit, type, r.randint(1, 12))
            elif kind < 0.35:
                y = heading(canvas, a, y, b, limit)
            elif kind < 0.5:
                y = table(canvas, a, y, b, limit, type)
            elif kind < 0.58:
                y = grid(canvas, a, y, b, min(limit, y + r.uniform(60, 300)), FormStyle(canvas))
            elif kind < 0.66:
                y = selections(canvas, a, y, b, limit, type)
            elif kind < 0.72:
                y = pairs(canvas, a, y, b, limit, type)
            elif kind < 0.78:
                y = receipt(canvas, a, y, min(b, a + 420), min(limit, y + r.uniform(80, 300)))
            elif kind < 0.84:
                y = bullets(canvas, a, y, b, limit, type)
            elif kind < 0.88:
                y = leaders(canvas, a, y, b, limit, type)
            elif kind < 0.96 and y + 80 < limit:
                height = r.uniform(30, min(220, limit - y - 30))
                figure(canvas, a, y + 2, b - (b - a) * r.uniform(0, 0.6), y + height)
                y += height + 26
            else:
                y += r.uniform(10, 120)
            y += r.uniform(4, 34)


def poster(canvas: Canvas):
    r = canvas.r
    small = picture(r, canvas.width // 2, canvas.height // 2).point(lambda value: int(60 + value * 0.5))
    canvas.set_image(small.resize((canvas.width, canvas.height), Image.BILINEAR))
    y = r.uniform(20, 200)
    while y < canvas.height - 120:
        type = canvas.type(r.choice(canvas.resources.prints), r.choice([14, 20, 28, 40, 60, 90]))
        text = canvas.texts.fit(canvas.texts.phrase(), type, canvas.width * 0.85)
        around = canvas.image.crop((40, int(y), canvas.width - 40, int(y + type.height))).resize((1, 1), Image.BOX).getpixel((0, 0))
        canvas.centered_text(canvas.width / 2, y, text, type, ink=255 if around < 125 else 0)
        y += type.height * r.uniform(1.1, 5)


def figures_only(canvas: Canvas):
    """Pictures, drawings and codes with hardly any text, or large print over a picture."""
    r = canvas.r
    if r.random() < 0.4:
        poster(canvas)
        return
    for _ in range(r.randint(2, 9)):
        width, height = r.uniform(40, 600), r.uniform(40, 500)
        x, y = r.uniform(0, canvas.width - width), r.uniform(0, canvas.height - height)
        if canvas.is_free(x - 20, y - 20, x + width + 20, y + height + 20):
            figure(canvas, x, y, x + width, y + height)
    for _ in range(r.randint(0, 6)):
        type = canvas.type(r.choice([canvas.body, canvas.bold, canvas.hand]), r.choice([8, 12, 18, 28, 50, 80]))
        text = canvas.texts.fit(canvas.texts.phrase(), type, canvas.width * 0.6)
        length = type.width(text)
        x, y = r.uniform(0, canvas.width - length), r.uniform(0, canvas.height - type.height)
        if text and canvas.is_free(x - 12, y - 8, x + length + 12, y + type.height + 8):
            canvas.text(x, y, text, type)
    margin_text(canvas)
