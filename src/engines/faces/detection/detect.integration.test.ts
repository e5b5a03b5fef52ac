import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Decode } from './decodings.ts';
import { fromBoxes, fromCells } from './decodings.ts';
import type { DetectorSettings } from './detect.ts';
import { createDetector, overlap, tileOverlap, scalesFor, tilesOf } from './detect.ts';
import { SHIPPED_NETWORKS } from '../../loaders/faces/shipped-networks.ts';

const { settings } = SHIPPED_NETWORKS.detector;
const fixed: DetectorSettings = { ...settings, tile: { width: 320, height: 240, multiple: 1, fixed: true }, faces: { min: 16, max: 200 } };

test('tiles cover an image of any size, overlap, and respect the maximum size', () => {
  const side = fc.integer({ min: 36, max: 9000 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(settings, fixed), (width, height, how) => {
      const tiles = tilesOf({ width, height }, how);
      for (const [length, start, size, max] of [
        [width, 'left', 'width', how.tile.width],
        [height, 'top', 'height', how.tile.height],
      ] as const) {
        const along = [...new Set(tiles.map((tile) => tile[start]))].sort((a, b) => a - b);
        const reach = tiles[0]![size];
        assert.ok(reach <= max && reach % how.tile.multiple === 0);
        assert.equal(along[0], 0);
        assert.ok(along.at(-1)! + reach >= length);
        for (let i = 1; i < along.length; i++) assert.ok(along[i - 1]! + reach - along[i]! >= tileOverlap(how.faces.min) - 1);
      }
    }),
    { numRuns: 200 },
  );
});

test('scales range from the smallest face to one that fills the image, and stay bounded', () => {
  assert.deepEqual(scalesFor({ width: 250, height: 250 }, settings), [1, 0.5, 0.25]);
  assert.equal(scalesFor({ width: 1920, height: 1080 }, settings)[0], 1);
  assert.deepEqual(scalesFor({ width: 250, height: 240 }, fixed), [1, 0.5]);
  fc.assert(
    fc.property(fc.integer({ min: 36, max: 4096 }), fc.integer({ min: 36, max: 4096 }), (width, height) => {
      const scales = scalesFor({ width, height }, settings);
      assert.ok(width * height * scales[0]! ** 2 <= 1920 * 1080 + 1);
      assert.ok(Math.min(width, height) * scales.at(-1)! <= settings.faces.max);
    }),
  );
});

test('merges detections of several levels into one candidate with the box of the finest level and the votes of all', async () => {
  const decode: Decode = (_answer, { width }) =>
    width > 200
      ? [
          { score: 0.5, box: { left: 100, top: 100, width: 60, height: 60 } },
          { score: 0.3, box: { left: 10, top: 10, width: 40, height: 40 } },
        ]
      : width > 100
        ? [{ score: 0.9, box: { left: 52, top: 52, width: 30, height: 30 } }]
        : [];
  const network = { run: () => Promise.resolve({}), close: () => Promise.resolve() };
  const found = await createDetector(network, decode, settings).find({ width: 250, height: 250, data: new Uint8Array(250 * 250 * 3) });
  assert.equal(found.length, 2);
  assert.deepEqual(
    { ...found[0], votes: undefined },
    { box: { left: 100, top: 100, width: 60, height: 60 }, score: 0.9, votes: undefined },
  );
  assert.ok(Math.abs(found[0]!.votes - 1.4) < 1e-9);
  assert.equal(found[1]!.votes, 0.3);
});

test('decodes cells into boxes around their centers', () => {
  const decode = fromCells({ cell: 32, anchors: [[2, 3]] });
  const data = new Float32Array(5 * 2 * 3);
  // The cell in row 1, column 2: sure, in the middle of the cell, twice as wide as the anchor.
  const at = (part: number): number => part * 6 + 5;
  data.fill(-20, 4 * 6, 5 * 6);
  data[at(4)] = 20;
  data[at(2)] = Math.log(2);
  const [one, ...others] = decode({ cells: { data, shape: [1, 5, 2, 3] } }, { width: 96, height: 64 }, 0.5);
  assert.deepEqual(others, []);
  const { left, top, width, height } = one!.box;
  assert.deepEqual(
    [left, top, width, height].map((value) => Math.round(value)),
    [80 - 64, 48 - 48, 128, 96],
  );
  assert.throws(() => decode({ cells: { data, shape: [1, 6, 2, 3] } }, { width: 96, height: 64 }, 0.5), /anchors/);
});

test('NaN and huge outputs give no unbounded boxes', () => {
  const decode = fromCells({ cell: 32, anchors: [[2, 3]] });
  const wild = Float32Array.from([NaN, 0, 0, 0, NaN, 0, 0, 1e30, 1e30, 50]);
  const planes = new Float32Array(10);
  for (let part = 0; part < 5; part++) [planes[part * 2], planes[part * 2 + 1]] = [wild[part]!, wild[part + 5]!];
  const found = decode({ cells: { data: planes, shape: [1, 5, 1, 2] } }, { width: 64, height: 32 }, 0.2);
  assert.equal(found.length, 1);
  assert.ok(Object.values(found[0]!.box).every((value) => Math.abs(value) < 1000));
});

test('scales relative boxes to pixels and ignores inverted ones', () => {
  const scores = { shape: [1, 3, 2], data: Float32Array.from([0.1, 0.9, 0.9, 0.1, 0.2, 0.8]) };
  const boxes = { shape: [1, 3, 4], data: Float32Array.from([0.25, 0.5, 0.5, 1, 0, 0, 1, 1, 0.5, 0.5, 0.25, 1]) };
  assert.deepEqual(fromBoxes({ scores, boxes }, { width: 320, height: 240 }, 0.5), [
    { score: Math.fround(0.9), box: { left: 80, top: 120, width: 80, height: 120 } },
  ]);
  assert.throws(() => fromBoxes({ scores }, { width: 320, height: 240 }, 0.5), /four sides/);
});

test('overlap is intersection over union', () => {
  const box = { left: 0, top: 0, width: 10, height: 10 };
  assert.equal(overlap(box, box), 1);
  assert.equal(overlap(box, { ...box, left: 5 }), 50 / 150);
  assert.equal(overlap(box, { ...box, left: 10 }), 0);
});
