"""Images of lines: ink from 0 to 255, HEIGHT pixels high, as a detector would cut them out of a page."""
import glob
import json
import os
import random
import re
import unicodedata
from io import BytesIO

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from torch.utils.data import IterableDataset, get_worker_info

from alphabet import CLASS_OF, HAN, HANGUL, KANA, OTHER_SCRIPT, labeled, placeholder
from pen import Writer, can_write
from texts import Texts

HEIGHT = 32
MOST_WIDTH = 640
#: Image columns per network step.
STEP = 4
#: Minimum rows of a line: with fewer a full stop disappears, and what is invisible cannot be learned. Small print has fewer.
LOWEST, LOWEST_SMALL = 12, 8
SMALL_PRINT = 0.30
SIZES = [12, 16, 20, 24, 28, 32, 40]
#: Loading a font takes longer than drawing a line, so several lines are drawn with each.
LINES_A_FONT = 12
#: Share of handwritten lines, and of those the share drawn stroke by stroke; the rest use handwriting fonts.
BY_HAND, BY_PEN = 0.12, 0.6
#: Shares of printed lines: of scripts that are not read, and of machine-readable zones.
UNREAD_SCRIPTS, MACHINE_READABLE = 0.08, 0.04
#: Share of printed lines as heads of dots print them, and the height of their fonts in dots.
BY_DOTS = 0.38
DOTS = [16, 18, 20, 20, 22, 24, 24, 24, 26, 28, 32]
#: Print of double height, of double width and of both, beside plain print.
MAGNIFIED = [(1, 1)] * 14 + [(1, 2)] * 2 + [(2, 1)] * 2 + [(2, 2), (1.5, 1)]
#: Cap height of a line drawn stroke by stroke, in pixels.
PEN_SIZES = [24, 32, 40]
#: What a face must have to draw lines of a language group.
NEEDED = {'': 'é€', 'l': 'ąčřőşğĽ', 't': 'İığş', 'v': 'ộữẵĐ', 'c': 'Жыщ', 'g': 'Ωάς', 'mrz': '<'}
#: Faces of machine-readable zones; OCR-B is the prescribed one.
EVEN_WIDTH = re.compile('mono|code|cousine|courier|inconsolata|vt323|lekton|ocr|3270|terminus|spleen|hermit|agave', re.I)
OCR_FACES = re.compile('^OCR')
SPACES = re.compile(' +')
RAISED = re.compile(r'(?<=\d)(st|nd|rd|th|er|e|[.,]\d\d)(?=\W|$)|(?<=\bN)o(?=\W)', re.I)


