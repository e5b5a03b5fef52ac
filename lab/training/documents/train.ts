/**
 * node lab/training/documents/train.ts [invoice|receipt] [--data FOLDER] [--layouts FOLDER]: trains the weights of a model and writes
 * them. Seeds of generated documents: 0–999 scorer, 1000–1999 confidence, 2000–2999 figures stored with the weights. The bench uses
 * seeds from 5000 on. `--data` has e-invoices, `--layouts` keeps layouts for the next run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Evidence } from '../../../src/engines/documents/fields/scoring/confidence.ts';
import { confidenceEvidence } from '../../../src/engines/documents/fields/scoring/confidence.ts';
import { fieldFeatures } from '../../../src/engines/documents/fields/scoring/features.ts';
import type { DescribedCandidate } from '../../../src/engines/documents/fields/scoring/features.ts';
import { createAmountComparison } from '../../../src/engines/documents/fields/scoring/extras.ts';
import type { Weights } from '../../../src/engines/documents/fields/scoring/weights.ts';
import { scoreFeatures } from '../../../src/engines/documents/fields/scoring/weights.ts';
import type { Field } from '../../../src/engines/documents/fields/field.ts';
import { addLeaves, compare, f1, emptyScore, isSameText } from './evaluation/compare.ts';
import type { Leaf } from './evaluation/compare.ts';
import type { ExpectedValue } from './evaluation/expected-fields.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Choice, SoftmaxWeights } from './softmax-regression.ts';
import { fitSoftmax } from './softmax-regression.ts';
import { MODELS } from './trained-models.ts';
import type { TrainedModel } from './trained-models.ts';
import type { TrainingDocument } from './training-documents.ts';
import { eInvoiceDocuments, generatedDocuments, pairPages } from './training-documents.ts';

/** Number of generated documents by purpose. */
const COUNTS = { scorer: 400, pairs: 800, confidence: 200, figures: 60 };
const VERSION = 2;

/** The expected value of a scored field; the scorer treats entries of one-element arrays as fields. */
function findExpectedValue({ fields }: TrainingDocument, field: string): ExpectedValue | undefined {
  const direct = fields[field];
  if (direct !== undefined) return direct;
  const payment = fields.PaymentDetails as readonly Readonly<Record<string, ExpectedValue>>[] | undefined;
  return payment?.[0]?.[field];
}

function isRightCandidate(
  field: string,
  { candidate: { kind, amount, value, text } }: DescribedCandidate,
  expected: ExpectedValue,
): boolean {
  if (kind === 'money') return Math.abs(Math.abs(amount!) - Math.abs(Number(expected))) < 0.005;
  if (kind === 'date' || kind === 'time') return value === expected;
  if (kind === 'phone') return text.replace(/\D/gu, '').slice(-7) === String(expected).replace(/\D/gu, '').slice(-7);
  return isSameText(field, text, String(expected));
}

/** One choice per document: the candidates of the field, of which the right ones are known. */
function choicesOf({ spec }: TrainedModel, field: string, documents: readonly TrainingDocument[]): Choice[] {
  const kind = spec.fields[field]!;
  return documents.flatMap((document): Choice[] => {
    const { prepared, optionalFields, known, weight } = document;
    const expected = findExpectedValue(document, field);
    if (optionalFields.has(field) || (known !== undefined && expected === undefined)) return [];
    const own = prepared.candidates.filter(({ candidate }) => candidate.kind === kind);
    const right = expected === undefined ? [] : own.filter((seen) => isRightCandidate(field, seen, expected));
    // A value that was not read cannot be chosen, but its absence is no reason to choose none.
    if (expected !== undefined && right.length === 0) return [];
    // The same value may occur several times: the one with the field's label is meant.
    const labeled = right.filter(({ relations }) =>
      relations.some(({ label }) => label.meanings.some((meaning) => meaning.field === field)),
    );
    const meant = new Set(labeled.length > 0 ? labeled : right);
    const candidates = own
      .filter((seen) => meant.has(seen) || !right.includes(seen))
      .map((seen) => ({ features: fieldFeatures(field, seen), right: meant.has(seen) }));
    return [{ kind, field, candidates, weight }];
  });
}

function fitScorer(model: TrainedModel, documents: readonly TrainingDocument[]): SoftmaxWeights {
  const choices = Object.keys(model.spec.fields).flatMap((field) => choicesOf(model, field, documents));
  return meanWeights(ORDERS.map((seed) => fitSoftmax(choices, new SeededRandom(seed))));
}

/** The order of the documents decides between candidates that are almost alike, so the weights are the mean of several orders. */
const ORDERS = [4711, 4712, 4713, 4714];

function meanWeights(all: readonly SoftmaxWeights[]): SoftmaxWeights {
  const mean = (part: keyof SoftmaxWeights): SoftmaxWeights['kinds'] => {
    const tables = [...new Set(all.flatMap((own) => Object.keys(own[part])))];
    return Object.fromEntries(
      tables.map((table) => {
        const names = [...new Set(all.flatMap((own) => Object.keys(own[part][table] ?? {})))].sort();
        const weightOf = (name: string): number => all.reduce((sum, own) => sum + (own[part][table]?.[name] ?? 0), 0) / all.length;
        return [table, Object.fromEntries(names.map((name) => [name, Math.round(weightOf(name) * 1000) / 1000]))];
      }),
    );
  };
  return { kinds: mean('kinds'), fields: mean('fields') };
}

