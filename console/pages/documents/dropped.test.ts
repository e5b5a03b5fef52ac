import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortDropped, replacedFiles } from './dropped.ts';

const file = (name: string, size = 1): { name: string; size: number } => ({ name, size });
const names = (files: readonly { name: string }[]): string[] => files.map(({ name }) => name);

test('separates forms, labelling files and unusable files', () => {
  const { forms, beside, refused } = sortDropped(['a.pdf', 'B.JPEG', 'a.pdf.labels.json', 'a.pdf.ocr.json', 'fields.json', 'notes.json', 'x.labels.json', 'letter.txt'].map((name) => file(name)).concat(file('none.pdf', 0)));
  assert.deepEqual([names(forms), names(beside)], [['a.pdf', 'B.JPEG'], ['a.pdf.labels.json', 'a.pdf.ocr.json', 'fields.json']]);
  assert.deepEqual(refused.map((text) => text.split(' ')[0]), ['notes.json', 'x.labels.json', 'letter.txt', 'none.pdf']);
});

test('replacing a form deletes its labels and layout, but not those dropped with it', () => {
  const existing = new Set(['a.pdf', 'a.pdf.labels.json', 'a.pdf.ocr.json', 'b.pdf', 'b.pdf.labels.json']);
  assert.deepEqual(replacedFiles([file('a.pdf')], existing, [file('a.pdf')]), ['a.pdf.labels.json', 'a.pdf.ocr.json']);
  assert.deepEqual(replacedFiles([file('a.pdf'), file('a.pdf.labels.json')], existing, [file('a.pdf'), file('a.pdf.labels.json')]), ['a.pdf.ocr.json']);
  assert.deepEqual(replacedFiles([], existing, []), []);
});
