/** Captions that are recognized without training. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFromLayout } from '../form/form.ts';
import { createPage } from '../generated-forms.test.ts';
import { isKnownCaption } from './known-captions.ts';
import { markRewordedCaptions } from './reworded-captions.ts';

const isCaption = (text: string): boolean => {
  const form = formFromLayout(createPage([[text, 1, 1]]));
  return isKnownCaption(
    form,
    form.tokens.map((_, i) => i),
  );
};

test('recognizes names of fields in several languages, words before a colon, and numbered questions', () => {
  for (const text of ['Date of birth', 'Geburtsdatum', 'Invoice number', '(b) Date de naissance', 'Kept by the warden:', '12. Kept by'])
    assert.ok(isCaption(text), text);
  for (const text of ['Ada Brandt', '12 Mill Lane', '1. 250.00', 'April 24, 1995', 'Ashford, NY 12345', '-', '12:'])
    assert.ok(!isCaption(text), text);
});

test('recognizes names of fields with wrong letters', () => {
  for (const text of ['Date of blrth', 'Gebnrtsdatum', 'lnvoice numbcr']) assert.ok(isCaption(text), text);
  for (const text of ['Mary Dale', 'Main Street', 'Tutal']) assert.ok(!isCaption(text), text);
});

test('takes no labeled words for a caption', () => {
  const form = formFromLayout(createPage([['Date of birth', 1, 1]]));
  const tokens = form.tokens.map((_, i) => i);
  const mark = (values: ReadonlySet<number>): number[] => [
    ...markRewordedCaptions(form, [tokens], new Uint8Array(tokens.length), new Map(), undefined, values),
  ];
  assert.deepEqual(mark(new Set()), [1, 1, 1]);
  assert.deepEqual(mark(new Set([1])), [0, 0, 0]);
});
