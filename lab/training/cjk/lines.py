"""Draws lines in Korean, traditional and simplified Chinese and Japanese."""
import json
import os
import random

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch.utils.data import IterableDataset, get_worker_info

from characters import ASCII, FULL, HALF_KANA, LANGUAGES, SIGNS, spelled
from texts import Texts

HEIGHT, SIZE, WIDEST, MAX_WIDTH, WIDTH_STEP = 48, 40, 1500, 1400, 64
#: Lines of each language; the third is what PP-OCR knew before.
SHARES = {'ko': 0.36, 'zh-Hant': 0.30, 'zh-Hans': 0.13, 'ja': 0.21}
#: Typefaces of books and forms, which are drawn more often.
OFTEN = ('Nanum', 'Noto', 'batang', 'dotum', 'Un', 'uming', 'cwming', 'cwheib', 'TW-', 'bkai', 'ipa', 'Mplus', 'wqy', 'gkai')
TO_HALF = str.maketrans({chr(full): half for full, half in zip(range(0x30A1, 0x30F7), [
    'ｧ', 'ｱ', 'ｨ', 'ｲ', 'ｩ', 'ｳ', 'ｪ', 'ｴ', 'ｫ', 'ｵ', 'ｶ', 'ｶﾞ', 'ｷ', 'ｷﾞ', 'ｸ', 'ｸﾞ', 'ｹ', 'ｹﾞ', 'ｺ', 'ｺﾞ', 'ｻ', 'ｻﾞ', 'ｼ', 'ｼﾞ', 'ｽ', 'ｽﾞ', 'ｾ', 'ｾﾞ', 'ｿ', 'ｿﾞ', 'ﾀ', 'ﾀﾞ', 'ﾁ', 'ﾁﾞ', 'ｯ', 'ﾂ', 'ﾂﾞ', 'ﾃ', 'ﾃﾞ',
    'ﾄ', 'ﾄﾞ', 'ﾅ', 'ﾆ', 'ﾇ', 'ﾈ', 'ﾉ', 'ﾊ', 'ﾊﾞ', 'ﾊﾟ', 'ﾋ', 'ﾋﾞ', 'ﾋﾟ', 'ﾌ', 'ﾌﾞ', 'ﾌﾟ', 'ﾍ', 'ﾍﾞ', 'ﾍﾟ', 'ﾎ', 'ﾎﾞ', 'ﾎﾟ', 'ﾏ', 'ﾐ', 'ﾑ', 'ﾒ', 'ﾓ', 'ｬ', 'ﾔ', 'ｭ', 'ﾕ', 'ｮ', 'ﾖ', 'ﾗ', 'ﾘ', 'ﾙ', 'ﾚ', 'ﾛ', 'ヮ', 'ﾜ', 'ヰ', 'ヱ', 'ｦ', 'ﾝ', 'ｳﾞ', 'ヵ', 'ヶ'])} | {'ー': 'ｰ'})


class Face:
    def __init__(self, folder: str, name: str, lacks: str):
        self.path, self.name, self.lacks, self.font = os.path.join(folder, 'fonts', f'{name}.ttf'), name, set(lacks), None

    def drawn(self, text: str, spacing: float, size: int) -> np.ndarray | None:
        """Ink of a line with some white around it, None if it is too wide."""
        if self.font is None:
            self.font = ImageFont.truetype(self.path, size, layout_engine=ImageFont.Layout.BASIC)
        font = self.font
        if not spacing:
            wide = font.getlength(text)
            if wide > WIDEST:
                return None
            image = Image.new('L', (round(wide) + 48, 2 * size))
            ImageDraw.Draw(image).text((24, size * 1.4), text, 255, font, anchor='ls')
            return np.asarray(image)
        x, places = 24.0, []
        for letter in text:
            places.append(x)
            x += max(2.0, font.getlength(letter) + spacing)
        if x > WIDEST:
            return None
        image = Image.new('L', (round(x) + 24, 2 * size))
        draw = ImageDraw.Draw(image)
        for letter, at in zip(text, places):
            draw.text((at, size * 1.4), letter, 255, font, anchor='ls')
        return np.asarray(image)


