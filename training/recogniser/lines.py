"""Images of lines: ink from 0 to 255, HEIGHT pixels high, as a detector would cut them out of a page."""
import glob
import os
import random

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch.utils.data import IterableDataset, get_worker_info

from alphabet import CLASS_OF
from pen import Writer, can_write
from texts import Texts

HEIGHT = 32
MOST_WIDTH = 640
#: Image columns per network step.
STEP = 4
#: Minimum rows of a line: with fewer a full stop disappears, and what is invisible cannot be learned.
LOWEST = 12
SIZES = [16, 20, 24, 28, 32, 40]
#: Loading a font takes longer than drawing a line, so several lines are drawn with each.
LINES_A_FONT = 12
#: Share of handwritten lines, and of those the share drawn stroke by stroke; the rest use handwriting fonts.
BY_HAND, BY_PEN = 0.45, 0.6
#: Cap height of a line drawn stroke by stroke, in pixels.
PEN_SIZES = [24, 32, 40, 48]


def usable_fonts(folder: str, letters: str = 'Aaé09$€ß') -> list[str]:
    """Fonts that can be loaded and have the given letters, by default Western European ones."""
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
        self.fonts, self.hands, self.words, self.phrases, self.seed = fonts, hands, words, phrases, seed
        self.by_hand, self.by_pen = by_hand, by_pen

    def __iter__(self):
        worker = get_worker_info()
        seed = self.seed * 1000 + (worker.id if worker else 0)
        self.random, self.texts, self.current = random.Random(seed), Texts(self.words, self.phrases, seed + 1), {}
        #: The characters of each handwriting font.
        self.known = {}
        while True:
            made = self.made()
            if made is not None:
                yield made

    def font(self, kind: str):
        r = self.random
        if kind not in self.current or r.random() < 1 / LINES_A_FONT:
            size = r.choice(SIZES)
            self.current[kind] = (ImageFont.truetype(r.choice(self.hands if kind == 'hand' else self.fonts), size), size)
        return self.current[kind]

    def made(self):
        r = self.random
        hand = r.random() < self.by_hand
        text = self.texts.entry() if hand and r.random() < 0.8 else self.texts.line()
        picture = self.written(text) if hand else self.drawn(*self.font('print'), text)
        box = None if picture is None else picture.getbbox()
        if box is None:
            return None
        height = box[3] - box[1]
        if r.random() < 0.4:
            picture, box = self.with_neighbours(picture, box, *self.font('print'))
        if r.random() < (0.5 if hand else 0.08):
            picture, box = self.on_a_rule(picture, box)
        top, bottom, left, right = (r.uniform(-0.04, 0.28) * height for _ in range(4))
        picture = picture.crop((int(box[0] - 1.5 * left), int(box[1] - top), int(box[2] + 1.5 * right), int(box[3] + bottom)))
        if picture.width < 2 or picture.height < 4:
            return None
        if r.random() < 0.6:
            share = max(LOWEST / picture.height, r.uniform(0.3, 1.0))
            if share < 1:
                picture = picture.resize((max(4, int(picture.width * share)), max(8, int(picture.height * share))), r.choice([Image.BILINEAR, Image.BOX, Image.BILINEAR, Image.BOX, Image.NEAREST, Image.BICUBIC]))
        width = int(picture.width * HEIGHT / picture.height * r.uniform(0.62, 1.45))
        if not 8 <= width <= MOST_WIDTH or width / STEP < 1.15 * len(text) + 2:
            return None
        return np.asarray(picture.resize((width, HEIGHT), Image.BILINEAR)), text, hand

    def written(self, text: str):
        """Stroke by stroke, or in a handwriting font with shifted and unevenly spaced letters."""
        r = self.random
        if r.random() < self.by_pen and can_write(text):
            return Writer(r).picture(text, r.choice(PEN_SIZES))
        font, size = self.font('hand')
        known = self.known.setdefault(font.path, {' ': True})
        for character in set(text) - known.keys():
            known[character] = font.getmask(character).getbbox() is not None
        if not all(known[character] for character in text):
            return None
        return self.drawn(font, size, text) if r.random() < 0.5 else self.shaken(font, size, text)

    def shaken(self, font, size: int, text: str):
        r = self.random
        unsteady, spacing = r.uniform(0.01, 0.07) * size, r.uniform(-0.04, 0.25) * size
        picture = Image.new('L', (int(font.getlength(text) + (max(0, spacing) + unsteady) * len(text) + size + 12), int(size * 2.4)), 0)
        draw = ImageDraw.Draw(picture)
        x, drift = 5.0, 0.0
        for character in text:
            drift += r.gauss(0, 0.5 * unsteady) - 0.1 * drift
            draw.text((x, size * 0.5 + drift + r.gauss(0, unsteady)), character, font=font, fill=255)
            x += font.getlength(character) + spacing * r.uniform(0.6, 1.4)
        return picture

    def drawn(self, font, size: int, text: str):
        r = self.random
        spacing = r.uniform(-0.06, 0.28) * size if r.random() < 0.28 else 0
        width = int(font.getlength(text) + max(0, spacing) * len(text) + 12)
        picture = Image.new('L', (max(16, width), int(size * 2)), 0)
        draw = ImageDraw.Draw(picture)
        if spacing == 0:
            draw.text((5, size * 0.35), text, font=font, fill=255)
            return picture
        x = 5.0
        for character in text:
            draw.text((x, size * 0.35), character, font=font, fill=255)
            x += font.getlength(character) + spacing
        return picture

    def with_neighbours(self, picture, box, font, size: int):
        """Parts of the surroundings that a cut contains: parts of other lines, rules."""
        r = self.random
        height = box[3] - box[1]
        wide = Image.new('L', (picture.width + 2 * height, picture.height + 2 * height), 0)
        wide.paste(picture, (height, height))
        box = tuple(value + height for value in box)
        draw = ImageDraw.Draw(wide)
        kind = r.random()
        if kind < 0.35:
            draw.text((r.uniform(0, wide.width * 0.5), box[1] - height * r.uniform(1.15, 1.5)), self.texts.line(), font=font, fill=255)
        if 0.2 < kind < 0.55:
            draw.text((r.uniform(0, wide.width * 0.5), box[3] + height * r.uniform(-0.05, 0.2)), self.texts.line(), font=font, fill=255)
        if 0.5 < kind < 0.7:
            draw.text((box[2] + height * r.uniform(0.15, 0.4), box[1] - size * 0.1), self.texts.anything(1), font=font, fill=255)
        if 0.65 < kind < 0.8:
            draw.text((box[0] - height * r.uniform(0.7, 1.0), box[1] - size * 0.1), self.texts.anything(1), font=font, fill=255)
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
        y = box[3] - height * r.uniform(-0.2, 0.25) if r.random() < 0.85 else box[1] - height * r.uniform(0, 0.15)
        start, end = (0, wide.width) if r.random() < 0.75 else (0, r.uniform(box[0], box[2])) if r.random() < 0.5 else (r.uniform(box[0], box[2]), wide.width)
        draw.line((start, y, end, y + r.gauss(0, 0.04) * height), fill=fill, width=width)
        if r.random() < 0.15:
            x = box[0] - height * r.uniform(0.05, 0.3) if r.random() < 0.5 else box[2] + height * r.uniform(0.05, 0.3)
            draw.line((x, 0, x + r.gauss(0, 1), wide.height), fill=fill, width=width)
        return wide, box


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
