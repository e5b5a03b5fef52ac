import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidFormsModel } from '../checkpoint.ts';
import { formFromLayout } from '../form/form.ts';
import { createDocument } from '../generated-forms.test.ts';
import type { PlacedText } from '../generated-forms.test.ts';
import { FormsError } from '../problem.ts';
import { loadClassifier, saveClassifier } from './checkpoint.ts';
import { classify } from './classify.ts';
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

test('has high confidence for known pages and low confidence for unknown words', () => {
  const [own] = classify(classifier, createDocument([letter(77)]), 'none');
  const [foreign] = classify(
    classifier,
    createDocument([
      [
        ['Rezept für einen Apfelkuchen mit Streuseln', 1, 1],
        ['Mehl Butter Zucker Eier', 1, 2],
      ],
    ]),
    'none',
  );
  assert.ok(own!.confidence > 0.7, String(own!.confidence));
  assert.ok(foreign!.confidence < 0.5, String(foreign!.confidence));
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
      assert.throws(() => loadClassifier(damaged), InvalidFormsModel);
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
