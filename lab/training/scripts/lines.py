"""
Lines of nine scripts, drawn word by word in the typefaces that collect.py gathered. Pillow draws with Raqm, which joins and reorders
letters as the scripts demand. Labels are in visual order, from left to right.
"""
import gzip
import json
import os
import random
import re
import unicodedata
from collections import Counter

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch.utils.data import IterableDataset, get_worker_info

HEIGHT = 64
SIZE, ROWS, BASELINE = 40, 136, 84
MAX_WIDTH = 1920
WIDEST = 1400
#: How often a line is of a script.
SHARES = {'arabic': 0.24, 'hebrew': 0.07, 'devanagari': 0.1, 'bengali': 0.09, 'tamil': 0.18, 'kannada': 0.17, 'thai': 0.07, 'armenian': 0.04, 'georgian': 0.04}
RIGHT_TO_LEFT = {'arabic', 'hebrew'}
#: Scripts whose letters are printed apart from one another now and then.
SPACED = {'hebrew': 0.1, 'tamil': 0.4, 'kannada': 0.15, 'thai': 0.1, 'armenian': 0.1, 'georgian': 0.1}
MIRRORED = str.maketrans('()[]«»<>{}‹›', ')(][»«><}{›‹')
#: Every so many typefaces of a script are for judging only.
JUDGED_IN = 8
#: The typeface with the Tamil letters of before 1978, and those letters, which are drawn in it in lines of other typefaces too.
OLD_TAMIL, OLD_FORM = 'Lohit-Tamil-Classical.ttf', re.compile('[ணனற][ாொோ]|[ணலளன]ை')
#: Typefaces like those of books, drawn more often.
OFTEN = {
    OLD_TAMIL: 7, 'TSCu_Times.ttf': 7, 'TSCu_Paranar.ttf': 3, 'TSCu_paranarb.ttf': 3, 'FreeSerif.ttf': 4, 'NotoSerifTamilSlanted-Regular.ttf': 5, 'NotoSerifTamilSlanted-Bold.ttf': 3,
    'Samyak-Tamil.ttf': 3, 'MeeraInimai-Regular.ttf': 2, 'NotoSerifTamil-Regular.ttf': 2, 'Gubbi.ttf': 2, 'Navilu.ttf': 2, 'Lohit-Kannada.ttf': 2, 'NotoSerifKannada-Regular.ttf': 2, 'benne-kannada-400-normal.ttf': 2,
    'Amiri-Regular.ttf': 6, 'Amiri-Bold.ttf': 4, 'KacstBook.ttf': 6, 'KacstNaskh.ttf': 6, 'KacstOffice.ttf': 3, 'KacstLetter.ttf': 3, 'scheherazade-new-arabic-400-normal.ttf': 3, 'NotoNaskhArabic-Regular.ttf': 3, 'NotoNaskhArabic-Bold.ttf': 2,
}
DIGITS = {'arabic': '٠٠۰', 'devanagari': '०', 'bengali': '০', 'kannada': '೦', 'thai': '๐'}
SIGNS = {'arabic': '،؛؟', 'devanagari': '।', 'bengali': '।', 'kannada': '।', 'armenian': '։՝՛՞'}
LATIN = 'the and for Ltd Inc No. PDF email Total www GST VAT PAN code Model USB Wi-Fi OK kg cm mm Tel Fax ID A4 B12 John Maria Street Road Company Press vol. pp. Berlin Journal History'.split()
#: A letter with its marks; scripts of India join consonants by a virama.
CLUSTER = re.compile('(?:.[\u0ccd](?=[\u0c95-\u0cb9])|.[\u0b95][\u0bcd](?=\u0bb7))*.[\u0300-\u036f\u0591-\u05c7\u0900-\u0903\u093c\u093e-\u094f\u0b82\u0bbe-\u0bcd\u0bd7\u0c82\u0c83\u0cbc\u0cbe-\u0ccd\u0cd5\u0cd6\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]*')
#: Places in an Arabic word where letters do not join: printers left gaps there.
UNJOINED = re.compile('(?<=[اأإآدذرزوؤةىءژڑ])(?=[\u0621-\u06d3])')
#: Where a joiner may be printed as a sign of its own.
JOINER = re.compile('(?<=[\u094d\u09cd\u0ccd])(?=[\u0915-\u0939\u0995-\u09b9\u0c95-\u0cb9])')
STRETCHED = re.compile('([بتثنيسشصضطظعغفقكلمهجحخ])(?=[ء-ي])')


def is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ('R', 'AL') for letter in text)


