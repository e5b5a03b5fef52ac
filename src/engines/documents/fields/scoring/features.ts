/**
 * Names of the features that hold for a candidate. Field features come from the strongest label of the field and the
 * strongest label of another field; candidate features are the same for all fields. Nothing depends on where on the page a
 * candidate is. Feature names are keys of the weights files.
 */
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { isBic, isIban } from '../candidates/bank-numbers.ts';
import { paymentTermsIn } from '../candidates/payment-terms.ts';
import { AmountFeatures } from './amount-features.ts';
import { DateFeatures } from './date-features.ts';
import type { Relation, RelationKind } from './relations.ts';
import { findRelations } from './relations.ts';

export interface DescribedCandidate {
  candidate: Candidate;
  /** Features that do not depend on the field. */
  own: readonly string[];
  relations: readonly Relation[];
}

export interface FeatureContext {
  segmented: SegmentedText;
  labels: readonly Label[];
  /** Layout items of line items, which are rarely fields of the document. */
  inRows: ReadonlySet<number>;
  /** Sum of the line items, if known. */
  rowsTotal?: number;
}

export function describeCandidates(candidates: readonly Candidate[], surroundings: FeatureContext): DescribedCandidate[] {
  const { segmented, labels } = surroundings;
  const relations = findRelations(segmented, labels, candidates);
  const own = new CandidateFeatures(candidates, surroundings);
  return candidates.map((candidate) => ({ candidate, own: own.of(candidate), relations: relations.get(candidate)! }));
}

const STRENGTH: Readonly<Record<RelationKind, number>> = { inline: 0, right: 0.6, below: 1.2 };
/** Lower is stronger. */
const strengthOf = ({ kind, order, between, adjacent, rowHasValue }: Relation): number =>
  STRENGTH[kind] + 2 * between + 1.2 * Math.min(order, 3) + (adjacent ? 0 : 0.8) + (kind === 'below' && rowHasValue ? 0.8 : 0);

/** Letters of a label that is hardly a word of a sentence. */
const SPECIFIC_LENGTH = 9;

