"""Till receipts and app receipts: narrow columns, item and price, letter-spaced or doubled lines, separators, bar codes."""
from blocks import handwritten_note, pitch_of, stamp
from canvas import Canvas
from scenery import bar_code, logo, square_code


def receipt(canvas: Canvas, left, y, right, limit):
    r, texts, resources = canvas.r, canvas.texts, canvas.resources
    width = right - left
    face = r.choice([canvas.mono, canvas.mono, canvas.mono, canvas.body, r.choice(resources.displays), r.choice(resources.regulars)])
    if canvas.script_faces:
        face = r.choice(canvas.script_faces)
    letters = r.uniform(22, 48)
    type = canvas.type(face, max(7, min(40, width / letters * 1.9)))
    spacing = type.height * r.choice([0, 0, 0, 0.08, 0.15, 0.3])
    if face.script != 'latin':
        spacing = 0
    dots = 3 if type.height > 17 and r.random() < 0.2 else 0
    leading = r.choice([1.0, 1.05, 1.1, 1.2, 1.4, 1.7])
    upper = r.random() < 0.6
    ink = int(canvas.ink + (canvas.paper - canvas.ink) * r.choice([0, 0, 0.15, 0.3, 0.5]))
    if abs(ink - canvas.paper) < 60:
        ink = canvas.ink
    bold = canvas.type(resources.bold_of(face, r) if face.script == 'latin' and r.random() < 0.5 else face, type.height)
    options = {'spacing': spacing, 'dots': dots}

    def line(text, align, stretch=(1, 1), face_type=type, room=None, at=None):
        text = text.upper() if upper else text
        text = texts.fit(text, face_type, (room or width) / stretch[0], spacing)
        if not text:
            return
        style = dict(options, ink=ink, stretch=stretch)
        if align == 'left':
            canvas.text(left if at is None else at, y, text, face_type, **style)
        elif align == 'right':
            canvas.right_text(right if at is None else at, y, text, face_type, **style)
        else:
            canvas.centered_text((left + right) / 2, y, text, face_type, **style)

    def step(stretch=(1, 1), face_type=type):
        return pitch_of(canvas, face_type, leading) * stretch[1]

    if r.random() < 0.4:
        size = r.uniform(30, min(120, width * 0.4))
        logo(canvas, (left + right - size) / 2, y, size)
        y += size + 6
    if r.random() < 0.6:
        big = canvas.type(r.choice(resources.bolds) if face.script == 'latin' else face, type.height * r.uniform(1.4, 2.8))
        text = texts.fit(texts.phrase(), big, width)
        canvas.centered_text((left + right) / 2, y, text, big, ink=ink)
        y += big.height + r.uniform(2, 10)
    for _ in range(r.randint(2, 7)):
        line(texts.receipt_label() if r.random() < 0.3 else texts.phrase(), 'centered')
        y += step()
    price_columns = r.choice([1, 1, 2, 3])
    while y + 3 * type.height < limit:
        kind = r.random()
        if kind < 0.12:
            y = separator(canvas, left, y, right, type, ink) + r.choice([0, 0, type.height * 0.3])
        elif kind < 0.62:
            price = texts.amount() if r.random() < 0.9 else texts.code()
            label = texts.phrase() if kind < 0.45 else texts.receipt_label()
            stretch = r.choice([(1, 1)] * 10 + [(2, 1), (1, 2), (2, 2)])
            used = canvas.length(texts.adapt(price, type.face), type, spacing) * stretch[0]
            if kind < 0.4 and r.random() < 0.4:
                quantity = str(r.randint(1, 20))
                line(quantity, 'left')
                line(label, 'left', room=width * 0.55, at=left + type.height * r.choice([1.2, 2.2]))
            else:
                line(label, 'left', stretch, room=max(20, width - used - type.height * 1.5))
            if r.random() < 0.9:
                line(price, 'right', stretch, face_type=type, room=width * 0.45)
            y += step(stretch)
        elif kind < 0.72 and price_columns > 1:
            for column in range(price_columns + 1):
                at = left + width * (column + 1) / (price_columns + 1)
                line(texts.amount() if column else texts.code(), 'right', room=width / (price_columns + 1) - type.height * 0.6, at=at)
            y += step()
        elif kind < 0.86:
            stretch = r.choice([(1, 1)] * 6 + [(2, 1), (1, 2), (2, 2)])
            line(texts.receipt_label() if r.random() < 0.6 else texts.words(r.randint(2, 8)), r.choice(['centered', 'left']), stretch, r.choice([type, bold]))
            y += step(stretch)
        elif kind < 0.92:
            line(f'{r.choice(["DATE", "NO", "TEL", "REF", "TIME"])}{r.choice([":", " :", ": ", "   : ", "#"])} {texts.value()}', 'left')
            y += step()
        elif kind < 0.95:
            y += type.height * r.uniform(0.5, 3)
        elif kind < 0.97 and y + 90 < limit and width > 120:
            inset = width * r.uniform(0, 0.25)
            height = r.uniform(25, 70)
            bar_code(canvas, left + inset, y + 3, right - inset, y + height, ink)
            y += height + 4
            if r.random() < 0.6:
                line(str(r.randint(10 ** 9, 10 ** 13)), 'centered')
                y += step()
        elif kind < 0.98 and y + 120 < limit:
            side = min(width, r.uniform(60, 110))
            square_code(canvas, (left + right - side) / 2, y + 4, side, ink)
            y += side + 10
        elif r.random() < 0.1:
            break
    return y


