import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractLines } from './detector.ts';
import { boundingBox, foldAngle, transformRectangle, minAreaRectangle } from './rectangle.ts';
import { estimateDirection, refineDirection } from '../orientation/orientation.ts';
import { rotation } from '../../images/rotate.ts';

test('finds the rectangle around its own corners', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: 20, max: 200, noNaN: true }),
      fc.double({ min: 2, max: 15, noNaN: true }),
      (angle, length, height) => {
        const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
        const corners = [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
          [0, 0],
        ].map(([u, v]) => ({ x: 300 + (u! * length * cos - v! * height * sin) / 2, y: 200 + (u! * length * sin + v! * height * cos) / 2 }));
        const found = minAreaRectangle(corners);
        for (const [name, wanted] of Object.entries({ x: 300, y: 200, length, height }))
          assert.ok(Math.abs(found[name as 'x'] - wanted) < 1e-6, name);
        assert.ok(Math.abs(foldAngle(found.angle - angle)) < 1e-6);
      },
    ),
  );
});

test('handles a single point and collinear points', () => {
  assert.deepEqual(minAreaRectangle([{ x: 3, y: 4 }]), { x: 3, y: 4, length: 0, height: 0, angle: 0 });
  assert.equal(
    minAreaRectangle([
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 10, y: 0 },
    ]).length,
    10,
  );
});

test('rotates a rectangle with its page', () => {
  const turned = transformRectangle(rotation(90), { x: 10, y: 0, length: 20, height: 4, angle: 0 });
  assert.ok(Math.abs(turned.x) < 1e-9 && Math.abs(turned.y - 10) < 1e-9);
  assert.equal(turned.angle, 90);
  assert.deepEqual(boundingBox({ x: 10, y: 5, length: 20, height: 4, angle: 0 }), { left: 0, top: 3, right: 20, bottom: 7 });
});

test('extracts lines from a score map, expanded to full letter height', () => {
  const [width, height] = [200, 100];
  const likely = new Float32Array(width * height);
  for (let y = 40; y < 50; y++) likely.fill(0.9, y * width + 30, y * width + 130);
  for (let y = 80; y < 90; y++) likely.fill(0.35, y * width + 30, y * width + 130);
  likely[5 * width + 5] = 0.9;
  const [line, ...rest] = extractLines(likely, width, height, 2, 2);
  assert.equal(rest.length, 0, 'neither what is unlikely nor a speck is a line');
  assert.ok(Math.abs(line!.x - 160) < 1 && Math.abs(line!.y - 90) < 1);
  assert.ok(line!.height > 44 && line!.height < 54 && line!.length > 224 && line!.length < 234);
  assert.equal(line!.angle, 0);
});

test('estimates the direction from most lines, ignoring outliers', () => {
  const line = (angle: number, length: number): Parameters<typeof estimateDirection>[0][number] => ({
    x: 0,
    y: 0,
    length,
    height: 20,
    angle,
  });
  assert.equal(estimateDirection([]), 0);
  assert.equal(estimateDirection([line(45, 22)]), 0, 'a square has no direction');
  assert.ok(Math.abs(estimateDirection([line(3.1, 500), line(2.9, 400), line(3, 450), line(90, 300), line(-88, 200)]) - 3) < 0.2);
  assert.equal(estimateDirection([line(90, 500), line(90, 400), line(0, 200)]), 90);
  assert.ok(
    Math.abs(foldAngle(estimateDirection([line(-89.8, 500), line(89.9, 400), line(-89.9, 450)]) - 90)) < 0.3,
    'both ends of the scale are one direction',
  );
});

test('refines the direction by rows of ink', () => {
  const [width, height] = [600, 400];
  const data = new Uint8Array(width * height).fill(255);
  const slope = Math.tan((2 * Math.PI) / 180);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if ((((y - x * slope) % 24) + 24) % 24 < 6 && x % 7 < 5) data[y * width + x] = 0;
  assert.ok(Math.abs(refineDirection({ width, height, data }, 1.7) - 2) <= 0.1);
});
