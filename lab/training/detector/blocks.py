"""Parts that many kinds of pages share: paragraphs, lists, tables, selection boxes, stamps, notes in the margin."""
import math

from canvas import CLOCKWISE, COUNTERCLOCKWISE, UPSIDE_DOWN, Canvas
from resources import Type
from scenery import bar_code, chart, drawing, logo, picture, scribble, square_code

BODY_HEIGHTS = [6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 12, 13, 14, 16, 18, 20, 24]
HEADING_HEIGHTS = [12, 14, 16, 18, 22, 26, 32, 40, 52, 70, 90]


def pitch_of(canvas: Canvas, type: Type, leading: float) -> float:
    return max(canvas.least_pitch, type.height * leading, type.height + 0.5)


def paragraph(canvas: Canvas, left, y, right, limit, type: Type, rows: int, leading=None, align=None, ink=None) -> float:
    r, texts = canvas.r, canvas.texts
    leading = leading or r.choice([1.0, 1.02, 1.05, 1.1, 1.15, 1.2, 1.35, 1.6])
    align = align or r.choice(['left', 'left', 'left', 'justified', 'justified', 'centered', 'right'])
    pitch = pitch_of(canvas, type, leading)
    space, width = type.space, right - left
    if width < 3 * type.height:
        return y
    pending = []
    underline = r.random() < 0.03
    for row in range(rows):
        if y + type.height > limit:
            break
        indent = type.height * 1.5 if row == 0 and align in ('left', 'justified') and r.random() < 0.15 else 0
        line, length = [], indent
        while True:
            if not pending:
                pending = texts.adapt(texts.sentence(r.randint(8, 40)), type.face).split(' ')[::-1]
            word = pending[-1]
            advance = type.width(word)
            if line and length + space + advance > width:
                break
            pending.pop()
            if advance > width - indent:
                continue
            line.append((word, advance))
            length += advance + (space if len(line) > 1 else 0)
            if row == rows - 1 and length > width * 0.4 and r.random() < 0.15:
                break
        last = row == rows - 1 or y + pitch + type.height > limit
        text = ' '.join(word for word, _ in line)
        if align == 'justified' and not last and len(line) > 2:
            gap = space + (width - length) / (len(line) - 1)
            if gap < type.height and not type.is_complex:
                canvas.text(left + indent, y, text, type, ink, space=gap)
            else:
                x = left + indent
                for word, advance in line:
                    canvas.text(x, y, word, type, ink)
                    x += advance + gap
        elif align == 'centered':
            canvas.text(left + (width - length) / 2, y, text, type, ink)
        elif align == 'right':
            canvas.text(right - length, y, text, type, ink)
        else:
            canvas.text(left + indent, y, text, type, ink)
        if underline:
            at = round(y - type.top + 2)
            canvas.draw.line([left, at, left + length, at], fill=canvas.ink if ink is None else ink)
        y += pitch
    return y


def heading(canvas: Canvas, left, y, right, limit, height=None) -> float:
    r = canvas.r
    face = r.choice([canvas.bold, canvas.bold, canvas.bold, canvas.body, r.choice(canvas.resources.prints)])
    type = canvas.type(face, height or r.choice(HEADING_HEIGHTS))
    text = canvas.texts.phrase()
    spacing = type.height * r.choice([0, 0, 0, 0, 0.08, 0.2])
    if r.random() < 0.3:
        text = text.upper()
    text = canvas.texts.fit(text, type, right - left, spacing)
    if not text or y + type.height > limit:
        return y
    if r.random() < 0.12:
        pad = r.uniform(1, type.height * 0.5)
        fill = r.choice([canvas.ink, canvas.shade(r.randint(20, 90))])
        canvas.box(left - 3, y - pad, right, y + type.height + pad, fill=fill, width=0)
        canvas.text(left + 3, y, canvas.texts.fit(text, type, right - left - 8, spacing), type, canvas.ink_on(fill), spacing=spacing)
        return y + type.height + pad + 4
    kind = r.random()
    if kind < 0.05 and type.height >= 24:
        canvas.hollow_text(left, y, text, type)
    elif kind < 0.65:
        canvas.text(left, y, text, type, spacing=spacing)
    elif kind < 0.85:
        canvas.centered_text((left + right) / 2, y, text, type, spacing=spacing)
    else:
        canvas.right_text(right, y, text, type, spacing=spacing)
    y += type.height + r.uniform(2, 8)
    if r.random() < 0.2:
        canvas.level_rule(left, y, right, r.choice([1, 1, 2, 3]))
        y += 4
    return y