def faces_of(folder: str) -> dict[bool, dict[str, list[Face]]]:
    """By whether they are judged, and language."""
    with open(os.path.join(folder, 'faces.json'), encoding='utf8') as file:
        records = json.load(file)
    found = {judged: {language: [] for language in LANGUAGES} for judged in (False, True)}
    for name, record in sorted(records.items()):
        face = Face(folder, name, record['lacks'])
        for language in record['languages']:
            found[record['judged']][language].append(face)
    return found


class Lines(IterableDataset):
    """Pairs of ink, HEIGHT rows high, and text."""

    def __init__(self, folder: str, seed: int, judged: bool = False, only: str = ''):
        self.folder, self.seed, self.judged, self.only = folder, seed, judged, only

    def open(self) -> None:
        with open(os.path.join(self.folder, 'characters.json'), encoding='utf8') as file:
            record = json.load(file)
        self.classes = {letter: place + 1 for place, letter in enumerate(record['characters'])}
        self.texts = {language: Texts(self.folder, language, letters) for language, letters in record['sets'].items()}
        self.drawable = {language: set(ASCII + SIGNS + ' \u3000' + letters + (FULL if language != 'ko' else '') + (HALF_KANA + 'ｰﾞﾟ' if language == 'ja' else '')) for language, letters in record['sets'].items()}
        self.faces = faces_of(self.folder)[self.judged]
        self.weights = {language: [2 if face.name.startswith(OFTEN) else 1 for face in faces] for language, faces in self.faces.items()}
        self.others: list[np.ndarray] = []

    def __iter__(self):
        worker = get_worker_info()
        self.random = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        self.open()
        while True:
            try:
                made = self.line()
            except (OSError, ValueError, ZeroDivisionError, IndexError):
                continue
            if made is not None and made[0].shape[1] <= MAX_WIDTH and made[0].shape[1] / 9 > 1.1 * len(made[1]) + 1:
                yield made

    def text(self, language: str, face: Face) -> tuple[str, str] | None:
        """What is drawn and what is read."""
        r = self.random
        text = self.texts[language].line(r, r.choice([6, 10, 14, 18, 24, 30]))[:36].strip()
        if language == 'ja' and r.random() < 0.07:
            text = text.translate(TO_HALF)
        if r.random() < 0.05 and language != 'ko':  # Full-width digits and letters.
            text = ''.join(chr(ord(one) + 0xFEE0) if '!' <= one <= '~' else one for one in text)
        can = lambda one: one not in face.lacks and one in self.drawable[language]
        text = ''.join(one for one in text if can(one) or '\uac00' <= one <= '\ud7a3' or '\u3041' <= one <= '\u9fff')
        label = spelled(text)
        if not label or not all(map(can, text)) or any(one not in self.classes for one in label):
            return None
        return text, label

    def line(self):
        r = self.random
        language = self.only or r.choices(LANGUAGES, [SHARES[one] for one in LANGUAGES])[0]
        face = r.choices(self.faces[language], self.weights[language])[0]
        pair = next((pair for pair in (self.text(language, face) for _ in range(6)) if pair), None)
        if pair is None:
            return None
        text, label = pair
        kind = 1 if self.judged else r.random()
        spacing = 0 if kind > 0.22 else r.uniform(-3, 0) if kind < 0.08 else r.uniform(0, 8) if kind < 0.19 else r.uniform(8, 26)
        ink = face.drawn(text, spacing, SIZE)
        if ink is None:
            return None
        columns = np.flatnonzero(ink.max(0) > 60)
        rows = np.flatnonzero(ink.max(1) > 60)
        if len(columns) == 0:
            return None
        top, bottom, first, last = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        high = max(bottom - top, SIZE * 0.72)
        middle = (top + bottom) / 2
        above, below = ((r.uniform(0.03, 0.12), r.uniform(0.03, 0.12)) if self.judged else (r.uniform(-0.03, 0.22), r.uniform(-0.03, 0.22)))
        if not self.judged and r.random() < 0.08:
            above, below = r.uniform(0.1, 0.5), r.uniform(0.1, 0.5)
        start, end = round(middle - high * (0.5 + above)), round(middle + high * (0.5 + below))
        left, right = (4, 4) if self.judged else (r.randint(-2, 22), r.randint(-2, 22))
        canvas = np.zeros((end - start, last - first + left + right), np.uint8)
        self.paste(canvas, ink[top:bottom, first:last], top - start, left)
        if not self.judged:
            if self.others and r.random() < 0.25:
                self.with_neighbors(canvas)
            if r.random() < 0.1:
                self.with_rules(canvas)
            if len(self.others) > 30:
                self.others.pop(r.randrange(30))
            self.others.append(ink[top:bottom, first:last])
        wide = 1 if self.judged else r.choices([r.uniform(0.85, 1.15), r.uniform(0.62, 0.85), r.uniform(1.15, 1.7)], [0.72, 0.16, 0.12])[0]
        width = max(24, round(canvas.shape[1] * HEIGHT / canvas.shape[0] * wide))
        if width > MAX_WIDTH:
            return None
        image = Image.fromarray(canvas)
        if not self.judged and r.random() < 0.3:  # Few pixels, as drawn on a screen or by a printer.
            rows = r.randint(14, 34)
            if rows < image.height:
                image = image.resize((max(8, round(width * rows / HEIGHT)), rows), r.choice([Image.BILINEAR, Image.BOX, Image.BICUBIC, Image.LANCZOS]))
        return np.asarray(image.resize((width, HEIGHT), Image.BILINEAR)), label

    @staticmethod
    def paste(canvas: np.ndarray, ink: np.ndarray, top: int, left: int) -> None:
        """The brighter of both; parts that are outside are lost."""
        rows, columns = slice(max(0, top), min(canvas.shape[0], top + ink.shape[0])), slice(max(0, left), min(canvas.shape[1], left + ink.shape[1]))
        if rows.stop <= rows.start or columns.stop <= columns.start:
            return
        np.maximum(canvas[rows, columns], ink[rows.start - top:rows.stop - top, columns.start - left:columns.stop - left], out=canvas[rows, columns])

    def with_neighbors(self, canvas: np.ndarray) -> None:
        """The edges of the lines above and below."""
        r, high = self.random, canvas.shape[0]
        if r.random() < 0.6:
            self.paste(canvas, other := r.choice(self.others), r.randint(2, max(2, round(high * 0.12))) - other.shape[0], r.randint(-60, 60))
        if r.random() < 0.6:
            self.paste(canvas, r.choice(self.others), high - r.randint(2, max(2, round(high * 0.12))), r.randint(-60, 60))

    def with_rules(self, canvas: np.ndarray) -> None:
        """Borders of cells, lines below entries, leaders."""
        r, (high, wide) = self.random, canvas.shape
        ink, thick = r.randint(120, 255), r.randint(1, 3)
        if r.random() < 0.7:
            at = r.choice([r.randint(0, 3), high - r.randint(2, 5)])
            step = r.choice([1, 1, 1, 3, 5])
            canvas[at:at + thick, ::step] = np.maximum(canvas[at:at + thick, ::step], ink)
        if r.random() < 0.4:
            at = r.choice([r.randint(0, 4), wide - r.randint(2, 6)])
            canvas[:, at:at + thick] = np.maximum(canvas[:, at:at + thick], ink)


