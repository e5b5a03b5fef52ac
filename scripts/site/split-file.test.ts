import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf } from './split-file.ts';

const SOURCE = '# All\n\nIntro.\n\n## One\n\n1\n\n## Two\n\n2\n\n### Detail\n\nd\n\n## Three\n\n3\n';
const [main, two] = [
  { slug: 'all', file: 'all.md', title: 'Everything' },
  { slug: 'two', file: 'all.md', title: 'The second', sections: ['Two'] },
] as const;

test('the first page has what no other page has', () => {
  const { source, anchors } = partOf(SOURCE, main, [main, two]);
  assert.equal(source, '# Everything\n\nIntro.\n\n## One\n\n1\n\n## Three\n\n3\n');
  assert.deepEqual([...anchors.keys()], ['one', 'three']);
});

test('the title of a page stands for the heading of its only section', () => {
  const { source, anchors } = partOf(SOURCE, two, [main, two]);
  assert.equal(source, '# The second\n\n2\n\n## Detail\n\nd\n\n');
  assert.deepEqual(Object.fromEntries(anchors), { two: '', detail: 'detail' });
});

test('rejects a section that the file does not have', () => {
  const wrong = { ...two, sections: ['Four'] };
  assert.throws(() => partOf(SOURCE, wrong, [main, wrong]), /all\.md has no section "Four"/);
});
