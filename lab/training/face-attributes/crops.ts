/**
 * Cuts the labeled faces out of photographs, with the engine's own detector and alignment.
 * node lab/training/face-attributes/crops.ts PHOTOGRAPHS OUT reads the files that labels.json names below PHOTOGRAPHS and writes
 * OUT/faces.bin (square crops of red, green and blue, one after the other) and OUT/faces.json (side, border, and for each crop its file and
 * the 68 landmarks in its pixels).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CROP_SIDE, cropFace, cropTransform } from '../../../src/engines/faces/attributes/crop.ts';
import { openImage } from '../../../src/engines/faces/open-image.ts';
import { apply } from '../../../src/engines/documents/reading/model/affine.ts';
import { loadFaceEngine } from '../../../src/engines/loaders/faces/load-face-engine.ts';

/** Room around what the network sees, so that training can move and turn it. */
const BORDER = 48;

const [photographs, out] = process.argv.slice(2);
if (photographs === undefined || out === undefined) throw new Error('usage: crops.ts PHOTOGRAPHS OUT');
const labels = JSON.parse(await readFile(new URL('./labels.json', import.meta.url), 'utf8')) as Record<string, unknown>;
const files = new Set(Object.keys(labels).map((key) => key.slice(0, key.lastIndexOf('#'))));
const engine = await loadFaceEngine();
const crops: Uint8Array[] = [];
const faces: { file: string; face: number; points: [number, number][] }[] = [];
const rounded = (value: number): number => Math.round(value * 10) / 10;
for (const file of files) {
  const opened = await openImage(await readFile(join(photographs, file)));
  const scale = opened.image.width / opened.width;
  const found = await engine.find(opened, { templates: false, maxFaces: 6 });
  for (const [face, { points }] of found.faces.entries()) {
    if (labels[`${file}#${face}`] === undefined) continue;
    const inImage = points.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const transform = cropTransform(inImage, BORDER);
    crops.push(cropFace(opened.image, inImage, BORDER).data);
    const inCrop = inImage.map(({ x, y }): [number, number] => {
      const point = apply(transform, x, y);
      return [rounded(point.x), rounded(point.y)];
    });
    faces.push({ file, face, points: inCrop });
  }
}
await writeFile(join(out, 'faces.bin'), Buffer.concat(crops));
await writeFile(join(out, 'faces.json'), JSON.stringify({ side: CROP_SIDE + 2 * BORDER, border: BORDER, faces }));
console.log(`${faces.length} faces of ${files.size} photographs`);
await engine.close();