class Batches(IterableDataset):
    """Lines of like width together: ink, widths, classes, and their counts. Few shapes, so that the GPU plans each of them once."""

    def __init__(self, lines: Lines, columns: int):
        self.lines, self.columns = lines, columns

    def __iter__(self):
        torch.set_num_threads(1)
        waiting: dict[int, list] = {}
        for pair in self.lines:
            width = (pair[0].shape[1] + WIDTH_STEP - 1) // WIDTH_STEP * WIDTH_STEP
            batch = waiting.setdefault(width, [])
            batch.append(pair)
            if len(batch) >= max(8, self.columns // width // 8 * 8):
                yield self.packed(batch)
                waiting[width] = []

    def packed(self, batch):
        width = (max(ink.shape[1] for ink, _ in batch) + WIDTH_STEP - 1) // WIDTH_STEP * WIDTH_STEP
        inks = np.zeros((len(batch), 1, HEIGHT, width), np.uint8)
        for place, (ink, _) in enumerate(batch):
            inks[place, 0, :, :ink.shape[1]] = ink
        classes = [[self.lines.classes[letter] for letter in text] for _, text in batch]
        widths = torch.tensor([ink.shape[1] for ink, _ in batch])
        return torch.from_numpy(inks), widths, torch.tensor(sum(classes, [])), torch.tensor([len(one) for one in classes])
