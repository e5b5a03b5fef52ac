import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../kernel/failures.ts';
import { planAnalysis } from './analyze.ts';
import { parseOptions } from './options.ts';
import type { RequestedOptions } from './options.ts';
import { getVersion } from '../versions.ts';

const oldest = getVersion('2022-01-30-preview');
const dated = getVersion('2023-07-31');
const newer = getVersion('2024-02-29-preview');
const newest = getVersion('2024-11-30');
const LAYOUT = 'prebuilt-layout';

function rejectedParameter(requested: RequestedOptions, modelId = LAYOUT, version = newer): string {
  try {
    parseOptions(requested, modelId, version);
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'ParameterInvalid') return String(problem.detail.parameter);
    throw problem;
  }
  return 'none';
}

test('applies the defaults of the interface', () => {
  assert.deepEqual(parseOptions({}, LAYOUT, newer), { stringIndexType: 'textElements', format: 'text', features: [] });
});

test('accepts features as a list or repeated, without duplicates', () => {
  const features = (requested: string | string[]): readonly string[] => parseOptions({ features: requested }, LAYOUT, newer).features;
  assert.deepEqual(features('barcodes, languages,barcodes'), ['barcodes', 'languages']);
  assert.deepEqual(features(['barcodes', 'styleFont,languages']), ['barcodes', 'styleFont', 'languages']);
  assert.deepEqual(features(''), []);
});

test('rejects unsupported values with the name of the parameter', () => {
  assert.equal(rejectedParameter({ features: 'formulas' }), 'none');
  assert.equal(rejectedParameter({ features: 'magic' }), 'features');
  assert.equal(rejectedParameter({ features: 'keyValuePairs' }, 'prebuilt-read'), 'features');
  assert.equal(rejectedParameter({ features: 'keyValuePairs' }), 'none');
  for (const pages of ['0', 'x', '3-1', '1,,2', '']) assert.equal(rejectedParameter({ pages }), 'pages', pages);
  for (const pages of ['1', '1-3,5', ' 2 , 4-']) assert.equal(rejectedParameter({ pages }), 'none', pages);
});

test('accepts query fields with their feature, up to twenty names of words in any language', () => {
  const features = 'queryFields';
  const asked = parseOptions({ features, queryFields: ['PartyName, policy holder', 'Datum der Lieferung,PartyName'] }, LAYOUT, newest);
  assert.deepEqual(asked.queryFields, ['PartyName', 'policy holder', 'Datum der Lieferung']);
  assert.deepEqual(asked.features, ['queryFields']);
  for (const queryFields of ['Total', '発行日', 'No. of guests', "insured's name"]) {
    assert.equal(rejectedParameter({ features, queryFields }), 'none', queryFields);
  }
  const many = Array.from({ length: 21 }, (_, i) => `Field${i}`);
  assert.equal(rejectedParameter({ features, queryFields: many.slice(1) }), 'none');
  for (const queryFields of [many, 'x'.repeat(65), '42', 'a{b', 'a\nb', '<b>']) {
    assert.equal(rejectedParameter({ features, queryFields }), 'queryFields');
  }
  assert.equal(rejectedParameter({ queryFields: 'Total' }), 'queryFields');
  assert.equal(rejectedParameter({ features, queryFields: 'Total' }, 'prebuilt-read'), 'features');
  assert.equal(rejectedParameter({ features }, LAYOUT, dated), 'features');
  assert.equal(rejectedParameter({ queryFields: 'Total' }, LAYOUT, dated), 'queryFields');
  assert.throws(() => parseOptions({ features }, LAYOUT, newest), { kind: 'ParameterMissing' });
});

test('accepts outputs without duplicates, figures only with models that detect them, and none in older versions', () => {
  assert.deepEqual(parseOptions({ output: 'figures,pdf,pdf' }, LAYOUT, newest).outputs, ['pdf', 'figures']);
  assert.deepEqual(parseOptions({ output: ['pdf'] }, 'prebuilt-read', newest).outputs, ['pdf']);
  assert.equal(parseOptions({ output: '' }, LAYOUT, newest).outputs, undefined);
  assert.equal(parseOptions({ output: 'pdf' }, LAYOUT, oldest).outputs, undefined);
  assert.equal(rejectedParameter({ output: 'figures' }, 'prebuilt-read', newest), 'output');
  assert.equal(rejectedParameter({ output: 'poem' }, LAYOUT, newest), 'output');
  assert.equal(rejectedParameter({ output: 'pdf' }, LAYOUT, newer), 'output');
});

test('ignores features and markdown in a version without them', () => {
  assert.deepEqual(parseOptions({ features: 'magic', queryFields: 'x', outputContentFormat: 'markdown' }, LAYOUT, oldest), {
    stringIndexType: 'textElements',
    format: 'text',
    features: [],
  });
  assert.equal(parseOptions({ outputContentFormat: 'markdown' }, LAYOUT, newer).format, 'markdown');
});

test('plans an analysis from model, version and features', () => {
  assert.deepEqual(planAnalysis('prebuilt-read', [], oldest), {
    layout: { tables: false, marks: false, figures: false, keyValuePairs: false },
    languages: true,
    barcodes: false,
    formulas: false,
    highResolution: false,
    fonts: false,
    entities: false,
  });
  assert.deepEqual(planAnalysis(LAYOUT, [], newer).layout, { tables: true, marks: true, figures: true, keyValuePairs: false });
  assert.deepEqual(planAnalysis(LAYOUT, ['keyValuePairs'], newer).layout.keyValuePairs, true);
  assert.deepEqual(planAnalysis('prebuilt-document', [], dated), {
    layout: { tables: true, marks: true, figures: false, keyValuePairs: true },
    languages: false,
    barcodes: false,
    formulas: false,
    highResolution: false,
    fonts: false,
    entities: false,
  });
  assert.equal(planAnalysis('prebuilt-document', [], oldest).entities, true);
  assert.equal(planAnalysis('prebuilt-read', [], newer).languages, false);
  assert.equal(planAnalysis(LAYOUT, ['formulas'], newer).formulas, true);
});