/** Log ratio of how often each check holds for expected amounts and for the best wrong ones. */
function checkWeights(model: TrainedModel, documents: readonly TrainingDocument[], scorer: SoftmaxWeights): Record<string, number> {
  const counts = new Map<string, { right: number; wrong: number }>();
  const totals = { right: 0, wrong: 0 };
  for (const { fields, prepared } of documents) {
    const money = prepared.candidates.filter(({ candidate }) => candidate.kind === 'money');
    const expected = (name: string): number | undefined => (typeof fields[name] === 'number' ? fields[name] : undefined);
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
        .map((seen) => ({ amount: seen.candidate.amount!, score: scoreFeatures(scorer, 'money', field, fieldFeatures(field, seen)) }))
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

function leavesOf({ fields, optionalFields, known, prepared }: TrainingDocument, found: Readonly<Record<string, Field>>): Leaf[] {
  const given = known === undefined ? found : Object.fromEntries(Object.entries(found).filter(([name]) => known.has(name)));
  return compare(given, fields, prepared.segmented.layout, optionalFields);
}

function fitConfidences(model: TrainedModel, documents: readonly TrainingDocument[], weights: Weights): Weights['confidence'] {
  const samples = new Map<string, ConfidenceSample[]>();
  for (const document of documents) {
    const records = new Map<Field, { kind: string; evidence: Evidence }>();
    const found = model.extract(document.prepared, weights, (field, kind, evidence) => {
      records.set(field, { kind, evidence });
    });
    for (const { field, right } of leavesOf(document, found.fields)) {
      const record = field === undefined ? undefined : records.get(field);
      if (record !== undefined)
        samples.set(record.kind, [...(samples.get(record.kind) ?? []), { evidence: confidenceEvidence(record.evidence), right }]);
    }
  }
  return Object.fromEntries([...samples].map(([kind, own]) => [kind, fitConfidence(own)]));
}

interface Figures {
  fieldF1: number;
  sure: number;
  sureRight: number;
  byField: Record<string, number>;
}

function evaluate(model: TrainedModel, documents: readonly TrainingDocument[], weights: Weights): Figures {
  const score = emptyScore();
  const byField = new Map<string, ReturnType<typeof emptyScore>>();
  const sure = { given: 0, right: 0 };
  for (const document of documents) {
    const leaves = leavesOf(document, model.extract(document.prepared, weights).fields);
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
    fieldF1: round(f1(score)),
    sure: sure.given,
    sureRight: round(sure.right / Math.max(1, sure.given)),
    byField: Object.fromEntries([...byField].map(([path, own]) => [path, round(f1(own))])),
  };
}

interface TrainOptions {
  data: string;
  layouts?: string;
}

async function train(model: TrainedModel, { data, layouts }: TrainOptions): Promise<void> {
  const started = process.cpuUsage();
  const generated = await generatedDocuments(model, 0, COUNTS.scorer, layouts);
  const eInvoices = await eInvoiceDocuments(model, data, layouts);
  const toWeights = (documents: readonly TrainingDocument[]): Weights => {
    const scorer = fitScorer(model, documents);
    return { version: VERSION, ...scorer, checks: checkWeights(model, documents, scorer), confidence: {}, figures: {} };
  };
  // Confidences are fitted with a scorer that has seen none of the documents, nor their issuers.
  const calibration = [...(await generatedDocuments(model, 1000, COUNTS.confidence, layouts)), ...eInvoices];
  const confidence = fitConfidences(model, calibration, toWeights(generated));
  const fitted: Weights = { ...toWeights([...generated, ...pairPages(model, 0, COUNTS.pairs), ...eInvoices]), confidence };
  const { byField, ...figures } = evaluate(model, await generatedDocuments(model, 2000, COUNTS.figures, layouts), fitted);
  const weights: Weights = {
    ...fitted,
    figures: { documents: { ...COUNTS, eInvoices: eInvoices.length }, ...figures, note: 'generated documents from seed 2000 on' },
  };
  writeFileSync(model.weights, `${JSON.stringify(weights, null, 1)}\n`);
  const { user, system } = process.cpuUsage(started);
  console.log(byField);
  console.log(
    `${model.modelId}: field F1 ${String(figures.fieldF1)}; ${String(figures.sure)} fields with a confidence of 0.9 or more, ${String(figures.sureRight)} right; ${((user + system) / 1e6).toFixed(0)} CPU s; ${String(readFileSync(model.weights).length)} bytes`,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '../shared/data' }, layouts: { type: 'string' } },
});
for (const model of MODELS)
  if (positionals.length === 0 || positionals.some((name) => model.modelId.endsWith(name))) await train(model, values);
