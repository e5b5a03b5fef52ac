/**
 * node training/documents/train.ts [invoice|receipt]: trains the weights of a model on generated documents and writes
 * them. Seeds: 0–999 scorer, 1000–1999 confidence, 2000–2999 figures stored with the weights. The bench uses seeds from
 * 5000 on. Half of the documents have simulated OCR errors.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Evidence } from '../../src/engines/fields/scoring/confidence.ts';
import { confidenceFeatures } from '../../src/engines/fields/scoring/confidence.ts';
import { fieldFeatures } from '../../src/engines/fields/scoring/features.ts';
import { createAmountComparison } from '../../src/engines/fields/scoring/extras.ts';
import type { Prepared } from '../../src/engines/fields/scoring/score-fields.ts';
import { prepare } from '../../src/engines/fields/scoring/score-fields.ts';
import type { Weights } from '../../src/engines/fields/scoring/weights.ts';
import type { Field } from '../../src/engines/fields/field.ts';
import { addLeaves, compare, f1, emptyScore, isSameText } from './evaluation/compare.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Example } from './logistic-regression.ts';
import { fitLogisticRegression } from './logistic-regression.ts';
import { MODELS } from './trained-models.ts';
import type { TrainedModel } from './trained-models.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import { withOcrConfusions } from './evaluation/ocr-confusions.ts';
import type { GeneratedDocument, ExpectedValue } from './evaluation/expected-fields.ts';

interface Document {
  generated: GeneratedDocument;
  prepared: Prepared;
}

/** Number of documents by purpose. */
const COUNTS = { scorer: 500, confidence: 250, figures: 100 };
const VERSION = 1;

async function generateDocuments(model: TrainedModel, from: number, count: number): Promise<Document[]> {
  const found: Document[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const generated = await model.generate(seed);
    const clean = await layoutOf(generated.pdf);
    const layout = seed % 2 === 0 ? clean : withOcrConfusions(clean, new SeededRandom(seed));
    found.push({ generated, prepared: prepare(layout, model.spec) });
  }
  return found;
}

/** The expected value of a scored field; the scorer treats entries of one-element arrays as fields. */
function findExpectedValue({ fields }: GeneratedDocument, field: string): ExpectedValue | undefined {
  const direct = fields[field];
  if (direct !== undefined) return direct;
  const payment = fields.PaymentDetails as readonly Readonly<Record<string, ExpectedValue>>[] | undefined;
  return payment?.[0]?.[field];
}

function scorerExamples(model: TrainedModel, field: string, all: readonly Document[]): Example[] {
  const kind = model.spec.fields[field]!;
  const examples: Example[] = [];
  for (const { generated, prepared } of all) {
    if (generated.optionalFields.has(field)) continue;
    const expected = findExpectedValue(generated, field);
    const own = prepared.candidates.filter(({ candidate }) => candidate.kind === kind);
    const right = own.filter(
      ({ candidate: { amount, value, text } }) =>
        expected !== undefined &&
        (kind === 'money'
          ? Math.abs(Math.abs(amount!) - Math.abs(Number(expected))) < 0.005
          : kind === 'date' || kind === 'time'
            ? value === expected
            : kind === 'phone'
              ? text.replace(/\D/gu, '').slice(-7) === String(expected).replace(/\D/gu, '').slice(-7)
              : isSameText(field, text, String(expected))),
    );
    // The same value may occur several times: the one with the field's label is meant.
    const labelled = right.filter(({ relations }) =>
      relations.some(({ label }) => label.meanings.some((meaning) => meaning.field === field)),
    );
    const meant = new Set(labelled.length > 0 ? labelled : right);
    for (const seen of own) {
      if (!meant.has(seen) && right.includes(seen)) continue;
      examples.push({ features: Object.fromEntries(fieldFeatures(field, seen).map((name) => [name, 1])), right: meant.has(seen) });
    }
  }
  return examples;
}

/** Log ratio of how often each check holds for expected amounts and for the best wrong ones. */
function checkWeights(model: TrainedModel, all: readonly Document[], fields: Weights['fields']): Record<string, number> {
  const counts = new Map<string, { right: number; wrong: number }>();
  const totals = { right: 0, wrong: 0 };
  for (const { generated, prepared } of all) {
    const money = prepared.candidates.filter(({ candidate }) => candidate.kind === 'money');
    const expected = (name: string): number | undefined =>
      typeof generated.fields[name] === 'number' ? generated.fields[name] : undefined;
    const recordChecks = (amount: (name: string) => number | undefined, kind: 'right' | 'wrong'): void => {
      totals[kind] += 1;
      for (const { check, holds } of model.spec.check(amount, prepared.lineItems, createAmountComparison(prepared.extras))) {
        const key = `${check} ${holds ? 'holds' : 'fails'}`;
        const own = counts.get(key) ?? { right: 0, wrong: 0 };
        own[kind] += 1;
        counts.set(key, own);
      }
    };
    recordChecks(expected, 'right');
    for (const field of model.spec.checked) {
      if (expected(field) === undefined) continue;
      const rivals = money
        .map((seen) => ({
          amount: seen.candidate.amount!,
          score: fieldFeatures(field, seen).reduce((sum, name) => sum + (fields[field]?.[name] ?? 0), 0),
        }))
        .filter(({ amount }) => Math.abs(amount - expected(field)!) > 0.005)
        .sort((a, b) => b.score - a.score)
        .slice(0, 2);
      for (const rival of rivals) recordChecks((name) => (name === field ? rival.amount : expected(name)), 'wrong');
    }
  }
  return Object.fromEntries(
    [...counts].map(([key, { right, wrong }]) => [
      key,
      Math.round(100 * Math.max(-4, Math.min(4, Math.log((right + 1) / (totals.right + 2) / ((wrong + 1) / (totals.wrong + 2)))))) / 100,
    ]),
  );
}

