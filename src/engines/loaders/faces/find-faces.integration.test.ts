import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { Random } from '../../shared/random.ts';
import type { Box, Face, FacesInImage } from '../../faces/face.ts';
import { TEMPLATE_LENGTH } from '../../faces/face.ts';
import { findFaces } from './find-faces.ts';

import { SHIPPED_NETWORKS } from './shipped-networks.ts';

const demo = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo');
const folder = await mkdtemp(join(tmpdir(), 'faces-'));
after(async () => {
  await rm(folder, { recursive: true });
});

const find = async (bytes: Uint8Array, templates = false, weights?: string): Promise<FacesInImage> =>
  await findFaces({ bytes, wanted: { templates }, ...(weights !== undefined && { weights }) });
const smaller = async (name: string, width: number): Promise<Buffer> => await sharp(join(demo, name)).resize(width).png().toBuffer();
const middle = ({ left, top, width, height }: Box): [number, number] => [left + width / 2, top + height / 2];
const apart = (one: Face, other: Face): number => Math.hypot(...one.template!.map((value, i) => value - other.template![i]!));

/** Asserts that a second image shows the same faces where `to` maps them. */
function assertSameFaces(first: FacesInImage, second: FacesInImage, to: (x: number, y: number) => [number, number], scale = 1): void {
  assert.equal(second.faces.length, first.faces.length);
  for (const { box } of first.faces) {
    const [x, y] = to(...middle(box));
    assert.ok(
      second.faces.some((face) => Math.hypot(middle(face.box)[0] - x, middle(face.box)[1] - y) < 0.2 * box.width * scale),
      `no face at ${x}, ${y}`,
    );
  }
}

test('finds the faces of photographs, largest first, and nothing else', async () => {
  for (const [name, count] of [
    ['sample1.jpg', 3],
    ['sample3.jpg', 3],
    ['sample6.jpg', 4],
  ] as const) {
    const { width, height, faces } = await find(await smaller(name, 640));
    assert.equal(faces.length, count, name);
    assert.equal(width, 640);
    for (const [i, { box, points, score, template }] of faces.entries()) {
      assert.equal(points.length, 68);
      assert.equal(template, undefined);
      assert.ok(score > 0 && score <= 1);
      assert.ok(
        box.width > 40 && box.width < 100 && box.left > 0 && box.top > 0 && box.left + box.width < width && box.top + box.height < height,
      );
      if (i > 0) assert.ok(box.width <= faces[i - 1]!.box.width);
    }
  }
});

test('applies the EXIF orientation before it reports rectangles', async () => {
  const upright = await smaller('sample3.jpg', 480);
  const turned = await sharp(await sharp(upright).rotate(-90).toBuffer())
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  assertSameFaces(await find(upright), await find(turned), (x, y) => [x, y]);
});

test('templates are stable under resizing, far from those of others, and deterministic', async () => {
  const [large, small] = [await find(await smaller('sample6.jpg', 640), true), await find(await smaller('sample6.jpg', 480), true)];
  assertSameFaces(large, small, (x, y) => [x * 0.75, y * 0.75], 0.75);
  for (const face of small.faces) {
    assert.equal(face.template!.length, TEMPLATE_LENGTH);
    const [near, next] = large.faces.map((other) => ({ apart: apart(face, other), box: other.box })).sort((a, b) => a.apart - b.apart);
    assert.ok(Math.abs(middle(near!.box)[0] - middle(face.box)[0] / 0.75) < 20);
    assert.ok(near!.apart < 0.35 && next!.apart > 0.5, `${near!.apart} ${next!.apart}`);
  }
  assert.deepEqual(await find(await smaller('sample6.jpg', 480), true), small);
});

test('the yaw and roll of a mirrored face change their signs', async () => {
  const image = await smaller('sample4.jpg', 560);
  const [given, mirrored] = [await find(image), await find(await sharp(image).flop().toBuffer())];
  assertSameFaces(given, mirrored, (x, y) => [560 - x, y]);
  for (const { box, pose } of given.faces) {
    const other = mirrored.faces.find((face) => Math.abs(560 - middle(face.box)[0] - middle(box)[0]) < 20)!;
    assert.ok(Math.abs(other.pose.yaw + pose.yaw) < 12 && Math.abs(other.pose.roll + pose.roll) < 6, JSON.stringify([pose, other.pose]));
  }
});

