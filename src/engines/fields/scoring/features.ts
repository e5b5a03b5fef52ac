/**
 * Names of the features that hold for a candidate. Field features come from labels of the field and from the strongest
 * label of another field; candidate features are the same for all fields. Feature names are keys of the weights files.
 */
import { middleY } from '../../layout/model/geometry.ts';
import type { AddressBlock } from '../candidates/address-blocks.ts';
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { isIban } from '../candidates/bank-numbers.ts';
import { foldText } from '../values/months.ts';
import { isCompanyLike } from './companies.ts';
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
  addresses: readonly AddressBlock[];
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

const bucket = (value: number, edges: readonly number[]): number =>
  edges.findIndex((edge) => value < edge) + (edges.at(-1)! <= value ? edges.length + 1 : 0);

const STRENGTH: Readonly<Record<RelationKind, number>> = { inline: 0, right: 1, below: 1.5, heads: 2.5 };
const strengthOf = ({ kind, order, between, gap }: Relation): number =>
  STRENGTH[kind] + 2 * between + 1.2 * Math.min(order, 3) + 0.03 * Math.min(gap, 10);

/** All features of a candidate as the value of a field. */
export function fieldFeatures(field: string, { own, relations }: DescribedCandidate): string[] {
  const features = [...own];
  const best = new Map<RelationKind, Relation>();
  let nearest: Relation | undefined;
  let competitor: Relation | undefined;
  for (const relation of relations) {
    const isForField = relation.label.meanings.some((meaning) => meaning.field === field);
    if (isForField) {
      const before = best.get(relation.kind);
      if (before === undefined || strengthOf(relation) < strengthOf(before)) best.set(relation.kind, relation);
      if (nearest === undefined || strengthOf(relation) < strengthOf(nearest)) nearest = relation;
    } else if (competitor === undefined || strengthOf(relation) < strengthOf(competitor)) competitor = relation;
  }
  for (const [kind, { order, gap, between, last }] of best) {
    features.push(kind, `${kind} order ${String(Math.min(order, 4))}`, `${kind} gap ${String(bucket(gap, [0.7, 1.5, 3, 8, 20]))}`);
    if (between > 0) features.push(`${kind} behind another label`);
    if (kind !== 'heads' && last) features.push(`${kind} last`);
  }
  if (nearest === undefined) features.push('no label');
  else {
    const { label } = nearest;
    features.push(`label of ${String(Math.min(label.words, 3))} words`);
    if (label.edits > 0) features.push('label with slips');
    if (label.colon) features.push('label with colon');
    if (label.start > 0) features.push('label inside its line');
    if (new Set(label.meanings.map((meaning) => meaning.field)).size > 1) features.push('label of several fields');
  }
  if (competitor !== undefined) {
    const order = competitor.order > 0 || competitor.between > 0 ? 'far' : 'near';
    features.push(`rival ${competitor.kind} ${order} ${competitor.label.meanings[0]!.field}`, `rival ${competitor.kind} ${order}`);
    if (nearest !== undefined && strengthOf(competitor) < strengthOf(nearest)) features.push('rival is nearer');
  } else features.push('no rival');
  return features;
}

/** Features of a candidate in relation to all others. */
class CandidateFeatures {
  readonly #around: FeatureContext;
  readonly #amounts: readonly number[];
  readonly #counts: ReadonlyMap<number, number>;
  readonly #second: number | undefined;
  readonly #sums: ReadonlySet<number>;
  readonly #dates: readonly string[];
  readonly #dateRows: ReadonlySet<number>;
  readonly #largest: number;
  readonly #labelled: ReadonlySet<number>;
  readonly #aboveAddress: ReadonlyMap<number, number>;
  readonly #texts: ReadonlyMap<string, number>;
  readonly #lastMoney: Candidate | undefined;
  readonly #firstRows: ReadonlyMap<number, number>;
  readonly #mail: string;

