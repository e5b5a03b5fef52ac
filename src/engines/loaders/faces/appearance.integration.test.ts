/** The shipped attribute network on a real face with drawn things. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { likeliest } from '../../faces/attributes/appearance.ts';
import type { Appearance, Face, Point } from '../../faces/face.ts';
import { findFaces } from './find-faces.ts';

const PHOTOGRAPH = new URL('../../../../node_modules/@vladmandic/face-api/demo/sample6.jpg', import.meta.url);

let image: Buffer;
let face: Face;

async function largest(bytes: Uint8Array, appearance = true): Promise<Face> {
  return (await findFaces({ bytes, wanted: { templates: false, appearance }, maxFaces: 1 })).faces[0]!;
}

before(async () => {
  // The most upright of its four faces, alone.
  const whole = await sharp(readFileSync(PHOTOGRAPH)).resize({ width: 900 }).png().toBuffer();
  const { faces, width: right, height: bottom } = await findFaces({ bytes: whole, wanted: { templates: false } });
  const { left, top, width, height } = faces.toSorted((a, b) => Math.abs(a.pose.roll) - Math.abs(b.pose.roll))[0]!.box;
  const [x, y] = [Math.max(0, Math.round(left - 0.6 * width)), Math.max(0, Math.round(top - 0.9 * height))];
  const part = {
    left: x,
    top: y,
    width: Math.round(Math.min(2.2 * width, right - x)),
    height: Math.round(Math.min(2.5 * height, bottom - y)),
  };
  image = await sharp(whole).extract(part).png().toBuffer();
  face = await largest(image);
});

/** The appearance of the face with a drawing over it. */
async function wearing(svg: string): Promise<Appearance> {
  const { width, height } = await sharp(image).metadata();
  const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`);
  return (
    await largest(
      await sharp(image)
        .composite([{ input: drawing }])
        .png()
        .toBuffer(),
    )
  ).appearance!;
}

const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const eyes = (): [Point, Point, number] => {
  const [left, right] = [mean(face.points.slice(36, 42)), mean(face.points.slice(42, 48))];
  return [left, right, Math.hypot(right.x - left.x, right.y - left.y)];
};
const line = (...points: Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ');

/** Two lenses, a bridge and temples. */
function glasses(fill: string, stroke: number): string {
  const [left, right, apart] = eyes();
  const [ear, otherEar] = [face.points[0]!, face.points[16]!];
  const lens = ({ x, y }: Point): string => `<ellipse cx="${x}" cy="${y + 0.05 * apart}" rx="${0.38 * apart}" ry="${0.3 * apart}"/>`;
  const bridge = `<line x1="${left.x + 0.38 * apart}" y1="${left.y}" x2="${right.x - 0.38 * apart}" y2="${right.y}"/>`;
  const temples = `<line x1="${left.x - 0.38 * apart}" y1="${left.y}" x2="${ear.x}" y2="${left.y}"/><line x1="${right.x + 0.38 * apart}" y1="${right.y}" x2="${otherEar.x}" y2="${right.y}"/>`;
  return `<g fill="${fill}" stroke="#181410" stroke-width="${stroke}">${lens(left)}${lens(right)}${bridge}${temples}</g>`;
}

test('a bare face wears nothing', () => {
  const { glasses: kinds, mask, headwear, covered } = face.appearance!;
  assert.deepEqual([likeliest(kinds).kind, likeliest(mask).kind], ['noGlasses', 'noMask']);
  assert.ok(headwear < 0.5);
  assert.ok(Object.values(covered).every((share) => share < 0.5));
});

test('distinguishes glasses and sunglasses', async () => {
  const [, , apart] = eyes();
  assert.equal(likeliest((await wearing(glasses('none', apart / 18))).glasses).kind, 'readingGlasses');
  const dark = await wearing(glasses('#101010', apart / 18));
  assert.equal(likeliest(dark.glasses).kind, 'sunglasses');
  assert.ok(dark.covered.eyes > 0.5);
});

test('a mask covers nose and mouth', async () => {
  const jaw = face.points.slice(2, 15);
  const { mask, covered } = await wearing(`<polygon points="${line(face.points[28]!, ...jaw.toReversed())}" fill="#9cc4dd"/>`);
  assert.equal(likeliest(mask).kind, 'faceMask');
  assert.deepEqual([covered.nose > 0.5, covered.mouth > 0.5, covered.eyes > 0.5], [true, true, false]);
});

test('a cap covers the forehead', async () => {
  const [left, right, apart] = eyes();
  const [x, y] = [(left.x + right.x) / 2, left.y - 0.45 * apart];
  const dome = `<path d="M ${x - 1.15 * apart} ${y} A ${1.15 * apart} ${1.1 * apart} 0 0 1 ${x + 1.15 * apart} ${y} Z" fill="#a02020"/>`;
  const { headwear, covered } = await wearing(
    `${dome}<ellipse cx="${x}" cy="${y}" rx="${1.05 * apart}" ry="${0.16 * apart}" fill="#701414"/>`,
  );
  assert.deepEqual([headwear > 0.5, covered.forehead > 0.5, covered.mouth > 0.5], [true, true, false]);
});

test('the appearance is estimated only if it is wanted', async () => {
  assert.equal((await largest(image, false)).appearance, undefined);
});
