import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDetector } from './detector.ts';

test('scales large images down, less in high resolution, and leaves small ones unchanged', async () => {
  const seen: number[][] = [];
  const detector = createDetector(
    {
      run: ({ shape }) => {
        seen.push([...shape]);
        return Promise.resolve({ data: new Float32Array(shape[2]! * shape[3]!), shape: [1, 1, shape[2]!, shape[3]!] });
      },
      close: () => Promise.resolve(),
    },
    { longSide: 640, mean: [0, 0, 0], deviation: [1, 1, 1] },
  );
  const image = (width: number, height: number) => ({ width, height, data: new Uint8Array(width * height).fill(255) });
  await detector.find(image(1600, 3200));
  await detector.find(image(1600, 3200), { highResolution: true });
  await detector.find(image(320, 160), { highResolution: true });
  assert.deepEqual(seen, [
    [1, 3, 640, 320],
    [1, 3, 1280, 640],
    [1, 3, 160, 320],
  ]);
});
