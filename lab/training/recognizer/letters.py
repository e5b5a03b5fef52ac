"""
Builds the letter n-gram model from the recognizer's training texts, for its decoder
(src/engines/documents/reading/ocr/recognition/letter-model.ts). Needs no PyTorch.

    python3 letters.py --data FOLDER --out letters.bin

Only Western European texts: a key has room for 127 symbols; the reader counts other characters as symbol 0, none.
Letters are case-folded and all digits count as one symbol. N-grams of up to ORDER symbols with Witten-Bell back-off; rare
long n-grams are omitted. The file: a line of JSON (symbols, order, count), then for all n-grams, sorted by key, five bytes
of key, then a byte each for the log probability of the last symbol, then a byte each for the back-off weight.
"""
import argparse
import json
import math
from collections import Counter

from alphabet import ASCII, SIGNS, WESTERN
from texts import Texts, by_group

ORDER = 5
LINES = 160_000
SEED = 515
#: Minimum count of an n-gram by length.
LEAST = [0, 1, 1, 2, 4, 4]
#: Base of the keys; symbol 0 is none.
BASE = 128
LIKELIHOOD_STEPS, WEIGHT_STEPS = 16, 32


def folded(character: str) -> str:
    return '0' if character in '0123456789' else character.lower()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('--data', default='data')
    options.add_argument('--out', default='letters.bin')
    given = options.parse_args()
    words, phrases = (open(f'{given.data}/{name}.txt', encoding='utf8').read().splitlines() for name in ('words', 'phrases'))
    words, phrases = by_group(words)[''], by_group(phrases)['']
    symbols = ''.join(dict.fromkeys(map(folded, ASCII + WESTERN + SIGNS)))
    number = {symbol: place + 1 for place, symbol in enumerate(symbols)}
    runs = counted(words, phrases, number)
    runs = {run: count for run, count in runs.items() if count >= LEAST[len(run)]}
    followed, kinds = Counter(), Counter()
    for run, count in runs.items():
        followed[run[:-1]] += count
        kinds[run[:-1]] += 1
    likely: dict[tuple, float] = {}
    for run in sorted(runs, key=len):
        shorter = likely[run[1:]] if len(run) > 1 else 1 / len(symbols)
        before = run[:-1]
        likely[run] = (runs[run] + kinds[before] * shorter) / (followed[before] + kinds[before])
    keys = {sum(sign * BASE ** place for place, sign in enumerate(reversed(run))): run for run in runs}
    order = sorted(keys)
    head = json.dumps({'symbols': symbols, 'order': ORDER, 'count': len(order)}, ensure_ascii=False)
    with open(given.out, 'wb') as file:
        file.write(head.encode() + b'\n')
        file.write(b''.join(key.to_bytes(5, 'little') for key in order))
        file.write(bytes(byte_of(likely[keys[key]], LIKELIHOOD_STEPS) for key in order))
        file.write(bytes(byte_of(kinds[keys[key]] / (followed[keys[key]] + kinds[keys[key]]) if keys[key] in followed else 1, WEIGHT_STEPS) for key in order))
    print(f'{len(order)} n-grams')


def counted(words: list[str], phrases: list[str], number: dict[str, int]) -> Counter:
    texts, runs = Texts(words, phrases, SEED), Counter()
    r = texts.random
    for _ in range(LINES):
        kind = r.random()
        line = ' '.join(r.choice(words) for _ in range(4)) if kind < 0.4 else r.choice(phrases) if kind < 0.7 else texts.entry() if kind < 0.85 else texts.line()
        line = ''.join(character for character in line if folded(character) in number)
        signs = [number[' ']] + [number[folded(character)] for character in line] + [number[' ']]
        for end in range(1, len(signs)):
            for start in range(max(0, end - ORDER + 1), end + 1):
                runs[tuple(signs[start:end + 1])] += 1
    return runs


def byte_of(share: float, steps: int) -> int:
    return min(255, round(-math.log(share) * steps))


if __name__ == '__main__':
    main()
