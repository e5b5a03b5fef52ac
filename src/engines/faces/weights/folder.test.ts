import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { describedIn } from './folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'faces-'));
after(async () => { await rm(folder, { recursive: true }); });

const said = async (what: unknown): Promise<unknown> => {
  await writeFile(join(folder, 'faces.json'), typeof what === 'string' ? what : JSON.stringify(what));
  return await describedIn(folder);
};

const COLOURS = { mean: [1, 2, 3], deviation: [4, 5, 6] };
const CELLS = { file: 'a.onnx', decoding: 'cells', cell: 32, anchors: [[1, 2]], leastFace: 30, mostFace: 80, ...COLOURS };
const BOXES = { file: 'b.onnx', decoding: 'boxes', width: 320, height: 240, leastFace: 16, mostFace: 200, leastScore: 0.7, ...COLOURS };

test('what is said of other networks is read, and what is not said has defaults', async () => {
  assert.deepEqual(await said({}), {});
  assert.deepEqual(await said({ detector: CELLS, recognition: { file: 'r.onnx', ...COLOURS } }), {
    detector: {
      file: join(folder, 'a.onnx'), decoding: { kind: 'cells', cell: 32, anchors: [[1, 2]] },
      settings: { levels: COLOURS, faces: { least: 30, most: 80 }, tile: { width: 1024, height: 1024, multiple: 32, fixed: false }, leastScore: 0.5 },
    },
    recognition: { file: join(folder, 'r.onnx'), settings: { levels: COLOURS, mirror: true } },
  });
  assert.deepEqual(await said({ detector: BOXES, landmarks: { file: 'l.onnx', side: 96, room: 1.2, ...COLOURS } }), {
    detector: {
      file: join(folder, 'b.onnx'), decoding: { kind: 'boxes' },
      settings: { levels: COLOURS, faces: { least: 16, most: 200 }, tile: { width: 320, height: 240, multiple: 1, fixed: true }, leastScore: 0.7 },
    },
    landmarks: { file: join(folder, 'l.onnx'), settings: { levels: COLOURS, side: 96, room: 1.2 } },
  });
});

test('what is said wrongly is named', async () => {
  for (const [wrong, message] of [
    ['no', /not JSON/], [[], /not JSON/], [{ detector: 5 }, /detector is no object/],
    [{ detector: { ...CELLS, decoding: 'rings' } }, /detector\.decoding is "rings"/],
    [{ detector: { ...CELLS, anchors: [[1, -2]] } }, /anchors/],
    [{ detector: { ...CELLS, anchors: [] } }, /anchors/],
    [{ detector: { ...CELLS, mostFace: 40 } }, /mostFace/],
    [{ detector: { ...BOXES, leastFace: 60 } }, /leastFace/],
    [{ detector: { ...CELLS, file: '' } }, /file/],
    [{ landmarks: { file: 'l.onnx', side: 'x', ...COLOURS } }, /landmarks\.side/],
    [{ recognition: { file: 'r.onnx', mean: [1, 2], deviation: [1, 1, 1] } }, /recognition\.mean/],
    [{ recognition: { file: 'r.onnx', mean: [1, 2, 3], deviation: [1, 1, 0] } }, /deviation/],
    [{ recognition: { file: 'r.onnx', mirror: 'yes', ...COLOURS } }, /mirror/],
  ] as const) await assert.rejects(said(wrong), message);
});
