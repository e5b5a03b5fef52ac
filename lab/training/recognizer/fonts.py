"""
Makes small font files of larger ones: one file for a face whose characters a package distributes over several files, only
the characters of the alphabet or a sample of those of another script, no hints and no tables for layout. Needs fontTools.

    python3 fonts.py JOBS.json COVERAGE.json

A job: {"out": file, "from": [files], "signs": [files that supply signs the face lacks], "sample": script or null}.
COVERAGE.json receives the characters of each file, by folder and name; without lower case where it looks like upper case.
"""
import json
import os
import random
import sys
from multiprocessing import Pool
from string import ascii_lowercase

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.ttProgram import Program

from alphabet import CHARACTERS, HAN, HANGUL, KANA, OTHER_SCRIPT, placeholder

#: How many characters of a script a font keeps; none: all.
SAMPLES = {HAN: 700, HANGUL: 500}
#: Faces without lower case that the comparison of shapes does not find: small capitals of their own.
CAPITALS_ONLY = ('amatic-sc', 'patrick-hand-sc', 'permanent-marker', 'rock-salt')
SUPPLIED = '✓☐☑☒←→≤≥≠≈′″‡‰฿₹₽₺₩₪№₫₴₸₱₦'
DROPPED = ['GPOS', 'GSUB', 'GDEF', 'kern', 'DSIG', 'STAT', 'BASE', 'JSTF', 'MATH', 'VORG', 'vhea', 'vmtx', 'LTSH', 'VDMX', 'hdmx', 'gasp', 'FFTM', 'meta', 'PCLT']
#: Frequent characters, by the tables of national standards: the first part of each is the one in daily use.
STANDARDS = {
    'japanese': lambda: between('euc_jp', 0xB0, 0xCF) + between('euc_jp', 0xA4, 0xA5),
    'chinese': lambda: between('gb2312', 0xB0, 0xD7),
    'traditional': lambda: between('big5', 0xA4, 0xC6),
    'korean': lambda: between('euc_kr', 0xB0, 0xC8),
}


def between(encoding: str, first: int, last: int) -> str:
    low = range(0x40, 0xFF) if encoding == 'big5' else range(0xA1, 0xFF)
    return ''.join(bytes([a, b]).decode(encoding, 'ignore') for a in range(first, last + 1) for b in low)


def wanted(sample: str | None, own: set[str], name: str) -> set[str]:
    if not sample:
        return own & set(CHARACTERS)
    plain = own & set(CHARACTERS[:95] + '¥₩–—·')
    if sample == 'other':
        return plain | {character for character in own if 0x530 <= ord(character) <= 0x10FF or placeholder(character) == OTHER_SCRIPT}
    r = random.Random(name)
    kept = set(plain) | (own & set('。、「」・（）：￥円％'))
    characters = sorted(own & set(STANDARDS[sample]()))
    for script in (HAN, KANA, HANGUL):
        of_script = [character for character in characters if placeholder(character) == script]
        kept |= set(r.sample(of_script, min(len(of_script), SAMPLES.get(script, len(of_script)))))
    return kept | (own & {'円', '合', '計', '元', '원', '년', '年', '月', '日'})


