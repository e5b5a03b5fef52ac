"""
Builds the letter n-gram model of the reader of handwriting, in the format of ../recognizer/letters.py with longer keys. Needs NumPy only.

    python3 letters.py --data FOLDER --prose FOLDER --out letters.bin

`FOLDER` of the data has `tatoeba-challenge` and `gazetteers`, that of the prose what prose.py writes and `words-eng.txt`, `words-fra.txt` and
`words-deu.txt` by ../scripts/lists.py. Letters are case-folded, all digits count as one symbol, and letters that are not
Western European count as their base letter. Witten-Bell back-off; rare n-grams are left out, and with GAIN those that say little more
than shorter ones.
"""
import argparse
import gzip
import json
import os
import random
import sys
import unicodedata

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'recognizer'))
from alphabet import ASCII, SIGNS, WESTERN

ORDER = 7
#: Least weighted count of an n-gram by length.
LEAST = [0, 1, 1, 2, 3, 3.5, 4, 5]
#: How much a sentence of each language counts.
LANGUAGES = {'eng': 3, 'fra': 4, 'deu': 3, 'spa': 0.7, 'ita': 0.7, 'nld': 0.7, 'por': 0.7, 'ces': 0.2, 'pol': 0.2, 'dan': 0.2, 'swe': 0.2, 'fin': 0.2, 'hun': 0.2, 'ron': 0.2, 'tur': 0.2}
ENGLISH = 60_000
#: How much a sentence of prose, or a word of a list, counts.
PROSE = {'english': 1, 'french': 1, 'french-help': 0.3, 'german-help': 1, 'words-eng': 0.2, 'words-fra': 0.5, 'words-deu': 1}
COUNTRIES = {'FR', 'DE', 'GB', 'US', 'CH', 'AT'}
PEOPLE, NUMBERS = 30_000, 12_000
SEED = 515
BASE = 128
#: What an n-gram has to add to the log probability of the training texts, beside the shorter one, to be kept.
GAIN = 20.0
LIKELIHOOD_STEPS, WEIGHT_STEPS = 16, 32


def folded(character: str) -> str:
    return '0' if character in '0123456789' else character.lower()


SYMBOLS = ''.join(dict.fromkeys(map(folded, ASCII + WESTERN + SIGNS)))
NUMBER = {symbol: place + 1 for place, symbol in enumerate(SYMBOLS)}


def numbered(text: str) -> list[int]:
    """With a space on either side; what has no symbol is left out."""
    found = []
    for character in unicodedata.normalize('NFC', text):
        symbol = folded(character)
        found.append(NUMBER.get(symbol) or NUMBER.get(unicodedata.normalize('NFD', symbol)[0], 0))
    return [NUMBER[' '], *(one for one in found if one), NUMBER[' ']]


def texts(data: str, prose: str) -> list[tuple[list[str], float]]:
    """Groups of lines with their weights."""
    r = random.Random(SEED)
    sentences = {language: [] for language in LANGUAGES}
    for language in LANGUAGES:
        if language == 'eng':
            continue
        for row in rows(os.path.join(data, 'tatoeba-challenge', f'eng-{language}.tsv.gz')):
            for own, text in zip(('eng', language), row):
                sentences[own].append(text)
    english = sorted(set(sentences['eng']))
    r.shuffle(english)
    sentences['eng'] = english[:ENGLISH]
    places = [row[0] for row in rows(os.path.join(data, 'gazetteers', 'geonames', 'cities.tsv.gz')) if row[1] in COUNTRIES]
    names = os.path.join(data, 'gazetteers', 'person-names')
    first, last = ([row[0].title() for row in rows(os.path.join(names, kind, 'all.txt.gz'))] for kind in ('first names', 'surnames'))
    people = [f'{r.choice(first)} {r.choice(last)}' for _ in range(PEOPLE)]
    written = [(lines_of(os.path.join(prose, f'{name}.txt')), weight) for name, weight in PROSE.items()]
    return [(lines, LANGUAGES[language]) for language, lines in sentences.items()] + written + [(places, 1), (people, 0.2), ([number(r) for _ in range(NUMBERS)], 1)]


def rows(file: str) -> list[list[str]]:
    with gzip.open(file, 'rt', encoding='utf8', errors='ignore') as opened:
        return [row.rstrip('\n').split('\t') for row in opened if row.strip()]


def lines_of(file: str) -> list[str]:
    with open(file, encoding='utf8') as opened:
        return opened.read().split('\n')


