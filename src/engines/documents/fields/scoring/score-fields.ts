/** Finds the fields of a document: labels, candidates, scores, the best assignment, confidences. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Candidate, Kind } from '../candidates/candidates.ts';
import { findCandidates } from '../candidates/candidates.ts';
import { documentLocale, labelsInLanguage } from '../text/document-locale.ts';
import type { Label, Lexicon } from '../text/lexicon.ts';
import { findLabels } from '../text/lexicon.ts';
import type { LineItems } from '../line-items/line-items.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { segmentText } from '../text/segmented-text.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { assign } from './assignment.ts';
import type { Choice, Option, PickedOptions, CheckResult } from './assignment.ts';
import type { Evidence } from './confidence.ts';
import { candidateConfidence } from './confidence.ts';
import type { AmountComparison } from './extras.ts';
import { MAX_EXTRAS, createAmountComparison, findExtras } from './extras.ts';
import type { DescribedCandidate } from './features.ts';
import { fieldFeatures, describeCandidates } from './features.ts';
import type { Weights } from './weights.ts';
import { scoreFeatures } from './weights.ts';

export interface ScoringSpec {
  /** Document fields by candidate kind. */
  fields: Readonly<Record<string, Kind>>;
  lexicon: Lexicon;
  /** Pairs of fields that may share words. */
  mayShare: readonly (readonly [string, string])[];
  lineItems(segmented: SegmentedText, labels: readonly Label[], locale: string | undefined): LineItems;
  /** Fields that no value without their label has. */
  labeledOnly: ReadonlySet<string>;
  /** Labels with the meanings that their surroundings leave. */
  settle?(labels: readonly Label[], segmented: SegmentedText): readonly Label[];
  /** Whether a text can be the value of a field by its shape. */
  fits?(field: string, text: string): boolean;
  /** Fields that almost every document has: the best value is given, however little speaks for it. */
  expected: ReadonlySet<string>;
  /** Fields used in checks. */
  checked: ReadonlySet<string>;
  /** Labels of amounts that are not fields but count in sums, such as freight. */
  extras: ReadonlySet<string>;
  /** Labels of amounts that count in sums as well if there are several, such as taxes by rate. */
  parts?: ReadonlySet<string>;
  /** `isSameAmount` compares two amounts, allowing for extras. */
  check(amount: (field: string) => number | undefined, lineItems: LineItems, isSameAmount: AmountComparison): CheckResult[];
}

/** Everything known about a document before scoring. */
export interface Prepared {
  segmented: SegmentedText;
  labels: readonly Label[];
  locale?: string;
  lineItems: LineItems;
  candidates: readonly DescribedCandidate[];
  extras: readonly number[];
}

export interface FoundField {
  candidate: Candidate;
  evidence: Evidence;
  confidence: number;
}

export function prepare(layout: DocumentLayout, spec: ScoringSpec, localeHint?: string): Prepared {
  const segmented = segmentText(layout, true);
  const found = findLabels(segmented, spec.lexicon);
  const locale = documentLocale(segmented, found, localeHint);
  const own = labelsInLanguage(found, locale);
  const labels = spec.settle?.(own, segmented) ?? own;
  const lineItems = spec.lineItems(segmented, labels, locale);
  const candidates = findCandidates(segmented, labels, { locale, country: countryOf(localeOf(locale)) });
  const seen = describeCandidates(candidates, { segmented, labels, inRows: lineItems.items, rowsTotal: lineItems.total });
  return { segmented, labels, locale, lineItems, candidates: seen, extras: allExtras(labels, seen, lineItems, spec) };
}

/** Freight that is a line item is in the net amount already. */
function allExtras(
  labels: readonly Label[],
  all: readonly DescribedCandidate[],
  { items, hasHeading }: LineItems,
  { extras, parts }: ScoringSpec,
): number[] {
  const candidates = hasHeading ? all.filter(({ candidate }) => !candidate.items.some((item) => items.has(item))) : all;
  const own = findExtras(labels, candidates, extras);
  const several = parts === undefined ? [] : findExtras(labels, candidates, parts);
  return several.length > 1 ? [...own, ...several].slice(0, MAX_EXTRAS) : own;
}

