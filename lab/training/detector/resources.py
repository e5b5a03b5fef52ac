"""Fonts and words for the generated pages: what each font can draw is read from its character map, so any font file will do."""
import functools
import glob
import os
import random
import struct
import zlib
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageFont, features

FONT_FOLDERS = ['fonts', 'hands', 'scripts']
SCRIPTS = {
    'latin': (0x41, 0x7A), 'greek': (0x391, 0x3C9), 'cyrillic': (0x410, 0x44F), 'hebrew': (0x5D0, 0x5EA), 'arabic': (0x621, 0x64A),
    'devanagari': (0x905, 0x939), 'thai': (0xE01, 0xE2E), 'kana': (0x3041, 0x30FA), 'han': (0x4E00, 0x9FFF), 'hangul': (0xAC00, 0xD7A3),
}
#: Scripts written without spaces between words.
UNSPACED = {'thai', 'kana', 'han'}
COMPLEX = {'arabic', 'devanagari', 'thai'}
MONO_NAMES = ('mono', 'code', 'courier', 'cousine', 'inconsolata', 'vt323', 'press-start', 'special-elite', 'lekton', 'coding', 'dotgothic',
              'silkscreen', 'pixelify', 'anonymous-pro')
#: Fonts for receipts and headings only: nobody sets a page of text in them.
DISPLAY_NAMES = ('press-start', 'silkscreen', 'pixelify', 'major-mono', 'vt323', 'dotgothic', 'special-elite', 'comfortaa', 'yanone', 'teko')
#: Letters whose extent is the font box: from the highest ascender to the lowest descender.
BOX_LETTERS = 'bdhklAHTgpqy'
#: In capital heights: the loops of some handwriting reach further, and would pull the box off the letters.
LONGEST_ASCENDER, LONGEST_DESCENDER = 1.2, 0.45
FEWEST_LETTERS = 12
RAQM = features.check('raqm')


@dataclass(frozen=True)
class Face:
    path: str
    script: str
    letters: tuple
    known: frozenset
    is_hand: bool

    def __hash__(self):
        return hash((self.path, self.script))

    def __eq__(self, other):
        return (self.path, self.script) == (other.path, other.script)

    @property
    def name(self) -> str:
        return os.path.basename(self.path)

    @property
    def is_mono(self) -> bool:
        return any(name in self.name for name in MONO_NAMES)

    @property
    def is_display(self) -> bool:
        return any(name in self.name for name in DISPLAY_NAMES)


class Glyph(NamedTuple):
    """A drawn letter: its mask (None if blank), where the mask goes relative to the pen, and how far the pen moves on."""
    image: Image.Image | None
    left: int
    top: int
    right: int
    advance: float


