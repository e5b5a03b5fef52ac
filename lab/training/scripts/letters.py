"""
Builds the letter n-gram model of the reader of nine scripts, in the format of ../hands/letters.py with a larger base. Needs NumPy, PyTorch and Pillow.

    python3 letters.py --data data --lists lists --translations FOLDER --characters recogniser.json --out letters.bin

`data` is what collect.py gathered, `lists` the words of lists.py, `translations` has LANGUAGE/**/*.mo of LibreOffice (MPL-2.0, Debian's
libreoffice-l10n-*). Symbols are the characters of the network; texts are in visual order, as its labels are.
"""
import argparse
import gettext
import glob
import importlib.util
import json
import os
import random
import re

from lines import SHARES, Script, is_right_to_left, spelled, visual

_place = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'hands', 'letters.py')
_spec = importlib.util.spec_from_file_location('hand_letters', _place)
grams = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(grams)

#: Symbols and n-grams: keys stay below 2^53.
grams.BASE, grams.ORDER = 1024, 5
grams.LEAST = [0, 0.1, 0.5, 1, 1, 1]
grams.GAIN = 20
LANGUAGES = {
    'arabic': ['ar', 'fa', 'ur', 'ps'], 'hebrew': ['he', 'yi'], 'devanagari': ['hi', 'mr', 'ne'], 'bengali': ['bn', 'as'], 'tamil': ['ta'], 'kannada': ['kn'],
    'thai': ['th'], 'armenian': ['hy'], 'georgian': ['ka'],
}
DRAWN_LINES, DRAWN_WEIGHT = 60_000, 0.25
SEED = 616
#: Placeholders, markup and keys in messages of programs.
NO_TEXT = re.compile(r'<[^>]*>|%\w+|\$\(?\w+\)?|&\w+;|[~_&%$#{}|\\^@]')


def line(text: str) -> str:
    """As the network's labels: words of right-to-left scripts from the last to the first, each from its left end."""
    words = [visual(spelled(word)) for word in text.split()]
    return ' '.join(word for word in (words[::-1] if is_right_to_left(text) else words) if word)


def messages(folder: str, own: re.Pattern) -> list[str]:
    found = []
    for file in sorted(glob.glob(os.path.join(folder, '**', '*.mo'), recursive=True)):
        with open(file, 'rb') as opened:
            texts = gettext.GNUTranslations(opened)._catalog.values()
        for text in texts:
            found += [part for part in NO_TEXT.sub(' ', text).splitlines() if own.search(part)] if isinstance(text, str) else []
    return sorted(set(found))


def texts(given) -> list[tuple[list[str], float]]:
    groups = []
    for name in SHARES:
        script, r = Script(given.data, name), random.Random(SEED)
        letters = ''.join(letter for letter in script.letters() if letter > '\u02ff')
        own = re.compile(f'[{re.escape(letters)}]')
        words = {word for some in script.words.values() for word in some}
        sentences = [text for some in script.sentences.values() for text in some]
        for language in LANGUAGES[name]:
            file = os.path.join(given.lists, f'{language}.txt')
            if os.path.exists(file):
                with open(file, encoding='utf8') as opened:
                    words |= {word for row in opened for word in row.split() if own.search(word)}
            sentences += messages(os.path.join(given.translations, language), own)
        drawn = [' '.join(script.tokens(r, r.choice([3, 5, 7, 9]))) for _ in range(DRAWN_LINES)]
        print(name, len(words), 'words', len(sentences), 'sentences', flush=True)
        groups += [(list(map(line, sorted(words))), 1), (list(map(line, sentences)), 1), (list(map(line, drawn)), DRAWN_WEIGHT)]
    return groups


def main() -> None:
    options = argparse.ArgumentParser()
    for name in ('data', 'lists', 'translations', 'characters'):
        options.add_argument(f'--{name}', required=True)
    options.add_argument('--out', default='letters.bin')
    given = options.parse_args()
    with open(given.characters, encoding='utf8') as file:
        characters = json.load(file)['characters']
    grams.SYMBOLS = ''.join(dict.fromkeys(map(grams.folded, characters)))
    grams.NUMBER = {symbol: place + 1 for place, symbol in enumerate(grams.SYMBOLS)}
    grams.write(given.out, grams.SYMBOLS, *grams.modeled(grams.counted(texts(given))))


if __name__ == '__main__':
    main()
