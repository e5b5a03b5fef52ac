import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readWeightsFolder } from './weights-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'faces-'));
after(async () => {
  await rm(folder, { recursive: true });
});

const readDescription = async (content: unknown): Promise<unknown> => {
  await writeFile(join(folder, 'faces.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return await readWeightsFolder(folder);
};

const COLORS = { mean: [1, 2, 3], deviation: [4, 5, 6] };
const CELLS = { file: 'a.onnx', decoding: 'cells', cell: 32, anchors: [[1, 2]], minFaceSize: 30, maxFaceSize: 80, ...COLORS };
const BOXES = { file: 'b.onnx', decoding: 'boxes', width: 320, height: 240, minFaceSize: 16, maxFaceSize: 200, minScore: 0.7, ...COLORS };

test('reads the description of other networks and fills in defaults', async () => {
  assert.deepEqual(await readDescription({}), {});
  assert.deepEqual(await readDescription({ detector: CELLS, recognition: { file: 'r.onnx', ...COLORS } }), {
    detector: {
      file: join(folder, 'a.onnx'),
      decoding: { kind: 'cells', cell: 32, anchors: [[1, 2]] },
      settings: {
        levels: COLORS,
        faces: { min: 30, max: 80 },
        tile: { width: 1024, height: 1024, multiple: 32, fixed: false },
        minScore: 0.5,
      },
    },
    recognition: { file: join(folder, 'r.onnx'), settings: { levels: COLORS, mirror: true } },
  });
  assert.deepEqual(await readDescription({ detector: BOXES, landmarks: { file: 'l.onnx', side: 96, margin: 1.2, ...COLORS } }), {
    detector: {
      file: join(folder, 'b.onnx'),
      decoding: { kind: 'boxes' },
      settings: {
        levels: COLORS,
        faces: { min: 16, max: 200 },
        tile: { width: 320, height: 240, multiple: 1, fixed: true },
        minScore: 0.7,
      },
    },
    landmarks: { file: join(folder, 'l.onnx'), settings: { levels: COLORS, side: 96, margin: 1.2 } },
  });
});

test('reads the names that settings had before', async () => {
  const { minFaceSize: leastFace, maxFaceSize: mostFace, minScore: leastScore, ...rest } = BOXES;
  const landmarks = { file: 'l.onnx', side: 96, ...COLORS };
  assert.deepEqual(
    await readDescription({ detector: { ...rest, leastFace, mostFace, leastScore }, landmarks: { ...landmarks, room: 1.2 } }),
    await readDescription({ detector: BOXES, landmarks: { ...landmarks, margin: 1.2 } }),
  );
});

test('errors name the invalid property', async () => {
  for (const [wrong, message] of [
    ['no', /not a JSON object/],
    [[], /not a JSON object/],
    [{ detector: 5 }, /detector is not an object/],
    [{ detector: { ...CELLS, decoding: 'rings' } }, /detector\.decoding is "rings"/],
    [{ detector: { ...CELLS, anchors: [[1, -2]] } }, /anchors/],
    [{ detector: { ...CELLS, anchors: [] } }, /anchors/],
    [{ detector: { ...CELLS, maxFaceSize: 40 } }, /maxFaceSize/],
    [{ detector: { ...BOXES, minFaceSize: 60 } }, /minFaceSize/],
    [{ detector: { ...CELLS, file: '' } }, /file/],
    [{ landmarks: { file: 'l.onnx', side: 'x', ...COLORS } }, /landmarks\.side/],
    [{ recognition: { file: 'r.onnx', mean: [1, 2], deviation: [1, 1, 1] } }, /recognition\.mean/],
    [{ recognition: { file: 'r.onnx', mean: [1, 2, 3], deviation: [1, 1, 0] } }, /deviation/],
    [{ recognition: { file: 'r.onnx', mirror: 'yes', ...COLORS } }, /mirror/],
  ] as const)
    await assert.rejects(readDescription(wrong), message);
});
