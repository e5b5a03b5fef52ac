/**
 * node training/documents/train.ts [invoice|receipt]: learns a model's weights from made-up documents and writes them.
 *
 * Seeds: 0–999 scorer, 1000–1999 confidence, 2000–2999 the figures that are written beside the weights. The bench uses
 * seeds from 5000 on. Half of the documents have slips as reading makes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Evidence } from '../../src/engines/fields/scoring/confidence.ts';
import { evidenceFeatures } from '../../src/engines/fields/scoring/confidence.ts';
import { featuresFor } from '../../src/engines/fields/scoring/features.ts';
import { agreementOf } from '../../src/engines/fields/scoring/extras.ts';
import type { Prepared } from '../../src/engines/fields/scoring/find.ts';
import { prepare } from '../../src/engines/fields/scoring/find.ts';
import type { Weights } from '../../src/engines/fields/scoring/weights.ts';
import type { Field } from '../../src/engines/fields/field.ts';
import { addLeaves, compare, f1, noScore, sameText } from './evaluation/compare.ts';
import { Dice } from './generators/seeded-random.ts';
import type { Example } from './logistic-regression.ts';
import { learn } from './logistic-regression.ts';
import { MODELS } from './trained-models.ts';
import type { TrainedModel } from './trained-models.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import { withSlips } from './evaluation/ocr-confusions.ts';
import type { MadeUp, TrueValue } from './evaluation/expected-fields.ts';

interface Document { made: MadeUp; prepared: Prepared }

/** Documents by part. */
const COUNTS = { scorer: 500, confidence: 250, figures: 100 };
const VERSION = 1;

async function documents(model: TrainedModel, from: number, count: number): Promise<Document[]> {
  const found: Document[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const made = await model.make(seed);
    const clean = await layoutOf(made.pdf);
    const layout = seed % 2 === 0 ? clean : withSlips(clean, new Dice(seed));
    found.push({ made, prepared: prepare(layout, model.spec) });
  }
  return found;
}

/** The true value of a field that the scorer finds; entries of arrays that have but one are fields to it. */
function trueValue({ fields }: MadeUp, field: string): TrueValue | undefined {
  const direct = fields[field];
  if (direct !== undefined) return direct;
  const payment = fields.PaymentDetails as readonly Readonly<Record<string, TrueValue>>[] | undefined;
  return payment?.[0]?.[field];
}

function scorerExamples(model: TrainedModel, field: string, all: readonly Document[]): Example[] {
  const kind = model.spec.fields[field]!;
  const examples: Example[] = [];
  for (const { made, prepared } of all) {
    if (made.open.has(field)) continue;
    const truth = trueValue(made, field);
    const own = prepared.seen.filter(({ candidate }) => candidate.kind === kind);
    const right = own.filter(({ candidate: { amount, value, text } }) => truth !== undefined
      && (kind === 'money' ? Math.abs(Math.abs(amount!) - Math.abs(Number(truth))) < 0.005 : kind === 'date' || kind === 'time' ? value === truth : kind === 'phone' ? text.replace(/\D/gu, '').slice(-7) === String(truth).replace(/\D/gu, '').slice(-7) : sameText(field, text, String(truth))));
    // The same value may stand in several places: those with the field's label are meant.
    const labelled = right.filter(({ relations }) => relations.some(({ label }) => label.meanings.some((meaning) => meaning.field === field)));
    const meant = new Set(labelled.length > 0 ? labelled : right);
    for (const seen of own) {
      if (!meant.has(seen) && right.includes(seen)) continue;
      examples.push({ features: Object.fromEntries(featuresFor(field, seen).map((name) => [name, 1])), right: meant.has(seen) });
    }
  }
  return examples;
}

/** How often each check holds for true amounts, and for the best wrong ones in their place. */
function checkWeights(model: TrainedModel, all: readonly Document[], fields: Weights['fields']): Record<string, number> {
  const counts = new Map<string, { right: number; wrong: number }>();
  const totals = { right: 0, wrong: 0 };
  for (const { made, prepared } of all) {
    const money = prepared.seen.filter(({ candidate }) => candidate.kind === 'money');
    const truth = (name: string): number | undefined => typeof made.fields[name] === 'number' ? made.fields[name] : undefined;
    const note = (amount: (name: string) => number | undefined, sort: 'right' | 'wrong'): void => {
      totals[sort] += 1;
      for (const { check, holds } of model.spec.check(amount, prepared.purchases, agreementOf(prepared.extras))) {
        const key = `${check} ${holds ? 'holds' : 'fails'}`;
        const own = counts.get(key) ?? { right: 0, wrong: 0 };
        own[sort] += 1;
        counts.set(key, own);
      }
    };
    note(truth, 'right');
    for (const field of model.spec.checked) {
      if (truth(field) === undefined) continue;
      const rivals = money.map((seen) => ({ amount: seen.candidate.amount!, score: featuresFor(field, seen).reduce((sum, name) => sum + (fields[field]?.[name] ?? 0), 0) }))
        .filter(({ amount }) => Math.abs(amount - truth(field)!) > 0.005).sort((a, b) => b.score - a.score).slice(0, 2);
      for (const rival of rivals) note((name) => name === field ? rival.amount : truth(name), 'wrong');
    }
  }
  return Object.fromEntries([...counts].map(([key, { right, wrong }]) => [key, Math.round(100 * Math.max(-4, Math.min(4, Math.log(((right + 1) / (totals.right + 2)) / ((wrong + 1) / (totals.wrong + 2)))))) / 100]));
}

