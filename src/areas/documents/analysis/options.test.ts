import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../kernel/failures.ts';
import { planAnalysis } from './analyze.ts';
import { parseOptions } from './options.ts';
import type { RequestedOptions } from './options.ts';
import { getVersion } from '../versions.ts';

const [oldest, dated, newer, newest] = ['2022-01-30-preview', '2023-07-31', '2024-02-29-preview', '2024-11-30'].map(getVersion) as [ReturnType<typeof getVersion>, ReturnType<typeof getVersion>, ReturnType<typeof getVersion>, ReturnType<typeof getVersion>];
const LAYOUT = 'prebuilt-layout';

function refused(given: RequestedOptions, modelId = LAYOUT, version = newer): string {
  try {
    parseOptions(given, modelId, version);
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'ParameterInvalid') return String(problem.detail.parameter);
    throw problem;
  }
  return 'taken';
}

test('what is left out is as the interface has it', () => {
  assert.deepEqual(parseOptions({}, LAYOUT, newer), { stringIndexType: 'textElements', format: 'text', features: [] });
});

test('features in a list or one by one, each once', () => {
  const features = (given: string | string[]): readonly string[] => parseOptions({ features: given }, LAYOUT, newer).features;
  assert.deepEqual(features('barcodes, languages,barcodes'), ['barcodes', 'languages']);
  assert.deepEqual(features(['barcodes', 'styleFont,languages']), ['barcodes', 'styleFont', 'languages']);
  assert.deepEqual(features(''), []);
});

test('what cannot be done is refused by the name of its parameter', () => {
  assert.equal(refused({ features: 'formulas' }), 'features');
  assert.equal(refused({ features: 'queryFields' }), 'features');
  assert.equal(refused({ features: 'magic' }), 'features');
  assert.equal(refused({ features: 'keyValuePairs' }, 'prebuilt-read'), 'features');
  assert.equal(refused({ features: 'keyValuePairs' }), 'taken');
  assert.equal(refused({ queryFields: 'Total' }), 'queryFields');
  for (const pages of ['0', 'x', '3-1', '1,,2', '']) assert.equal(refused({ pages }), 'pages', pages);
  for (const pages of ['1', '1-3,5', ' 2 , 4-']) assert.equal(refused({ pages }), 'taken', pages);
});

test('outputs, each once; figures where figures are told, and neither in a version that knows of none', () => {
  assert.deepEqual(parseOptions({ output: 'figures,pdf,pdf' }, LAYOUT, newest).outputs, ['pdf', 'figures']);
  assert.deepEqual(parseOptions({ output: ['pdf'] }, 'prebuilt-read', newest).outputs, ['pdf']);
  assert.equal(parseOptions({ output: '' }, LAYOUT, newest).outputs, undefined);
  assert.equal(parseOptions({ output: 'pdf' }, LAYOUT, oldest).outputs, undefined);
  assert.equal(refused({ output: 'figures' }, 'prebuilt-read', newest), 'output');
  assert.equal(refused({ output: 'poem' }, LAYOUT, newest), 'output');
  assert.equal(refused({ output: 'pdf' }, LAYOUT, newer), 'output');
});

test('a version without features ignores them, and has no markdown', () => {
  assert.deepEqual(parseOptions({ features: 'magic', queryFields: 'x', outputContentFormat: 'markdown' }, LAYOUT, oldest), { stringIndexType: 'textElements', format: 'text', features: [] });
  assert.equal(parseOptions({ outputContentFormat: 'markdown' }, LAYOUT, newer).format, 'markdown');
});

test('what is looked for follows from model, version and features', () => {
  assert.deepEqual(planAnalysis('prebuilt-read', [], oldest), { layout: { tables: false, marks: false, figures: false, keyValuePairs: false }, languages: true, barcodes: false, fine: false, fonts: false, entities: false });
  assert.deepEqual(planAnalysis(LAYOUT, [], newer).layout, { tables: true, marks: true, figures: true, keyValuePairs: false });
  assert.deepEqual(planAnalysis(LAYOUT, ['keyValuePairs'], newer).layout.keyValuePairs, true);
  assert.deepEqual(planAnalysis('prebuilt-document', [], dated), { layout: { tables: true, marks: true, figures: false, keyValuePairs: true }, languages: false, barcodes: false, fine: false, fonts: false, entities: false });
  assert.equal(planAnalysis('prebuilt-document', [], oldest).entities, true);
  assert.equal(planAnalysis('prebuilt-read', [], newer).languages, false);
});
