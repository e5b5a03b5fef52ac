import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidModel } from '../../../shared/bytes/reader.ts';
import { formFromLayout } from '../form/form.ts';
import { createDocument } from '../generated-forms.test.ts';
import type { PlacedText } from '../generated-forms.test.ts';
import { crc32 } from 'node:zlib';
import { FormsError } from '../problem.ts';
import { loadClassifier, saveClassifier } from './checkpoint.ts';
import { NONE_THRESHOLD, classify } from './classify.ts';
import { trainClassifier } from './train.ts';

const letter = (i: number): PlacedText[] => [
  [`Dear Ms Number ${i}`, 1, 2],
  ['we thank you for your kind letter and write to you again', 1, 3],
  [`With best regards, writer ${i}`, 1, 6],
];
const firstPage = (i: number): PlacedText[] => [
  ['Invoice', 1, 1],
  [`Invoice number 2024-${i}`, 1, 2],
  ['Quantity Description Price', 1, 3],
  [`Total ${100 + i}.00`, 5, 9],
];
const laterPage = (i: number): PlacedText[] => [
  ['Terms of payment and delivery', 1, 1],
  [`Goods remain ours until paid, clause ${i}`, 1, 2],
  ['Place of jurisdiction', 1, 3],
];
const six = [1, 2, 3, 4, 5, 6];
const classifier = trainClassifier({
  letter: six.map((i) => formFromLayout(createDocument([letter(i)]))),
  invoice: six.map((i) => formFromLayout(createDocument([firstPage(i), laterPage(i)]))),
});

test('classifies a file as a whole, by page, and split into documents', () => {
  const file = createDocument([letter(71), firstPage(72), laterPage(72), firstPage(73), letter(74), letter(75)]);
  assert.deepEqual(
    classify(classifier, file, 'auto').map(({ docType, pages }) => [docType, ...pages]),
    [
      ['letter', 0],
      ['invoice', 1, 2],
      ['invoice', 3],
      ['letter', 4],
      ['letter', 5],
    ],
  );
  assert.deepEqual(
    classify(classifier, file, 'perPage').map(({ docType }) => docType),
    ['letter', 'invoice', 'invoice', 'invoice', 'letter', 'letter'],
  );
  assert.deepEqual(
    classify(classifier, createDocument([firstPage(76), laterPage(76)]), 'none').map(({ docType, pages }) => [docType, ...pages]),
    [['invoice', 0, 1]],
  );
  assert.deepEqual(classify(classifier, createDocument([]), 'auto'), []);
});

const recipe = (i: number): PlacedText[] => [
  [`Rezept ${i} für einen Apfelkuchen mit Streuseln`, 1, 1],
  ['Mehl Butter Zucker Eier', 1, 2],
];

test('has high confidence for known pages, and low confidence for pages of no type, which are documents of their own', () => {
  const [own] = classify(classifier, createDocument([letter(77)]), 'none');
  const [foreign] = classify(classifier, createDocument([recipe(1)]), 'none');
  assert.ok(own!.confidence > 0.7, String(own!.confidence));
  assert.ok(foreign!.confidence < NONE_THRESHOLD, String(foreign!.confidence));
  assert.deepEqual(
    classify(classifier, createDocument([firstPage(80), recipe(2), recipe(3), letter(81)]), 'auto').map(
      ({ docType, pages, confidence }) => [confidence < NONE_THRESHOLD ? 'none' : docType, ...pages],
    ),
    [
      ['invoice', 0],
      ['none', 1, 2],
      ['letter', 3],
    ],
  );
});

test('extends a classifier by a type and by documents of a type', () => {
  const base = loadClassifier(saveClassifier(classifier));
  const extended = trainClassifier(
    {
      recipe: six.map((i) => formFromLayout(createDocument([recipe(i)]))),
      letter: [formFromLayout(createDocument([letter(90)]))],
    },
    { base },
  );
  assert.deepEqual(extended.docTypes, ['invoice', 'letter', 'recipe']);
  assert.deepEqual(
    extended.training!.documents.map(({ length }) => length),
    [6, 7, 6],
  );
  assert.deepEqual(
    classify(extended, createDocument([recipe(7), letter(91), firstPage(92), laterPage(92)]), 'auto').map(
      ({ docType, pages, confidence }) => [docType, confidence > NONE_THRESHOLD, ...pages],
    ),
    [
      ['recipe', true, 0],
      ['letter', true, 1],
      ['invoice', true, 2, 3],
    ],
  );
});

test('reads a classifier of 1.0.0-rc.1, which has no training documents', () => {
  const { training, ...rest } = classifier;
  assert.ok(training);
  const now = saveClassifier(rest);
  const bytes = now.slice(0, -4);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, 1, true);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  const file = createDocument([letter(78), firstPage(79), recipe(4)]);
  assert.deepEqual(classify(loadClassifier(bytes), file, 'auto'), classify(rest, file, 'auto'));
});

test('round-trips a classifier and rejects damaged bytes', () => {
  const bytes = saveClassifier(classifier);
  const back = loadClassifier(bytes);
  const file = createDocument([letter(78), firstPage(79)]);
  assert.deepEqual(classify(back, file, 'auto'), classify(classifier, file, 'auto'));
  assert.deepEqual(saveClassifier(back), bytes);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = bytes.slice();
      damaged[at]! ^= flip;
      assert.throws(() => loadClassifier(damaged), InvalidModel);
    }),
    { numRuns: 50 },
  );
});

test('rejects a single type and types with too few documents', () => {
  const five = six.slice(0, 5).map((i) => formFromLayout(createDocument([letter(i)])));
  assert.throws(
    () => trainClassifier({ letter: five }),
    (error) => error instanceof FormsError && error.path === 'docTypes',
  );
  assert.throws(
    () => trainClassifier({ letter: five, other: five.slice(1) }),
    (error) => error instanceof FormsError && error.path === 'docTypes.other',
  );
});
