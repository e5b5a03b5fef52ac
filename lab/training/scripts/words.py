"""
Lines of nine scripts, put together from the words that draw.mjs drew: words of one typeface on one baseline, right to left where the
script runs so. Labels are in visual order, from left to right.
"""
import gzip
import os
import random
import unicodedata
from collections import Counter

import numpy as np
import torch
from PIL import Image
from torch.utils.data import IterableDataset, get_worker_info

HEIGHT = 64
ROWS = 96
MAX_WIDTH = 1920
#: How often a line is of a script.
SHARES = {'arabic': 0.22, 'hebrew': 0.09, 'devanagari': 0.13, 'bengali': 0.11, 'tamil': 0.12, 'kannada': 0.13, 'thai': 0.1, 'armenian': 0.05, 'georgian': 0.05}
MIRRORED = str.maketrans('()[]«»<>{}‹›', ')(][»«><}{›‹')
#: Every so many typefaces of a script are for judging only.
JUDGED_IN = 8
MIN_COUNT = 12


def is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ('R', 'AL') for letter in text)


def spelled(text: str) -> str:
    """Without what is not seen, or is written by few: joiners, stretched letters, vowel signs of Arabic and points of Hebrew."""
    text = unicodedata.normalize('NFC', text)
    return ''.join(letter for letter in text if not ('\u064b' <= letter <= '\u0652' or '\u2000' <= letter <= '\u200a' or letter in '\u0670\u0640\u200b\u200c\u200d\u200e\u200f\ufeff' or ('\u0591' <= letter <= '\u05c7' and letter not in '\u05be\u05c3')))


def visual(token: str) -> str:
    """A token as printed, from left to right."""
    return token[::-1].translate(MIRRORED) if is_right_to_left(token) else token


class Script:
    """The words of one script by typeface."""

    def __init__(self, folder: str, name: str):
        self.name = name
        with gzip.open(os.path.join(folder, f'{name}.bin.gz')) as file:
            packed = np.frombuffer(file.read(), np.uint8)
        self.faces: dict[int, list] = {}
        at = 0
        with open(os.path.join(folder, f'{name}.tsv'), encoding='utf8') as file:
            for row in file:
                face, width, text = row.rstrip('\n').split('\t')
                size = (int(width) * ROWS + 3) // 4
                self.faces.setdefault(int(face), []).append((packed[at:at + size], int(width), spelled(text).strip()))
                at += size
        assert at == len(packed), (name, at, len(packed))

    def letters(self) -> Counter:
        return Counter(letter for words in self.faces.values() for _, _, text in words for letter in text)


def picture(packed: np.ndarray, width: int) -> np.ndarray:
    """Ink from 0 to 255."""
    levels = np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], 1).reshape(-1)[:width * ROWS]
    return (levels * 85).astype(np.uint8).reshape(ROWS, width)


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

    def line(self):
        r = self.random
        script = next(one for one in self.scripts if one.name == self.only) if self.only else r.choices(self.scripts, [SHARES[one.name] for one in self.scripts])[0]
        faces = [face for face in script.faces if (face % JUDGED_IN == 3) == self.judged]
        words = script.faces[r.choice(faces)]
        most, gap, far = r.choice([1, 2, 3, 5, 7, 9]), r.uniform(6, 26), r.random() < 0.12
        parts, texts, wide = [], [], 0
        for _ in range(most):
            packed, width, text = r.choice(words)
            if not text or any(letter not in self.classes for letter in text):
                continue
            if parts and wide + width > 1150:
                break
            parts.append(picture(packed, width))
            texts.append(visual(text))
            wide += width
        if not parts:
            return None
        between = [np.zeros((ROWS, max(4, round(gap * r.uniform(0.75, 1.5) * (r.uniform(2, 8) if far and r.random() < 0.4 else 1)))), np.uint8) for _ in parts]
        ink = np.concatenate([piece for pair in zip(parts, between) for piece in pair][:-1], 1)
        rows = np.flatnonzero(ink.max(1) > 60)
        top, bottom = rows[0], rows[-1] + 1
        high = max(bottom - top, 30)
        ink = self.with_neighbors(ink, words, top, bottom) if not self.judged and r.random() < 0.25 else np.pad(ink, ((ROWS, ROWS), (24, 24)))
        top, bottom = top + ROWS, bottom + ROWS
        spread = (0.08, 0.08) if self.judged else (-0.04, 0.28)
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
                packed, width, _ = r.choice(words)
                other = picture(packed, width)
                shift = ROWS + way * round((bottom - top) * r.uniform(0.95, 1.35))
                left = r.randint(0, max(0, wide.shape[1] - width))
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
            pool = sorted((next(source) for _ in range(1024)), key=lambda pair: pair[0].shape[1])
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