/** The label continues a sentence: a word in small letters comes before it. */
const isInRunningText = ({ segment, start }: Label): boolean => /(?:^|\s)\p{Ll}[\p{Ll}']*\s+$/u.test(segment.text.slice(0, start));

/** All features of a candidate as the value of a field. */
export function fieldFeatures(field: string, { own, relations, candidate }: DescribedCandidate): string[] {
  const features = [...own];
  let nearest: Relation | undefined;
  let competitor: Relation | undefined;
  for (const relation of relations) {
    const isForField = relation.label.meanings.some((meaning) => meaning.field === field);
    if (isForField) {
      if (nearest === undefined || strengthOf(relation) < strengthOf(nearest)) nearest = relation;
    } else if (competitor === undefined || strengthOf(relation) < strengthOf(competitor)) competitor = relation;
  }
  if (nearest === undefined) features.push('no label');
  else if (isInRunningText(nearest.label)) features.push(...relationFeatures(nearest, candidate).map((name) => `in a sentence: ${name}`));
  else features.push(...relationFeatures(nearest, candidate), ...labelFeatures(nearest.label));
  if (competitor === undefined) features.push('no rival');
  else {
    const isNear = competitor.order === 0 && competitor.between === 0 && competitor.adjacent;
    features.push(`rival ${isNear ? 'near' : 'far'} ${competitor.label.meanings[0]!.field}`, `rival ${competitor.kind}`);
    if (nearest !== undefined) {
      const difference = strengthOf(nearest) - strengthOf(competitor);
      if (difference > 0.3) features.push('rival is nearer');
      else if (difference > -0.3) features.push('rival is as near');
    }
  }
  return features;
}

function relationFeatures({ kind, order, between, adjacent, last, rowHasValue }: Relation, candidate: Candidate): string[] {
  const features: string[] = [kind];
  if (order === 0) features.push(adjacent ? `${kind} adjacent` : `${kind} first`);
  else features.push(order === 1 ? `${kind} second` : `${kind} later`);
  if (between > 0) features.push('behind another label');
  if (candidate.kind === 'money') {
    if (kind === 'below') features.push(last ? 'last in its column' : 'not last in its column');
    else features.push(last ? 'last in its row' : 'not last in its row');
  }
  if (kind === 'below' && rowHasValue) features.push('label has a value in its row');
  return features;
}

function labelFeatures({ segment, start, end, words, edits, meanings, box }: Label): string[] {
  const features: string[] = [];
  const length = box === undefined ? end - start : SPECIFIC_LENGTH;
  features.push(words > 1 || length >= SPECIFIC_LENGTH ? 'specific label' : 'short label');
  if (edits > 0) features.push('label with slips');
  if (/[\p{L}\d]/u.test(segment.text.slice(0, start))) features.push('label inside its line');
  if (segment.text.length > end + 60) features.push('label in a sentence');
  if (new Set(meanings.map((meaning) => meaning.field)).size > 1) features.push('label of several fields');
  return features;
}

const NUMBER_WORD = /(?:^|[^\p{L}])(?:n[°º]|no|nr|num|number|nummer|numero|número|numéro|#|№)[\s.:°º#]*$/iu;
const DATE_FOLLOWS =
  /^\s*(?:vom|von|du|del|di|de|dd|d\.d\.|dated|of|from|date|z dnia|den|af|am|on|,|-|\/)?\s*\d{1,2}[./-]\s?(?:\d{1,2}|\p{L}+)[./-]\s?\d{2}/iu;
const NUMBER_PRECEDES = /\d[\p{L}\d/-]*\s*(?:vom|von|du|del|di|de|dd|d\.d\.|dated|of|from|z dnia|den|af|,)\s*$/iu;

/** Features of a candidate in relation to all others. */
class CandidateFeatures {
  readonly #around: FeatureContext;
  readonly #amounts: AmountFeatures;
  readonly #dates: DateFeatures;
  readonly #dateRows: ReadonlySet<number>;
  readonly #dated: ReadonlySet<number>;
  readonly #timeRows: ReadonlySet<number>;
  readonly #phones: ReadonlySet<number>;
  readonly #labelsOf: ReadonlyMap<number, readonly Label[]>;

  constructor(candidates: readonly Candidate[], around: FeatureContext) {
    const { segmented, labels } = around;
    this.#around = around;
    const outside = candidates.filter(({ kind, items }) => kind === 'money' && !items.some((item) => around.inRows.has(item)));
    this.#amounts = new AmountFeatures(outside, segmented, labels, around.rowsTotal);
    const dates = candidates.filter(({ kind }) => kind === 'date');
    this.#dates = new DateFeatures(dates, segmented);
    this.#dateRows = new Set(dates.map(({ segment }) => segment.row));
    this.#dated = new Set(dates.flatMap(({ items }) => items));
    this.#timeRows = new Set(candidates.flatMap(({ kind, segment }) => (kind === 'time' ? [segment.row] : [])));
    this.#phones = new Set(candidates.filter(({ kind }) => kind === 'phone').flatMap(({ items }) => items));
    this.#labelsOf = Map.groupBy(labels, ({ segment }) => segment.index);
  }

  of(candidate: Candidate): string[] {
    const features = ['bias'];
    if (candidate.items.some((item) => this.#around.inRows.has(item))) features.push('in the lines');
    features.push(...this[candidate.kind](candidate));
    return features;
  }

  money(candidate: Candidate): string[] {
    return this.#amounts.of(candidate);
  }

  date(candidate: Candidate): string[] {
    const features = this.#dates.of(candidate);
    if (NUMBER_PRECEDES.test(candidate.segment.text.slice(0, candidate.start))) features.push('after a number');
    if (this.#timeRows.has(candidate.segment.row)) features.push('beside a time');
    return features;
  }

  time({ segment }: Candidate): string[] {
    return this.#dateRows.has(segment.row) ? ['beside a date'] : [];
  }

  phone({ text }: Candidate): string[] {
    return /^\+/u.test(text) ? ['international'] : [];
  }

  id({ text, items, segment, start, end }: Candidate): string[] {
    const packed = text.replace(/[\s.\-/]/gu, '');
    const digits = packed.replace(/\D/gu, '').length;
    // Groups of figures are one number.
    const features: string[] = [`words ${String(/^[\d ]+$/u.test(text) ? 1 : Math.min(items.length, 3))}`];
    if (digits === 0) features.push('no figures');
    else if (digits < 3) features.push('few figures');
    else if (digits === packed.length) features.push('figures only');
    else features.push('letters and figures');
    if (packed.length < 3) features.push('short');
    else if (packed.length > 24) features.push('long');
    if (isIban(packed)) features.push('iban');
    if (isBic(text)) features.push('bic');
    if (/^[A-Z]{2}[\dA-Z]{8,12}$/u.test(packed) && digits >= 7) features.push('vat number');
    if (/^\p{Sc}|\p{Sc}$|^-?[\d.,]*[.,]\d{2,4}$/u.test(text)) features.push('like money');
    if (items.every((item) => this.#dated.has(item))) features.push('like a date');
    if (/%$/u.test(text)) features.push('percentage');
    if (items.every((item) => this.#phones.has(item))) features.push('like a phone number');
    if (/\p{Ll}{3,}/u.test(text)) features.push('has words');
    if (this.#containsLabel(segment.index, start, end)) features.push('contains a label');
    if (segment.text.length > text.length + 40) features.push('in running text');
    if (NUMBER_WORD.test(segment.text.slice(0, start))) features.push('after a word for number');
    if (DATE_FOLLOWS.test(segment.text.slice(end))) features.push('before a date');
    return features;
  }

  #containsLabel(segment: number, start: number, end: number): boolean {
    return this.#labelsOf.get(segment)?.some((label) => label.start >= start && label.end <= end) === true;
  }

  text({ text, segment, items, start, end }: Candidate): string[] {
    const features = [items.length === 1 ? 'one word' : items.length <= 6 ? 'few words' : 'many words'];
    const [term] = paymentTermsIn(text);
    if (term !== undefined) features.push(term.end - term.start > 0.6 * text.length ? 'payment term' : 'contains a payment term');
    if (this.#containsLabel(segment.index, start, end)) features.push('contains a label');
    if (/\d/u.test(text)) features.push('figures');
    if (text.replace(/[^\p{L}]/gu, '').length < 3) features.push('hardly letters');
    if (/[@]|www\./u.test(text)) features.push('mail or site');
    return features;
  }
}
