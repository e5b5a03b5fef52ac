"""Pages like tax forms: grids of boxes with small captions and typed or written values, selection boxes, combs, black bars."""
from blocks import leaders, paragraph, pitch_of, selection, selections
from canvas import CLOCKWISE, COUNTERCLOCKWISE, Canvas
from scenery import scribble


class FormStyle:
    """What the boxes of one form have in common."""

    def __init__(self, canvas: Canvas, scale=1.0):
        r = canvas.r
        self.caption = canvas.type(canvas.body, max(6, r.choice([6, 7, 8, 8, 9, 10, 12]) * scale))
        self.bold = canvas.type(canvas.bold, self.caption.height)
        value_face = r.choice([canvas.body, canvas.mono, canvas.mono, canvas.bold, canvas.hand, canvas.hand])
        self.value = canvas.type(value_face, self.caption.height * r.uniform(1.2, 2.2) * (1.3 if value_face.is_hand else 1))
        self.rule = r.choice([1, 1, 1, 2])
        self.thick = self.rule + r.choice([0, 1, 2])
        self.ink = r.choice([canvas.ink, canvas.ink, canvas.shade(110)])
        self.filled = r.choice([0, 0.5, 0.8, 0.9, 1])


def box_with_caption(canvas: Canvas, left, top, right, bottom, style: FormStyle):
    """One box of a form."""
    r, texts = canvas.r, canvas.texts
    ground = canvas.shade(r.choice([15, 30, 60])) if r.random() < 0.1 else canvas.paper
    canvas.box(left, top, right, bottom, fill=ground if ground != canvas.paper else None, width=r.choice([style.rule] * 6 + [style.thick]), ink=style.ink)
    if r.random() < 0.05:
        return
    y, inner, limit = top + style.rule + r.choice([1, 1, 2]), right - 3, bottom - 2
    caption = r.choice([style.caption] * 5 + [style.bold])
    pitch = pitch_of(canvas, caption, 1.0)
    x = left + style.rule + r.choice([2, 3, 4])
    for _ in range(r.choice([1, 1, 1, 1, 2, 2, 3])):
        if y + caption.height > limit or inner - x < 2 * caption.height:
            break
        canvas.text(x, y, texts.fit(texts.caption() if r.random() < 0.6 else texts.words(r.randint(2, 12)), caption, inner - x), caption, canvas.ink_on(ground))
        y += pitch
    room = limit - y
    if r.random() < 0.12 and room > 12:
        size = min(room - 3, max(8, caption.height * r.uniform(1, 1.6)), 28)
        if r.random() < 0.5:
            selection(canvas, r.choice([x, (left + right) / 2, right - size - 6]), limit - size - 1, size, ground)
        else:
            at = x
            for _ in range(r.randint(2, 5)):
                text = texts.fit(r.choice(['Yes', 'No', 'Single', 'Other', texts.words(1)]), caption, inner - at - size - 8)
                if not text or at + size + 10 + caption.width(text) > inner or room < caption.height:
                    break
                selection(canvas, at, limit - size - 1, size, ground)
                reach = canvas.text(at + size + caption.height * 0.4, limit - (size + caption.height) / 2 - 1, text, caption, canvas.ink_on(ground))
                at += size + reach + caption.height * r.uniform(1, 3)
        return
    value = style.value
    if room < value.height + 1 or r.random() > style.filled:
        return
    if r.random() < 0.08:
        comb(canvas, x, limit - value.height - 4, inner, limit - 1, value)
        return
    ink = canvas.ink_on(ground) if ground != canvas.paper else canvas.pen()
    text = texts.fit(texts.value(), value, inner - x - 4)
    place = y + r.choice([0.5, 1, 1]) * (room - value.height)
    if r.random() < 0.15 and inner - x > 12 * value.height:
        canvas.text(x, place, '$', value, canvas.ink_on(ground))
    lines = int(room // pitch_of(canvas, value, 1.05)) if r.random() < 0.3 else 1
    if lines > 1:
        for at in range(min(lines, 4)):
            canvas.text(x + 4, y + at * pitch_of(canvas, value, 1.05), texts.fit(texts.phrase(), value, inner - x - 4), value, ink)
        return
    kind = r.random()
    if kind < 0.45:
        canvas.text(x + r.choice([0, 4, 10]), place, texts.fit(text, value, inner - x - 14), value, ink)
    elif kind < 0.8:
        canvas.right_text(inner, place, texts.fit(text, value, inner - x - value.height * 2), value, ink=ink)
    else:
        canvas.centered_text((left + right) / 2, place, text, value, ink=ink)


def comb(canvas: Canvas, left, top, right, bottom, value):
    """A field with a place for each letter. Its letters are read as one line: their separators are no cell borders."""
    r = canvas.r
    step = max(value.height * r.uniform(0.8, 1.3), 8)
    count = min(int((right - left) // step), r.randint(4, 18))
    full = r.random() < 0.5
    if count < 2 or bottom - top < value.height:
        return
    ink = canvas.shade(r.choice([60, 120, 200]))
    canvas.level_rule(left, bottom, left + count * step, 1, ink)
    if full:
        canvas.level_rule(left, top, left + count * step, 1, ink)
    for at in range(count + 1):
        canvas.draw.line([left + at * step, top if full else bottom - value.height * 0.35, left + at * step, bottom], fill=ink)
    for at in range(r.randint(0, count)):
        canvas.centered_text(left + (at + 0.5) * step, bottom - value.height - 1, canvas.texts.adapt(r.choice('ABCDEFGHKMNPRSTUW0123456789'), value.face), value)


def bar(canvas: Canvas, left, y, right, style: FormStyle) -> float:
    """A black or shaded bar with a section's title."""
    r = canvas.r
    fill = r.choice([canvas.ink, canvas.ink, canvas.shade(30), canvas.shade(80)])
    type, pad = canvas.type(canvas.bold, style.caption.height * r.uniform(1, 1.6)), r.uniform(1, 4)
    bottom = y + type.height + 2 * pad
    canvas.box(left, y, right, bottom, fill=fill, width=0)
    text = canvas.texts.fit(r.choice(['Part I', 'Part II', 'SECTION A', '']) + ' ' * r.choice([1, 2, 4, 6]) + canvas.texts.phrase(), type, right - left - 10)
    ink = canvas.ink_on(fill)
    if r.random() < 0.6:
        canvas.text(left + 4, y + pad, text, type, ink)
    else:
        canvas.centered_text((left + right) / 2, y + pad, text, type, ink=ink)
    return bottom + 1


def grid(canvas: Canvas, left, y, right, limit, style: FormStyle) -> float:
    """Rows of boxes; some boxes span two rows."""
    r = canvas.r
    low = style.caption.height + style.value.height + 5
    while y + low < limit:
        height = low * r.uniform(1, 2.2)
        if y + height > limit:
            break
        cuts = r.randint(0, 5)
        edges = [left] + sorted(round(left + (right - left) * r.randint(1, 11) / 12) for _ in range(cuts)) + [right]
        for a, b in zip(edges, edges[1:]):
            if b - a < 6:
                continue
            if b - a > 60 and height > 2.1 * low and r.random() < 0.6:
                middle = round(y + height / 2)
                box_with_caption(canvas, a, round(y), b, middle, style)
                box_with_caption(canvas, a, middle, b, round(y + height), style)
            elif b - a < 26 and height > 40 and r.random() < 0.7:
                side_letters(canvas, a, round(y), b, round(y + height), style)
            else:
                box_with_caption(canvas, a, round(y), b, round(y + height), style)
        y = round(y + height)
        if r.random() < 0.08:
            y = bar(canvas, left, y, right, style)
        if r.random() < 0.06:
            break
    return y


def side_letters(canvas: Canvas, left, top, right, bottom, style: FormStyle):
    """A narrow box with quarter-turned text."""
    r = canvas.r
    fill = r.choice([None, None, canvas.shade(30)])
    canvas.box(left, top, right, bottom, fill=fill, ink=style.ink)
    type = style.bold
    if right - left < type.height + 3:
        return
    text = canvas.texts.fit(canvas.texts.caption(), type, bottom - top - 6)
    ink = canvas.ink_on(fill if fill is not None else canvas.paper)
    middle = (left + right) / 2
    length = canvas.length(text, type)
    if r.random() < 0.75:
        canvas.text(middle - type.height / 2, (top + bottom + length) / 2, text, type, ink, turn=COUNTERCLOCKWISE)
    else:
        canvas.text(middle + type.height / 2, (top + bottom - length) / 2, text, type, ink, turn=CLOCKWISE)


def numbered_rows(canvas: Canvas, left, y, right, limit, style: FormStyle) -> float:
    """Lines of a return: number, question, dotted leaders, number again, and a box for the amount."""
    r, texts = canvas.r, canvas.texts
    type, pitch = style.caption, max(style.value.height + 3, pitch_of(canvas, style.caption, 1.3))
    number_left, amount_left = right - (right - left) * r.uniform(0.2, 0.3), right - (right - left) * r.uniform(0.14, 0.2)
    start = y
    for number in range(1, r.randint(4, 30)):
        if y + pitch > limit:
            break
        place = y + (pitch - type.height) / 2
        canvas.text(left, place, str(number), canvas.type(canvas.bold, type.height))
        x = left + type.height * 2.6
        text = texts.fit(texts.words(r.randint(3, 22)), type, number_left - x - 8)
        reach = canvas.text(x, place, text, type)
        step = type.height * r.choice([0.8, 1.4])
        at = x + reach + step * 1.5
        while at < number_left - step and step > 3:
            canvas.draw.point([(round(at), round(place - type.top) - 1)], fill=canvas.ink)
            at += step
        canvas.box(number_left, round(y), amount_left, round(y + pitch), width=1, ink=style.ink)
        canvas.box(amount_left, round(y), right, round(y + pitch), width=1, ink=style.ink)
        canvas.centered_text((number_left + amount_left) / 2, place, f'{number}{r.choice(["", "", "a", "b"])}', type)
        if r.random() < style.filled:
            amount = texts.fit(texts.amount(), style.value, right - amount_left - 6)
            canvas.right_text(right - 4, y + (pitch - style.value.height) / 2, amount, style.value, ink=canvas.pen())
        y += pitch
    return y if y > start else limit


def title_block(canvas: Canvas, left, y, right, style: FormStyle) -> float:
    """The head of a form: its number in large print, its title, its year, small print beside them."""
    r, texts = canvas.r, canvas.texts
    big = canvas.type(canvas.bold, r.choice([18, 24, 30, 40]))
    title = canvas.type(canvas.bold, r.choice([12, 14, 18, 22]))
    a, b = left + (right - left) * r.uniform(0.15, 0.25), right - (right - left) * r.uniform(0.13, 0.22)
    height = max(big.height + 3 * style.caption.height, 2.4 * title.height) + 8
    reach = canvas.text(left, y, texts.fit('Form', style.caption, 60), style.caption)
    canvas.text(left + reach + style.caption.height * 0.4, y + 2, texts.fit(texts.code()[:6], big, a - left - reach - 12), big)
    paragraph(canvas, left, y + big.height + 6, a - 6, y + height, style.caption, 2, 1.0, 'left')
    canvas.centered_text((a + b) / 2, y + 2, texts.fit(texts.phrase(), title, b - a - 12), title)
    paragraph(canvas, a + 8, y + title.height + 8, b - 8, y + height, style.caption, 2, 1.05, 'centered')
    canvas.text(b + 6, y + 1, texts.fit('OMB No. 1545-' + str(r.randint(1000, 9999)), style.caption, right - b - 8), style.caption)
    canvas.text(b + 10, y + style.caption.height + 6, texts.fit(str(r.randint(1990, 2030)), big, right - b - 12), big)
    if r.random() < 0.7:
        canvas.upright_rule(a, y, y + height, style.thick)
        canvas.upright_rule(b, y, y + height, style.thick)
    canvas.level_rule(left, y + height, right, style.thick)
    return y + height + 2


def form(canvas: Canvas, left, y, right, limit, scale=1.0) -> float:
    r, style = canvas.r, FormStyle(canvas, scale)
    if r.random() < 0.5 and right - left > 420:
        y = title_block(canvas, left, y, right, style)
    start = None
    while y + 40 < limit and y != start:
        start, kind = y, r.random()
        if kind < 0.5:
            y = grid(canvas, left, y, right, limit, style)
        elif kind < 0.6:
            y = bar(canvas, left, y, right, style)
        elif kind < 0.72:
            y = selections(canvas, left + 4, y + 3, right, limit, style.caption) + 3
        elif kind < 0.82 and right - left > 300:
            y = numbered_rows(canvas, left, y, right, limit, style)
        elif kind < 0.92:
            y = paragraph(canvas, left + 2, y + 2, right, limit, style.caption, r.randint(1, 7), r.choice([1.0, 1.05, 1.15])) + 2
        elif kind < 0.96:
            y = signature_line(canvas, left, y + 4, right, limit, style)
        else:
            y = leaders(canvas, left, y + 2, right, limit, style.caption)
        if r.random() < 0.05:
            y += r.uniform(5, 40)
    return y


def signature_line(canvas: Canvas, left, y, right, limit, style: FormStyle) -> float:
    r = canvas.r
    height = style.value.height * 1.6
    if y + height + style.caption.height + 4 > limit:
        return y
    middle = left + (right - left) * r.uniform(0.5, 0.75)
    base = round(y + height)
    for a, b in ((left, middle - 10), (middle, right)):
        canvas.level_rule(a, base, b, 1)
        canvas.text(a, base + 2, canvas.texts.fit(canvas.texts.caption(), style.caption, b - a), style.caption)
    if r.random() < 0.6:
        scribble(canvas, left + 20, y, left + (middle - left) * r.uniform(0.4, 0.8), base + 2)
    if r.random() < 0.6:
        canvas.text(middle + 6, base - style.value.height - 1, canvas.texts.fit(canvas.texts.date(), style.value, right - middle - 8), style.value, canvas.pen())
    return base + 2 + style.caption.height + 4


def form_page(canvas: Canvas):
    r = canvas.r
    left, right = r.uniform(8, 60), canvas.width - r.uniform(8, 60)
    y, limit = r.uniform(6, 50), canvas.height - r.uniform(8, 40)
    kind = r.random()
    if kind < 0.25:
        columns, rows = r.choice([(1, 2), (2, 2), (2, 1), (1, 3), (2, 3)])
        gap = r.uniform(6, 30)
        width, height = (right - left - gap * (columns - 1)) / columns, (limit - y - gap * (rows - 1)) / rows
        for row in range(rows):
            for column in range(columns):
                x, top = left + column * (width + gap), y + row * (height + gap)
                form(canvas, x, top, x + width, top + height, 0.85)
                if column and r.random() < 0.5:
                    canvas.upright_rule(x - gap / 2, top, top + height, 1, dash=r.choice([0, 4, 8]))
            if row and r.random() < 0.5:
                canvas.level_rule(0, top - gap / 2, canvas.width, 1, dash=r.choice([0, 4, 8]))
        return
    if kind < 0.5:
        type = canvas.type(canvas.body, r.choice([7, 8, 8, 9, 10]))
        middle = (left + right) / 2
        stop = y + (limit - y) * r.uniform(0.2, 0.5)
        for a, b in ((left, middle - 8), (middle + 8, right)):
            place = y
            while place + type.height < stop:
                place = paragraph(canvas, a, place, b, stop, type, r.randint(2, 12), r.choice([1.0, 1.05, 1.15]), r.choice(['left', 'justified'])) + r.choice([0, 2, 5])
        y = stop + 10
    form(canvas, left, y, right, limit)