def made(job: dict) -> tuple[str, str]:
    sources = [TTFont(file, fontNumber=0) for file in job['from']]
    covers = [{chr(code) for code in source.getBestCmap()} for source in sources]
    keep = wanted(job.get('sample'), set().union(*covers), job['out'])
    base = max(range(len(sources)), key=lambda at: ('A' in covers[at], len(covers[at] & keep)))
    font = sources[base]
    options = subset.Options()
    options.hinting, options.layout_features, options.drop_tables, options.glyph_names, options.notdef_outline, options.name_IDs = False, [], [*subset.Options._drop_tables_default, *DROPPED], False, True, []
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=''.join(keep & covers[base]))
    subsetter.subset(font)
    have = keep & covers[base]
    if 'glyf' in font:
        for other, cover in zip(sources, covers):
            if other is not font and (new := (keep & cover) - have):
                have |= added(font, other, new)
        for file in job.get('signs', []):
            other = TTFont(file)
            if new := ({chr(code) for code in other.getBestCmap()} & set(SUPPLIED)) - have:
                have |= added(font, other, new)
    if os.path.basename(job['out']).startswith(CAPITALS_ONLY) or not job.get('sample') and capitals_only(font):
        have = {character for character in have if character == character.upper()}
    if 'glyf' in font:
        without_hinting(font)
    font.flavor = 'woff'
    os.makedirs(os.path.dirname(job['out']), exist_ok=True)
    font.save(job['out'])
    return '/'.join(job['out'].split('/')[-2:]), ''.join(sorted(character for character in have if character.isprintable() or placeholder(character)))


def added(font: TTFont, other: TTFont, characters: set[str]) -> set[str]:
    scale = font['head'].unitsPerEm / other['head'].unitsPerEm
    names, glyphs, order = other.getBestCmap(), other.getGlyphSet(), list(font.getGlyphOrder())
    glyf, metrics = font['glyf'], font['hmtx']
    for character in sorted(characters):
        name = f'added{ord(character):04X}'
        recording = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(character)]].draw(recording)
        pen = TTGlyphPen(None)
        try:
            recording.replay(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
            glyph = pen.glyph()
        except NotImplementedError:
            continue
        order.append(name)
        glyf.glyphs[name] = glyph
        glyph.recalcBounds(glyf)
        metrics.metrics[name] = (round(other['hmtx'][names[ord(character)]][0] * scale), getattr(glyph, 'xMin', 0))
        for table in font['cmap'].tables:
            if table.isUnicode() and table.format != 14:
                table.cmap[ord(character)] = name
    font.setGlyphOrder(order)
    glyf.glyphOrder = order
    font['maxp'].numGlyphs = len(order)
    return characters


def without_hinting(font: TTFont) -> None:
    """FreeType hints a font without any instructions itself, which takes longer than drawing: give it one that does nothing."""
    font['prep'] = newTable('prep')
    font['prep'].program = Program()
    font['prep'].program.fromBytecode(b'\xb0\x00\x21' * 4)
    font['maxp'].maxStackElements, font['maxp'].maxSizeOfInstructions = 16, 16


def capitals_only(font: TTFont) -> bool:
    """Whether lower-case letters are the capitals, perhaps smaller."""
    names, glyphs = font.getBestCmap(), font.getGlyphSet()

    def shape(character: str):
        recording = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(character)]].draw(recording)
        points = [point for _, arguments in recording.value for point in arguments if isinstance(point, tuple)]
        left, low = min(x for x, _ in points), min(y for _, y in points)
        wide, high = max(x for x, _ in points) - left or 1, max(y for _, y in points) - low or 1
        return [value for x, y in points for value in ((x - left) / wide, (y - low) / high)]

    same = 0
    for letter in ascii_lowercase:
        if ord(letter) not in names or ord(letter.upper()) not in names or letter in 'cosvwxz':
            continue
        small, large = shape(letter), shape(letter.upper())
        same += len(small) == len(large) and all(abs(a - b) < 0.1 for a, b in zip(small, large))
    return same >= 8


def attempted(job: dict) -> tuple[str, str] | None:
    try:
        return made(job)
    except Exception as problem:  # a face that cannot be converted is left out
        print(f'{job["out"]}: {problem!r}', file=sys.stderr)
        return None


if __name__ == '__main__':
    with open(sys.argv[1], encoding='utf8') as file:
        jobs = json.load(file)
    with Pool() as pool:
        coverage = dict(one for one in pool.imap_unordered(attempted, jobs, 4) if one)
    with open(sys.argv[2], 'w', encoding='utf8') as file:
        json.dump(dict(sorted(coverage.items())), file, ensure_ascii=False, indent=0)
    print(f'{len(coverage)} of {len(jobs)} fonts')