def bullets(canvas: Canvas, left, y, right, limit, type: Type) -> float:
    """A list: numbers are text, drawn dots and squares are not."""
    r = canvas.r
    indent = type.height * r.uniform(1.4, 2.6)
    kind = r.choice(['dot', 'square', 'ring', 'number', 'dash', 'letter'])
    leading = r.uniform(1.0, 1.3)
    for number in range(r.randint(2, 8)):
        if y + type.height > limit or right - left < indent + 4 * type.height:
            break
        middle, size = y - type.top - type.height * 0.25, type.height * r.uniform(0.1, 0.16)
        box = [left + size, middle - size, left + 3 * size, middle + size]
        if kind == 'dot':
            canvas.draw.ellipse(box, fill=canvas.ink)
        elif kind == 'square':
            canvas.draw.rectangle(box, fill=canvas.ink)
        elif kind == 'ring':
            canvas.draw.ellipse(box, outline=canvas.ink)
        elif kind == 'dash':
            canvas.draw.line([left, middle, left + 4 * size, middle], fill=canvas.ink)
        else:
            canvas.text(left, y, f'{number + 1}.' if kind == 'number' else f'({chr(97 + number)})', type)
        y = paragraph(canvas, left + indent, y, right, limit, type, r.randint(1, 3), leading, 'left') + r.uniform(0, 4)
    return y


def leaders(canvas: Canvas, left, y, right, limit, type: Type) -> float:
    """A table of contents: titles, dotted leaders (not text) and figures."""
    r, pitch = canvas.r, pitch_of(canvas, type, canvas.r.uniform(1.05, 1.6))
    for _ in range(r.randint(2, 12)):
        if y + type.height > limit:
            break
        figure = canvas.texts.fit(r.choice([str(r.randint(1, 300)), canvas.texts.amount()]), type, (right - left) * 0.3)
        text = canvas.texts.fit(canvas.texts.phrase(), type, (right - left) * 0.55)
        reach = canvas.text(left, y, text, type)
        length = canvas.right_text(right, y, figure, type)
        baseline, step = round(y - type.top), r.choice([3, 4, 5, 8])
        start, end = left + reach + 3, right - length - 3
        if end - start > 2.4 * type.height:
            for x in range(int(start + type.height * 0.2), int(end), step):
                canvas.draw.point([(x, baseline), (x, baseline - 1)], fill=canvas.ink)
        y += pitch
    return y


