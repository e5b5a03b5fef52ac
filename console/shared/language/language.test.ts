import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addLabel,
  choicesFor,
  colorOf,
  flattenLabels,
  formatResolution,
  locateWords,
  parseInlineLabels,
  removeLabel,
  splitWords,
} from './entities.ts';
import type { EntityChoice, Label } from './entities.ts';
import { accuracyOf, buildMatrix, classMetrics, compareTests, entityMetrics, readTests } from './evaluation.ts';
import { filterUtterances, parseFilter } from './filter.ts';

const texts = (text: string, spans: readonly { start: number; end: number }[]): string[] =>
  spans.map(({ start, end }) => text.slice(start, end));

test('splits words in any language, and at label ends', () => {
  assert.deepEqual(texts('fly to rome, now', splitWords('fly to rome, now')), ['fly', 'to', 'rome', ',', 'now']);
  assert.deepEqual(texts('東京に行く', splitWords('東京に行く', 'ja-jp')).join(''), '東京に行く');
  assert.deepEqual(texts('trip21', splitWords('trip21', 'en-us', [4, 0, 6, 4])), ['trip', '21']);
});

test('words of any text are in order, cover all but whitespace, and never overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(fc.nat(60)), (text, cuts) => {
      const words = splitWords(text, 'en', cuts);
      let at = 0;
      for (const { start, end } of words) {
        assert.ok(start >= at && end > start && text.slice(at, start).trim() === '');
        at = end;
      }
      assert.equal(text.slice(at).trim(), '');
    }),
  );
});

test('locates words without positions in order', () => {
  assert.deepEqual(locateWords('To Rome to', ['to', 'rome', 'to']), [
    { start: 0, end: 2 },
    { start: 3, end: 7 },
    { start: 8, end: 10 },
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.array(fc.string({ maxLength: 5 }), { maxLength: 8 }), (text, words) =>
      locateWords(text, words).every(({ start, end }) => start <= end && end <= text.length),
    ),
  );
});

const ENTITIES: readonly EntityChoice[] = [
  { name: 'City', roles: ['to'] },
  { name: 'Address', parts: [{ name: 'Street', parts: [{ name: 'Number' }] }] },
  { name: 'Trip', over: true },
];

test('a span can be any entity in any role, and a child of the label around it', () => {
  assert.deepEqual(
    choicesFor({ start: 0, end: 2 }, [], ENTITIES).map(({ title }) => title),
    ['City', 'City : to', 'Address', 'Trip'],
  );
  const address: Label = { entity: 'Address', start: 0, end: 10 };
  const [street] = choicesFor({ start: 0, end: 5 }, [address], ENTITIES);
  assert.equal(street!.title, 'Address › Street');
  const labels = addLabel([address], { start: 0, end: 5 }, street!, ENTITIES);
  const [number] = choicesFor({ start: 0, end: 1 }, labels, ENTITIES);
  assert.equal(number!.title, 'Street › Number');
  const deep = addLabel(labels, { start: 0, end: 1 }, number!, ENTITIES);
  assert.deepEqual(
    flattenLabels(deep).map(({ label, depth, top }) => [label.entity, depth, top.entity]),
    [
      ['Address', 0, 'Address'],
      ['Street', 1, 'Address'],
      ['Number', 2, 'Address'],
    ],
  );
  assert.deepEqual(
    flattenLabels(removeLabel(deep, flattenLabels(deep)[1]!.label)).map(({ label }) => label.entity),
    ['Address'],
  );
});

test('a new label replaces labels of its level; composites span others', () => {
  const cities = addLabel(
    addLabel([], { start: 0, end: 4 }, { title: '', entity: 'City' }, ENTITIES),
    { start: 5, end: 9 },
    { title: '', entity: 'City', role: 'to' },
    ENTITIES,
  );
  const over = addLabel(cities, { start: 0, end: 9 }, { title: '', entity: 'Trip' }, ENTITIES);
  assert.deepEqual(
    over.map(({ entity, start, end }) => [entity, start, end]),
    [
      ['Trip', 0, 9],
      ['City', 0, 4],
      ['City', 5, 9],
    ],
  );
  assert.deepEqual(
    addLabel(over, { start: 3, end: 6 }, { title: '', entity: 'Address' }, ENTITIES).map(({ entity }) => entity),
    ['Trip', 'Address'],
  );
  assert.deepEqual([colorOf('City', ENTITIES), colorOf('Trip', ENTITIES), colorOf('Nothing', ENTITIES)], [1, 3, 0]);
});

test('parses labels written in an utterance', () => {
  assert.deepEqual(parseInlineLabels('fly from {City:from=new york} to {@City = rome}!'), {
    text: 'fly from new york to rome!',
    labels: [
      { entity: 'City', start: 9, end: 17, role: 'from' },
      { entity: 'City', start: 21, end: 25 },
    ],
  });
  assert.deepEqual(parseInlineLabels('a { b'), { text: 'a { b', labels: [] });
});

