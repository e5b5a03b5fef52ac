"""
Cuts surfaces for cloth and other covers out of photographs.

    python3 textures.py PHOTOGRAPHS OUT

writes OUT/textures.npy: the middle of up to 160 photographs, 192 x 192 pixels each.
"""
import os
import random
import sys

import numpy as np
from PIL import Image

SIDE, COUNT, REDUCED = 192, 160, 420
# Smoother ones are plain colors, which need no photograph.
LEAST_DEVIATION = 12


def main() -> None:
    photographs, out = sys.argv[1:3]
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(photographs) for name in names if name.endswith('.jpg') and '/avatars' not in folder and '/faces' not in folder)
    random.Random(1).shuffle(files)
    textures = []
    for file in files:
        picture = Image.open(file).convert('RGB')
        picture.thumbnail((REDUCED, REDUCED))
        width, height = picture.size
        if min(width, height) < SIDE:
            continue
        left, top = (width - SIDE) // 2, (height - SIDE) // 2
        texture = np.asarray(picture)[top:top + SIDE, left:left + SIDE]
        if texture.std() >= LEAST_DEVIATION:
            textures.append(texture)
        if len(textures) == COUNT:
            break
    np.save(os.path.join(out, 'textures.npy'), np.stack(textures))
    print(f'{len(textures)} textures')


if __name__ == '__main__':
    main()