def selection(canvas: Canvas, left, top, size, ground=None, kind=None):
    """A check box or radio circle, empty or marked in some way."""
    r, draw = canvas.r, canvas.draw
    ink = canvas.ink_on(canvas.paper if ground is None else ground)
    left, top, size = round(left), round(top), round(size)
    right, bottom = left + size, top + size
    kind = kind or r.choice(['box', 'box', 'box', 'box', 'circle', 'round'])
    width = r.choice([1, 1, 1, 2]) if size < 18 else r.choice([1, 2, 2, 3])
    fill = r.choice([None, None, 255 if canvas.paper > 110 else None])
    box = [left, top, right, bottom]
    canvas.mark(left, top, right + 1, bottom + 1)
    if kind == 'circle':
        draw.ellipse(box, outline=ink, width=width, fill=fill)
    elif kind == 'round':
        draw.rounded_rectangle(box, size * 0.2, outline=ink, width=width, fill=fill)
    else:
        draw.rectangle(box, outline=ink, width=width, fill=fill)
    if fill is not None and abs(fill - ink) < 60:
        ink = 0
    pen, stroke = r.choice([ink, ink, canvas.pen() if ground is None else ink]), max(1, round(size * r.uniform(0.06, 0.16)))
    over = r.choice([-0.2, -0.15, -0.1, 0, 0.15, 0.4]) * size
    at = lambda x, y: (left + size * x + r.uniform(-0.06, 0.06) * size, top + size * y + r.uniform(-0.06, 0.06) * size)
    state = r.random()
    if state < 0.45:
        return
    if kind == 'circle' and state < 0.8:
        inset = size * r.uniform(0.18, 0.32)
        draw.ellipse([left + inset, top + inset, right - inset, bottom - inset], fill=ink)
    elif state < 0.62:
        draw.line([at(0.2, 0.5), at(0.42, 0.8), (right - size * 0.15 + max(0, over), top + size * 0.15 - max(0, over))], fill=pen, width=stroke, joint='curve')
    elif state < 0.82:
        draw.line([(left - over, top - over), (right + over, bottom + over)], fill=pen, width=stroke)
        draw.line([(right + over, top - over), (left - over, bottom + over)], fill=pen, width=stroke)
    elif state < 0.9:
        inset = r.choice([0, 2, max(2, size * 0.2)])
        draw.rectangle([left + inset, top + inset, right - inset, bottom - inset], fill=ink)
    elif state < 0.95:
        points = [at(r.uniform(-0.1, 1.1), r.uniform(-0.1, 1.1)) for _ in range(r.randint(5, 14))]
        draw.line(points, fill=pen, width=stroke, joint='curve')
    else:
        type = canvas.type(canvas.bold, size * 1.15)
        canvas.centered_text((left + right + 1) / 2, (top + bottom + type.top) / 2, 'X', type, ink=ink, is_text=False)


def selections(canvas: Canvas, left, y, right, limit, type: Type) -> float:
    """Rows of selection boxes with captions before or after them."""
    r = canvas.r
    size = max(8, min(30, type.height * r.uniform(0.75, 1.4)))
    kind, before = r.choice(['box', 'box', 'box', 'circle', 'round']), r.random() < 0.2
    pitch = max(size + 3, pitch_of(canvas, type, r.uniform(1.1, 1.8)))
    columns, close = r.randint(1, 5), r.random() < 0.5
    step = (right - left) / columns
    for _ in range(r.randint(1, 8)):
        if y + max(size, type.height) > limit:
            break
        x = left
        for column in range(columns):
            x = x if close else left + column * step
            room = min(step, right - x) - size - type.height * 0.8
            if room < type.height * 2:
                break
            text = canvas.texts.fit(r.choice([canvas.texts.caption(), canvas.texts.words(r.randint(1, 6)), r.choice(['Yes', 'No', 'M', 'F'])]), type, room)
            gap = type.height * r.uniform(0.25, 0.6)
            box_y = y + (type.height - size) / 2 + r.uniform(-1, 1)
            if before:
                reach = canvas.text(x, y, text, type)
                selection(canvas, x + reach + gap, box_y, size, kind=kind)
            else:
                selection(canvas, x, box_y, size, kind=kind)
                reach = canvas.text(x + size + gap, y, text, type)
            x += size + gap + reach + type.height * r.uniform(0.7, 2.5)
        y += pitch
    return y