test('finds small faces in a large image', async () => {
  const { faces } = await find(await smaller('sample6.jpg', 640));
  // The smallest face becomes 36 pixels wide.
  const scale = 36 / faces.at(-1)!.box.width;
  const random = new Random(3);
  const ground = Uint8Array.from({ length: 1920 * 1080 * 3 }, () => 90 + 40 * random.next());
  const [left, top] = [1234, 567];
  const scene = await sharp(ground, { raw: { width: 1920, height: 1080, channels: 3 } })
    .composite([{ input: await smaller('sample6.jpg', Math.round(640 * scale)), left, top }])
    .jpeg({ quality: 95 })
    .toBuffer();
  const found = await find(scene);
  assert.equal(found.faces.length, faces.length);
  for (const { box } of faces)
    assert.ok(
      found.faces.some(
        (face) => Math.hypot(middle(face.box)[0] - left - middle(box)[0] * scale, middle(face.box)[1] - top - middle(box)[1] * scale) < 8,
      ),
    );
});

test('finds no faces in noise, stripes, or a uniform image', async () => {
  const random = new Random(2);
  for (const shade of [() => 255 * random.next(), (i: number) => (Math.floor(i / 30) % 2) * 255, () => 120]) {
    const data = Uint8Array.from({ length: 300 * 240 * 3 }, (_, i) => shade(i));
    assert.deepEqual(
      (
        await find(
          await sharp(data, { raw: { width: 300, height: 240, channels: 3 } })
            .png()
            .toBuffer(),
        )
      ).faces,
      [],
    );
  }
});

test('returns only the requested number of faces, the largest', async () => {
  const bytes = await smaller('sample6.jpg', 400);
  const all = await find(bytes);
  assert.deepEqual(await findFaces({ bytes, wanted: { templates: false }, maxFaces: 2 }), { ...all, faces: all.faces.slice(0, 2) });
});

test('networks of a weights folder replace the shipped ones', async () => {
  const {
    detector: {
      decoding,
      settings: { levels, faces, minScore },
    },
    landmarks,
    recognition,
  } = SHIPPED_NETWORKS;
  await copyFile(SHIPPED_NETWORKS.detector.file, join(folder, 'finder.onnx'));
  await copyFile(SHIPPED_NETWORKS.landmarks.file, join(folder, 'dots.onnx'));
  await copyFile(SHIPPED_NETWORKS.recognition.file, join(folder, 'who.onnx'));
  await writeFile(
    join(folder, 'faces.json'),
    JSON.stringify({
      detector: {
        file: 'finder.onnx',
        ...levels,
        ...decoding,
        decoding: decoding.kind,
        minFaceSize: faces.min,
        maxFaceSize: faces.max,
        minScore,
      },
      landmarks: { file: 'dots.onnx', ...landmarks.settings.levels, side: 112 },
      recognition: { file: 'who.onnx', ...recognition.settings.levels, mirror: false },
    }),
  );
  const bytes = await smaller('sample3.jpg', 400);
  const [shipped, other] = [await find(bytes, true), await find(bytes, true, folder)];
  const without = ({ faces: found }: FacesInImage): Face[] => found.map(({ template: _, ...face }) => face);
  assert.deepEqual(without(other), without(shipped));
  // This folder turns the mirror image off: templates are near those of the shipped settings, but not equal.
  for (const [i, face] of other.faces.entries()) assert.ok(apart(face, shipped.faces[i]!) > 0.01 && apart(face, shipped.faces[i]!) < 0.4);
});

test('rejects a folder with an invalid network, and uses it once it is fixed', async () => {
  const bytes = await smaller('sample3.jpg', 300);
  const place = await mkdtemp(join(folder, 'other-'));
  await assert.rejects(find(bytes, false, place), /faces\.json/);
  await copyFile(join(folder, 'faces.json'), join(place, 'faces.json'));
  for (const name of ['dots.onnx', 'who.onnx']) await copyFile(join(folder, name), join(place, name));
  await writeFile(join(place, 'finder.onnx'), 'not a network');
  await assert.rejects(find(bytes, false, place));
  await copyFile(join(folder, 'finder.onnx'), join(place, 'finder.onnx'));
  assert.equal((await find(bytes, false, place)).faces.length, 3);
});
