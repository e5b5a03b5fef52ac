"""
Lines of handwriting and typewriting to train on: real lines of `corpora/hand-*` and `corpora/typed-pages`, cut by their boxes, and
lines drawn with pen-like fonts or stroke by stroke. Writers are kept apart: one of six is for judging only. Pillow needs Raqm, without
which letters of a hand are not joined.
"""
import glob
import gzip
import hashlib
import json
import os
import random
import sys
import unicodedata

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch.utils.data import IterableDataset, get_worker_info

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'recognizer'))
from alphabet import CLASS_OF
from pen import Writer, can_write
from typewriter import Typewriter

HEIGHT = 64
MAX_WIDTH = 1920
#: Set and how often a real line is of it. Modern hands count more than old ones.
SETS = {'hand-fr-wikipedia': 0.28, 'hand-de-words': 0.16, 'hand-en-1905': 0.24, 'hand-fr-1914': 0.12, 'typed-pages': 0.2}
REAL = 0.45
#: Of the drawn lines.
TYPED = 0.3
#: Of the lines in a font: in a hand that schools teach, which are much alike.
SCHOOL = 0.15
#: Of the drawn lines: parts of the line above or below reach into it.
NEIGHBORS = 0.3
#: Of the texts that are typed: rare letters are not in sentences.
TYPED_WORDS = 0.35
LANGUAGES = ['fra', 'deu', 'spa', 'ita', 'nld', 'por', 'pol', 'ces', 'dan', 'swe', 'fin', 'hun', 'ron', 'tur']
JUDGED_IN = 6
#: How letters begin and end.
LETTER_PARTS = [
    'Dear', 'My dear', 'Dear Sir', 'Dear Madam', 'Dear Mr.', 'Dear Mrs.', 'My dear Miss', 'Dear Friend', 'Yours truly,', 'Yours very truly,', 'Yours sincerely,',
    'Very sincerely yours,', 'Faithfully yours,', 'Your obedient servant,', 'With kind regards', 'With love to all,', 'I remain, dear Sir,', 'Respectfully,',
    'Thank you for your letter of', 'I received your note of', 'Cher ami,', 'Chère Madame,', 'Monsieur,', 'Ma chère sœur', 'Mon cher', 'Veuillez agréer, Monsieur,',
    "l'expression de mes sentiments", 'Bien à vous,', 'Je vous embrasse', 'Lieber', 'Liebe', 'Sehr geehrte Frau', 'Sehr geehrter Herr', 'Mit freundlichen Grüßen',
    'Herzliche Grüße', 'Viele Grüße aus', 'Querida', 'Estimado señor', 'Un abrazo', 'Caro', 'Gentile signora', 'Cordiali saluti', 'Geachte heer', 'Met vriendelijke groet',
]
MONTHS = 'January February March April May June July August September October November December Jan. Feb. Apr. Aug. Sept. Oct. Nov. Dec.'.split()


def is_judged(group: str) -> bool:
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % JUDGED_IN == 0


def cleaned(text: str) -> str:
    """Raised letters as letters; empty for lines with text that is crossed out or cannot be read."""
    if any(sign in text for sign in '><⟦⟧'):
        return ''
    text = unicodedata.normalize('NFC', text).replace('^', '').replace('\u00a0', ' ')
    return ' '.join(''.join(letter for letter in text if letter in CLASS_OF).split())


def real_lines(data: str) -> tuple[dict, dict]:
    """For training and for judging: set → list of (gray picture with a margin, margin, text)."""
    sides = ({name: [] for name in SETS}, {name: [] for name in SETS})
    for name in SETS:
        folder = os.path.join(data, name)
        with open(os.path.join(folder, 'pages.json'), encoding='utf8') as file:
            pages = json.load(file)
        for page in pages:
            picture = np.asarray(Image.open(os.path.join(folder, page['image'])).convert('L'))
            side = sides[is_judged(f"{name}/{page['group']}")]
            for line in page['lines']:
                text = cleaned(line['text'])
                if not text:
                    continue
                x, y, wide, high = line['bbox']
                margin = round(high * 0.25)
                top, left = max(0, y - margin), max(0, x - margin)
                side[name].append((picture[top:y + high + margin, left:x + wide + margin].copy(), (y - top, x - left, high, wide), text))
    return sides


