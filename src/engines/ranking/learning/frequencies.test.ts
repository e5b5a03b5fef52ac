import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import type { Example } from '../features/example.ts';
import { readExample } from '../features/example.ts';
import { FeatureReader } from '../features/features.ts';
import { Frequencies } from './frequencies.ts';

const reader = new FeatureReader();
const visit = (i: number): Example =>
  readExample(reader, {
    contextFeatures: [{ user: { plan: `p${i % 3}`, visit: `v${i}`, age: i } }],
    actions: [0, 1, 2].map((k) => ({ features: [{ item: `i${3 * i + k}`, topic: `t${k}` }] })),
  });

function counted(events: number): Frequencies {
  const frequencies = new Frequencies();
  for (let i = 0; i < events; i++) frequencies.note(visit(i));
  return frequencies;
}

test('what occurs often gets more prior variance than an id, the same in sum', () => {
  const example = visit(1000);
  counted(300).share(example);
  const [plan, id, age] = example.context.shares;
  const [item, topic] = example.actions.shares;
  assert.ok(plan! > 1.6 && id! < 0.4, `${plan}, ${id}`);
  assert.ok(topic! > 1.6 && item! < 0.4, `${topic}, ${item}`);
  assert.equal(age, 1);
  for (const [a, b] of [
    [plan!, id!],
    [topic!, item!],
  ] as const)
    assert.ok(Math.abs(a + b - 2) < 1e-6);
});

test('a model that has counted nothing, or of an earlier version, shares equally', () => {
  const example = visit(0);
  counted(300).share(example);
  new Frequencies().share(example);
  assert.ok([...example.context.shares, ...example.actions.shares].every((share) => share === 1));
});

test('reads back what it wrote, and rejects what is invalid', () => {
  const frequencies = counted(50);
  const read = new Frequencies();
  read.read(frequencies.write());
  assert.deepEqual(read.roots, frequencies.roots);
  for (const [place, root] of [
    [5000, 1],
    [0, -1],
    [0, 1e9],
  ] as const) {
    const out = new Writer();
    out.ascending(Uint32Array.of(place));
    out.floats(Float32Array.of(root));
    assert.throws(() => new Frequencies().read(out.finish()), InvalidModel);
  }
});

test('counts stay within their range', () => {
  const frequencies = new Frequencies();
  const example = readExample(reader, { contextFeatures: [{ plan: 'p' }], actions: [{ features: [{ item: 'i' }] }] });
  frequencies.note(example);
  frequencies.roots.fill(1023.9999);
  for (let i = 0; i < 1000; i++) frequencies.note(example);
  assert.ok(frequencies.roots.every((root) => root > 500 && root < 1024));
});
