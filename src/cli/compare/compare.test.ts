import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { formOf, readAnswer } from './answers.ts';
import type { Answer } from './answers.ts';
import { parseCsv, readQuestions } from './questions.ts';
import { compareAnswers, reportLines } from './report.ts';

const v2 = {
  query: 'Pay 5 dollars to Ines',
  topScoringIntent: { intent: 'Pay', score: 0.9 },
  entities: [
    { entity: '5 dollars', type: 'builtin.currency', role: 'amount', startIndex: 4, endIndex: 12 },
    { entity: 'ines', type: 'Payee', startIndex: 17, endIndex: 20 },
  ],
};
const v3 = {
  query: 'pay 5 dollars today',
  prediction: {
    topIntent: 'Pay',
    intents: { Pay: { score: 0.9 } },
    entities: {
      Order: [{ item: ['tea'], $instance: { item: [{ text: 'tea' }] } }],
      datetimeV2: [{ type: 'date', values: [{ timex: '2024-01-01', resolution: [{ value: '2024-01-01' }] }] }],
      amount: [{ number: 5, unit: 'Dollar' }],
      $instance: { Order: [{ text: 'a tea' }] },
    },
  },
};
const conversation = {
  kind: 'ConversationResult',
  result: { query: 'hi', prediction: { topIntent: 'Greet', entities: [{ category: 'Name', text: 'Ines' }] } },
};
const document = {
  status: 'succeeded',
  analyzeResult: {
    documents: [
      {
        fields: {
          Total: { type: 'currency', valueCurrency: { amount: 5, currencyCode: 'EUR' }, content: '5,00 €' },
          Vendor: { type: 'address', valueAddress: { road: 'Lane' }, content: '1\nLane' },
          Items: { type: 'array', valueArray: [{ type: 'object', valueObject: { Name: { type: 'string', valueString: 'Tea' } } }] },
        },
      },
    ],
  },
};

describe('compared answers', () => {
  test('are read in the forms of all services', () => {
    const read = (answer: unknown): Answer => readAnswer(answer, formOf(answer)!);
    assert.deepEqual(read(v2), {
      intent: 'Pay',
      parts: [
        { name: 'amount', value: '5 dollars' },
        { name: 'Payee', value: 'ines' },
      ],
    });
    assert.deepEqual(read(v3), {
      intent: 'Pay',
      parts: [
        { name: 'Order', value: 'a tea' },
        { name: 'Order.item', value: 'tea' },
        { name: 'datetimeV2', value: '2024-01-01' },
        { name: 'amount', value: '{"number":5,"unit":"Dollar"}' },
      ],
    });
    assert.deepEqual(read(conversation), { intent: 'Greet', parts: [{ name: 'Name', value: 'Ines' }] });
    assert.deepEqual(read(document), {
      parts: [
        { name: 'Total', value: '5' },
        { name: 'Vendor', value: '1 Lane' },
        { name: 'Items[0].Name', value: 'Tea' },
      ],
    });
    for (const other of [undefined, null, 3, [], {}, { prediction: {}, result: 1 }.result]) assert.equal(formOf(other), undefined);
  });

  test('are counted by intent and by name', () => {
    const report = compareAnswers([
      { question: 'a', before: readAnswer(v2, 'understanding v2.0'), now: readAnswer(v2, 'understanding v2.0') },
      {
        question: 'b',
        before: { intent: 'Pay', parts: [{ name: 'amount', value: '5' }] },
        now: {
          intent: 'None',
          parts: [
            { name: 'amount', value: '6' },
            { name: 'Payee', value: 'x' },
          ],
        },
      },
      { question: 'c', before: { parts: [{ name: 'Items[1].Name', value: 'Tea' }] }, problem: '500' },
    ]);
    assert.deepEqual(report.questions, { total: 3, same: 1 });
    assert.deepEqual({ ...report.intents }, { Pay: { total: 2, same: 1 } });
    assert.deepEqual({ ...report.parts }, { amount: { total: 2, same: 1, added: 0 }, Payee: { total: 1, same: 1, added: 1 } });
    assert.deepEqual(report.differences, [
      { question: 'b', what: 'intent', before: 'Pay', now: 'None' },
      { question: 'b', what: 'amount', before: '5', now: '6' },
      { question: 'b', what: 'Payee', now: 'x' },
      { question: 'c', what: 'answer', now: '500' },
    ]);
    const lines = reportLines(report, 2).join('\n');
    assert.match(lines, /Answered alike: 1 of 3/);
    assert.match(lines, /Pay +1 of 2/);
    assert.match(lines, /Differences \(2 of 4/);
  });
});

describe('questions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test('are read from the log of an app', () => {
    const quoted = JSON.stringify(v2).replaceAll('"', '""');
    const [first, second] = readQuestions(
      file('log.csv', `\ufeff"Query","UTC DateTime","Response"\r\n"Pay 5 dollars to Ines","1","${quoted}"\r\n"no answer",2,\r\n`),
    );
    assert.deepEqual(first, { name: v2.query, input: v2.query, recorded: { answer: v2, form: 'understanding v2.0' } });
    assert.deepEqual(second, { name: 'no answer', input: 'no answer' });
    assert.deepEqual(parseCsv('a,"b ""c"", d"\n\n1,'), [
      ['a', 'b "c", d'],
      ['1', ''],
    ]);
  });

  test('are read from JSON, texts and folders of documents', () => {
    const lines = [v3, { query: 'hi', response: conversation }].map((one) => JSON.stringify(one)).join('\n');
    assert.deepEqual(
      readQuestions(file('log.jsonl', lines)).map(({ name, recorded }) => [name, recorded!.form]),
      [
        [v3.query, 'understanding v3.0'],
        ['hi', 'conversations'],
      ],
    );
    assert.deepEqual(readQuestions(file('queries.txt', 'one\n\ntwo\n')), [
      { name: 'one', input: 'one' },
      { name: 'two', input: 'two' },
    ]);
    assert.throws(() => readQuestions(file('bad.json', '[{"x":1}]')), /without a query/);
    const documents = mkdtempSync(join(folder, 'documents-'));
    for (const [name, text] of [
      ['a.pdf', '%PDF'],
      ['a.pdf.ocr.json', JSON.stringify(document)],
      ['b.png', 'x'],
    ] as const)
      writeFileSync(join(documents, name), text);
    assert.deepEqual(
      readQuestions(documents).map(({ name, recorded }) => [name, recorded?.form]),
      [
        ['a.pdf', 'documents'],
        ['b.png', undefined],
      ],
    );
  });
});
