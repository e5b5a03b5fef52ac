import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readForm, trainModel } from './train.ts';
import type { FormInput, LearnInput } from './train.ts';

const NAMES = ['Ada Abel', 'Ben Berg', 'Cleo Crane', 'Dora Dahl', 'Emil Ek'];
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const fields = bytesOf({ fields: [{ fieldKey: 'Name', fieldType: 'string', fieldFormat: 'not-specified' }] });

/** A word at a position in inches, on a page of 8 by 10. */
interface Word {
  text: string;
  corners: number[];
}
const wordAt = (text: string, x: number, y: number): Word => ({
  text,
  corners: [x, y, x + 0.1 * text.length, y, x + 0.1 * text.length, y + 0.2, x, y + 0.2],
});
const lineAt = (text: string, x: number, y: number): Word[] => {
  let at = x;
  return text.split(' ').map((word) => {
    const placed = wordAt(word, at, y);
    at += 0.1 * (word.length + 1);
    return placed;
  });
};
const wordsOf = (name: string): Word[] => [
  ...lineAt('Request for a library card', 1, 0.5),
  ...lineAt('Full name:', 1, 1),
  ...valueWords(name),
  ...lineAt('Signed in the presence of the librarian', 1, 2),
];
const valueWords = (name: string): Word[] => lineAt(name, 3, 1);

/** Stored layouts of each time, by the names that they use. */
const LAYOUTS: Readonly<Record<string, (words: readonly Word[]) => object>> = {
  '2.1': (words) => ({
    version: '2.1.0',
    readResults: [
      {
        page: 1,
        angle: 0,
        width: 8,
        height: 10,
        unit: 'inch',
        lines: [{ text: '', boundingBox: [], words: words.map(({ text, corners }) => ({ text, boundingBox: corners, confidence: 1 })) }],
      },
    ],
  }),
  '2022-01-30-preview': (words) => ({
    apiVersion: '2022-01-30-preview',
    pages: [
      {
        pageNumber: 1,
        angle: 0,
        width: 8,
        height: 10,
        unit: 'inch',
        words: words.map(({ text, corners }) => ({ content: text, boundingBox: corners, confidence: 1 })),
      },
    ],
  }),
  '2023-07-31': (words) => ({
    apiVersion: '2023-07-31',
    pages: [
      { pageNumber: 1, width: 8, height: 10, unit: 'inch', words: words.map(({ text, corners }) => ({ content: text, polygon: corners })) },
    ],
  }),
};

async function trainingForms(layout: (words: readonly Word[]) => object, offset = 0): Promise<LearnInput['forms']> {
  const forms: { name: string; form: LearnInput['forms'][number]['form']; labels: Uint8Array }[] = [];
  for (const [i, filledIn] of NAMES.entries()) {
    const name = `form-${i + 1}.pdf`;
    const input: FormInput = { name, ocr: bytesOf({ status: 'succeeded', analyzeResult: layout(wordsOf(filledIn)) }), reading: {} };
    const output = await readForm(input, () => undefined);
    if ('problem' in output) assert.fail(output.message);
    const value = valueWords(filledIn).map(({ text, corners }) => ({
      page: 1,
      text,
      boundingBoxes: [corners.map((at, n) => (n % 2 === 0 ? at / 8 : at / 10 + offset))],
    }));
    forms.push({ name, form: output.form, labels: bytesOf({ document: name, labels: [{ label: 'Name', key: null, value }] }) });
  }
  return forms;
}

for (const [version, layout] of Object.entries(LAYOUTS))
  test(`trains with stored layouts of ${version}`, async () => {
    const model = trainModel({ fields, mode: 'template', forms: await trainingForms(layout) }, () => undefined);
    if ('problem' in model) assert.fail(model.message);
    assert.equal(model.fieldConfidence['Name'], 1);
  });

test('names the labels file when no label can be placed', async () => {
  const apart = trainModel({ fields, mode: 'template', forms: await trainingForms(LAYOUTS['2.1']!, 0.4) }, () => undefined);
  assert.deepEqual(apart, { problem: 'file', file: 'form-1.pdf.labels.json', message: 'none of the labels is at a word of the form' });
  const wordless = trainModel({ fields, mode: 'template', forms: await trainingForms(() => LAYOUTS['2.1']!([])) }, () => undefined);
  assert.ok('problem' in wordless && wordless.file === 'form-1.pdf.labels.json' && wordless.message.includes('no words'));
  const others = bytesOf({ fields: [{ fieldKey: 'Total', fieldType: 'string' }] });
  const unknown = trainModel({ fields: others, mode: 'neural', forms: await trainingForms(LAYOUTS['2.1']!) }, () => undefined);
  assert.ok('problem' in unknown && unknown.message.includes('such as Name'));
});

test('names the layout file that cannot be read', async () => {
  const output = await readForm({ name: 'form-1.pdf', ocr: bytesOf({ analyzeResult: {} }), reading: {} }, () => undefined);
  assert.ok('problem' in output && output.file === 'form-1.pdf.ocr.json');
});