function fitConfidences(model: TrainedModel, all: readonly Document[], weights: Weights, random: SeededRandom): Weights['confidence'] {
  const examples = new Map<string, Example[]>();
  for (const { generated, prepared } of all) {
    const records = new Map<Field, { kind: string; evidence: Evidence }>();
    const found = model.extract(prepared, weights, (field, kind, evidence) => {
      records.set(field, { kind, evidence });
    });
    for (const { field, right } of compare(found.fields, generated.fields, prepared.segmented.layout, generated.optionalFields)) {
      const record = field === undefined ? undefined : records.get(field);
      if (record !== undefined)
        examples.set(record.kind, [...(examples.get(record.kind) ?? []), { features: confidenceFeatures(record.evidence), right }]);
    }
  }
  return Object.fromEntries(
    [...examples].map(([kind, own]) => [kind, clampWeights(fitLogisticRegression(own, random, { passes: 30, rate: 0.1, shrink: 1e-4 }))]),
  );
}

/** A consistent sum never lowers a confidence; an inconsistent sum or an uncertain word never raises it. */
function clampWeights(weights: Readonly<Record<string, number>>): Record<string, number> {
  const bounds: Readonly<Record<string, readonly [number, number]>> = {
    holds: [0, Infinity],
    fails: [-Infinity, 0],
    unsure: [-Infinity, 0],
    'quite unsure': [-Infinity, 0],
  };
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => {
      const [low, high] = bounds[name] ?? [-Infinity, Infinity];
      return [name, Math.min(high, Math.max(low, weight))];
    }),
  );
}

function evaluate(
  model: TrainedModel,
  all: readonly Document[],
  weights: Weights,
): { f1: number; sure: number; sureRight: number; byField: Record<string, number> } {
  const score = emptyScore();
  const byField = new Map<string, ReturnType<typeof emptyScore>>();
  const sure = { given: 0, right: 0 };
  for (const { generated, prepared } of all) {
    const leaves = compare(model.extract(prepared, weights).fields, generated.fields, prepared.segmented.layout, generated.optionalFields);
    addLeaves(score, leaves);
    for (const leaf of leaves) {
      byField.set(leaf.path, addLeaves(byField.get(leaf.path) ?? emptyScore(), [leaf]));
      if (leaf.field !== undefined && leaf.field.confidence >= 0.9) {
        sure.given += 1;
        sure.right += Number(leaf.right);
      }
    }
  }
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    f1: round(f1(score)),
    sure: sure.given,
    sureRight: round(sure.right / Math.max(1, sure.given)),
    byField: Object.fromEntries([...byField].map(([path, own]) => [path, round(f1(own))])),
  };
}

async function train(model: TrainedModel): Promise<void> {
  const started = process.cpuUsage();
  const random = new SeededRandom(4711);
  const scorerDocuments = await generateDocuments(model, 0, COUNTS.scorer);
  const fields: Record<string, Record<string, number>> = {};
  for (const field of Object.keys(model.spec.fields)) {
    const examples = scorerExamples(model, field, scorerDocuments);
    const right = examples.filter((example) => example.right).length;
    // A field that no generated document has is scored by its label alone.
    fields[field] = right >= 3 ? fitLogisticRegression(examples, random) : { ...LABEL_ONLY_WEIGHTS };
    console.log(`${field}: ${String(right)} of ${String(examples.length)}`);
  }
  let weights: Weights = { version: VERSION, fields, checks: checkWeights(model, scorerDocuments, fields), confidence: {}, figures: {} };
  weights = { ...weights, confidence: fitConfidences(model, await generateDocuments(model, 1000, COUNTS.confidence), weights, random) };
  const { f1: all, sure, sureRight, byField } = evaluate(model, await generateDocuments(model, 2000, COUNTS.figures), weights);
  weights = {
    ...weights,
    figures: {
      documents: COUNTS,
      fieldF1: all,
      surelyGiven: sure,
      ofThoseRight: sureRight,
      note: 'seeds 2000 on, half of them with slips',
    },
  };
  writeFileSync(model.weights, `${JSON.stringify(weights, null, 1)}\n`);
  const { user, system } = process.cpuUsage(started);
  console.log(byField);
  console.log(
    `${model.modelId}: field F1 ${String(all)}; ${String(sure)} fields with a confidence of 0.9 or more, ${String(sureRight)} correct; ${((user + system) / 1e6).toFixed(0)} CPU s; ${String(readFileSync(model.weights).length)} bytes`,
  );
}

/** Weights of fields without examples: near their label or not at all. */
const LABEL_ONLY_WEIGHTS: Readonly<Record<string, number>> = {
  bias: -4,
  inline: 4,
  'inline order 0': 1.5,
  right: 2.5,
  'right order 0': 1.5,
  below: 1,
  'below order 0': 1.5,
  'no label': -5,
  'rival is nearer': -3,
  'no figures': -3,
  'in the lines': -3,
};

const wanted = process.argv.slice(2);
for (const model of MODELS) if (wanted.length === 0 || wanted.some((name) => model.modelId.endsWith(name))) await train(model);