def separator(canvas: Canvas, left, y, right, type, ink) -> float:
    """Rows of dashes, stars or dots, or a drawn rule: not text."""
    r = canvas.r
    kind = r.random()
    if kind < 0.7:
        sign = r.choice('--==**._~')
        sign = sign if sign in type.face.known else '-'
        width = max(1.0, type.width(sign)) if sign in type.face.known else 0
        if width:
            canvas.text(left, y, sign * int((right - left) / width), type, ink, is_text=False)
        return y + max(canvas.least_pitch, type.height)
    y = round(y + type.height * 0.3)
    canvas.level_rule(left, y, right, r.choice([1, 1, 2]), ink, r.choice([0, 2, 4, 8]))
    if r.random() < 0.3:
        canvas.level_rule(left, y + 3, right, 1, ink)
    return y + type.height * 0.4 + 3


def receipt_page(canvas: Canvas):
    """One or more receipts on a scanned sheet, or one that fills the canvas."""
    r = canvas.r
    kind = r.random()
    if canvas.width < 800 or kind < 0.5:
        inset = canvas.width * r.uniform(0.02, 0.08) if canvas.width < 800 else canvas.width * r.uniform(0.02, 0.3)
        receipt(canvas, inset, r.uniform(8, 60), canvas.width - inset, canvas.height - r.uniform(5, 60))
    else:
        count = r.choice([1, 2, 2, 3])
        step = canvas.width / count
        for column in range(count):
            left = column * step + r.uniform(8, 40)
            right = min((column + 1) * step - r.uniform(8, 40), left + r.uniform(220, 420))
            receipt(canvas, left, r.uniform(8, 200), right, canvas.height * r.uniform(0.6, 0.98))
    if r.random() < 0.2:
        handwritten_note(canvas)
    if r.random() < 0.06:
        stamp(canvas)


def app_receipt(canvas: Canvas):
    """A receipt on a telephone's screen."""
    r, texts = canvas.r, canvas.texts
    left, right = canvas.width * r.uniform(0.04, 0.1), canvas.width * r.uniform(0.9, 0.96)
    type = canvas.type(canvas.body, r.uniform(12, 24))
    bold = canvas.type(canvas.bold, type.height)
    big = canvas.type(canvas.bold, type.height * r.uniform(1.4, 2))
    y = r.uniform(10, 30)
    canvas.text(left, y, texts.fit('9:41', bold, 100), bold)
    for x in (0, 1, 2):
        canvas.draw.rectangle([right - 20 - x * 26, y + 4, right - x * 26, y + type.height * 0.7], fill=canvas.ink)
    y += type.height * 3
    canvas.text(left, y, texts.fit(texts.phrase(), big, right - left), big)
    y += big.height * 2
    while y < canvas.height - 3 * type.height:
        kind = r.random()
        if kind < 0.65:
            face, x = r.choice([type, type, bold]), left
            if r.random() < 0.2:
                size = type.height * 1.1
                canvas.box(x, y - 1, x + size, y + size, width=1, ink=canvas.shade(90), radius=3)
                small = canvas.type(canvas.body, type.height * 0.75)
                canvas.centered_text(x + size / 2, y + size * 0.12, str(r.randint(1, 9)), small)
                x += size + type.height
            price = texts.fit(texts.amount(), face, (right - left) * 0.35)
            length = canvas.right_text(right, y, price, face)
            canvas.text(x, y, texts.fit(texts.phrase(), face, right - x - length - type.height * 1.5), face)
        elif kind < 0.8:
            canvas.level_rule(left, y + type.height / 2, right, 1, canvas.shade(50), r.choice([0, 0, 3]))
        elif kind < 0.9:
            canvas.text(left, y, texts.fit(texts.phrase(), bold, right - left), bold)
        y += type.height * r.uniform(1.3, 2.2)
