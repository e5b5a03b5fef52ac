/** Small faces: images of persons made small and set into large ones that are generated, and how many are found again. */
import sharp from 'sharp';
import { Random } from '../../../src/engines/shared/random.ts';
import type { FaceEngine } from '../../../src/engines/faces/engine.ts';
import type { Box } from '../../../src/engines/faces/face.ts';
import { openImage } from '../../../src/engines/faces/open-image.ts';
import type { RgbImage } from '../../../src/engines/faces/image.ts';
import type { FaceData } from './data.ts';

const [WIDTH, HEIGHT] = [1920, 1080];
const [COLUMNS, ROWS] = [5, 4];

export interface SmallFaces {
  faces: number;
  found: number;
  others: number;
  milliseconds: number;
}

/** `side` is that of the square around the face, as the engine draws it on the image before it is made small. */
export async function smallFaces(engine: FaceEngine, data: FaceData, side: number, scenes: number): Promise<SmallFaces> {
  const random = new Random(side);
  const result: SmallFaces = { faces: 0, found: 0, others: 0, milliseconds: 0 };
  const every = Math.floor(data.files.length / (scenes * COLUMNS * ROWS));
  for (let scene = 0; scene < scenes; scene++) {
    const ground = await madeUpGround(random);
    const truth: Box[] = [];
    for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
      const file = data.files[(scene * COLUMNS * ROWS + cell) * every]!;
      truth.push(await placed(engine, ground, data.bytesOf(file), side, cell, random));
    }
    const before = process.cpuUsage();
    const { faces } = await engine.find({ image: ground, width: WIDTH, height: HEIGHT }, { templates: false, maxFaces: 1000 });
    const { user, system } = process.cpuUsage(before);
    result.faces += truth.length;
    result.found += truth.filter((wanted) => faces.some(({ box }) => isSame(wanted, box))).length;
    result.others += faces.filter(({ box }) => !truth.some((wanted) => isSame(wanted, box))).length;
    result.milliseconds += (user + system) / 1000 / scenes;
  }
  return result;
}

async function placed(engine: FaceEngine, ground: RgbImage, bytes: Uint8Array, side: number, cell: number, random: Random): Promise<Box> {
  const opened = await openImage(bytes);
  const { faces } = await engine.find(opened, { templates: false, maxFaces: 100 });
  const away = ({ left, top, width, height }: Box): number =>
    Math.hypot(left + width / 2 - opened.width / 2, top + height / 2 - opened.height / 2);
  const { box } = faces.reduce((nearest, one) => (away(one.box) < away(nearest.box) ? one : nearest));
  const scale = side / box.width;
  const { data, info } = await sharp(bytes)
    .resize(Math.round(opened.width * scale), Math.round(opened.height * scale), { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.floor((((cell % COLUMNS) + random.next() * (1 - (info.width * COLUMNS) / WIDTH)) * WIDTH) / COLUMNS);
  const top = Math.floor(((Math.floor(cell / COLUMNS) + random.next() * (1 - (info.height * ROWS) / HEIGHT)) * HEIGHT) / ROWS);
  for (let y = 0; y < info.height; y++)
    ground.data.set(data.subarray(y * info.width * 3, (y + 1) * info.width * 3), ((top + y) * WIDTH + left) * 3);
  return { left: left + box.left * scale, top: top + box.top * scale, width: side, height: side };
}

/** Soft patches of color with noise on them. */
async function madeUpGround(random: Random): Promise<RgbImage> {
  const patches = Uint8Array.from({ length: 24 * 14 * 3 }, () => random.next() * 256);
  const soft = await sharp(patches, { raw: { width: 24, height: 14, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();
  return {
    width: WIDTH,
    height: HEIGHT,
    data: Uint8ClampedArray.from(soft, (value) => value + (random.next() - 0.5) * 24) as unknown as Uint8Array,
  };
}

function isSame(wanted: Box, found: Box): boolean {
  const apart = Math.hypot(
    wanted.left + wanted.width / 2 - found.left - found.width / 2,
    wanted.top + wanted.height / 2 - found.top - found.height / 2,
  );
  return apart < wanted.width / 2 && found.width > wanted.width / 2 && found.width < wanted.width * 2;
}
