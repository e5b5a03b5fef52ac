import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readImage } from './read-image.ts';
import type { Detector } from './detection/detector.ts';
import type { Recognizer } from './recognition/recognizer.ts';

test('reads lines along the side of a page one after another, since they share the readers of other scripts', async () => {
  const image = { width: 300, height: 300, data: new Uint8Array(300 * 300).fill(255) };
  const lineAt = (x: number): Record<string, unknown> => ({ x, y: 150, length: 200, height: 16, angle: 90, middle: [{ x, y: 150 }] });
  const detector = {
    find: async () =>
      await Promise.resolve({ lines: [40, 80, 120].map(lineAt), marks: { width: 0, height: 0, scores: new Float32Array() } }),
  } as unknown as Detector;
  let [running, most, calls] = [0, 0, 0];
  const recognizer = {
    read: async (lines: readonly unknown[]) => {
      most = Math.max(most, ++running);
      calls++;
      await setImmediate();
      running--;
      return lines.map(() => ({ letters: [], pixelsPerStep: 4 }));
    },
  } as unknown as Recognizer;
  await readImage(image, detector, { recognizer, name: 'own' }, { upright: true });
  assert.ok(calls >= 3, `${calls} calls`);
  assert.equal(most, 1);
});