function confidences(model: TrainedModel, all: readonly Document[], weights: Weights, random: Dice): Weights['confidence'] {
  const examples = new Map<string, Example[]>();
  for (const { made, prepared } of all) {
    const notes = new Map<Field, { sort: string; evidence: Evidence }>();
    const found = model.extract(prepared, weights, (field, sort, evidence) => { notes.set(field, { sort, evidence }); });
    for (const { field, right } of compare(found.fields, made.fields, prepared.sheet.layout, made.open)) {
      const note = field === undefined ? undefined : notes.get(field);
      if (note !== undefined) examples.set(note.sort, [...examples.get(note.sort) ?? [], { features: evidenceFeatures(note.evidence), right }]);
    }
  }
  return Object.fromEntries([...examples].map(([sort, own]) => [sort, sensible(learn(own, random, { passes: 30, rate: 0.1, shrink: 1e-4 }))]));
}

/** A sum that holds never lowers a confidence, one that fails or a doubtful word never raises it. */
function sensible(weights: Readonly<Record<string, number>>): Record<string, number> {
  const bounds: Readonly<Record<string, readonly [number, number]>> = { holds: [0, Infinity], fails: [-Infinity, 0], unsure: [-Infinity, 0], 'quite unsure': [-Infinity, 0] };
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => {
    const [low, high] = bounds[name] ?? [-Infinity, Infinity];
    return [name, Math.min(high, Math.max(low, weight))];
  }));
}

function figures(model: TrainedModel, all: readonly Document[], weights: Weights): { f1: number; sure: number; sureRight: number; byField: Record<string, number> } {
  const score = noScore();
  const byField = new Map<string, ReturnType<typeof noScore>>();
  const sure = { given: 0, right: 0 };
  for (const { made, prepared } of all) {
    const leaves = compare(model.extract(prepared, weights).fields, made.fields, prepared.sheet.layout, made.open);
    addLeaves(score, leaves);
    for (const leaf of leaves) {
      byField.set(leaf.path, addLeaves(byField.get(leaf.path) ?? noScore(), [leaf]));
      if (leaf.field !== undefined && leaf.field.confidence >= 0.9) {
        sure.given += 1;
        sure.right += Number(leaf.right);
      }
    }
  }
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return { f1: round(f1(score)), sure: sure.given, sureRight: round(sure.right / Math.max(1, sure.given)), byField: Object.fromEntries([...byField].map(([path, own]) => [path, round(f1(own))])) };
}

async function train(model: TrainedModel): Promise<void> {
  const started = process.cpuUsage();
  const random = new Dice(4711);
  const forScorer = await documents(model, 0, COUNTS.scorer);
  const fields: Record<string, Record<string, number>> = {};
  for (const field of Object.keys(model.spec.fields)) {
    const examples = scorerExamples(model, field, forScorer);
    const right = examples.filter((example) => example.right).length;
    // A field that no made-up document has is known by its label alone.
    fields[field] = right >= 3 ? learn(examples, random) : { ...BY_LABEL };
    console.log(`${field}: ${String(right)} of ${String(examples.length)}`);
  }
  let weights: Weights = { version: VERSION, fields, checks: checkWeights(model, forScorer, fields), confidence: {}, figures: {} };
  weights = { ...weights, confidence: confidences(model, await documents(model, 1000, COUNTS.confidence), weights, random) };
  const { f1: all, sure, sureRight, byField } = figures(model, await documents(model, 2000, COUNTS.figures), weights);
  weights = { ...weights, figures: { documents: COUNTS, fieldF1: all, surelyGiven: sure, ofThoseRight: sureRight, note: 'seeds 2000 on, half of them with slips' } };
  writeFileSync(model.weights, `${JSON.stringify(weights, null, 1)}\n`);
  const { user, system } = process.cpuUsage(started);
  console.log(byField);
  console.log(`${model.modelId}: field F1 ${String(all)}; of ${String(sure)} fields given with 0.9 or more, ${String(sureRight)} right; ${((user + system) / 1e6).toFixed(0)} CPU s; ${String(readFileSync(model.weights).length)} bytes`);
}

/** Weights for what was never seen: near its label or not at all. */
const BY_LABEL: Readonly<Record<string, number>> = { bias: -4, inline: 4, 'inline order 0': 1.5, right: 2.5, 'right order 0': 1.5, below: 1, 'below order 0': 1.5, 'no label': -5, 'rival is nearer': -3, 'no figures': -3, 'in the lines': -3 };

const wanted = process.argv.slice(2);
for (const model of MODELS) if (wanted.length === 0 || wanted.some((name) => model.modelId.endsWith(name))) await train(model);