def number(r: random.Random) -> str:
    day, month, year, cents = r.randint(1, 31), r.randint(1, 12), r.randint(1900, 2030), r.randint(0, 99)
    return r.choice([f'{day}.{month}.{year}', f'{day:02d}/{month:02d}/{year % 100:02d}', f'{r.randint(0, 9999)},{cents:02d}', f'{r.randint(0, 9999)}.{cents:02d}', str(r.randint(0, 10 ** 6)), f'{r.randint(10000, 99999)}', f'{r.randint(1, 24)}:{r.randint(0, 59):02d}'])


def counted(groups: list[tuple[list[str], float]]) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each length the keys of its n-grams and their weighted counts."""
    signs, weights = [], []
    for lines, weight in groups:
        for line in lines:
            own = numbered(line) + [0]
            signs += own
            weights += [weight] * len(own)
    signs, weights = np.array(signs, np.int64), np.array(weights)
    found = []
    for length in range(1, ORDER + 1):
        parts = [signs[start:len(signs) - length + 1 + start] for start in range(length)]
        keys = sum(part * BASE ** (length - 1 - place) for place, part in enumerate(parts))
        whole = np.logical_and.reduce([part > 0 for part in parts])
        unique, places = np.unique(keys[whole], return_inverse=True)
        counts = np.bincount(places, weights[length - 1:][whole])
        found.append((unique[counts >= LEAST[length]], counts[counts >= LEAST[length]]))
    return found


def place_in(keys: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each wanted key is, and whether it is there."""
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return places, keys[places] == wanted


def modeled(runs: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All keys with the likelihoods of their last symbols and their back-off weights."""
    keys, counts = runs[0]
    likely = (counts + len(keys) / len(SYMBOLS)) / (counts.sum() + len(keys))
    gains, parts = [np.full(len(keys), np.inf)], []
    for length in range(2, ORDER + 1):
        longer, own = runs[length - 1]
        before, has_before = place_in(keys, longer // BASE)
        after, has_after = place_in(keys, longer % BASE ** (length - 1))
        kept = has_before & has_after
        longer, own, before, after = longer[kept], own[kept], before[kept], after[kept]
        followed = np.bincount(before, own, len(keys))
        kinds = np.bincount(before, minlength=len(keys)).astype(float)
        parts.append([keys, likely, np.where(kinds > 0, kinds / np.maximum(followed + kinds, 1e-9), 1)])
        lower = kinds[before] * likely[after]
        likely = (own + lower) / (followed[before] + kinds[before])
        gains.append(own * np.log((own + lower) / lower))
        keys = longer
    parts.append([keys, likely, np.ones(len(keys))])
    if GAIN > 0:
        needed = np.zeros(len(keys), bool)
        for length in range(ORDER, 0, -1):
            kept = needed | (gains[length - 1] > GAIN)
            own = parts[length - 1][0][kept]
            parts[length - 1] = [one[kept] for one in parts[length - 1]]
            if length > 1:
                needed = np.isin(parts[length - 2][0], own // BASE)
    keys, likely, weights = (np.concatenate(one) for one in zip(*parts))
    order = np.argsort(keys)
    return keys[order], likely[order], weights[order]


def write(out: str, symbols: str, keys: np.ndarray, likely: np.ndarray, weights: np.ndarray) -> None:
    key_bytes = ((BASE - 1).bit_length() * ORDER + 7) // 8
    head = json.dumps({'symbols': symbols, 'order': ORDER, 'count': len(keys), 'keyBytes': key_bytes, 'bases': True, 'base': BASE}, ensure_ascii=False)
    with open(out, 'wb') as file:
        file.write(head.encode() + b'\n')
        file.write(keys.astype('<i8').view(np.uint8).reshape(-1, 8)[:, :key_bytes].tobytes())
        for shares, steps in ((likely, LIKELIHOOD_STEPS), (weights, WEIGHT_STEPS)):
            file.write(np.minimum(255, np.round(-np.log(shares) * steps)).astype(np.uint8).tobytes())
    print(f'{len(keys)} n-grams, {os.path.getsize(out) / 1e6:.1f} MB')


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('--data', required=True)
    options.add_argument('--prose', required=True)
    options.add_argument('--out', default='letters.bin')
    given = options.parse_args()
    write(given.out, SYMBOLS, *modeled(counted(texts(given.data, given.prose))))


if __name__ == '__main__':
    main()
