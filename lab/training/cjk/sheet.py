"""
Writes lines to measure readers with: four languages, 40 to 12 pixels, clean and noisy (half the contrast, uneven light, grain), in
typefaces that are not trained on.

    python3 sheet.py --data FOLDER --out FOLDER [--lines 12]

`out` receives lines.json, records {language, size, noisy, image, text}, and the images, as the server cuts lines out of a page. For
`npm run bench -- reading --only cjk`.
"""
import argparse
import json
import os
import random

import numpy as np
from PIL import Image

from characters import LANGUAGES
from lines import Lines

SIZES = (40, 24, 16, 12)


def noisy(gray: np.ndarray, r: np.random.Generator) -> np.ndarray:
    high, wide = gray.shape
    light = np.asarray(Image.fromarray(r.uniform(0.75, 1, (2, 4)).astype(np.float32)).resize((wide, high), Image.BICUBIC))
    return np.clip((255 - (255 - gray) * 0.5) * light + r.normal(0, 14, gray.shape), 0, 255)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('--data', required=True)
    options.add_argument('--out', required=True)
    options.add_argument('--lines', type=int, default=12)
    given = options.parse_args()
    os.makedirs(given.out, exist_ok=True)
    records, noise = [], np.random.default_rng(3)
    for language in LANGUAGES:
        source = Lines(given.data, 4242, True, language)
        source.random = r = random.Random(4242)
        source.open()
        for size in SIZES:
            for is_noisy in (False, True):
                made = 0
                while made < given.lines:
                    face = r.choice(source.faces[language])
                    face.font = None
                    pair = source.text(language, face)
                    if pair is None or len(pair[1]) < 4 or (ink := face.drawn(pair[0], 0, size)) is None:
                        continue
                    face.font = None
                    rows, columns = np.flatnonzero(ink.max(1) > 60), np.flatnonzero(ink.max(0) > 60)
                    if len(rows) < size * 0.5:
                        continue
                    margin = max(1, round(size * 0.1))
                    gray = 255 - np.pad(ink[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1], margin).astype(np.float32) * 0.9
                    name = f'{language}-{size}-{"noisy" if is_noisy else "clean"}-{made}.png'
                    Image.fromarray((noisy(gray, noise) if is_noisy else gray).astype(np.uint8)).save(os.path.join(given.out, name))
                    records.append({'language': language, 'size': size, 'noisy': is_noisy, 'image': name, 'text': pair[1]})
                    made += 1
    with open(os.path.join(given.out, 'lines.json'), 'w', encoding='utf8') as file:
        json.dump(records, file, ensure_ascii=False, indent=0)
    print(len(records), 'lines', flush=True)


if __name__ == '__main__':
    main()