def spelled(text: str) -> str:
    """Without what is not seen, or is written by few: joiners, stretched letters, vowel signs of Arabic and points of Hebrew."""
    text = unicodedata.normalize('NFC', text)
    return ''.join(letter for letter in text if not ('\u064b' <= letter <= '\u0652' or '\u2000' <= letter <= '\u200a' or letter in '\u0670\u0640\u200b\u200c\u200d\u200e\u200f\ufeff' or ('\u0591' <= letter <= '\u05c7' and letter not in '\u05be\u05c3')))


def visual(token: str) -> str:
    """A token as printed, from left to right."""
    return token[::-1].translate(MIRRORED) if is_right_to_left(token) else token


class Face:
    """A typeface, with one of its family for the letters that it lacks."""

    def __init__(self, folder: str, name: str, latin: str, lacks: str):
        self.paths, self.name, self.lacks = [os.path.join(folder, one) for one in (name, latin, OLD_TAMIL)], name, set(lacks)
        self.fonts = None

    def drawn(self, right_to_left: bool, pieces: list[str], gaps: list[int], old: bool):
        """Ink of the pieces of a token, the baseline in row BASELINE, without empty columns at its ends; None if nothing is seen."""
        self.fonts = self.fonts or [ImageFont.truetype(path, SIZE, layout_engine=ImageFont.Layout.RAQM) for path in self.paths]
        runs = []
        for place, piece in enumerate(pieces):
            for letter in piece:
                lacks = 2 if old and OLD_FORM.search(piece) else int(letter in self.lacks)
                if runs and runs[-1][0] == lacks and runs[-1][2] == place:
                    runs[-1][1] += letter
                else:
                    runs.append([lacks, letter, place])
        if right_to_left:
            runs.reverse()
        placed, x, before = [], 40.0, None
        for lacks, text, place in runs:
            font, way = self.fonts[lacks], 'rtl' if right_to_left and not lacks else 'ltr'
            if lacks and right_to_left:
                text = text[::-1].translate(MIRRORED)
            if before is not None and before != place:
                x += gaps[min(before, place)]
            placed.append((x, text, font, way))
            x, before = x + font.getlength(text, direction=way), place
        if x > WIDEST:
            return None
        image = Image.new('L', (round(x) + 40, ROWS))
        draw = ImageDraw.Draw(image)
        for at, text, font, way in placed:
            draw.text((at, BASELINE), text, 255, font, anchor='ls', direction=way)
        ink = np.asarray(image)
        columns = np.flatnonzero(ink.max(0) > 60)
        return None if len(columns) == 0 else ink[:, columns[0]:columns[-1] + 1]


