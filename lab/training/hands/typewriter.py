"""
Lines as typewriters write them: one pitch for all letters, each with its own height, ink and wear, accents by a dead key that meets
the letter more or less well, letters struck over others, ribbons that fade, carbon copies.
"""
import os
import random
import unicodedata

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = 44
#: Accents as characters of their own.
SPACING = {'\u0301': '´', '\u030c': 'ˇ', '\u0308': '¨', '\u030a': '˚', '\u0302': '^', '\u0300': '`', '\u030b': '˝', '\u0303': '~'}
#: The share of typewriters whose accents are struck apart.
DEAD_KEYS = 0.5
LOOKALIKES = {'1': 'l', '0': 'O'}


class Typewriter:
    def __init__(self, r: random.Random, folder: str):
        self.random, self.loaded = r, {}
        self.faces = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(('.ttf', '.otf')))
        self.accents = [path for path in self.faces if self.has(self.font(path), 'ˇ') and self.has(self.font(path), '´')]

    def font(self, path: str):
        if path not in self.loaded:
            self.loaded[path] = ImageFont.truetype(path, SIZE)
        return self.loaded[path]

    def has(self, font, letter: str) -> bool:
        key = (font.path, letter)
        if key not in self.loaded:
            self.loaded[key] = letter == ' ' or font.getmask(letter).getbbox() not in (None, font.getmask('\uffff').getbbox()) or font.getmask(letter).getbbox() == font.getmask('n').getbbox()
        return self.loaded[key]

    def ink(self, text: str):
        """Ink from 0 to 255, undefined if the face lacks a letter that a dead key does not make."""
        r = self.random
        font = self.font(r.choice(self.faces))
        accents = self.font(r.choice(self.accents))
        pitch = font.getlength('n') * r.uniform(0.93, 1.12)
        by_dead_key, swapped = r.random() < DEAD_KEYS, {one: other for one, other in LOOKALIKES.items() if r.random() < (0.25 if one == '1' else 0.06)}
        wear, jitter = r.uniform(0, 0.35), r.choice([0.004, 0.012, 0.03]) * SIZE
        sunk = {letter: (r.gauss(0, jitter), r.gauss(0, jitter * 0.6), r.uniform(1 - wear, 1)) for letter in set(text)}
        picture = Image.new('L', (int(pitch * len(text) + SIZE), int(SIZE * 1.9)), 0)
        top, x = SIZE * 0.5, SIZE * 0.4
        shift = (r.gauss(0, 0.04) * SIZE, r.gauss(0, 0.04) * SIZE)
        for letter in text:
            dx, dy, own = sunk[letter]
            dx, dy, fill = x + dx + r.gauss(0, jitter * 0.3), top + dy + r.gauss(0, jitter * 0.4), int(255 * own * r.uniform(1 - wear, 1))
            x += pitch
            if letter == ' ':
                continue
            struck = swapped.get(letter, letter)
            parts = unicodedata.normalize('NFD', letter)
            composed = len(parts) == 2 and parts[1] in SPACING
            if composed and (by_dead_key or not self.has(font, letter)):
                self.strike(picture, font, parts[0], dx, dy, fill)
                raised = -0.2 * SIZE if parts[0].isupper() else 0
                self.strike(picture, accents, SPACING[parts[1]], dx + shift[0], dy + raised + shift[1], int(fill * r.uniform(0.6, 1)))
            elif not self.has(font, struck):
                return None
            else:
                self.strike(picture, font, struck, dx, dy, fill)
                if r.random() < 0.004:
                    self.strike(picture, font, r.choice('aeinorst'), dx, dy, int(fill * 0.6))
        picture = self.worn(picture)
        if r.random() < 0.05:
            y = top + SIZE * r.uniform(0.85, 1.0)
            ImageDraw.Draw(picture).line((0, y, picture.width, y), fill=r.randint(120, 255), width=r.randint(1, 3))
        box = picture.getbbox()
        return None if box is None else np.asarray(picture.crop(box))

    def strike(self, picture, font, letter: str, x: float, y: float, fill: int) -> None:
        if letter not in (kept := self.loaded.setdefault(font, {})):
            mask = Image.new('L', (SIZE * 2, int(SIZE * 1.9)), 0)
            ImageDraw.Draw(mask).text((SIZE * 0.5, 0), letter, font=font, fill=255)
            kept[letter] = mask
        mask = kept[letter]
        x, y = round(x - SIZE * 0.5), round(y)
        part = mask if fill >= 255 else mask.point(lambda value: value * fill // 255)
        picture.paste(255, (x, y), part) if part is mask else picture.paste(fill, (x, y), mask)

    def worn(self, picture):
        """Ink that spreads into counters, a carbon copy, or a ribbon whose texture shows."""
        r, kind = self.random, self.random.random()
        if kind < 0.3:
            picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0.8, 2.6)))
            gain, level = r.uniform(1.5, 4), r.uniform(0.18, 0.5)
            picture = picture.point(lambda value: max(0, min(255, int(((value / 255 - level) * gain + 0.5) * 255))))
        elif kind < 0.5:
            picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(1, 2.4)))
        ink = np.asarray(picture).astype(np.float32)
        if r.random() < 0.5:
            rows, columns = ink.shape
            coarse = np.random.default_rng(r.getrandbits(32)).random((max(2, rows // r.choice([2, 4, 8])), max(2, columns // r.choice([2, 4, 12]))), np.float32)
            texture = np.asarray(Image.fromarray(coarse).resize((columns, rows), Image.BILINEAR))
            ink *= 1 - r.uniform(0.1, 0.7) * texture
        # As small as scanned pages show it.
        small = r.uniform(0.35, 1)
        picture = Image.fromarray(ink.clip(0, 255).astype(np.uint8))
        return picture.resize((max(8, round(picture.width * small)), max(8, round(picture.height * small))), Image.BOX)
