import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonRows, expandTo } from './json-rows.ts';

test('expands a path, whatever was collapsed before, and nothing else', () => {
  const value = { 'a/b': Array.from({ length: 100 }, (_, n) => ({ deep: [{ deeper: { n } }] })) };
  const path = '/a~1b/42/deep/0/deeper/n';
  const shown = (toggled: ReadonlySet<string>): string[] => jsonRows(value, toggled).map((row) => row.path);
  assert.ok(!shown(new Set()).includes(path));
  const toggled = expandTo(value, new Set(), path);
  assert.ok(shown(toggled).includes(path));
  assert.deepEqual([...expandTo(value, toggled, path)], [...toggled]);
  assert.ok(shown(expandTo(value, new Set(['']), path)).includes(path), 'also when the root was collapsed');
  assert.deepEqual([...expandTo(value, new Set(), '/nowhere/at/all')], []);
});