def table(canvas: Canvas, left, y, right, limit, type: Type, rows=None) -> float:
    r, texts = canvas.r, canvas.texts
    rules = r.choice(['full', 'full', 'level', 'level', 'zebra', 'none', 'upright', 'dotted', 'outer'])
    columns = r.randint(2, 9)
    shares = [r.choice([1, 1, 1.5, 2, 3.5]) for _ in range(columns)]
    edges = [left]
    for share in shares:
        edges.append(edges[-1] + (right - left) * share / sum(shares))
    aligns = [r.choice(['left', 'left', 'right', 'centered']) for _ in range(columns)]
    fills = [r.choice([texts.phrase, texts.amount, texts.amount, texts.date, texts.code, lambda: str(r.randint(0, 999)), lambda: texts.words(r.randint(1, 8))]) for _ in range(columns)]
    pad = type.height * r.choice([0.1, 0.2, 0.4, 0.8])
    line, top, ink = pitch_of(canvas, type, 1.05), y, r.choice([canvas.ink, canvas.shade(90), canvas.shade(150)])
    width, dash = r.choice([1, 1, 1, 2]), r.choice([2, 3, 4]) if rules == 'dotted' else 0
    header = r.random() < 0.8
    wraps = r.random() < 0.3
    filled = r.choice([1, 0.95, 0.8, 0.5])
    for row in range((rows or r.randint(2, 18)) + header):
        lines = r.choice([1, 2, 3]) if wraps and row else 1
        height = line * lines + 2 * pad
        if y + height > limit:
            break
        ground, face = canvas.paper, type
        if row == 0 and header:
            ground = r.choice([canvas.paper, canvas.paper, canvas.shade(25), canvas.shade(60), canvas.ink, canvas.shade(150)])
            face = canvas.type(canvas.bold if type.face.script == 'latin' else type.face, type.height)
        elif rules == 'zebra' and row % 2:
            ground = canvas.shade(r.choice([12, 12, 20, 35]))
        if ground != canvas.paper:
            canvas.draw.rectangle([left, y, right, y + height], fill=ground)
        row_ink = canvas.ink_on(ground)
        for column in range(columns):
            a, b = edges[column] + 3, edges[column + 1] - 3
            if b - a < 2 * type.height or (row and r.random() > filled):
                continue
            for at in range(lines if aligns[column] == 'left' or lines == 1 else 1):
                text = texts.fit(texts.caption() if row == 0 and header else fills[column](), face, b - a)
                place = y + pad + at * line
                if aligns[column] == 'left':
                    canvas.text(a, place, text, face, row_ink)
                elif aligns[column] == 'right':
                    canvas.right_text(b, place, text, face, ink=row_ink)
                else:
                    canvas.centered_text((a + b) / 2, place, text, face, ink=row_ink)
        y += height
        if rules in ('full', 'level', 'dotted') or (row == 0 and header and rules != 'none'):
            canvas.level_rule(left, round(y), right, width, ink, dash)
            y += width
        y = math.ceil(y)
    if rules in ('full', 'upright', 'dotted', 'outer'):
        for edge in edges if rules != 'outer' else (left, right):
            canvas.upright_rule(round(edge), top, y, width, ink, dash)
    if rules in ('full', 'dotted', 'outer'):
        canvas.level_rule(left, top, right, width, ink, dash)
    return y + 2


def pairs(canvas: Canvas, left, y, right, limit, type: Type) -> float:
    """Labels with values at a distance: right-aligned totals, or label columns."""
    r = canvas.r
    bold = canvas.type(canvas.bold if type.face.script == 'latin' else type.face, type.height)
    start = left if r.random() < 0.4 else left + (right - left) * r.uniform(0.3, 0.6)
    gap = r.choice([0.5, 0.8, 1.6, 3])
    column = start + (right - start) * r.uniform(0.35, 0.6)
    style = r.choice(['edge', 'edge', 'column', 'close', 'both right'])
    pitch = pitch_of(canvas, type, r.uniform(1.05, 2.0))
    for _ in range(r.randint(2, 9)):
        if y + type.height > limit or right - start < 8 * type.height:
            break
        label = canvas.texts.fit(canvas.texts.caption(), bold, column - start - type.height * gap)
        value = canvas.texts.fit(canvas.texts.value(), type, right - column)
        if style == 'edge':
            canvas.text(start, y, label, bold)
            canvas.right_text(right, y, value, type)
        elif style == 'column':
            canvas.text(start, y, label, bold)
            canvas.text(column, y, value, type)
        elif style == 'close':
            reach = canvas.text(start, y, label, bold)
            canvas.text(start + reach + type.space * 1.3, y, value, type)
        else:
            canvas.right_text(column - type.height * gap, y, label, bold)
            canvas.right_text(right, y, value, type)
        y += pitch
        if r.random() < 0.08:
            canvas.level_rule(start, y - 1, right, r.choice([1, 2]))
            y += 4
    return y