def usable_fonts(folder: str, letters: str = 'A09') -> list[str]:
    """Fonts that can be loaded and have the given letters."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, '*'))):
        try:
            font = ImageFont.truetype(path, 24)
            missing = font.getmask('\uffff').getbbox()
            if all(font.getmask(character).getbbox() and font.getmask(character).getbbox() != missing for character in letters):
                found.append(path)
        except OSError:
            continue
    return found


class Lines(IterableDataset):
    """An endless source of (image, text, is handwritten); each worker has its own seed."""

    def __init__(self, fonts: list[str], hands: list[str], words: list[str], phrases: list[str], seed: int, by_hand: float = BY_HAND, by_pen: float = BY_PEN):
        self.words, self.phrases, self.seed = words, phrases, seed
        self.by_hand, self.by_pen = by_hand, by_pen
        data = os.path.dirname(os.path.dirname(fonts[0]))
        with open(os.path.join(data, 'coverage.json'), encoding='utf8') as file:
            coverage = json.load(file)
        scripts = usable_fonts(os.path.join(data, 'scripts'), '')
        #: The characters of each font.
        self.covered = {path: frozenset(coverage[f'{os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}']) | {' '} for path in [*fonts, *hands, *scripts]}
        self.faces = {group: [path for path in fonts if self.covered[path].issuperset(letters)] for group, letters in NEEDED.items()}
        self.faces['mrz'] = [path for path in self.faces['mrz'] if EVEN_WIDTH.search(os.path.basename(path))]
        ocr = [path for path in self.faces['mrz'] if OCR_FACES.match(os.path.basename(path))]
        self.faces['mrz'] += ocr * (2 * len(self.faces['mrz']) // max(1, len(ocr)))
        self.faces['hand'] = hands
        #: Receipts are mostly printed in letters of the same width.
        for group in [group for group in NEEDED if group != 'mrz']:
            own = self.faces[group]
            even = [path for path in own if EVEN_WIDTH.search(os.path.basename(path))]
            self.faces[f'dots{group}'] = own + even * max(1, round(1.5 * len(own) / max(1, len(even))))
        for path in scripts:
            self.faces.setdefault(script_of(path), []).append(path)
        self.scripts = sorted({script_of(path) for path in scripts})

    def __iter__(self):
        worker = get_worker_info()
        seed = self.seed * 1000 + (worker.id if worker else 0)
        self.random, self.texts, self.current, self.letters = random.Random(seed), Texts(self.words, self.phrases, seed + 1), {}, {}
        while True:
            made = self.made()
            if made is not None:
                yield made

    def font(self, kind: str):
        r = self.random
        if kind not in self.current or r.random() < 1 / LINES_A_FONT:
            size, path = r.choice(SIZES[1:] if kind == 'hand' else DOTS if kind.startswith('dots') else SIZES), r.choice(self.faces[kind])
            self.current[kind] = (loaded(path, size), size, self.covered[path])
        return self.current[kind]

    def made(self):
        r = self.random
        hand = r.random() < self.by_hand
        kind = r.random()
        if hand:
            text, picture = self.written()
        elif kind < UNREAD_SCRIPTS:
            text, picture = self.unread()
        elif kind < UNREAD_SCRIPTS + MACHINE_READABLE:
            text, picture = self.printed('mrz', self.texts.machine_readable())
        else:
            text, picture = self.printed(self.texts.choose(), self.texts.line())
        if picture is None or not text:
            return None
        if r.random() < 0.10:
            picture = slanted(picture, r.uniform(-0.035, 0.035))
        box = picture.getbbox()
        if box is None:
            return None
        height = box[3] - box[1]
        if r.random() < 0.35:
            picture, box = self.with_neighbors(picture, box)
        if r.random() < (0.5 if hand else 0.10):
            picture, box = self.on_a_rule(picture, box)
        top, bottom, left, right = (r.uniform(-0.04, 0.28) * height for _ in range(4))
        if r.random() < 0.12:  # cut too tightly
            top, bottom = r.uniform(-0.06, 0.04) * height, r.uniform(-0.06, 0.04) * height
        elif r.random() < 0.08:  # cut too generously
            top, bottom = r.uniform(0.1, 0.5) * height, r.uniform(0.1, 0.5) * height
        if r.random() < 0.10:  # an empty end
            left, right = (left, r.uniform(1, 4) * height) if r.random() < 0.6 else (r.uniform(1, 4) * height, right)
        picture = picture.crop((int(box[0] - 1.5 * left), int(box[1] - top), int(box[2] + 1.5 * right), int(box[3] + bottom)))
        if picture.width < 2 or picture.height < 4:
            return None
        small = not hand and r.random() < SMALL_PRINT
        if small or r.random() < 0.55:
            share = r.uniform(LOWEST_SMALL + 1, LOWEST + 2) / picture.height if small else max(LOWEST / picture.height, r.uniform(0.3, 1.0))
            if share < 1:
                ways = [Image.BILINEAR, Image.BOX, Image.BICUBIC] if small else [Image.BILINEAR, Image.BOX, Image.BILINEAR, Image.BOX, Image.NEAREST, Image.BICUBIC]
                picture = picture.resize((max(4, int(picture.width * share)), max(LOWEST_SMALL, int(picture.height * share))), r.choice(ways))
        if r.random() < 0.08:
            picture = compressed(picture, r.randint(20, 65))
        width = int(picture.width * HEIGHT / picture.height * r.uniform(0.72, 1.3))
        repeats = sum(a == b for a, b in zip(text, text[1:]))
        if not 8 <= width <= MOST_WIDTH or width / STEP < 1.15 * len(text) + 0.8 * repeats + 2:
            return None
        return np.asarray(picture.resize((width, HEIGHT), Image.BICUBIC if small else Image.BILINEAR)), text, hand

    def printed(self, kind: str, text: str):
        by_dots = f'dots{kind}' in self.faces and self.random.random() < BY_DOTS
        font, size, covered = self.font(f'dots{kind}' if by_dots else kind)
        text = shown(text, covered)
        picture = None if not text else self.dotted(font, size, text) if by_dots else self.drawn(font, size, text)
        return SPACES.sub(' ', text), picture

    def dotted(self, font, size: int, text: str):
        """Letters of whole dots, as thermal and matrix printers print them; the dots run into each other or stay apart."""
        r = self.random
        pitch = r.choice([0, 0, 0, 0, 1, 1, 2, 3, -1])
        cells = [round(font.getlength(character)) + pitch for character in text]
        picture = Image.new('L', (sum(cells) + size + 12, int(size * 2)), 0)
        draw = ImageDraw.Draw(picture)
        draw.fontmode = '1' if r.random() < 0.7 else 'L'
        x, y, bold = 6, round(size * 0.35), r.random() < 0.12
        for character, cell in zip(text, cells):
            if character != ' ':
                draw.text((x, y), character, font=font, fill=255)
                if bold:  # struck twice
                    draw.text((x + 1, y), character, font=font, fill=255)
            x += cell
        wide, high = r.choice(MAGNIFIED)
        if (wide, high) != (1, 1):
            picture = picture.resize((int(picture.width * wide), int(picture.height * high)), Image.NEAREST)
        if r.random() < 0.25:  # dots larger than their distance, or smaller
            picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0.4, 0.9)))
        return picture

    def unread(self):
        """A line of a script that is not read, alone or with a number or a word that is."""
        r = self.random
        script = r.choice(self.scripts)
        font, size, covered = self.font(script)
        words = [self.foreign(script, font.path) for _ in range(r.randint(1, 3))]
        if r.random() < 0.45:
            self.texts.choose('')
            words.insert(r.randint(0, len(words)), r.choice([self.texts.number, self.texts.amount, self.texts.plain_amount, self.texts.part])())
        between = r.choice(['', '', ' ']) if script in ('japanese', 'chinese', 'traditional') else ' '
        text = ''.join(character for character in between.join(words)[:r.choice([6, 10, 16, 24])].strip() if character in covered)
        return labeled(text), self.drawn(font, size, text) if text else None

    def foreign(self, script: str, path: str) -> str:
        r = self.random
        if path not in self.letters:
            self.letters[path] = foreign_letters(script, sorted(self.covered[path]), self.texts.words_of.get('o', []))
        kinds = self.letters[path]
        if script == 'other':
            return r.choice(kinds['words'])
        kind = r.choice([HAN, HAN, KANA, KANA, 'mixed', 'date'] if script == 'japanese' else [HAN, HAN, HAN, 'date'] if script != 'korean' else [HANGUL, HANGUL, HANGUL, HANGUL, HANGUL, 'date'])
        if kind == 'date':
            signs = '년월일' if script == 'korean' else '年月日'
            return r.choice([f'20{r.randint(10, 30)}{signs[0]}{r.randint(1, 12)}{signs[1]}{r.randint(1, 31)}{signs[2]}', f'{r.randint(1, 9999)}{r.choice("원" if script == "korean" else "円元点個")}'])
        if kind == 'mixed':
            return ''.join(r.choice(kinds[HAN] if r.random() < 0.5 else kinds[KANA]) for _ in range(r.randint(2, 8)))
        return ''.join(r.choices(kinds.get(kind) or kinds[HAN], k=r.randint(1, 7)))

    def written(self):
        """Stroke by stroke, or in a handwriting font with shifted and unevenly spaced letters."""
        r = self.random
        by_pen = r.random() < self.by_pen
        self.texts.choose('' if by_pen else None)
        text = self.texts.entry() if r.random() < 0.8 else self.texts.line()
        if by_pen and can_write(text):
            return text, Writer(r).picture(text, r.choice(PEN_SIZES))
        font, size, covered = self.font('hand')
        text = shown(text, covered)
        if not text:
            return text, None
        return text, self.drawn(font, size, text) if r.random() < 0.5 else self.shaken(font, size, text)

    def shaken(self, font, size: int, text: str):
        r = self.random
        unsteady, spacing = r.uniform(0.01, 0.07) * size, r.uniform(-0.04, 0.25) * size
        widths = [font.getlength(character) for character in text]
        picture = Image.new('L', (int(sum(widths) + (max(0, spacing) * 1.4 + unsteady) * len(text) + size + 12), int(size * 2.4)), 0)
        draw = ImageDraw.Draw(picture)
        x, drift = 5.0, 0.0
        for character, width in zip(text, widths):
            drift += r.gauss(0, 0.5 * unsteady) - 0.1 * drift
            if character != ' ':
                draw.text((x, size * 0.5 + drift + r.gauss(0, unsteady)), character, font=font, fill=255)
            x += width + spacing * r.uniform(0.6, 1.4)
        return picture

    def drawn(self, font, size: int, text: str):
        r = self.random
        spacing, manner = 0.0, r.random()
        if manner < 0.18:
            spacing = r.uniform(-0.05, 0.28) * size
        elif manner < 0.22:  # a spaced caption
            spacing = r.uniform(0.28, 0.6) * size
        parts = [(text, font, 0.0, 0.0)]
        if (raised := RAISED.search(text)) and r.random() < (0.08 if raised.group()[0] in '.,' else 0.5):
            small = loaded(font.path, max(8, int(size * r.uniform(0.5, 0.72))))
            lift = r.uniform(0.0, 0.22) * size
            parts = [(text[:raised.start()], font, 0.0, 0.0), (raised.group(), small, lift, r.uniform(0, 0.05) * size), (text[raised.end():], font, 0.0, r.uniform(0, 0.05) * size)]
        elif ' ' in text and r.random() < (0.3 if text.endswith(' :') else 0.08):  # an amount or a colon far from its label
            before, _, after = text.rpartition(' ')
            parts = [(before, font, 0.0, 0.0), (' ' + after, font, 0.0, r.uniform(0.5, 4) * size)]
        stroke = 1 if size >= 20 and r.random() < 0.04 else 0
        width = sum(face.getlength(part) + gap for part, face, _, gap in parts) + max(0, spacing) * (len(text) + text.count(' ')) + size + 12
        picture = Image.new('L', (max(16, int(width)), int(size * 2)), 0)
        draw = ImageDraw.Draw(picture)
        x = 5 + 0.1 * size
        for part, face, lift, gap in parts:
            x += gap
            y = size * 0.35 - lift + (face is not font) * 0.15 * size
            if spacing == 0:
                draw.text((x, y), part, font=face, fill=255, stroke_width=stroke)
                if stroke and size >= 28 and manner > 0.7:  # outlined
                    draw.text((x, y), part, font=face, fill=0)
                x += face.getlength(part)
                continue
            for character in part:
                if character != ' ':
                    draw.text((x, y), character, font=face, fill=255, stroke_width=stroke)
                x += face.getlength(character) + spacing * (2 if character == ' ' else 1)
        return picture

    def with_neighbors(self, picture, box):
        """Parts of the surroundings that a cut contains: parts of other lines, rules."""
        r = self.random
        font, size, covered = self.font(self.texts.group)
        height = box[3] - box[1]
        wide = Image.new('L', (picture.width + 2 * height, picture.height + 2 * height), 0)
        wide.paste(picture, (height, height))
        box = tuple(value + height for value in box)
        draw = ImageDraw.Draw(wide)
        kind = r.random()
        if kind < 0.35:
            draw.text((r.uniform(0, wide.width * 0.5), box[1] - size * r.uniform(1.05, 1.45)), shown(self.texts.line()[:20], covered), font=font, fill=255)
        if 0.2 < kind < 0.55:
            draw.text((r.uniform(0, wide.width * 0.5), box[3] + height * r.uniform(-0.05, 0.2)), shown(self.texts.line()[:20], covered), font=font, fill=255)
        if 0.5 < kind < 0.7:
            draw.text((box[2] + height * r.uniform(0.15, 0.4), box[1] - size * 0.1), shown(self.texts.anything(1), covered), font=font, fill=255)
        if 0.65 < kind < 0.8:
            draw.text((box[0] - size * r.uniform(0.85, 1.15), box[1] - size * 0.1), shown(self.texts.anything(1), covered), font=font, fill=255)
        if kind > 0.78:
            y = box[3] + height * r.uniform(0.02, 0.2) if r.random() < 0.7 else box[1] - height * r.uniform(0.02, 0.2)
            draw.line((0, y, wide.width, y + r.uniform(-2, 2)), fill=r.randint(90, 255), width=r.randint(1, 3))
        if kind > 0.93:
            x = box[2] + height * r.uniform(0.05, 0.3)
            draw.line((x, 0, x, wide.height), fill=255, width=r.randint(1, 3))
        return wide, box

    def on_a_rule(self, picture, box):
        """The rule or box of a form field: below, through or above the letters, full or partial, rarely level."""
        r = self.random
        height = box[3] - box[1]
        wide = Image.new('L', (picture.width + 2 * height, picture.height + 2 * height), 0)
        wide.paste(picture, (height, height))
        box = tuple(value + height for value in box)
        draw = ImageDraw.Draw(wide)
        fill, width = r.randint(80, 255), max(1, int(height * r.uniform(0.02, 0.09)))
        place = r.random()
        y = box[3] - height * (r.uniform(-0.2, 0.25) if place < 0.8 else r.uniform(0.4, 0.6)) if place < 0.86 else box[1] - height * r.uniform(0, 0.15)
        start, end = (0, wide.width) if r.random() < 0.75 else (0, r.uniform(box[0], box[2])) if r.random() < 0.5 else (r.uniform(box[0], box[2]), wide.width)
        draw.line((start, y, end, y + r.gauss(0, 0.04) * height), fill=fill, width=width)
        if r.random() < 0.15:
            x = box[0] - height * r.uniform(0.05, 0.3) if r.random() < 0.5 else box[2] + height * r.uniform(0.05, 0.3)
            draw.line((x, 0, x + r.gauss(0, 1), wide.height), fill=fill, width=width)
        return wide, box


def loaded(path: str, size: int):
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def shown(text: str, covered: frozenset) -> str:
    """What of the text a font has; empty where most is missing."""
    if 'a' not in covered:
        text = text.upper()
    found = ''.join(character for character in text if character in covered)
    return found.strip() if 2 * len(found) > len(text) else ''


def slanted(picture, slope: float):
    more = int(abs(slope) * picture.width) + 1
    shift = -more if slope > 0 else 0
    return picture.transform((picture.width, picture.height + more), Image.AFFINE, (1, 0, 0, slope, 1, shift), Image.BILINEAR)


def compressed(picture, quality: int):
    file = BytesIO()
    picture.save(file, 'JPEG', quality=quality)
    return Image.open(file)


def script_of(path: str) -> str:
    return os.path.basename(path).partition('-')[0]


def foreign_letters(script: str, covered: list[str], words: list[str]) -> dict[str, list[str]]:
    """Letters by placeholder; for scripts with spaces between words, words."""
    if script != 'other':
        return {sign: [character for character in covered if placeholder(character) == sign] for sign in (HAN, KANA, HANGUL)}
    own = set(covered)
    found = [joined for joined in (arabic(word) for word in words) if own.issuperset(joined)]
    if len(found) < 50:
        letters = [character for character in covered if placeholder(character) == OTHER_SCRIPT and unicodedata.category(character)[0] == 'L']
        r = random.Random(len(letters))
        found = [''.join(r.choices(letters, k=r.randint(2, 8))) for _ in range(500)]
    return {'words': found}


def presentation_forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = {}
    for code in [*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)]:
        kind, _, letter = unicodedata.decomposition(chr(code)).partition(' ')
        if kind in ('<isolated>', '<initial>', '<medial>', '<final>') and len(letter) == 4:
            forms.setdefault(chr(int(letter, 16)), {}).setdefault(kind, chr(code))
    return forms


FORMS = presentation_forms()


def arabic(word: str) -> str:
    """An Arabic or Hebrew word from left to right as it is drawn, Arabic letters joined; other words as they are."""
    if not any(unicodedata.bidirectional(character) in ('R', 'AL') for character in word):
        return word
    word = ''.join(character for character in word if unicodedata.category(character) != 'Mn')
    drawn = []
    for before, letter, after in zip(' ' + word, word, word[1:] + ' '):
        joins_before = '<initial>' in FORMS.get(before, {}) and '<final>' in FORMS.get(letter, {})
        joins_after = '<initial>' in FORMS.get(letter, {}) and '<final>' in FORMS.get(after, {})
        kind = '<medial>' if joins_before and joins_after else '<final>' if joins_before else '<initial>' if joins_after else '<isolated>'
        drawn.append(FORMS.get(letter, {}).get(kind, letter))
    return ''.join(reversed(drawn))


class Batches(IterableDataset):
    """Groups lines of similar width, to reduce padding."""

    def __init__(self, lines: Lines, size: int):
        self.lines, self.size = lines, size

    def __iter__(self):
        source = iter(self.lines)
        while True:
            pool = sorted((next(source) for _ in range(self.size * 8)), key=lambda made: made[0].shape[1])
            batches = [pool[at:at + self.size] for at in range(0, len(pool), self.size)]
            self.lines.random.shuffle(batches)
            yield from map(packed, batches)


def packed(batch):
    """Images, which of them are handwritten, concatenated classes of all texts, text lengths, and steps of the images."""
    width = (max(picture.shape[1] for picture, _, _ in batch) + 63) // 64 * 64
    pictures = np.zeros((len(batch), 1, HEIGHT, width), np.uint8)
    for place, (picture, _, _) in enumerate(batch):
        pictures[place, 0, :, :picture.shape[1]] = picture
    hands = torch.tensor([hand for _, _, hand in batch])
    classes = [[CLASS_OF[character] for character in text] for _, text, _ in batch]
    steps = [picture.shape[1] // STEP for picture, _, _ in batch]
    return torch.from_numpy(pictures), hands, torch.tensor(sum(classes, [])), torch.tensor([len(one) for one in classes]), torch.tensor(steps)