class Script:
    """Words, sentences and typefaces of one script."""

    def __init__(self, folder: str, name: str):
        self.name, self.right_to_left = name, name in RIGHT_TO_LEFT
        with gzip.open(os.path.join(folder, f'{name}.json.gz'), 'rt', encoding='utf8') as file:
            record = json.load(file)
        self.languages, self.words, self.sentences = record['languages'], record['words'], record['sentences']
        faces = [Face(os.path.join(folder, 'fonts'), *one) for one in record['faces']]
        judged = [place % JUDGED_IN == 3 and face.name not in OFTEN for place, face in enumerate(faces)]
        self.faces = {True: [face for face, one in zip(faces, judged) if one], False: [face for face, one in zip(faces, judged) if not one]}
        self.weights = {kind: [OFTEN.get(face.name, 1) for face in own] for kind, own in self.faces.items()}
        self.after = {}
        for words in self.words.values():
            for word in words[:20000]:
                before = '^'
                for cluster in [*CLUSTER.findall(word), '$']:
                    self.after.setdefault(before, []).append(cluster)
                    before = cluster
        self.clusters = [one for one in self.after if one != '^']

    def letters(self) -> Counter:
        return Counter(letter for words in self.words.values() for word in words for letter in spelled(word))

    def invented(self, r: random.Random) -> str:
        """A word that does not exist, of the pairs of letters that do: names and rare words look so."""
        word, now = '', '^'
        for _ in range(12):
            now = r.choice(self.clusters) if r.random() < 0.12 else r.choice(self.after.get(now) or self.clusters)
            if now == '$':
                break
            word += now
        return word

    def number(self, r: random.Random) -> str:
        text = r.choice([
            lambda: str(r.randint(0, 10 ** r.randint(1, 6))), lambda: str(r.randint(1800, 2030)), lambda: f'{r.randint(0, 9999)}.{r.randint(0, 99):02d}',
            lambda: f'{r.randint(1, 999)},{r.randint(0, 999):03d}', lambda: f'{r.randint(1, 31)}/{r.randint(1, 12)}/{r.randint(1950, 2030)}',
            lambda: f'{r.randint(1, 31)}-{r.randint(1, 12)}-{r.randint(1950, 2030)}', lambda: f'{r.randint(0, 23)}:{r.randint(0, 59):02d}',
            lambda: f'{r.randint(1, 100)}%', lambda: f'({r.randint(1, 1999)})', lambda: f'{r.randint(1, 99)}.',
        ])()
        digits = DIGITS.get(self.name, '')
        if not digits or r.random() < 0.4:
            return text
        zero = ord(r.choice(digits))
        return re.sub('[0-9]', lambda digit: chr(zero + int(digit[0])), text)

    def tokens(self, r: random.Random, most: int) -> list[str]:
        language = r.choice(self.languages)
        if self.sentences[language] and r.random() < min(0.5, len(self.sentences[language]) / 4000):
            parts = r.choice(self.sentences[language]).split()
            start = r.randint(0, max(0, len(parts) - most))
            return parts[start:start + most]
        return [self.token(r, language) for _ in range(most)]

    def token(self, r: random.Random, language: str) -> str:
        kind = r.random()
        if kind < 0.09:
            return self.number(r)
        if kind < 0.11:
            return r.choice(LATIN)
        if kind < 0.13:
            return r.choice('.,:;!?-–—()[]«»“”/*=+' + SIGNS.get(self.name, '') * 3 + ('॥' if self.name in ('devanagari', 'kannada') else ''))
        word = self.invented(r) if kind < 0.26 else r.choice(self.words[language])
        if self.name == 'thai':
            word = ''.join([word, *(r.choice(self.words[language]) for _ in range(r.randint(0, 3)))])[:40]
        if self.name == 'arabic':
            if r.random() < 0.12:
                word = STRETCHED.sub(r'\1' + 'ـ' * r.randint(1, 4), word, count=1)
            if r.random() < 0.06:
                word += r.choice(['ً', 'اً', 'ٌ', 'ٍ', 'ّ'])
        if self.name in ('kannada', 'devanagari', 'bengali') and r.random() < 0.06:
            word = JOINER.sub('\u200c', word, count=1)
        if self.name in ('georgian', 'armenian') and r.random() < 0.08:
            word = word.upper()
        if r.random() < 0.16:
            word += r.choice('.,:;!?-….,.,' + SIGNS.get(self.name, '') * 2)
        elif r.random() < 0.06:
            word = r.choice(['({})', '"{}"', '«{}»', '\'{}\'', '“{}”', '‘{}’', '[{}]', '({}', '{})']).format(word)
        return word


