/** Files with pages that have no labels: a notice before the form, copies of it, instructions after it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { loadForms, saveForms } from '../checkpoint.ts';
import { extract } from '../extract.ts';
import { formFromLayout } from '../form/form.ts';
import { createDocument } from '../generated-forms.test.ts';
import type { PlacedText } from '../generated-forms.test.ts';
import type { Schema } from '../files/fields-file.ts';
import { trainForms } from '../train.ts';
import { labelForm } from './labeled-form.ts';
import type { LabeledForm } from './labeled-form.ts';

const SCHEMA: Schema = { Payer: { type: 'string' }, Amount: { type: 'string' } };

/** What the pages of a file are, and which of them has the labels. */
type Page = 'notice' | 'filled' | 'blank' | 'instructions';

const NOTICE: readonly PlacedText[] = [
  ['Attention Do not print and file this page', 1, 1],
  ['Penalties may apply to forms that cannot be scanned', 1, 2],
];
const INSTRUCTIONS: readonly PlacedText[] = [
  ['Instructions for the payer', 1, 1],
  ['Enter the amount and the name of the payer', 1, 2],
  ['Amount of 600.00 and more', 1, 3],
];
const valuesOf = (seed: number): { Payer: string; Amount: string } => ({
  Payer: `${['Anders', 'Bolt', 'Cramer', 'Dahl', 'Ehlers', 'Finch', 'Grote'][seed]!} Works`,
  Amount: `${100 + 37 * seed}.${10 + seed}`,
});

function pageTexts(page: Page, seed: number): readonly PlacedText[] {
  if (page === 'notice') return NOTICE;
  if (page === 'instructions') return INSTRUCTIONS;
  const { Payer, Amount } = valuesOf(seed);
  const printed: readonly PlacedText[] = [
    ['Statement of payments made', 1, 1],
    ['Name of the company that pays', 1, 2],
    ['Total of the year', 5, 2],
    ['Keep this statement with your records', 1, 4],
  ];
  return page === 'blank' ? printed : [...printed, [Payer, 1, 2.3], [Amount, 5, 2.3]];
}

const fileOf = (seed: number, pages: readonly Page[]): DocumentLayout => createDocument(pages.map((page) => pageTexts(page, seed)));

function labeledFile(seed: number, pages: readonly Page[]): LabeledForm {
  const form = formFromLayout(fileOf(seed, pages));
  const page = pages.indexOf('filled');
  const labeled = labelForm(form, [], SCHEMA);
  const labels = Object.values(valuesOf(seed)).map((text, tag) => {
    const words = text.split(' ');
    const tokens = form.tokens.flatMap((token, i) => (token.page === page && words.includes(token.text) ? [i] : []));
    return { tag, row: 0, kind: 'words' as const, text, tokens, boxes: tokens.map((token) => ({ page, box: form.tokens[token]!.box })) };
  });
  return { ...labeled, labels };
}

test('learns and finds the labeled pages among others', () => {
  const model = trainForms(
    [
      labeledFile(0, ['notice', 'filled', 'filled', 'instructions']),
      labeledFile(1, ['filled']),
      labeledFile(2, ['filled', 'instructions']),
      labeledFile(3, ['notice', 'filled', 'filled', 'instructions']),
      labeledFile(4, ['filled']),
    ],
    SCHEMA,
    'template',
  );
  const files: readonly (readonly Page[])[] = [
    ['filled'],
    ['notice', 'filled', 'filled', 'instructions'],
    ['notice', 'blank', 'filled', 'instructions'],
    ['filled', 'instructions'],
  ];
  for (const one of [model, loadForms(saveForms(model))])
    for (const pages of files) {
      const [document, ...others] = extract(one, fileOf(6, pages));
      assert.deepEqual(
        Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, document!.fields[name]?.value])),
        valuesOf(6),
        pages.join(' '),
      );
      assert.equal(others.length, 0);
    }
});
