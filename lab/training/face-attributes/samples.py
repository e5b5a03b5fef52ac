"""
Training samples: a face out of a photograph, often with drawn glasses, masks, headwear and covers, and what can be seen on it.

    python3 samples.py --data FOLDER --sheet sheet.png [--seed N]

draws a sheet of samples to look at; with `--images FOLDER --draw mask` each face becomes an image with a drawn mask, sunglasses or hand
over the mouth (`mask`, `sun`, `hand`), with labels.csv for the bench. FOLDER holds faces.bin and faces.json (crops.ts) and textures.npy (textures.py).
"""
import argparse
import json
import os
import random

import numpy as np
from PIL import Image

import covers
from canvas import Canvas
from glasses import GOGGLES, NONE, READING, SUN, draw_goggles, draw_reading, draw_sunglasses
from headwear import draw_headwear
from masks import FACE_MASK, NO_MASK, OTHER, draw_face_mask, draw_scarf

# The order of the labels of a sample; -1 where a label is not known.
LABELS = ['glasses', 'headwear', 'mask', 'forehead', 'eyes', 'nose', 'mouth']
# A part of the face is covered from the larger share on, and free up to the smaller one.
FREE, COVERED = 0.2, 0.6
# Where each landmark is in a mirrored face.
MIRRORED = [*range(16, -1, -1), *range(26, 16, -1), 27, 28, 29, 30, 35, 34, 33, 32, 31, 45, 44, 43, 42, 47, 46, 39, 38, 37, 36, 41, 40,
            54, 53, 52, 51, 50, 49, 48, 59, 58, 57, 56, 55, 64, 63, 62, 61, 60, 67, 66, 65]


class Faces:
    def __init__(self, folder: str):
        with open(os.path.join(folder, 'faces.json'), encoding='utf8') as file:
            described = json.load(file)
        own_labels = os.path.join(folder, 'labels.json')
        with open(own_labels if os.path.exists(own_labels) else os.path.join(os.path.dirname(os.path.abspath(__file__)), 'labels.json'), encoding='utf8') as file:
            labels = json.load(file)
        side = described['side']
        crops = np.fromfile(os.path.join(folder, 'faces.bin'), np.uint8).reshape(-1, side, side, 3)
        self.textures = np.load(os.path.join(folder, 'textures.npy'))
        self.side, self.border = side, described['border']
        self.faces, self.weights = [], []
        for crop, face in zip(crops, described['faces']):
            own = labels.get(f"{face['file']}#{face['face']}")
            if own is None:
                continue
            known = {name: own.get(name, 0) for name in LABELS}
            self.faces.append((crop, np.array(face['points'], np.float32), known))
            # Faces that really wear something are rare, and worth more than drawings.
            self.weights.append(1 + (known['glasses'] in (READING, SUN)) + 1.5 * (known['headwear'] == 1) + (known['mouth'] == 1))


def share_of(covered: np.ndarray, center: np.ndarray, rx: float, ry: float) -> float:
    y, x = np.mgrid[0:covered.shape[0], 0:covered.shape[1]]
    inside = ((x - center[0]) / rx) ** 2 + ((y - center[1]) / ry) ** 2 <= 1
    return float(covered[inside].mean()) if inside.any() else 0.0


def shares(canvas: Canvas, covered: np.ndarray) -> dict:
    points, eyes, at = canvas.points, canvas.eyes, covers.targets(canvas)
    return {
        'forehead': share_of(covered, at['forehead'], eyes * 0.6, canvas.unit * 0.15),
        'eyes': max(share_of(covered, eye, eyes * 0.2, eyes * 0.12) for eye in (canvas.left_eye, canvas.right_eye)),
        'nose': share_of(covered, points[30:36].mean(0), eyes * 0.22, eyes * 0.16),
        'mouth': share_of(covered, at['mouth'], max(eyes * 0.3, abs(points[54, 0] - points[48, 0]) * 0.5), max(eyes * 0.12, abs(points[57, 1] - points[51, 1]) * 0.5)),
    }


def make_sample(seed: int, faces: Faces) -> tuple[np.ndarray, np.ndarray]:
    rng = random.Random(seed)
    crop, points, known = rng.choices(faces.faces, faces.weights)[0]
    known = dict(known)
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
        points = points[MIRRORED] * np.array([-1, 1], np.float32) + np.array([crop.shape[1] - 1, 0], np.float32)
    canvas = Canvas(crop, points, rng)
    worn = known['glasses'] > 0 or known['headwear'] == 1
    if worn and rng.random() < 0.5:
        return finished(canvas, known)
    textures = faces.textures
    if rng.random() < 0.45:
        covers.draw_age(canvas)
    if rng.random() < 0.3:
        covers.draw_shine(canvas)
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        covers.draw_distraction(canvas)
    if known['headwear'] == 0 and known['forehead'] == 0 and rng.random() < 0.15:
        covers.draw_hairdo(canvas)
    if known['forehead'] == 0 and rng.random() < 0.05:
        covers.draw_hair(canvas, canvas.points[27], True)
    if known['mask'] == NO_MASK and known['mouth'] == 0:
        kind = rng.random()
        if kind < 0.2:
            known['mask'] = draw_face_mask(canvas, textures)
        elif kind < 0.27:
            known['mask'] = draw_scarf(canvas, textures)
    if known['glasses'] == NONE and known['eyes'] == 0:
        kind = rng.random()
        if kind < 0.21:
            known['glasses'] = draw_reading(canvas)
        elif kind < 0.33:
            known['glasses'] = draw_sunglasses(canvas)
        elif kind < 0.355:
            known['glasses'] = draw_goggles(canvas)
    if known['headwear'] == 0 and rng.random() < 0.28:
        draw_headwear(canvas, textures)
        known['headwear'] = 1
    before = canvas.covered.copy()
    canvas.covered[:] = 0
    if rng.random() < 0.2:
        draw_cover(canvas, textures)
    hidden = shares(canvas, canvas.covered)
    if hidden['eyes'] > 0.3:
        known['glasses'] = -1
    if hidden['forehead'] > 0.5 and rng.random() < 0.7:
        known['headwear'] = -1
    if known['mask'] == FACE_MASK and hidden['mouth'] > 0.3:
        known['mask'] = -1
    canvas.covered = np.maximum(before, canvas.covered)
    return finished(canvas, known)