class Type:
    """
    A face at a size; `top` and `bottom` are the font box relative to the baseline. Letters are drawn once and kept. Smooth letters are drawn
    larger and averaged, also at positions between two pixels, like those of page renderers and scanners; others are hinted to whole pixels.
    """

    def __init__(self, face: Face, size: int, smooth: bool):
        #: Scripts whose letters join or stack are drawn by the layout engine, a text at a time.
        self.is_complex = face.script in COMPLEX
        engine = ImageFont.Layout.RAQM if RAQM and self.is_complex else ImageFont.Layout.BASIC
        self.face, self.size = face, size
        self.font = ImageFont.truetype(face.path, size, layout_engine=engine)
        sample = BOX_LETTERS if face.script == 'latin' else ''.join(face.letters[:: max(1, len(face.letters) // 12)])
        _, self.top, _, self.bottom = self.font.getbbox(sample, anchor='ls')
        if face.script == 'latin':
            capital = -self.font.getbbox('H', anchor='ls')[1]
            self.top = max(self.top, -round(LONGEST_ASCENDER * capital))
            self.bottom = min(self.bottom, round(LONGEST_DESCENDER * capital))
        self.height = max(3, self.bottom - self.top)
        self.factor = (4 if size < 24 else 2) if smooth and size < 48 and not self.is_complex else 1
        self.large = ImageFont.truetype(face.path, size * self.factor, layout_engine=engine) if self.factor > 1 else self.font
        self.glyphs = {}
        self.space = self.advance(' ') if ' ' in face.known else size * 0.3

    def advance(self, letter: str) -> float:
        if letter == ' ' and ' ' not in self.face.known:
            return self.size * 0.3
        return self.glyph(letter, 0).advance

    def width(self, text: str) -> float:
        return self.font.getlength(text) if self.is_complex else sum(map(self.advance, text))

    def glyph(self, letter: str, phase: int) -> Glyph:
        """The letter, `phase` / factor pixels to the right."""
        found = self.glyphs.get((letter, phase))
        if found is None:
            found = self.glyphs[letter, phase] = self._glyph(letter, phase)
        return found

    def _glyph(self, letter: str, phase: int) -> Glyph:
        factor, font = self.factor, self.large
        advance = font.getlength(letter) / factor
        mask, (left, top) = font.getmask2(letter, 'L', anchor='ls')
        width, height = mask.size
        if not mask.getbbox():
            return Glyph(None, 0, 0, 0, advance)
        image = Image.new('L', (width, height))
        image.im.paste(mask, (0, 0, width, height))
        if factor > 1:
            left += phase
            before, above = left % factor, top % factor
            padded = Image.new('L', (-(-(before + width) // factor) * factor, -(-(above + height) // factor) * factor), 0)
            padded.paste(image, (before, above))
            image, left, top = padded.reduce(factor), left // factor, top // factor
        return Glyph(image, left, top, left + image.width, advance)


@functools.lru_cache(maxsize=300)
def type_at_size(face: Face, size: int, smooth: bool) -> Type:
    return Type(face, size, smooth)


@functools.lru_cache(maxsize=4096)
def box_per_em(face: Face) -> float:
    return max(0.4, Type(face, 100, False).height / 100)


def type_of_height(face: Face, height: float, smooth: bool = True) -> Type:
    """The face at the size whose font box is about `height` pixels high."""
    return type_at_size(face, max(5, round(height / box_per_em(face))), smooth)


class Resources:
    """Everything under the data folder; load it once and share it between processes."""

    def __init__(self, folder: str):
        self.faces = {script: [] for script in SCRIPTS}
        self.hands = []
        for name in FONT_FOLDERS:
            for path in sorted(glob.glob(os.path.join(folder, name, '**', '*'), recursive=True)):
                self._add(path, name == 'hands')
        latin = self.faces['latin']
        self.prints = [face for face in latin if not face.is_display and not face.is_mono] or latin
        self.monos = [face for face in latin if face.is_mono] or latin
        self.displays = [face for face in latin if face.is_display] or latin
        self.bolds = [face for face in self.prints if '-700-' in face.name or 'bold' in face.name.lower()] or self.prints
        self.regulars = [face for face in self.prints if face not in set(self.bolds)] or self.prints
        self.hands = self.hands or latin
        self.others = {script: faces for script, faces in self.faces.items() if script != 'latin' and faces}
        self.words = _lines(os.path.join(folder, 'words.txt')) or ['word', 'total', 'name']
        self.phrases = _lines(os.path.join(folder, 'phrases.txt')) or self.words
        if not latin:
            raise SystemExit(f'No usable fonts under {folder}')

    def _add(self, path: str, is_hand: bool):
        known = character_map(path)
        if not known:
            return
        for script, (first, last) in SCRIPTS.items():
            letters = tuple(chr(code) for code in sorted(known) if first <= code <= last and chr(code).isalpha())
            needed = 52 if script == 'latin' else FEWEST_LETTERS
            if len(letters) < needed or (script == 'latin' and not is_hand and not known.issuperset(range(0x30, 0x3A))):
                continue
            face = Face(path, script, letters, frozenset(map(chr, known)), is_hand)
            try:
                box_per_em(face)
            except (OSError, ValueError):
                return
            (self.hands if is_hand and script == 'latin' else self.faces[script]).append(face)

    def bold_of(self, face: Face, r: random.Random) -> Face:
        wanted = face.path.replace('-400-normal', '-700-normal').replace('-400-italic', '-700-normal')
        return next((bold for bold in self.bolds if bold.path == wanted), None) or r.choice(self.bolds)


def _lines(path: str) -> list[str]:
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf8') as file:
        return [line for line in file.read().split('\n') if line]


def character_map(path: str) -> set[int]:
    """The code points of a TrueType, OpenType or WOFF file; empty for anything else."""
    try:
        with open(path, 'rb') as file:
            data = file.read()
        table = _cmap_table(data)
        return _codes(table) if table else set()
    except (OSError, struct.error, zlib.error, IndexError):
        return set()


def _cmap_table(data: bytes) -> bytes | None:
    if data[:4] == b'wOFF':
        for at in range(44, 44 + 20 * struct.unpack('>H', data[12:14])[0], 20):
            tag, offset, packed, length = struct.unpack('>4sIII', data[at:at + 16])
            if tag == b'cmap':
                table = data[offset:offset + packed]
                return zlib.decompress(table) if packed < length else table
        return None
    start = struct.unpack('>I', data[12:16])[0] if data[:4] == b'ttcf' else 0
    if data[start:start + 4] not in (b'\0\1\0\0', b'OTTO', b'true'):
        return None
    for at in range(start + 12, start + 12 + 16 * struct.unpack('>H', data[start + 4:start + 6])[0], 16):
        tag, _, offset, length = struct.unpack('>4sIII', data[at:at + 16])
        if tag == b'cmap':
            return data[offset:offset + length]
    return None


def _codes(table: bytes) -> set[int]:
    codes = set()
    for index in range(struct.unpack('>H', table[2:4])[0]):
        offset = struct.unpack('>I', table[8 + 8 * index:12 + 8 * index])[0]
        kind = struct.unpack('>H', table[offset:offset + 2])[0]
        if kind == 4:
            count = struct.unpack('>H', table[offset + 6:offset + 8])[0] // 2
            ends = struct.unpack(f'>{count}H', table[offset + 14:offset + 14 + 2 * count])
            starts = struct.unpack(f'>{count}H', table[offset + 16 + 2 * count:offset + 16 + 4 * count])
            for start, end in zip(starts, ends):
                codes.update(range(start, min(end, 0xFFFE) + 1))
        elif kind == 12:
            for group in range(struct.unpack('>I', table[offset + 12:offset + 16])[0]):
                start, end, _ = struct.unpack('>III', table[offset + 16 + 12 * group:offset + 28 + 12 * group])
                codes.update(range(start, min(end, 0x2FFFF) + 1))
    return codes