  constructor(candidates: readonly Candidate[], around: FeatureContext) {
    const { segmented, labels, addresses } = around;
    this.#around = around;
    const money = candidates.filter(({ kind }) => kind === 'money');
    const outside = money.filter(({ items }) => !items.some((item) => around.inRows.has(item)));
    this.#amounts = outside.map(({ amount }) => amount!).sort((a, b) => b - a);
    this.#counts = countValues(this.#amounts);
    this.#second = this.#amounts.find((other) => other < this.#amounts[0]!);
    this.#sums = sumsOf(this.#amounts);
    this.#dates = [...new Set(candidates.flatMap(({ kind, value }) => (kind === 'date' ? [value!] : [])))].sort();
    this.#dateRows = new Set(candidates.flatMap(({ kind, segment }) => (kind === 'date' ? [segment.row] : [])));
    this.#largest = Math.max(
      ...segmented.segments.filter(({ page, text }) => page === 0 && /\p{L}{2}/u.test(text)).map(({ size }) => size),
    );
    this.#labelled = new Set(labels.map(({ segment }) => segment.index));
    this.#aboveAddress = new Map(addresses.flatMap(({ recipient }, i) => (recipient === undefined ? [] : [[recipient.segment.index, i]])));
    this.#texts = countValues(segmented.segments.map(({ text }) => foldText(text)));
    this.#lastMoney = outside.at(-1);
    const first = new Map<number, number>();
    segmented.rows.forEach(({ page }, row) => {
      if (!first.has(page)) first.set(page, row);
    });
    this.#firstRows = first;
    this.#mail = foldText(
      segmented.segments.flatMap(({ text }) => [...text.matchAll(/(?:@|www\.)([\p{L}\d-]+)/gu)].map((match) => match[1]!)).join(' '),
    ).replaceAll('-', '');
  }

  of(candidate: Candidate): string[] {
    const { segment, items, box } = candidate;
    const { segmented, inRows } = this.#around;
    const page = segmented.pages[segment.page]!;
    const y = (middleY(box) - page.top) / Math.max(page.bottom - page.top, 1e-9);
    const x = ((box.left + box.right) / 2 - page.left) / Math.max(page.right - page.left, 1e-9);
    const features = ['bias', `y ${String(Math.min(5, Math.floor(y * 6)))}`, `x ${String(Math.min(2, Math.floor(x * 3)))}`];
    if (segment.page > 0) features.push('later page');
    if (segment.bold) features.push('bold');
    features.push(`size ${String(bucket(segment.size, [0.85, 1.15, 1.5, 2.2]))}`);
    if (items.some((item) => inRows.has(item))) features.push('in the lines');
    if (items.length === segment.words.length) features.push('whole line');
    features.push(...this[candidate.kind](candidate));
    return features;
  }

  money({ amount, symbol, text, segment, end }: Candidate): string[] {
    const features: string[] = [];
    if (symbol !== undefined) features.push('currency');
    if (/[.,]\d{2}\D*$/u.test(text)) features.push('cents');
    if (amount === 0) features.push('zero');
    if (amount! < 0) features.push('negative');
    if (amount === this.#amounts[0]) features.push('greatest');
    else if (amount === this.#second) features.push('second greatest');
    if ((this.#counts.get(amount!) ?? 0) > 1) features.push('said again');
    if (this.#sums.has(cents(amount!))) features.push('sum of two');
    if (this.#around.rowsTotal !== undefined && cents(this.#around.rowsTotal) === cents(amount!)) features.push('sum of the lines');
    if (this.#lastMoney !== undefined && this.#lastMoney.segment.row === segment.row) features.push('last amount');
    if (end >= segment.text.length) features.push('ends its line');
    return features;
  }

  date({ value }: Candidate): string[] {
    const features = [`dates ${String(Math.min(this.#dates.length, 3))}`];
    if (value === this.#dates[0]) features.push('earliest');
    if (value === this.#dates.at(-1)) features.push('latest');
    return features;
  }

  time({ segment }: Candidate): string[] {
    return this.#dateRows.has(segment.row) ? ['beside a date'] : [];
  }

  phone({ text }: Candidate): string[] {
    return /^\+/u.test(text) ? ['international'] : [];
  }

  id({ text, items, segment }: Candidate): string[] {
    const packed = text.replace(/[\s.\-/]/gu, '');
    const digits = packed.replace(/\D/gu, '').length;
    const features = [`length ${String(bucket(packed.length, [2, 4, 6, 9, 12, 16, 24]))}`, `words ${String(Math.min(items.length, 5))}`];
    if (digits === 0) features.push('no figures');
    else if (digits === packed.length) features.push('figures only');
    else if (/^\p{Lu}+\d+$/u.test(packed)) features.push('letters then figures');
    else features.push('letters and figures');
    if (isIban(packed)) features.push('iban');
    if (/^[A-Z]{2}[\dA-Z]{8,12}$/u.test(packed) && digits >= 7) features.push('vat number');
    if (/[.,]\d{2}$/u.test(text)) features.push('like money');
    if (/\d[/.-]\d{1,2}[/.-]\d/u.test(text)) features.push('like a date');
    if (/[/-]/u.test(text)) features.push('parted');
    if (/^\D*\d{5}\D*$/u.test(text)) features.push('like a postal code');
    if (segment.text.length > text.length + 40) features.push('in running text');
    return features;
  }

  text({ text, segment, items, start }: Candidate): string[] {
    const { segmented } = this.#around;
    const letters = text.replace(/[^\p{L}]/gu, '');
    const features = [
      `words ${String(Math.min(items.length, 6))}`,
      `row ${String(Math.min(segment.row - this.#firstRows.get(segment.page)!, 8))}`,
    ];
    if (/\d/u.test(text)) features.push('figures');
    if (letters.length < 3) features.push('hardly letters');
    if (letters.length > 1 && letters === letters.toUpperCase()) features.push('capitals');
    if (isCompanyLike(text)) features.push('like a company');
    if (segment.page === 0 && segment.size >= this.#largest * 0.97) features.push('largest');
    else if (segment.page === 0 && segment.size >= this.#largest * 0.75) features.push('nearly largest');
    if (start === 0 && items.length === segment.words.length) {
      features.push(this.#labelled.has(segment.index) ? 'whole line with a label' : 'whole line without label');
    }
    const address = this.#aboveAddress.get(segment.index);
    if (address !== undefined) features.push('above an address', address === 0 ? 'above the first address' : 'above another address');
    const line = segmented.blocks[segment.block]!.segments.indexOf(segment);
    features.push(`line ${String(Math.min(line, 3))} of ${segmented.blocks[segment.block]!.segments.length > 1 ? 'a block' : 'one'}`);
    if ((this.#texts.get(foldText(text)) ?? 0) > 1) features.push('written again');
    const packed = foldText(text).replace(/[^\p{L}\d]/gu, '');
    if (packed.length > 3 && this.#mail.split(' ').some((host) => host.length > 3 && (packed.startsWith(host) || host.startsWith(packed))))
      features.push('like the mail address');
    if (/[@]|www\./u.test(text)) features.push('mail or site');
    if (text.length > 60) features.push('long');
    return features;
  }

  address(candidate: Candidate): string[] {
    const { addresses } = this.#around;
    const own = addresses.indexOf(candidate as AddressBlock);
    const { recipient, segments } = candidate as AddressBlock;
    const features = [
      `address ${String(Math.min(own, 3))}`,
      `of ${String(Math.min(addresses.length, 5))}`,
      `lines ${String(Math.min(segments.length, 4))}`,
    ];
    if (recipient === undefined) features.push('without recipient');
    else if (recipient.segment.size > 1.3) features.push('below large letters');
    return features;
  }
}

const cents = (amount: number): number => Math.round(amount * 100);

/** Sums of two amounts. */
function sumsOf(amounts: readonly number[]): Set<number> {
  const own = [...new Set(amounts.map(cents))].filter((amount) => amount !== 0).slice(0, 80);
  const sums = new Set<number>();
  for (let i = 0; i < own.length; i++) for (let k = i + 1; k < own.length; k++) sums.add(own[i]! + own[k]!);
  return sums;
}

function countValues<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
