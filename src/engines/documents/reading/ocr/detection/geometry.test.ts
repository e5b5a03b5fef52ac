import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundingBox, foldAngle, transformRectangle } from './rectangle.ts';
import { estimateDirection, refineDirection } from '../orientation/orientation.ts';
import { rotation } from '../../images/rotate.ts';

test('rotates a rectangle with its page', () => {
  const turned = transformRectangle(rotation(90), { x: 10, y: 0, length: 20, height: 4, angle: 0 });
  assert.ok(Math.abs(turned.x) < 1e-9 && Math.abs(turned.y - 10) < 1e-9);
  assert.equal(turned.angle, 90);
  assert.deepEqual(boundingBox({ x: 10, y: 5, length: 20, height: 4, angle: 0 }), { left: 0, top: 3, right: 20, bottom: 7 });
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