test('shows the resolved value in short', () => {
  const sunday = {
    type: 'date',
    values: [{ timex: 'XXXX-WXX-7', resolution: [{ value: '2026-11-15' }, { value: '2026-11-22' }] }],
  };
  const week = { type: 'daterange', values: [{ timex: '(x)', resolution: [{ start: '2026-11-16', end: '2026-11-23' }] }] };
  const written = [
    sunday,
    week,
    ['economy'],
    { number: 5, unit: 'Dollar' },
    7,
    [{ resolutionKind: 'NumberResolution', value: 3 }],
    { odd: true },
    true,
  ].map(formatResolution);
  assert.deepEqual(written, [
    '2026-11-15 or 2026-11-22',
    '2026-11-16 to 2026-11-23',
    'economy',
    '5 Dollar',
    '7',
    '3',
    '{"odd":true}',
    'true',
  ]);
});

test('computes metrics of classes, of entities by exact span, and the confusion matrix', () => {
  const outcomes = [
    ['a', 'a'],
    ['a', 'b'],
    ['b', 'b'],
    ['c', 'b'],
  ].map(([expected, predicted]) => ({ expected: expected!, predicted: predicted! }));
  const [a, b, c] = classMetrics(outcomes);
  assert.deepEqual(
    [a, c],
    [
      { name: 'a', count: 2, precision: 1, recall: 0.5, f1: 2 / 3 },
      { name: 'c', count: 1, precision: 0, recall: 0, f1: 0 },
    ],
  );
  assert.deepEqual([b!.precision, b!.recall], [1 / 3, 1]);
  assert.equal(accuracyOf(outcomes), 0.5);
  assert.deepEqual(buildMatrix(outcomes), {
    names: ['a', 'b', 'c'],
    counts: [
      [1, 1, 0],
      [0, 1, 0],
      [0, 1, 0],
    ],
    leftOut: 0,
  });
  assert.deepEqual(
    buildMatrix([...outcomes, { expected: 'right', predicted: 'right' }], 3).names,
    ['a', 'b', 'c'],
    'shows the most confused classes first',
  );
  const at = (entity: string, start: number): { entity: string; start: number; end: number } => ({
    entity,
    start,
    end: start + 1,
  });
  assert.deepEqual(entityMetrics([{ expected: [at('x', 0), at('x', 5)], found: [at('x', 0), at('y', 5)] }]), [
    { name: 'x', count: 2, precision: 1, recall: 0.5, f1: 2 / 3 },
    { name: 'y', count: 0, precision: 0, recall: 0, f1: 0 },
  ]);
});

test('reads tests from lists, exported apps and lines, and reports errors with their position', () => {
  const one = { text: 'to rome', intent: 'Fly', entities: [{ entity: 'City', startPos: 3, endPos: 6 }] };
  const read = [{ text: 'to rome', intent: 'Fly', labels: [{ entity: 'City', start: 3, end: 7 }] }];
  for (const content of [[one], { LabeledTestSetUtterances: [one] }, { name: 'App', utterances: [one] }])
    assert.deepEqual(readTests(JSON.stringify(content)), read);
  assert.deepEqual(readTests('Fly\tto {City=rome}\r\n\r\n'), read);
  for (const [content, why] of [
    ['[]', /no utterances/],
    ['[{"text":"x"}]', /Utterance 1/],
    ['[{"text":"x","intent":"y","entities":[{}]}]', /entity of utterance 1/],
    ['Fly\tx\nno tab', /Line 2/],
    ['{"a":1}', /list of utterances/],
    ['[{', /JSON|Line 1/],
    ['', /no utterances/],
  ] as const)
    assert.throws(() => readTests(content), why);
});

test('does not count entities as wrong without labels', () => {
  const found = [{ entity: 'City', start: 3, end: 7 }];
  const [bare, labeled] = [
    { text: 'to rome', expected: ['Go'], predicted: ['Go'], labels: [], found },
    { text: 'to oslo', expected: ['Go'], predicted: ['Go'], labels: found, found },
  ];
  const wrong = (tested: Parameters<typeof compareTests>[0]): unknown[] => {
    const { isLabeled, learned, rows } = compareTests(tested, [{ name: 'City' }]);
    return [isLabeled, learned.length, rows.map(({ entitiesWrong }) => entitiesWrong)];
  };
  assert.deepEqual(
    [wrong([bare]), wrong([bare, labeled])],
    [
      [false, 0, [false]],
      [true, 1, [true, false]],
    ],
  );
});

test('filters utterances by text, intent, entity, problem and prediction', () => {
  const rows = [
    { id: '1', text: 'Fly to Rome', intent: 'Book', labels: [{ entity: 'City', start: 7, end: 11 }] },
    { id: '2', text: 'hello', intent: 'None', labels: [], predicted: 'Book', problem: 'predicted as Book' },
  ];
  const ids = (address: string): string[] => filterUtterances(rows, parseFilter(new URLSearchParams(address))).map(({ id }) => id);
  assert.deepEqual(['', 'find=ROME', 'intent=None', 'entity=City', 'problems=1', 'predicted=Book', 'predicted=Book&intent=Book'].map(ids), [
    ['1', '2'],
    ['1'],
    ['2'],
    ['1'],
    ['2'],
    ['2'],
    [],
  ]);
});
