import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { InvalidModel } from '../shared/bytes/reader.ts';
import { crc32 } from 'node:zlib';
import type { Example } from './features/example.ts';
import { readExample } from './features/example.ts';
import { FeatureReader } from './features/features.ts';
import { Model } from './model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from './policy.ts';

const reader = new FeatureReader();
const allowed = Uint8Array.of(1, 1, 1);
const visit = (i: number): Example =>
  readExample(reader, {
    contextFeatures: [{ user: { kind: `k${i % 7}`, x: i % 5 } }],
    actions: [0, 1, 2].map((k) => ({ features: [{ item: `i${k}`, y: k / 3 }] })),
  });

function trained(text: string, from: number, to: number, model = new Model(parsePolicy(text))): Model {
  for (let i = from; i < to; i++)
    model.learn(visit(i), { eventId: `e${i}`, slot: -1, chosen: i % 3, probability: 1 / 3, reward: (i % 4) / 4 - 0.25, allowed });
  return model;
}

test('uses the standard CRC-32', () => {
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
});

for (const text of [DEFAULT_ARGUMENTS, '--cb_explore_adf --bag 3 -b 10', '--cb_explore_adf --cb_type dr --power_t 0.3']) {
  test(`same log, same bytes; load and go on as if never stopped: ${text}`, () => {
    const whole = writeCheckpoint(trained(text, 0, 400), '{"at":400}');
    assert.deepEqual(writeCheckpoint(trained(text, 0, 400), '{"at":400}'), whole);
    const { model, note } = readCheckpoint(writeCheckpoint(trained(text, 0, 150), '{"at":150}'));
    assert.equal(note, '{"at":150}');
    assert.deepEqual(writeCheckpoint(trained(text, 150, 400, model), '{"at":400}'), whole);
  });
}

test('a model of earlier versions is read with its three rates, and learns on', () => {
  const policy = parsePolicy(DEFAULT_ARGUMENTS, true);
  const old = writeCheckpoint(trained('', 0, 200, new Model(policy)));
  const { model } = readCheckpoint(old);
  assert.deepEqual([model.automatic, model.tables.length], [null, 3]);
  assert.deepEqual(writeCheckpoint(model), old);
  assert.deepEqual(writeCheckpoint(trained('', 200, 300, model)), writeCheckpoint(trained('', 0, 300, new Model(policy))));
});

test('rejects invalid content of the default learner with a valid checksum', () => {
  const bytes = writeCheckpoint(trained(DEFAULT_ARGUMENTS, 0, 3));
  for (let i = 8; i < bytes.length - 4; i++) {
    const altered = bytes.slice();
    altered[i] = 255;
    new DataView(altered.buffer).setUint32(altered.length - 4, crc32(altered.subarray(0, altered.length - 4)), true);
    try {
      readCheckpoint(altered);
    } catch (problem) {
      assert.ok(problem instanceof InvalidModel, `${i}: ${String(problem)}`);
    }
  }
});

test('only touched weights are written', () => {
  assert.ok(writeCheckpoint(new Model(parsePolicy(DEFAULT_ARGUMENTS))).length < 400);
});

test('rejects every altered, cut or extended file', () => {
  const bytes = writeCheckpoint(trained('--cb_explore_adf -b 8', 0, 3), 'note');
  for (let i = 0; i < bytes.length; i++) {
    const altered = bytes.slice();
    altered[i]! ^= 0x10;
    assert.throws(() => readCheckpoint(altered), InvalidModel);
    assert.throws(() => readCheckpoint(bytes.slice(0, i)), InvalidModel);
  }
  assert.throws(() => readCheckpoint(Uint8Array.of(...bytes, 0)), InvalidModel);
});

test('rejects invalid content with a valid checksum', () => {
  const bytes = writeCheckpoint(trained('--cb_explore_adf -b 8', 0, 3));
  const seal = (altered: Uint8Array): Uint8Array => {
    new DataView(altered.buffer).setUint32(altered.length - 4, crc32(altered.subarray(0, altered.length - 4)), true);
    return altered;
  };
  for (let i = 8; i < bytes.length - 4; i++) {
    for (const byte of [0, 255]) {
      const altered = bytes.slice();
      altered[i] = byte;
      try {
        readCheckpoint(seal(altered));
      } catch (problem) {
        assert.ok(problem instanceof InvalidModel, `${i}: ${String(problem)}`);
      }
    }
  }
});

test('the exploration share is applied on reading', () => {
  const { model } = readCheckpoint(writeCheckpoint(trained('--cb_explore_adf --epsilon 0.1', 0, 10)), 0.5);
  assert.equal(model.policy.explorer.epsilon, 0.5);
});