def ink_of(gray: np.ndarray) -> np.ndarray:
    """Ink from 0 to 255: dark on paper, whatever the light."""
    low, high = np.percentile(gray, 2), np.percentile(gray, 92)
    return (np.clip((high - gray.astype(np.float32)) / max(high - low, 20), 0, 1) * 255).astype(np.uint8)


def cut(line, above: float, below: float, sides: float) -> np.ndarray:
    """The line with margins as shares of its height."""
    picture, (top, left, high, wide), _ = line
    t, b = max(0, round(top - above * high)), min(picture.shape[0], round(top + high + below * high))
    l, r = max(0, round(left - sides * high)), min(picture.shape[1], round(left + wide + sides * high))
    return ink_of(picture[t:b, l:r])


def scaled(ink: np.ndarray, stretch: float = 1) -> np.ndarray:
    width = max(16, round(ink.shape[1] * HEIGHT / ink.shape[0] * stretch))
    return np.asarray(Image.fromarray(ink).resize((width, HEIGHT), Image.BILINEAR))


def beside(ink: np.ndarray, neighbor: np.ndarray, r: random.Random) -> np.ndarray:
    """With the ends of long letters of the line above or the line below."""
    rows, together = r.randint(3, HEIGHT // 5), ink.copy()
    wide = min(ink.shape[1], neighbor.shape[1])
    if r.random() < 0.5:
        together[:rows, :wide] = np.maximum(together[:rows, :wide], neighbor[-rows:, :wide])
    else:
        together[-rows:, :wide] = np.maximum(together[-rows:, :wide], neighbor[:rows, :wide])
    return together


class Texts:
    """What people write: sentences, and the entries of forms."""

    def __init__(self, data: str):
        self.sentences, words = [], set()
        for language in LANGUAGES:
            with gzip.open(os.path.join(data, 'tatoeba-challenge', f'eng-{language}.tsv.gz'), 'rt', encoding='utf8') as file:
                for row in file:
                    for text in row.rstrip('\n').split('\t')[:2]:
                        text = cleaned(text)
                        if 3 < len(text) < 120:
                            self.sentences.append(text)
                            words.update(text.split())
        self.words = sorted(words)
        with open(os.path.join(data, 'words.txt'), encoding='utf8') as file:
            self.rare = [word for row in file if (word := cleaned(row))]

    def number(self, r: random.Random) -> str:
        day, month, year = r.randint(1, 31), r.randint(1, 12), r.randint(1900, 2029)
        return r.choice([
            f'{r.randint(0, 9999)},{r.randint(0, 99):02d}', f'{r.randint(0, 9999)}.{r.randint(0, 99):02d}', f'{r.randint(1, 99)} {r.randint(0, 999):03d},-',
            f'{day}.{month}.{year}', f'{day:02d}/{month:02d}/{year % 100:02d}', f'{year}-{month:02d}-{day:02d}', f'{month}/{day}/{year}',
            str(r.randint(0, 10 ** r.randint(1, 10))), f'{r.randint(1, 24)}:{r.randint(0, 59):02d}', f'+{r.randint(1, 99)} {r.randint(10, 999)} {r.randint(10 ** 4, 10 ** 8)}',
            f'{r.randint(10000, 99999)} {r.choice(self.words)}', f"{r.choice(self.words).capitalize()} {r.randint(1, 300)}", f'$ {r.randint(1, 9999)}.{r.randint(0, 99):02d}',
            ''.join(r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') for _ in range(r.randint(4, 12))), f'{r.randint(1, 100)} %', f'{r.randint(1, 5000)} €',
        ])

    def line(self, r: random.Random) -> str:
        kind = r.random()
        if kind < 0.22:
            return self.number(r) + (' ' + r.choice(self.words) if r.random() < 0.25 else '')
        if kind < 0.34:
            return ' '.join(r.choice(self.words) for _ in range(r.randint(1, 4)))
        if kind < 0.38:
            part = r.choice(LETTER_PARTS)
            return r.choice([f'{part} {r.choice(self.words).capitalize()}', part, f'{r.choice(MONTHS)} {r.randint(1, 31)}{r.choice(["", "st", "nd", "th"])}, {r.randint(1880, 2029)}'])
        if kind < 0.44:
            return ' '.join(r.choice(self.words).capitalize() for _ in range(r.randint(1, 3)))
        words = r.choice(self.sentences).split()
        start = r.randint(0, max(0, len(words) - 3)) if r.random() < 0.4 else 0
        text = ' '.join(words[start:start + r.randint(2, 14)])
        return text.upper() if kind > 0.94 else text


    def typed(self, r: random.Random) -> str:
        kind = r.random()
        if kind > TYPED_WORDS:
            text = self.line(r)
        else:
            words = [r.choice(self.rare) for _ in range(r.randint(3, 9))]
            words[0] = words[0].capitalize()
            for at in range(len(words) - 1):
                if r.random() < 0.1:
                    words[at] += r.choice([',', '.', ';', ':', '.', ','])
            text = ' '.join(words)
            if r.random() < 0.3:
                text += f" {r.randint(1, 31)}. {r.choice(self.rare)} 19{r.randint(10, 60)} {r.choice(['č.', 'Nr.', 'No.', 'str.'])} {r.randint(1, 9999)}"
        if r.random() < 0.2:
            text = text.rstrip('.,;:?!') + '-'
        return text


class Lines(IterableDataset):
    """Pairs of ink, HEIGHT rows high, and text."""

    def __init__(self, data: str, lines: dict, seed: int):
        self.real, self.seed = lines, seed
        self.fonts, self.schools = (sorted(glob.glob(os.path.join(data, folder, '*.ttf'))) for folder in ('fonts-hand', 'fonts-school'))
        self.texts, self.typewriters = Texts(data), os.path.join(data, 'fonts-typewriter')

    def __iter__(self):
        worker = get_worker_info()
        self.random = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        self.loaded, self.typewriter, self.neighbor = {}, Typewriter(self.random, self.typewriters), None
        while True:
            drawn = self.a_real_line() if self.random.random() < REAL else self.a_drawn_line()
            if drawn is None:
                continue
            ink, text = drawn
            if ink.shape[1] <= MAX_WIDTH and ink.shape[1] / 4 > 1.15 * len(text) + 2:
                yield ink, text

    def a_real_line(self):
        r = self.random
        name = r.choices(list(SETS), list(SETS.values()))[0]
        count = 1
        if name == 'hand-de-words':
            count = r.choice([1, 1, 2, 3, 4])
        elif r.random() < 0.12:
            count = 2
        parts, texts = [], []
        for _ in range(count):
            line = r.choice(self.real[name])
            parts.append(scaled(cut(line, r.uniform(-0.06, 0.2), r.uniform(-0.06, 0.2), r.uniform(0, 0.2)), r.uniform(0.75, 1.3)))
            parts.append(np.zeros((HEIGHT, r.randint(2, 40)), np.uint8))
            texts.append(line[2])
        return np.concatenate(parts[:-1], 1), ' '.join(texts)

    def a_typed_line(self):
        r = self.random
        text = cleaned(self.texts.typed(r))[:90].strip()
        ink = self.typewriter.ink(text) if text else None
        if ink is None:
            return None
        above, below = (round(ink.shape[0] * r.uniform(0, 0.25)) for _ in range(2))
        return scaled(np.pad(ink, ((above, below), (r.randint(0, 20), r.randint(0, 20)))), r.uniform(0.75, 1.25)), text

    def a_drawn_line(self):
        r = self.random
        if r.random() < TYPED:
            return self.a_typed_line()
        text = cleaned(self.texts.line(r))[:90].strip()
        if not text:
            return None
        if r.random() < 0.25 and can_write(text):
            picture = Writer(r).picture(text, r.choice([24, 34, 44]))
            if picture is None:
                return None
            ink = np.asarray(picture)
        else:
            ink = self.in_a_font(text)
            if ink is None:
                return None
        high = ink.shape[0]
        above, below = round(high * r.uniform(0, 0.25)), round(high * r.uniform(0, 0.25))
        ink = np.pad(ink, ((above, below), (r.randint(0, 20), r.randint(0, 20))))
        if r.random() < 0.3:
            picture = Image.fromarray(ink)
            draw = ImageDraw.Draw(picture)
            y = picture.height * r.uniform(0.6, 0.97)
            draw.line((0, y, picture.width, y + r.uniform(-4, 4)), fill=r.randint(60, 220), width=r.randint(1, 3))
            if r.random() < 0.25:  # a comb or a box
                step = r.uniform(0.5, 1.2) * picture.height
                for at in np.arange(0, picture.width, step):
                    draw.line((at, 0 if r.random() < 0.5 else y * 0.7, at, y), fill=r.randint(60, 220), width=r.randint(1, 2))
            ink = np.asarray(picture)
        ink = scaled(ink, r.uniform(0.7, 1.25))
        neighbor, self.neighbor = self.neighbor, ink
        return (beside(ink, neighbor, r) if neighbor is not None and r.random() < NEIGHBORS else ink), text

    def in_a_font(self, text: str):
        """Word by word, each a little larger or smaller, higher or lower."""
        r = self.random
        path, size = r.choice(self.schools if r.random() < SCHOOL else self.fonts), r.choice([36, 46, 56])
        font = self.font(path, size)
        missing = font.getmask('\uffff').getbbox()
        if any(letter != ' ' and font.getmask(letter).getbbox() in (None, missing) for letter in set(text) if ord(letter) > 127):
            return None
        width = int(font.getlength(text) * 1.6 + size * 2)
        picture = Image.new('L', (width, int(size * 2.4)), 0)
        draw = ImageDraw.Draw(picture)
        # Joined hands may have hardly any space between words.
        x, y, drift, space = size * 0.6, size * 0.6, 0.0, max(font.getlength(' '), size * 0.24) * r.uniform(0.6, 1.8)
        vary = r.choice([0, 0, 1])
        for word in text.split(' '):
            drift += r.gauss(0, size * 0.02) - drift * 0.1
            own = self.font(path, size + r.choice([-4, 0, 4])) if vary else font
            draw.text((x, y + drift + r.gauss(0, size * 0.02)), word, font=own, fill=255)
            x += own.getlength(word) + space * r.uniform(0.7, 1.4)
        box = picture.getbbox()
        return None if box is None else np.asarray(picture.crop(box))

    def font(self, path: str, size: int):
        if (path, size) not in self.loaded:
            self.loaded[path, size] = ImageFont.truetype(path, size)
        return self.loaded[path, size]


class Batches(IterableDataset):
    """Lines of like width together, so that little of a batch is empty."""

    def __init__(self, lines: Lines, columns: int):
        self.lines, self.columns = lines, columns

    def __iter__(self):
        source = iter(self.lines)
        while True:
            pool = sorted((next(source) for _ in range(1024)), key=lambda pair: pair[0].shape[1])
            batches, batch = [], []
            for pair in pool:
                if batch and (len(batch) + 1) * pair[0].shape[1] > self.columns:
                    batches.append(batch)
                    batch = []
                batch.append(pair)
            batches.append(batch)
            random.shuffle(batches)
            for one in batches:
                yield packed(one)


def packed(batch):
    width = (max(ink.shape[1] for ink, _ in batch) + 31) // 32 * 32
    inks = np.zeros((len(batch), 1, HEIGHT, width), np.uint8)
    for place, (ink, _) in enumerate(batch):
        inks[place, 0, :, :ink.shape[1]] = ink
    classes = [[CLASS_OF[letter] for letter in text] for _, text in batch]
    return torch.from_numpy(inks), torch.tensor(sum(classes, [])), torch.tensor([len(one) for one in classes])