class Lines(IterableDataset):
    """Pairs of ink, HEIGHT rows high, and text in visual order."""

    def __init__(self, scripts: list, classes: dict, seed: int, judged: bool = False, only: str = ''):
        self.scripts, self.classes, self.seed, self.judged, self.only = scripts, classes, seed, judged, only

    def __iter__(self):
        worker = get_worker_info()
        self.random = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        while True:
            made = self.line()
            if made is not None and made[0].shape[1] <= MAX_WIDTH and made[0].shape[1] / 4 > 1.1 * len(made[1]) + 2:
                yield made

    def pieces(self, script: Script, token: str, spacing: float):
        """A token in parts, with the gaps between them."""
        r = self.random
        if spacing > 0:
            parts = CLUSTER.findall(token)
            return parts, [round(spacing * r.uniform(0.6, 1.4)) for _ in parts]
        if script.name == 'arabic' and r.random() < 0.4:
            parts, wide = UNJOINED.split(token), r.uniform(0, 7)
            return parts, [round(wide * r.uniform(0.3, 1.3)) for _ in parts]
        return [token], [0]

    def line(self):
        r = self.random
        script = next(one for one in self.scripts if one.name == self.only) if self.only else r.choices(self.scripts, [SHARES[one.name] for one in self.scripts])[0]
        face = r.choices(script.faces[self.judged], script.weights[self.judged])[0]
        kind = r.random()
        gap = r.uniform(6 if script.right_to_left else 10, 16) if kind < 0.45 else r.uniform(15, 30) if kind < 0.85 else r.uniform(30, 60)
        far, loose = r.random() < 0.1, not self.judged and r.random() < SPACED.get(script.name, 0)
        spacing = r.uniform(0.5, 5) if loose else 0
        old = loose and script.name == 'tamil' and r.random() < 0.5
        parts, texts, wide = [], [], 0
        for token in script.tokens(r, r.choice([1, 2, 3, 5, 7, 9])):
            text = spelled(token).strip()
            if not text or any(letter not in self.classes for letter in text) or (is_right_to_left(text) and re.search(r'\d', text)) or any(letter in face.lacks and letter > '\u0300' and letter < '\u2000' for letter in text):
                continue
            extra = spacing if spacing and (old or r.random() < 0.8) else 0
            if loose and r.random() < 0.06:
                extra = r.uniform(7, 14)
            pieces, gaps = self.pieces(script, token, extra)
            try:
                ink = face.drawn(is_right_to_left(token), pieces, gaps, old)
            except ValueError:  # A typeface that cannot be shaped.
                ink = None
            if ink is None:
                continue
            if parts and wide + ink.shape[1] > 1250:
                break
            parts.append((ink, extra))
            texts.append(visual(text))
            wide += ink.shape[1]
        if not parts:
            return None
        if script.right_to_left and len(parts) > 1:
            parts, texts = parts[::-1], texts[::-1]
        between = [np.zeros((ROWS, max(5, round(max(gap, one * r.uniform(2.2, 3.2) + 4 * (one > 0)) * r.uniform(0.75, 1.5) * (r.uniform(2, 8) if far and r.random() < 0.4 else 1)))), np.uint8) for _, one in parts]
        ink = np.concatenate([piece for pair in zip((one for one, _ in parts), between) for piece in pair][:-1], 1)
        rows = np.flatnonzero(ink.max(1) > 60)
        top, bottom = rows[0], rows[-1] + 1
        high = max(bottom - top, 33)
        others = [one for one, _ in parts]
        ink = self.with_neighbors(ink, others, top, bottom) if not self.judged and r.random() < 0.3 else np.pad(ink, ((ROWS, ROWS), (24, 24)))
        top, bottom = top + ROWS, bottom + ROWS
        spread = (0.08, 0.08) if self.judged else (-0.04, 0.3)
        above, below, left, right = (round(r.uniform(*spread) * high) for _ in range(4))
        ink = ink[top - above:bottom + below, 24 - max(-4, min(left, 24)):ink.shape[1] - 24 + max(-4, min(right, 24))]
        if min(ink.shape) < 8:
            return None
        image = Image.fromarray(np.ascontiguousarray(ink))
        if not self.judged and r.random() < 0.45:
            small = r.randint(14, 40)
            if small < image.height:
                image = image.resize((max(4, round(image.width * small / image.height)), small), r.choice([Image.BILINEAR, Image.BOX, Image.BICUBIC]))
        stretch = 1 if self.judged else r.uniform(0.72, 1.35)
        width = max(16, round(image.width * HEIGHT / image.height * stretch))
        return np.asarray(image.resize((width, HEIGHT), Image.BILINEAR)), ' '.join(texts)

    def with_neighbors(self, ink, words, top: int, bottom: int):
        """Parts of the lines above and below."""
        r = self.random
        wide = np.pad(ink, ((ROWS, ROWS), (24, 24)))
        for way in (-1, 1):
            if r.random() < 0.6:
                other = r.choice(words)
                shift = ROWS + way * round((bottom - top) * r.uniform(0.95, 1.35))
                left = r.randint(0, max(0, wide.shape[1] - other.shape[1]))
                rows = slice(max(0, shift), min(wide.shape[0], shift + ROWS))
                piece = other[rows.start - shift:rows.stop - shift, :wide.shape[1] - left]
                target = wide[rows, left:left + piece.shape[1]]
                np.maximum(target, piece[:target.shape[0], :target.shape[1]], out=target)
        return wide


class Batches(IterableDataset):
    """Lines of like width together, so that little of a batch is empty."""

    def __init__(self, lines: Lines, columns: int):
        self.lines, self.columns = lines, columns

    def __iter__(self):
        source = iter(self.lines)
        while True:
            pool = sorted((next(source) for _ in range(768)), key=lambda pair: pair[0].shape[1])
            batches, batch = [], []
            for pair in pool:
                if batch and (len(batch) + 1) * pair[0].shape[1] > self.columns:
                    batches.append(batch)
                    batch = []
                batch.append(pair)
            batches.append(batch)
            self.lines.random.shuffle(batches)
            for one in batches:
                yield self.packed(one)

    def packed(self, batch):
        width = (max(ink.shape[1] for ink, _ in batch) + 31) // 32 * 32
        inks = np.zeros((len(batch), 1, HEIGHT, width), np.uint8)
        for place, (ink, _) in enumerate(batch):
            inks[place, 0, :, :ink.shape[1]] = ink
        classes = [[self.lines.classes[letter] for letter in text] for _, text in batch]
        return torch.from_numpy(inks), torch.tensor(sum(classes, [])), torch.tensor([len(one) for one in classes])
