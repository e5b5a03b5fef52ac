"""
A sheet that is drawn on and that remembers where its text lines and selection boxes are.

Text is noted run by run as it is drawn. `lines()` then joins runs that stand closer than GAP line heights on one line and
have no vertical rule or selection box between them, whatever drew them: the truth follows from what is visible, not from how a page
was put together.
"""
import math
import random
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

from resources import Face, Resources, Type, type_of_height
from texts import Texts

#: Words closer than this many line heights belong to one line.
GAP = 1.2
#: Runs join only if the higher is at most this many times as high as the lower.
MAX_RATIO = 1.9
UPRIGHT, CLOCKWISE, UPSIDE_DOWN, COUNTERCLOCKWISE = 1, 2, 3, 4
MIN_CONTRAST = 60


@dataclass
class Run:
    """An upright or quarter-turned piece of text: its box from first to last ink and from ascender to descender."""
    left: float
    top: float
    right: float
    bottom: float
    turn: int


@dataclass
class Line:
    """A text line: points along its top edge and, in the same order, along its bottom edge."""
    top: np.ndarray
    bottom: np.ndarray
    turn: int


@dataclass
class Canvas:
    r: random.Random
    resources: Resources
    width: int
    height: int
    paper: int = 255
    ink: int = 0
    runs: list = field(default_factory=list)
    bent: list = field(default_factory=list)
    marks: list = field(default_factory=list)
    upright_rules: list = field(default_factory=list)
    level_rules: list = field(default_factory=list)
    taken: list = field(default_factory=list)

    def __post_init__(self):
        self.set_image(Image.new('L', (self.width, self.height), self.paper))
        self.texts = Texts(self.r, self.resources)
        #: Whether letters stand between pixels, as renderers and scanners place them, or are hinted to whole ones.
        self.smooth = self.r.random() < 0.88
        #: The least distance between two lines, so that their cores stay apart.
        self.least_pitch = 8.4
        self.choose_faces()

    def choose_faces(self):
        r, resources = self.r, self.resources
        self.body = r.choice(resources.regulars)
        self.bold = resources.bold_of(self.body, r)
        self.mono = r.choice(resources.monos)
        self.hand = r.choice(resources.hands)
        #: The faces of the page's script where it is not Latin.
        self.script_faces = []

    def use_script(self, script: str):
        self.script_faces = self.resources.others[script]
        self.body, self.bold, self.mono = (self.r.choice(self.script_faces) for _ in range(3))

    def set_image(self, image: Image.Image):
        self.image, self.draw = image, ImageDraw.Draw(image)

    def shade(self, amount: int) -> int:
        """The paper, darker by `amount` (lighter on a dark page)."""
        return max(0, min(255, self.paper - amount if self.paper > 110 else self.paper + amount))

    def ink_on(self, ground: int) -> int:
        """A readable ink for the ground: the page's own if it stands out, else its opposite."""
        if abs(ground - self.ink) >= MIN_CONTRAST + 30:
            return self.ink
        return self.r.randint(0, max(0, ground - 120)) if ground > 128 else self.r.randint(min(255, ground + 120), 255)

    def pen(self) -> int:
        """The ink of handwriting, filled-in values or lighter print."""
        return int(self.ink + (self.paper - self.ink) * self.r.uniform(0, 0.35))

    def type(self, face: Face, height: float) -> Type:
        return type_of_height(face, height, self.smooth)

    # Text

    def text(self, x, y, text, type: Type, ink=None, spacing=0.0, turn=UPRIGHT, stretch=(1, 1), is_text=True, dots=0, space=None):
        """
        Draws a line whose font box has its first corner (top left, in reading direction) at x, y. Returns how far it reaches in reading
        direction. `space` replaces the width of spaces (not of turned, spaced or stretched text).
        """
        text = text.strip()
        if not text:
            return 0.0
        ink = self.ink if ink is None else ink
        if turn == UPRIGHT and not spacing and stretch == (1, 1) and not dots and '  ' not in text:
            return self._plain(x, y, text, type, ink, is_text, space)
        mask, parts, advance = self._letters(text, type, spacing)
        across, up = stretch
        if stretch != (1, 1):
            mask = mask.resize((max(1, round(mask.width * across)), max(1, round(mask.height * up))), Image.BILINEAR)
        if dots:
            mask = self._dotted(mask, dots)
        # The mask's first pixel is (edge, edge) before the font box's corner.
        edge, height = type.size, type.height * up
        if turn != UPRIGHT:
            mask = mask.transpose({CLOCKWISE: Image.ROTATE_270, UPSIDE_DOWN: Image.ROTATE_180, COUNTERCLOCKWISE: Image.ROTATE_90}[turn])
        left, above = edge * across, edge * up
        x, y = round(x), round(y)
        at = {
            UPRIGHT: (x - left, y - above), CLOCKWISE: (x + above - mask.width, y - left),
            UPSIDE_DOWN: (x + left - mask.width, y + above - mask.height), COUNTERCLOCKWISE: (x - above, y + left - mask.height),
        }[turn]
        self.image.paste(ink, (round(at[0]), round(at[1])), mask)
        if is_text:
            for start, end in parts:
                start, end = start * across, end * across
                box = {
                    UPRIGHT: (x + start, y, x + end, y + height), CLOCKWISE: (x - height, y + start, x, y + end),
                    UPSIDE_DOWN: (x - end, y - height, x - start, y), COUNTERCLOCKWISE: (x, y - end, x + height, y - start),
                }[turn]
                self.runs.append(Run(*box, turn))
        return advance * across

    def _plain(self, x, y, text, type: Type, ink, is_text, space=None):
        baseline = round(y - type.top)
        if type.is_complex:
            x = round(x)
            mask, offset = type.font.getmask2(text, 'L', anchor='ls')
            inked = mask.getbbox()
            if inked is None:
                return 0.0
            self.draw.draw.draw_bitmap((x + offset[0], baseline + offset[1]), mask, ink)
            left, right, pen = x + offset[0] + inked[0], x + offset[0] + inked[2], x + type.font.getlength(text)
        else:
            left, right, pen = self._set(self.draw.draw.draw_bitmap, x, baseline, text, type, ink, space)
        if is_text and right > left:
            self.runs.append(Run(left, baseline + type.top, right, baseline + type.bottom, UPRIGHT))
        return float(pen - x)

    def _set(self, draw_bitmap, x, baseline, text, type: Type, ink, space=None, spacing=0.0):
        """Sets the letters one by one; returns the first and the last inked column and where the pen ends."""
        factor, glyph, left, right = type.factor, type.glyph, None, x
        for letter in text:
            if letter == ' ':
                x += (type.space if space is None else space) + spacing
                continue
            column, phase = divmod(round(x * factor), factor)
            shape = glyph(letter, phase)
            if shape.image is not None:
                draw_bitmap((column + shape.left, baseline + shape.top), shape.image.im, ink)
                left = column + shape.left if left is None else left
                right = column + shape.right
            x += shape.advance + spacing
        return (x if left is None else left), right, x - spacing

    def _letters(self, text, type: Type, spacing):
        """The text's mask with a margin of one size, the extents of its words relative to its start, and its length."""
        edge = type.size
        width = self.length(text, type, spacing)
        mask = Image.new('L', (max(1, math.ceil(width) + 2 * edge), type.height + 2 * edge), 0)
        draw = ImageDraw.Draw(mask)
        parts, x = [], 0.0
        for word in text.split(' '):
            if word and type.is_complex:
                draw.text((edge + x, edge - type.top), word, font=type.font, fill=255, anchor='ls')
                left, _, right, _ = type.font.getbbox(word, anchor='ls')
                parts.append((x + left, x + right))
                x += type.font.getlength(word)
            elif word:
                left, right, pen = self._set(draw.draw.draw_bitmap, edge + x, edge - type.top, word, type, 255, spacing=spacing)
                parts.append((left - edge, right - edge))
                x = pen - edge + spacing
            x += type.space + spacing
        return mask, parts, width

    def _dotted(self, mask, pitch):
        """The mask as a dot-matrix printer strikes it."""
        pattern = np.zeros((pitch, pitch), np.uint8)
        pattern[: max(1, pitch - 1), : max(1, pitch - 1)] = 255
        grid = np.tile(pattern, (mask.height // pitch + 1, mask.width // pitch + 1))[: mask.height, : mask.width]
        return Image.fromarray(np.minimum(np.asarray(mask), grid))

    def right_text(self, right, y, text, type: Type, **options):
        length = self.length(text, type, options.get('spacing', 0)) * options.get('stretch', (1, 1))[0]
        self.text(right - length, y, text, type, **options)
        return length

    def centered_text(self, middle, y, text, type: Type, **options):
        length = self.length(text, type, options.get('spacing', 0)) * options.get('stretch', (1, 1))[0]
        self.text(middle - length / 2, y, text, type, **options)

    def length(self, text, type: Type, spacing=0.0) -> float:
        text = text.strip()
        if not spacing:
            return type.width(text)
        return type.width(text) + spacing * (len(text) - 1)

    def hollow_text(self, x, y, text, type: Type):
        """Outlined letters."""
        x, baseline = round(x), round(y - type.top)
        self.draw.text((x, baseline), text, font=type.font, fill=self.paper, anchor='ls', stroke_width=1, stroke_fill=self.ink)
        left, _, right, _ = type.font.getbbox(text, anchor='ls', stroke_width=1)
        self.runs.append(Run(x + left, baseline + type.top, x + right, baseline + type.bottom, UPRIGHT))

    def tilted_text(self, x, y, text, type: Type, degrees, ink, is_text=True):
        """Text around its middle x, y, turned clockwise by the degrees (less than 45 either way)."""
        mask, parts, length = self._letters(text, type, 0.0)
        if not parts:
            return
        middle = ((mask.width - 2 * type.size) / 2, type.height / 2)
        mask = mask.rotate(-degrees, Image.BICUBIC, expand=True)
        self.image.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)
        if not is_text:
            return
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        start, end = parts[0][0] - middle[0], parts[-1][1] - middle[0]
        place = lambda u, v: (x + u * cos - v * sin, y + u * sin + v * cos)
        along = np.linspace(start, end, max(2, int((end - start) / 40) + 1))
        half = type.height / 2
        self.bent.append(Line(np.array([place(u, -half) for u in along]), np.array([place(u, half) for u in along]), UPRIGHT))

    def arched_text(self, x, y, radius, text, type: Type, ink, downwards=False, spacing=0.0):
        """Letters along an arc around x, y, their middle at the top of the circle (at its foot with `downwards`)."""
        length = self.length(text, type, spacing)
        angle = -length / radius / 2
        tops, bottoms = [], []
        for letter in text.strip():
            advance = type.width(letter) + spacing
            theta = angle + (advance - spacing) / 2 / radius
            mask = Image.new('L', (type.size * 3, type.size * 3), 0)
            # The mask's middle is the middle of the letter's font box.
            ImageDraw.Draw(mask).text((mask.width / 2, mask.height / 2 - (type.top + type.bottom) / 2), letter, font=type.font, fill=255, anchor='ms')
            turned = -theta if downwards else theta
            mask = mask.rotate(-math.degrees(turned), Image.BICUBIC)
            for side, distance in ((tops, type.height / 2), (bottoms, -type.height / 2)):
                for edge in (angle, angle + (advance - spacing) / radius):
                    if downwards:
                        side.append((x + (radius - distance) * math.sin(edge), y + (radius - distance) * math.cos(edge)))
                    else:
                        side.append((x + (radius + distance) * math.sin(edge), y - (radius + distance) * math.cos(edge)))
            center = (x + radius * math.sin(theta), y + radius * math.cos(theta) * (1 if downwards else -1))
            self.image.paste(ink, (round(center[0] - mask.width / 2), round(center[1] - mask.height / 2)), mask)
            angle += advance / radius
        if len(tops) > 1:
            self.bent.append(Line(np.array(tops), np.array(bottoms), UPRIGHT))

    # Rules and boxes

    def upright_rule(self, x, top, bottom, width=1, ink=None, dash=0):
        self._rule((x, top), (x, bottom), width, ink, dash)
        self.upright_rules.append((x, min(top, bottom), max(top, bottom)))

    def level_rule(self, left, y, right, width=1, ink=None, dash=0):
        self._rule((left, y), (right, y), width, ink, dash)
        self.level_rules.append((y, min(left, right), max(left, right)))

    def _rule(self, start, end, width, ink, dash):
        ink = self.ink if ink is None else ink
        if not dash:
            self.draw.line([start, end], fill=ink, width=width)
            return
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        ux, uy = (end[0] - start[0]) / max(1, length), (end[1] - start[1]) / max(1, length)
        at, mark = 0.0, dash if self.r.random() < 0.5 else width
        while at < length:
            stop = min(length, at + mark - 1)
            self.draw.line([(start[0] + ux * at, start[1] + uy * at), (start[0] + ux * stop, start[1] + uy * stop)], fill=ink, width=width)
            at += mark + dash

    def box(self, left, top, right, bottom, fill=None, width=1, ink=None, radius=0):
        ink = self.ink if ink is None else ink
        outline = ink if width else None
        left, right, top, bottom = min(left, right), max(left, right), min(top, bottom), max(top, bottom)
        if radius:
            self.draw.rounded_rectangle([left, top, right, bottom], radius, fill=fill, outline=outline, width=max(1, width))
        else:
            self.draw.rectangle([left, top, right, bottom], fill=fill, outline=outline, width=max(1, width))
        for x in (left, right):
            self.upright_rules.append((x, top, bottom))
        for y in (top, bottom):
            self.level_rules.append((y, left, right))

    def mark(self, left, top, right, bottom):
        self.marks.append((left, top, right, bottom))
        self.upright_rules.append(((left + right) / 2, top, bottom))

    def occupy(self, left, top, right, bottom):
        self.taken.append((left, top, right, bottom))

    def is_free(self, left, top, right, bottom) -> bool:
        """Whether no text, box or picture is there."""
        boxes = [(run.left, run.top, run.right, run.bottom) for run in self.runs] + self.taken + self.marks
        return not any(a < right and c > left and b < bottom and d > top for a, b, c, d in boxes)

    # Truth

    def lines(self) -> list[Line]:
        found = list(self.bent)
        for turn in (UPRIGHT, CLOCKWISE, UPSIDE_DOWN, COUNTERCLOCKWISE):
            runs = [run for run in self.runs if run.turn == turn]
            if not runs:
                continue
            if turn in (UPRIGHT, UPSIDE_DOWN):
                boxes = join([(run.left, run.top, run.right, run.bottom) for run in runs], self.upright_rules)
            else:
                boxes = [(a, b, c, d) for b, a, d, c in join([(run.top, run.left, run.bottom, run.right) for run in runs], self.level_rules)]
            found += [self._line(box, turn) for box in map(self._clip, boxes) if box]
        return found

    def _clip(self, box):
        """The part of the box on the sheet, if there is one."""
        left, top, right, bottom = max(0, box[0]), box[1], min(self.width, box[2]), box[3]
        if box[3] - box[1] > box[2] - box[0]:
            left, top, right, bottom = box[0], max(0, box[1]), box[2], min(self.height, box[3])
        return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None

    def _line(self, box, turn) -> Line:
        left, top, right, bottom = box
        if turn in (UPRIGHT, UPSIDE_DOWN):
            return Line(np.array([(left, top), (right, top)], float), np.array([(left, bottom), (right, bottom)], float), turn)
        return Line(np.array([(left, top), (left, bottom)], float), np.array([(right, top), (right, bottom)], float), turn)


def join(boxes, rules):
    """Joins boxes on one line (left, top, right, bottom) unless a rule (x, top, bottom) stands between them."""
    bands = {}
    for box in sorted(boxes):
        left, top, right, bottom = box
        height = bottom - top
        best = None
        for band in range(int(top) // 16 - 1, int(bottom) // 16 + 2):
            for other in bands.get(band, ()):
                low, high = min(height, other[3] - other[1]), max(height, other[3] - other[1])
                overlap = min(bottom, other[3]) - max(top, other[1])
                gap = left - other[2]
                if overlap < 0.6 * low or high > MAX_RATIO * low or gap > GAP * (low + high) / 2 or gap < -0.6 * low:
                    continue
                middle = (max(top, other[1]) + min(bottom, other[3])) / 2
                if gap > 0 and any(other[2] - 2 <= x <= left + 2 and above <= middle <= below for x, above, below in rules):
                    continue
                if best is None or other[2] > best[2]:
                    best = other
        if best is None:
            best = [left, top, right, bottom]
        else:
            best[1], best[2], best[3] = min(best[1], top), max(best[2], right), max(best[3], bottom)
        for band in range(int(best[1]) // 16, int(best[3]) // 16 + 1):
            if not any(best is other for other in bands.setdefault(band, [])):
                bands[band].append(best)
    unique = {id(line): line for lines in bands.values() for line in lines}
    return [tuple(line) for line in unique.values()]
