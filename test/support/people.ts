/** Photos of people from a development package, and crops of them; imports nothing of the server. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
const original = (number: number): Sharp => sharp(readFileSync(join(PACKAGE, 'demo', `sample${number}.jpg`)));
/** Smaller than they come, since the time to analyze an image goes by its size. */
const photo = (number: number): Promise<Buffer> => original(number).resize({ width: 800 }).jpeg({ quality: 92 }).toBuffer();

/** Four persons side by side. */
export const GROUP_PHOTO = await photo(6);

/** Two other people, each alone. */
export const STRANGER_PHOTOS = await Promise.all(
  [
    { left: 380, top: 50, width: 200, height: 220 },
    { left: 570, top: 90, width: 190, height: 200 },
  ].map(
    async (place) =>
      await sharp(await photo(3))
        .extract(place)
        .jpeg({ quality: 92 })
        .toBuffer(),
  ),
);

/** The group photo mirrored, smaller and darker. */
export const GROUP_PHOTO_VARIANT = await original(6)
  .flop()
  .resize({ width: 700 })
  .modulate({ brightness: 0.9 })
  .jpeg({ quality: 85 })
  .toBuffer();

/** Crops a face with a margin. */
export async function cutOut(bytes: Buffer, face: Rectangle): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const margin = Math.round(face.width * 0.3);
  const [left, top] = [Math.max(0, face.left - margin), Math.max(0, face.top - margin)];
  return await sharp(bytes)
    .extract({
      left,
      top,
      width: Math.min(width, face.left + face.width + margin) - left,
      height: Math.min(height, face.top + face.height + margin) - top,
    })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Faces sorted from left to right. */
export function sortLeftToRight<T extends { faceRectangle: Rectangle }>(faces: readonly T[]): T[] {
  return [...faces].sort((a, b) => a.faceRectangle.left - b.faceRectangle.left);
}

/** Serves files on the loopback address until it is closed; a server may fetch from `host` only if its settings allow it. */
export async function serveFiles(
  files: Readonly<Record<string, Buffer>>,
): Promise<{ host: string; urlOf(name: string): string; close(): void }> {
  const server = createServer(({ url }, response) => {
    const file = files[url!.slice(1)];
    if (file) response.end(file);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, urlOf: (name) => `http://${host}/${name}`, close: () => server.close() };
}