/** Maximum number of options per field, and their minimum score. */
const MAX_OPTIONS = 6;
const MIN_SCORE = -5;
const NO_RUNNER_UP = -8;

export function scoreFields(
  { candidates: seen, lineItems, extras }: Prepared,
  spec: ScoringSpec,
  weights: Weights,
): Map<string, FoundField> {
  const byKind = Map.groupBy(seen, ({ candidate }) => candidate.kind);
  const choices: Choice[] = Object.entries(spec.fields).map(([field, kind]) => ({
    field,
    options: (byKind.get(kind) ?? [])
      .filter((one) => !spec.labeledOnly.has(field) || isLabeled(one, field))
      .filter(({ candidate }) => spec.fits?.(field, candidate.text) !== false)
      .map((one): Option => ({ candidate: one.candidate, score: scoreFeatures(weights, kind, field, fieldFeatures(field, one)) }))
      .filter(({ score }) => score > MIN_SCORE)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_OPTIONS),
  }));
  const shares = new Set(spec.mayShare.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const isSameAmount = createAmountComparison(extras);
  const check = (picked: PickedOptions): CheckResult[] =>
    spec.check((field) => picked.get(field)?.candidate.amount, lineItems, isSameAmount);
  const picked = assign(choices, {
    mayShare: (one, other) => shares.has(`${one} ${other}`),
    checked: spec.checked,
    check,
    weight: ({ check: name, holds }) => weights.checks[`${name} ${holds ? 'holds' : 'fails'}`] ?? 0,
  });
  addExpected(picked, choices, spec.expected);
  addLabeled(picked, choices, seen, lineItems, spec);
  const results = check(picked);
  const found = new Map<string, FoundField>();
  for (const [field, { candidate, score }] of picked) {
    const others = choices.find((choice) => choice.field === field)!.options.filter((option) => !hasSameValue(option.candidate, candidate));
    const own = results.filter(({ fields }) => fields.includes(field));
    const evidence: Evidence = {
      score,
      runnerUp: others[0]?.score ?? NO_RUNNER_UP,
      holds: own.some(({ holds }) => holds),
      fails: own.some(({ holds }) => !holds),
      ocrConfidence: candidate.confidence,
    };
    found.set(field, { candidate, evidence, confidence: candidateConfidence(weights.confidence[candidate.kind], evidence) });
  }
  return found;
}

function addExpected(picked: Map<string, Option>, choices: readonly Choice[], expected: ReadonlySet<string>): void {
  for (const { field, options } of choices) {
    if (picked.has(field) || !expected.has(field)) continue;
    const used = new Set([...picked.values()].flatMap(({ candidate }) => candidate.items));
    const free = options.find(({ candidate }) => !candidate.items.some((item) => used.has(item)));
    if (free !== undefined) picked.set(field, free);
  }
}

/** The share of documents that have a field is not that of the generated ones: a value at its own label is given, unless it is unlikely. */
const MIN_LABELED_SCORE = -2;

function addLabeled(
  picked: Map<string, Option>,
  choices: readonly Choice[],
  seen: readonly DescribedCandidate[],
  lineItems: LineItems,
  { labeledOnly }: ScoringSpec,
): void {
  const described = new Map(seen.map((one) => [one.candidate, one]));
  const used = new Set([...lineItems.items, ...[...picked.values()].flatMap(({ candidate }) => candidate.items)]);
  for (const { field, options } of choices) {
    if (picked.has(field) || labeledOnly.has(field)) continue;
    const free = options.find(
      ({ candidate, score }) =>
        score > MIN_LABELED_SCORE && isLabeled(described.get(candidate)!, field) && !candidate.items.some((item) => used.has(item)),
    );
    if (free === undefined) continue;
    picked.set(field, free);
    for (const item of free.candidate.items) used.add(item);
  }
}

const isLabeled = ({ relations }: DescribedCandidate, field: string): boolean =>
  relations.some(({ label }) => label.meanings.some((meaning) => meaning.field === field));

/** Two candidates with the same value do not compete. */
function hasSameValue(one: Candidate, other: Candidate): boolean {
  if (one.amount !== undefined) return one.amount === other.amount;
  return one.value !== undefined ? one.value === other.value : one.text.toLowerCase() === other.text.toLowerCase();
}