def address(canvas: Canvas, left, y, right, limit, type: Type, align='left') -> float:
    r, pitch = canvas.r, pitch_of(canvas, type, canvas.r.uniform(1.0, 1.4))
    bold = canvas.type(canvas.bold if type.face.script == 'latin' else type.face, type.height)
    for row in range(r.randint(2, 6)):
        if y + type.height > limit:
            break
        face = bold if row == 0 and r.random() < 0.6 else type
        text = canvas.texts.fit(r.choice(canvas.resources.phrases), face, right - left)
        if align == 'left':
            canvas.text(left, y, text, face)
        elif align == 'right':
            canvas.right_text(right, y, text, face)
        else:
            canvas.centered_text((left + right) / 2, y, text, face)
        y += pitch
    return y


def figure(canvas: Canvas, left, top, right, bottom):
    """Something that is not text in the given place."""
    r = canvas.r
    width, height = right - left, bottom - top
    if width < 16 or height < 16:
        return
    kind = r.random()
    if kind < 0.3:
        canvas.image.paste(picture(r, width, height), (int(left), int(top)))
        canvas.occupy(left, top, right, bottom)
    elif kind < 0.45:
        chart(canvas, left, top, right, bottom - 20)
    elif kind < 0.57:
        drawing(canvas, left, top, right, bottom)
    elif kind < 0.62:
        empty_cells(canvas, left, top, right, bottom)
    elif kind < 0.72:
        bar_code(canvas, left, top, right, bottom)
    elif kind < 0.82:
        square_code(canvas, left, top, min(width, height))
    elif kind < 0.92:
        logo(canvas, left, top, min(width, height))
    else:
        scribble(canvas, left, top, right, bottom)