def draw_cover(canvas: Canvas, textures: np.ndarray) -> None:
    rng = canvas.rng
    places = covers.targets(canvas)
    name = rng.choices(['mouth', 'eyes', 'left', 'right', 'forehead', 'nose', 'beside'], [6, 2, 2, 2, 2, 1, 4])[0]
    if name == 'beside':
        at = canvas.points[rng.choice([1, 3, 5, 8, 11, 13, 15])] + np.array([rng.uniform(-20, 20), rng.uniform(0, 35)])
    else:
        at = places[name] + np.array([rng.gauss(0, 5), rng.gauss(0, 5)])
    kind = rng.choices(['hand', 'patch', 'microphone', 'hair'], [5, 4, 2 if name in ('mouth', 'beside') else 0, 2 if name in ('left', 'right') else 0])[0]
    size = canvas.eyes * rng.uniform(0.4, 0.85)
    if kind == 'hand':
        covers.draw_hand(canvas, at, size)
    elif kind == 'microphone':
        covers.draw_microphone(canvas, at, size * rng.uniform(0.4, 0.9))
    elif kind == 'hair':
        covers.draw_hair(canvas, at, False)
    else:
        covers.draw_patch(canvas, textures, at, size * rng.uniform(0.7, 1.8), size * rng.uniform(0.5, 1.1))


def finished(canvas: Canvas, known: dict) -> tuple[np.ndarray, np.ndarray]:
    for name, share in shares(canvas, canvas.covered).items():
        if share >= COVERED:
            known[name] = 1
        elif share > FREE and known[name] == 0:
            known[name] = -1
    if known['mask'] == NO_MASK and known['mouth'] != 0:
        known['mask'] = OTHER if known['mouth'] == 1 else -1
    return np.clip(canvas.image, 0, 255).astype(np.uint8), np.array([known[name] for name in LABELS], np.int8)


def write_images(faces: Faces, folder: str, draw: str, seed: int) -> None:
    """One image for each bare face, for measuring with `lab/bench/main.ts faces --only attributes --images`."""
    os.makedirs(folder, exist_ok=True)
    rows = ['file,glasses,eyes,mouth,mask']
    for i, (crop, points, known) in enumerate(faces.faces):
        if any(known[name] != 0 for name in ('glasses', 'eyes', 'mouth', 'mask')):
            continue
        canvas = Canvas(crop, points, random.Random(seed * 1000 + i))
        kinds = {'sun': draw_sunglasses, 'goggles': draw_goggles}
        if draw in kinds:
            known['glasses'] = kinds[draw](canvas)
        elif draw == 'hand':
            covers.draw_hand(canvas, covers.targets(canvas)['mouth'], canvas.eyes * 0.75)
        else:
            known['mask'] = (draw_face_mask if draw == 'mask' else draw_scarf)(canvas, faces.textures)
        image, labels = finished(canvas, known)
        values = dict(zip(LABELS, labels.tolist()))
        Image.fromarray(image).save(os.path.join(folder, f'{i}.png'))
        named = [['noGlasses', 'readingGlasses', 'sunglasses', 'swimmingGoggles', ''][values['glasses']], ['no', 'yes', ''][values['eyes']], ['no', 'yes', ''][values['mouth']],
                 ['noMask', 'faceMask', 'otherMaskOrOcclusion', ''][values['mask']]]
        rows.append(','.join([f'{i}.png', *named]))
    with open(os.path.join(folder, 'labels.csv'), 'w', encoding='utf8') as file:
        file.write('\n'.join(rows) + '\n')


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument('--data', default='data')
    options.add_argument('--sheet', default='sheet.png')
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--columns', type=int, default=12)
    options.add_argument('--images')
    options.add_argument('--draw', choices=['mask', 'scarf', 'sun', 'goggles', 'hand'], default='mask')
    given = options.parse_args()
    faces = Faces(given.data)
    if given.images:
        write_images(faces, given.images, given.draw, given.seed)
        return
    side, border = faces.side, faces.border
    size = side - 2 * border
    sheet = Image.new('RGB', (given.columns * size, 8 * size))
    for i in range(given.columns * 8):
        image, labels = make_sample(given.seed * 1000 + i, faces)
        sheet.paste(Image.fromarray(image[border:side - border, border:side - border]), (i % given.columns * size, i // given.columns * size))
        print(i, dict(zip(LABELS, labels.tolist())))
    sheet.save(given.sheet)


if __name__ == '__main__':
    main()
