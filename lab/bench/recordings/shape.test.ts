import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareShapes, shapeOf } from './shape.ts';
import type { ShapeOptions } from './shape.ts';

function differences(recorded: unknown[], ours: unknown[], options: ShapeOptions = {}): string[] {
  return compareShapes(shapeOf(recorded, options), shapeOf(ours, options), options).map(
    ({ kind, path, detail }) => `${kind} ${path}: ${detail}`,
  );
}

describe('shapes of answers', () => {
  test('are equal for other values of the same shape', () => {
    assert.deepEqual(differences([{ id: 'a', list: [{ n: 1 }, { n: 2 }] }], [{ id: 'b', list: [{ n: 3 }] }]), []);
  });

  test('differ by a member that is missing or extra, once for all items of an array', () => {
    assert.deepEqual(differences([{ list: [{ a: 1 }, { a: 2 }] }], [{ list: [{ b: 1 }, { b: 2 }, { a: 1 }] }]), [
      'missing list[].a: in 2 of 3',
      'extra list[].b: in 2 of 3',
    ]);
  });

  test('do not differ by a member that the recording has only sometimes, unless the same input was sent', () => {
    const recorded = [{ list: [{ a: 1 }, { a: 2, role: 'title' }] }];
    assert.deepEqual(differences(recorded, [{ list: [{ a: 1 }] }]), []);
    assert.deepEqual(differences(recorded, [{ list: [{ a: 1 }] }], { isSameInput: true }), [
      'never present list[].role: recorded in 1 of 2',
    ]);
  });

  test('differ by type, null included', () => {
    assert.deepEqual(differences([{ a: 1 }], [{ a: '1' }]), ['type a: number, ours string']);
    assert.deepEqual(differences([{ a: 1 }], [{ a: null }]), ['type a: number, ours null']);
    assert.deepEqual(differences([{ a: 1 }, { a: null }], [{ a: null }]), []);
  });

  test('differ by the format of times', () => {
    assert.deepEqual(differences([{ at: '2022-08-16T23:51:10Z' }], [{ at: '2022-08-16T23:51:10.123Z' }]), [
      'format at: time, ours time with a fraction',
    ]);
    assert.deepEqual(differences([{ at: '2022-08-16T23:51:10Z' }], [{ at: '2026-01-01T00:00:00Z' }]), []);
    assert.deepEqual(differences([{ note: 'text' }], [{ note: '2026-01-01' }]), []);
  });

  test('differ by the spelling of a word', () => {
    assert.deepEqual(differences([{ status: 'succeeded' }], [{ status: 'Succeeded' }]), ['spelling status: "succeeded", ours "Succeeded"']);
  });

  test('do not differ by the spelling of free text', () => {
    assert.deepEqual(differences([{ content: 'Total' }], [{ content: 'TOTAL' }], { isText: (path) => path === 'content' }), []);
  });

  test('differ by a fixed value', () => {
    const options = { isFixed: (path: string) => path === 'error.code' };
    assert.deepEqual(differences([{ error: { code: 'NotFound', message: 'a' } }], [{ error: { code: 'Gone', message: 'b' } }], options), [
      'value error.code: "NotFound", ours "Gone"',
    ]);
  });

  test('take the members of a map for one place', () => {
    const options = { isMap: (path: string) => path === 'docTypes' };
    assert.deepEqual(differences([{ docTypes: { one: { a: 1 } } }], [{ docTypes: { two: { a: 1 }, three: {} } }], options), [
      'missing docTypes.*.a: in 1 of 2',
    ]);
  });

  test('ignore presence where it depends on the content, but not the type', () => {
    const options = { isOptional: (path: string) => /^fields\.\w+$/.test(path) };
    assert.deepEqual(differences([{ fields: { Total: 1 } }], [{ fields: { Tip: 2 } }], options), []);
    assert.deepEqual(differences([{ fields: { Total: 1 } }], [{ fields: { Total: {} } }], options), [
      'type fields.Total: number, ours object',
    ]);
  });
});