def empty_cells(canvas: Canvas, left, top, right, bottom):
    """A grid of small squares, some filled: a calendar, a seating plan, graph paper. No selection boxes."""
    r = canvas.r
    side, ink = r.choice([6, 8, 10, 12, 15, 18, 24, 30]), canvas.shade(r.randint(60, 230))
    columns, rows = int((right - left) // side), int((bottom - top) // side)
    filled = r.choice([0, 0, 0.1, 0.3])
    for row in range(rows):
        for column in range(columns):
            if r.random() < filled:
                x, y = left + column * side, top + row * side
                canvas.draw.rectangle([x, y, x + side, y + side], fill=canvas.shade(r.randint(20, 200)))
    for row in range(rows + 1):
        canvas.draw.line([left, top + row * side, left + columns * side, top + row * side], fill=ink)
    for column in range(columns + 1):
        canvas.draw.line([left + column * side, top, left + column * side, top + rows * side], fill=ink)
    canvas.occupy(left, top, right, bottom)


def stamp(canvas: Canvas):
    """A tilted stamp over whatever is there; its straight text is a line."""
    r = canvas.r
    type = canvas.type(r.choice(canvas.resources.bolds), r.choice([14, 18, 22, 28, 36, 48]))
    text = canvas.texts.fit(r.choice(['PAID', 'COPY', 'RECEIVED', 'APPROVED', 'ORIGINAL', 'SPECIMEN', 'DRAFT', canvas.texts.date(), canvas.texts.phrase().upper()]), type, 420)
    if not text:
        return
    angle = r.choice([-1, 1]) * r.uniform(3, 32)
    x, y = r.uniform(0.2, 0.8) * canvas.width, r.uniform(0.15, 0.85) * canvas.height
    ink = int(canvas.paper + (canvas.ink - canvas.paper) * r.uniform(0.4, 0.9))
    canvas.tilted_text(x, y, text, type, angle, ink)
    half, rise = type.width(text) / 2 + type.height * 0.5, type.height * r.uniform(0.7, 1.2)
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    place = lambda u, v: (x + u * cos - v * sin, y + u * sin + v * cos)
    if r.random() < 0.6:
        corners = [place(-half, -rise), place(half, -rise), place(half, rise), place(-half, rise)]
        canvas.draw.line(corners + corners[:1], fill=ink, width=r.choice([2, 3, 4]))
    elif r.random() < 0.6:
        radius = half + type.height
        canvas.draw.ellipse([x - radius, y - radius, x + radius, y + radius], outline=ink, width=2)
        if radius > 50:
            small = canvas.type(canvas.bold, max(8, min(20, radius * 0.2)))
            words = canvas.texts.fit(canvas.texts.phrase().upper(), small, radius * 2)
            canvas.arched_text(x, y, radius - small.height * 0.8, words, small, ink, spacing=1)


def margin_text(canvas: Canvas):
    """Quarter-turned text beside the page, where it is free."""
    r = canvas.r
    type = canvas.type(r.choice([canvas.body, canvas.bold, canvas.mono]), r.choice([7, 8, 9, 10, 12, 16, 22]))
    turn = r.choice([CLOCKWISE, COUNTERCLOCKWISE, COUNTERCLOCKWISE])
    text = canvas.texts.fit(r.choice([canvas.texts.phrase(), canvas.texts.words(r.randint(2, 14)), canvas.texts.code()]), type, canvas.height * 0.7)
    length = canvas.length(text, type)
    for _ in range(4):
        x = r.choice([r.uniform(3, 50), canvas.width - type.height - r.uniform(3, 50)])
        y = r.uniform(4, max(5, canvas.height - length - 4))
        if canvas.is_free(x - 6, y - 6, x + type.height + 6, y + length + 6):
            canvas.text(x if turn == COUNTERCLOCKWISE else x + type.height, y + length if turn == COUNTERCLOCKWISE else y, text, type, turn=turn)
            return


def handwritten_note(canvas: Canvas):
    r = canvas.r
    type = canvas.type(r.choice(canvas.resources.hands), r.choice([18, 24, 30, 40, 56]))
    text = canvas.texts.fit(r.choice([canvas.texts.phrase(), canvas.texts.amount(), canvas.texts.date(), canvas.texts.words(3)]), type, canvas.width * 0.5)
    length = type.width(text)
    if not text:
        return
    for _ in range(5):
        x, y = r.uniform(10, canvas.width - length - 10), r.uniform(10, canvas.height - type.height - 10)
        if canvas.is_free(x - 4, y - 12, x + length + 4, y + type.height + 12):
            if r.random() < 0.5:
                canvas.text(x, y, text, type, canvas.pen())
            else:
                canvas.tilted_text(x + length / 2, y + type.height / 2, text, type, r.uniform(-5, 5), canvas.pen())
                canvas.occupy(x, y, x + length, y + type.height)
            if r.random() < 0.3:
                canvas.draw.ellipse([x - 14, y - 8, x + length + 14, y + type.height + 8], outline=canvas.pen(), width=2)
            return


def highlight(canvas: Canvas):
    """A highlighter band, an underline or a line through existing text."""
    r = canvas.r
    runs = [run for run in canvas.runs if run.turn == 1]
    if not runs:
        return
    for run in r.sample(runs, min(len(runs), r.randint(1, 5))):
        kind = r.random()
        if kind < 0.4:
            box = [int(run.left - 2), int(run.top - 1), int(run.right + 3), int(run.bottom + 2)]
            part = canvas.image.crop(box)
            canvas.image.paste(part.point(lambda value: int(value * 0.82)), box[:2])
        elif kind < 0.75:
            y = run.bottom + r.choice([-2, 0, 1])
            canvas.draw.line([run.left, y, run.right, y], fill=canvas.ink, width=r.choice([1, 1, 2]))
        else:
            y = (run.top + run.bottom) / 2 + 1
            canvas.draw.line([run.left, y, run.right, y + r.uniform(-2, 2)], fill=canvas.ink, width=1)


def upside_down_line(canvas: Canvas):
    r = canvas.r
    type = canvas.type(canvas.body, r.choice([10, 14, 20, 30]))
    text = canvas.texts.fit(canvas.texts.words(r.randint(1, 8)), type, canvas.width * 0.5)
    length = canvas.length(text, type)
    for _ in range(4):
        x, y = r.uniform(length + 10, canvas.width - 10), r.uniform(type.height + 10, canvas.height - 10)
        if text and canvas.is_free(x - length - 6, y - type.height - 6, x + 6, y + 6):
            canvas.text(x, y, text, type, turn=UPSIDE_DOWN)
            return
