import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

const problem = (reason: string): Error => new RangeError(reason);
type Kind = 'u32' | 'f32' | 'f64' | 'difference' | 'text' | 'bytes' | 'floats' | 'ascending';
const u32 = fc.nat({ max: 0xffffffff });
const f32 = fc.float({ noNaN: true, noDefaultInfinity: true });
const item = fc.oneof(
  ...(['u32', 'difference'] as const).map((kind) => u32.map((value) => ({ kind: kind as Kind, value: value as unknown }))),
  f32.map((value) => ({ kind: 'f32' as Kind, value: value as unknown })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ kind: 'f64' as Kind, value: value as unknown })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ kind: 'text' as Kind, value: value as unknown })),
  fc.uint8Array({ maxLength: 3000 }).map((value) => ({ kind: 'bytes' as Kind, value: value as unknown })),
  fc.array(f32).map((values) => ({ kind: 'floats' as Kind, value: Float32Array.from(values) as unknown })),
  fc.array(u32).map((values) => ({ kind: 'ascending' as Kind, value: Uint32Array.from(values).sort() as unknown })),
);

test('reads back what was written after the buffer grew', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 200, size: 'max' }), (items) => {
      const out = new Writer();
      for (const { kind, value } of items) (out[kind] as (value: unknown) => void).call(out, value);
      const bytes = out.finish();
      const input = new Reader(bytes, problem);
      input.check();
      for (const { kind, value } of items) assert.deepEqual(input[kind](), value);
      input.end();
    }),
    { numRuns: 60 },
  );
});

test('keeps numbers written at the end of the buffer', () => {
  const out = new Writer();
  for (let i = 0; i < 5000; i++) out.difference(200);
  const input = new Reader(out.finish(), problem);
  input.check();
  for (let i = 0; i < 5000; i++) assert.equal(input.difference(), 200);
  input.end();
});

test('rejects lengths beyond the end', () => {
  const out = new Writer();
  out.u32(1_000_000);
  const bytes = out.finish();
  for (const read of ['text', 'bytes', 'floats', 'ascending'] as const) assert.throws(() => new Reader(bytes, problem)[read](), RangeError);
  assert.throws(() => new Reader(new Uint8Array(2), problem).check(), RangeError);
});
