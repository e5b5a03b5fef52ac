/**
 * A reader that stores what it read in a folder, so that fields can be measured again without reading the pages again. Entries are
 * found by the pixels of the image, the options, and the sources and weights of reading: a change of any of them reads again.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { MarkMap } from '../../../../src/engines/documents/reading/ocr/detection/mark-map.ts';
import { markProbability } from '../../../../src/engines/documents/reading/ocr/detection/mark-map.ts';
import type { OcrResult, Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Pixels; probabilities of selection marks are stored at this density. */
const MARK_CELL = 4;

interface Stored extends Omit<OcrResult, 'markProbability'> {
  marks?: MarkMap;
}

export function cachedReader(folder: string, open: () => Promise<Reader>): Reader {
  mkdirSync(folder, { recursive: true });
  const version = readingVersion();
  let opened: Promise<Reader> | undefined;
  return {
    read: async (image, options = {}) => {
      const key = createHash('sha256')
        .update(version)
        .update(JSON.stringify([image.width, image.height, options]))
        .update(image.data);
      const file = join(folder, `${key.digest('hex').slice(0, 40)}.bin`);
      if (existsSync(file)) return fromStored(deserialize(readFileSync(file)) as Stored);
      const result = await (await (opened ??= open())).read(image, options);
      const stored = toStored(result);
      const unfinished = `${file}.${String(process.pid)}`;
      writeFileSync(unfinished, serialize(stored));
      renameSync(unfinished, file);
      return fromStored(stored);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

function readingVersion(): string {
  const hash = createHash('sha256');
  for (const file of globSync('src/engines/documents/reading/**/*.ts', { cwd: ROOT }).sort())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(ROOT, file)));
  for (const file of globSync('weights/{detector,recogniser,more-letters,hands,scripts}/**/*.*', { cwd: ROOT }).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function toStored({ markProbability: probability, ...rest }: OcrResult): Stored {
  if (probability === undefined) return rest;
  const [width, height] = [Math.ceil(rest.upright.width / MARK_CELL), Math.ceil(rest.upright.height / MARK_CELL)];
  const scores = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, top] = [x * MARK_CELL, y * MARK_CELL];
      const p = probability({ left, top, right: left + MARK_CELL - 1, bottom: top + MARK_CELL - 1 });
      scores[y * width + x] = Math.log(Math.max(p, 1e-6) / Math.max(1 - p, 1e-6));
    }
  return { ...rest, marks: { width, height, cell: MARK_CELL, scores } };
}

function fromStored({ marks, ...rest }: Stored): OcrResult {
  return marks === undefined ? rest : { ...rest, markProbability: (box) => markProbability(marks, box) };
}
