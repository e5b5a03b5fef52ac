/**
 * The trained tagger: finds the spans of a text that are entities, as its labeled rows show.
 *
 * Each entity is two tags, its first place and the places after it, beside one for outside (BIO); a chain
 * (chain.ts) learns them over the features of features.ts, and what it learns of one of the two it learns in part
 * of the other. The confidence of a found span is the probability
 * that exactly this span is this entity, summed over all ways to tag the rest of the text.
 *
 * Labels are taken to the edges of the pieces they touch; words are split where labels leave parts of them out
 * (affixes.ts). Of labels that overlap the longer stays, so entities that may lie within each other belong in
 * different taggers (levels.ts). Long texts are cut into windows at ends of sentences.
 *
 * Invariants: the order of the rows does not matter; the found spans do not overlap; each confidence is
 * above 0 and at most 1.
 */
import { Random } from '../../../shared/random.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import type { OnProgress } from '../../../shared/chain/training.ts';
import { trainChain } from '../../../shared/chain/training.ts';
import type { Chain, TaggedSequence } from '../../../shared/chain/chain.ts';
import type { Hit, Piece, TokenHit } from './features.ts';
import { tokenFeatures, toTokens, tokenHits } from './features.ts';
import { Lattice } from '../../../shared/chain/lattice.ts';
import type { Grammar } from '../../../shared/chain/transitions.ts';
import type { WordVector } from '../../sentences/encoder.ts';
import { tokenize } from '../../../shared/text/tokens.ts';
import type { Affixes } from './affixes.ts';
import { learnAffixes, NO_AFFIXES, splitAffixes } from './affixes.ts';
import { APOSTROPHE, endAtSuffix } from './suffixes.ts';
import { Values } from './values.ts';

/** An entity in a text; offsets are UTF-16, `end` exclusive. */
export type Label = { readonly entity: string; readonly start: number; readonly end: number };
export type Span = Label & { readonly score: number };

/** What a text comes with. */
export type Setting = {
  readonly culture?: string | undefined;
  readonly intent?: string | undefined;
  readonly hits?: readonly Hit[] | undefined;
  /** The vectors of its words, of models that are trained with them. */
  readonly words?: readonly WordVector[] | undefined;
};
export type Row = Setting & { readonly text: string; readonly labels: readonly Label[] };

/** Chosen by cross-validation on training rows; see README.md. */
const SETTINGS = { rate: 0.2, penalty: 0.5, commonFrom: 3, dropout: 0.3, siblingShare: 0.6 };
/**
 * How weights of vectors are learned for texts in the languages of training, and how if they have to do without known words
 * and their order.
 */
const DENSE = { rate: 2, penalty: 0.5, withoutWords: 0.1, withoutVectors: 0.3 };
const MULTILINGUAL_DENSE = { rate: 2, penalty: 0.1, withoutWords: 0.5, withoutVectors: 0.1, neighborShare: 0.7 };
const DEPTH = 8;
const MULTILINGUAL_DEPTH = 7;
/** Training visits this many rows, copies counted, within these passes. */
const VISITS = 16_000;
const MIN_PASSES = 6;
const MAX_PASSES = 30;
/** Few rows are repeated with exchanged values more often than many. */
const copiesFor = (rows: number): number => (rows <= 120 ? 5 : rows <= 400 ? 3 : rows <= 1500 ? 1 : 0);
/** Up to this many rows a chain is too shy, by this much. */
const SMALL_SET_ROWS = 40;
const OUTSIDE_DISCOUNT = 0.8;
/** Filler is added to copies at most this often, is this many pieces long at most, and is made of hidden words so often. */
const FILLER_SHARE = 0.5;
const FILLER_PIECES = 3;
const HIDDEN_SHARE = 0.3;
const WINDOW = 160;

type TokenSpan = { readonly type: number; readonly from: number; readonly to: number };
/** A row in pieces, or a window of one. */
type Prepared = {
  readonly pieces: readonly Piece[];
  readonly hits: readonly TokenHit[];
  readonly intent: string | undefined;
  readonly spans: readonly TokenSpan[];
};

export class Tagger {
  readonly entities: readonly string[];
  readonly values: Values;
  readonly chain: Chain;
  readonly affixes: Affixes;
  readonly #lattice = new Lattice();
  /**
   * Whether it was trained on texts that are written without spaces. Only then are these split into characters where words have
   * vectors: a word of such a text is a word of the others, whose vector is the mean of its characters'.
   */
  readonly #isFine: boolean;
  readonly #keepsSuffixes: boolean;

  constructor(entities: readonly string[], values: Values, chain: Chain, affixes: Affixes = NO_AFFIXES) {
    this.entities = entities;
    this.values = values;
    this.chain = chain;
    this.affixes = affixes;
    this.#isFine = values.haveUnspaced();
    this.#keepsSuffixes = !affixes.suffixes.includes(APOSTROPHE);
  }

  /** The entities of a text, from left to right. */
  tag(text: string, setting: Setting = {}): Span[] {
    const spans: Span[] = [];
    const size = this.chain.dense?.size ?? 0;
    const words = size > 0 ? setting.words : undefined;
    if (words?.some(({ vector }) => vector.length !== size)) throw new RangeError(`this model needs words with vectors of ${size} numbers`);
    const all = splitPieces(text, { culture: setting.culture, words }, this.affixes, words === undefined || this.#isFine);
    for (const window of splitWindows({ pieces: all, hits: toTokens(all, setting.hits), intent: setting.intent, spans: [] }))
      this.#tagWindow(window, setting.culture, spans);
    return spans;
  }

  #tagWindow(window: Prepared, culture: string | undefined, spans: Span[]): void {
    const lattice = this.#lattice;
    const part = window.pieces;
    this.chain.read(tokenFeatures(window, this.values), lattice);
    const tags = this.chain.best(lattice);
    for (let from = 0; from < tags.length; from++) {
      const tag = tags[from]!;
      if (tag === 0) continue;
      let to = from + 1;
      while (to < tags.length && tags[to] === tokensInside(tag)) to++;
      const end = endAtSuffix(part, from, to, this.#keepsSuffixes, culture);
      this.#push(part, tag, from, to, end, spans);
      from = Math.max(to, end) - 1;
    }
  }

  /**
   * Adds a found span, whose value ends before the piece `until`, without the marks of sentences at its ends that no value of training
   * had there; what they took of the probability is its own.
   */
  #push(part: readonly FineToken[], tag: number, from: number, to: number, until: number, spans: Span[]): void {
    let [first, end] = [from, until];
    while (end > first && !this.values.mayEdge(part[end - 1]!.norm)) end--;
    while (end > first && !this.values.mayEdge(part[first]!.norm)) first++;
    if (end === first) return;
    const score = this.#probability(tag, from, to) + (first > from || end !== to ? this.#probability(tag, first, end) : 0);
    spans.push({
      entity: this.entities[(tag - 1) >> 1]!,
      start: part[first]!.start,
      end: part[end - 1]!.end,
      score: Math.min(1, Math.max(Number.MIN_VALUE, score)),
    });
  }

  /** Probability that the tag begins at `from`, goes on and ends before `to`. */
  #probability(tag: number, from: number, to: number): number {
    const { chain } = this;
    const lattice = this.#lattice;
    const inside = tokensInside(tag);
    let product = lattice.forward[from * lattice.tags + tag]!;
    for (let i = from + 1; i < to; i++) product *= chain.follow(lattice, i === from + 1 ? tag : inside, i, inside);
    const last = to - 1 === from ? tag : inside;
    let ways = lattice.backward[(to - 1) * lattice.tags + last]!;
    if (to < lattice.places) ways -= chain.follow(lattice, last, to, inside) * lattice.backward[to * lattice.tags + inside]!;
    return product * ways;
  }
}

/** Trains a tagger; empty texts and rows without labels are welcome. `isMultilingual`: it will be asked in other languages too. */
export function trainTagger(rows: readonly Row[], watch?: OnProgress, isMultilingual = false): Tagger {
  const entities = [...new Set(rows.flatMap(({ labels }) => labels.map(({ entity }) => entity)))].sort();
  const numbers = new Map(entities.map((entity, type) => [entity, type]));
  const affixes = learnAffixes(rows.map(({ text, culture, labels }) => ({ pieces: tokenizeFinely(text, culture), labels })));
  const prepared = sortRows(rows).map((row) => prepare(row, numbers, affixes));
  const values = Values.learn(prepared.map(({ pieces: list, spans }) => ({ words: list.map(({ norm }) => norm), spans })));
  const windows = prepared.flatMap(splitWindows);
  const places = [...windows, ...exchangeValues(windows, copiesFor(windows.length))].map((window) => tagTokens(window, values));
  const grammar = buildGrammar(entities.length, places);
  const passes = Math.min(MAX_PASSES, Math.max(MIN_PASSES, Math.round(VISITS / Math.max(1, places.length))));
  return new Tagger(
    entities,
    values,
    trainChain(
      places,
      grammar,
      {
        ...SETTINGS,
        dense: isMultilingual ? MULTILINGUAL_DENSE : DENSE,
        depth: isMultilingual ? MULTILINGUAL_DEPTH : DEPTH,
        passes,
        shyness: windows.length <= SMALL_SET_ROWS ? OUTSIDE_DISCOUNT : 0,
      },
      1,
      watch,
    ),
    affixes,
  );
}

function tokensInside(tag: number): number {
  return tag + (tag & 1);
}

/** Rows in an order of their own, so that the order they came in does not matter. */
function sortRows(rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({
    row,
    key: JSON.stringify([
      row.text,
      row.intent ?? '',
      row.culture ?? '',
      row.labels.map(({ entity, start, end }) => [start, end, entity]).sort(),
    ]),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row);
}

/** The pieces of a text with their vectors: the mean over the words that a piece overlaps. */
function splitPieces(text: string, { culture, words = [] }: Setting, affixes: Affixes, isFine = true): readonly Piece[] {
  const tokens = isFine ? tokenizeFinely(text, culture) : tokenize(text, culture).map((token) => ({ ...token, word: token.norm }));
  const pieces = splitAffixes(tokens, affixes, culture);
  if (words.length === 0) return pieces;
  let first = 0;
  return pieces.map((piece) => {
    while (first < words.length && words[first]!.end <= piece.start) first++;
    let last = first;
    while (last < words.length && words[last]!.start < piece.end) last++;
    return last === first ? piece : { ...piece, vector: meanVector(words.slice(first, last)) };
  });
}

function meanVector(words: readonly WordVector[]): Float32Array {
  const mean = new Float32Array(words[0]!.vector.length);
  for (const { vector } of words) for (let k = 0; k < mean.length; k++) mean[k]! += vector[k]! / words.length;
  return mean;
}

function prepare(row: Row, numbers: ReadonlyMap<string, number>, affixes: Affixes): Prepared {
  const list = splitPieces(row.text, row, affixes);
  const stretches = row.labels.flatMap(({ entity, start, end }): TokenSpan[] => {
    const places = tokenHits(list, start, end);
    return places === undefined ? [] : [{ type: numbers.get(entity)!, ...places }];
  });
  stretches.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || a.type - b.type);
  const spans: TokenSpan[] = [];
  for (const one of stretches) if (!spans.some((other) => other.from < one.to && one.from < other.to)) spans.push(one);
  return { pieces: list, hits: toTokens(list, row.hits), intent: row.intent, spans: spans.sort((a, b) => a.from - b.from) };
}

function tagTokens(window: Prepared, values: Values): TaggedSequence {
  const tags = new Uint16Array(window.pieces.length);
  for (const { type, from, to } of window.spans) for (let i = from; i < to; i++) tags[i] = 1 + 2 * type + (i > from ? 1 : 0);
  return { ...tokenFeatures(window, values, window.spans), tags };
}

/**
 * Rows with their values exchanged: each labeled span gives way to one of the same entity from some row, with
 * the hits that lie in it. So every value is seen in several sentences and every sentence with several values.
 * Where rows often begin or end with a label, some copies get filler there: that a word comes first or last says
 * nothing about it, which few rows made to one pattern would not show. Some filler and some values of several words
 * are hidden, for most words of later texts will be new.
 */
function exchangeValues(rows: readonly Prepared[], copies: number): Prepared[] {
  const random = new Random(7);
  const values: { row: Prepared; span: TokenSpan }[][] = [];
  for (const row of rows) for (const span of row.spans) (values[span.type] ??= []).push({ row, span });
  const share = (isAtEdge: (row: Prepared) => boolean): number =>
    FILLER_SHARE * (rows.filter(isAtEdge).length / Math.max(1, rows.length)) ** 2;
  const fillFirst = share((row) => row.spans[0]?.from === 0);
  const fillLast = share((row) => row.spans.at(-1)?.to === row.pieces.length);
  const filler = fillerWords(rows, random);
  const made: Prepared[] = [];
  for (let copy = 0; copy < copies; copy++) {
    for (const row of rows) {
      if (row.spans.length === 0) continue;
      const list: Piece[] = [];
      const hits: TokenHit[] = [];
      const spans: TokenSpan[] = [];
      const take = (from: Prepared, start: number, end: number): void => {
        const shift = list.length - start;
        for (const hit of from.hits)
          if (hit.from >= start && hit.to <= end) hits.push({ ...hit, from: hit.from + shift, to: hit.to + shift });
        for (let i = start; i < end; i++) list.push(from.pieces[i]!);
      };
      if (random.next() < fillFirst) list.push(...filler());
      let at = 0;
      for (const span of row.spans) {
        take(row, at, span.from);
        const choice = values[span.type]!;
        const other = choice[Math.floor(random.next() * choice.length)]!;
        const from = list.length;
        take(other.row, other.span.from, other.span.to);
        if (list.length - from > 1 && random.next() < HIDDEN_SHARE) for (let i = from; i < list.length; i++) list[i] = hideWords(list[i]!);
        spans.push({ type: span.type, from, to: list.length });
        at = span.to;
      }
      take(row, at, row.pieces.length);
      if (random.next() < fillLast) list.push(...filler());
      made.push({ pieces: list, hits, intent: row.intent, spans });
    }
  }
  return made;
}

/** A piece of which only the shape is seen. */
function hideWords(piece: Piece): Piece {
  return { ...piece, norm: '', word: '' };
}

/** Draws short spans of words that stand outside of all labels, some with the words hidden as if they were new. */
function fillerWords(rows: readonly Prepared[], random: Random): () => Piece[] {
  const isOutside = ({ spans }: Prepared, i: number): boolean => !spans.some(({ from, to }) => from <= i && i < to);
  const outside = rows.flatMap((row) => row.pieces.flatMap((_, i) => (isOutside(row, i) ? [{ row, i }] : [])));
  return () => {
    if (outside.length === 0) return [];
    const { row, i } = outside[Math.floor(random.next() * outside.length)]!;
    const isHidden = random.next() < HIDDEN_SHARE;
    const most = 1 + Math.floor(random.next() * FILLER_PIECES);
    const stretch: Piece[] = [];
    for (let k = i; k < i + most && k < row.pieces.length && isOutside(row, k); k++)
      stretch.push(isHidden ? hideWords(row.pieces[k]!) : row.pieces[k]!);
    return stretch;
  };
}

/** Spans of at most a window's length, cut after the end of a sentence where there is one and never through a label that fits. */
function splitWindows(row: Prepared): Prepared[] {
  const { pieces: list, spans } = row;
  if (list.length <= WINDOW) return list.length === 0 ? [] : [row];
  const fits = (cut: number): boolean => !spans.some((span) => span.from < cut && cut < span.to);
  const ends = (cut: number): boolean => /^[.!?。！？]$/.test(list[cut - 1]!.text) && fits(cut);
  const windows: Prepared[] = [];
  for (let from = 0; from < list.length;) {
    let to = Math.min(from + WINDOW, list.length);
    if (to < list.length) {
      const candidates = Array.from({ length: WINDOW / 2 }, (_, n) => to - n);
      to = candidates.find(ends) ?? candidates.find(fits) ?? to;
    }
    windows.push(cutWindow(row, from, to));
    from = to;
  }
  return windows;
}

function cutWindow({ pieces: list, hits, intent, spans }: Prepared, from: number, to: number): Prepared {
  const within = <T extends { readonly from: number; readonly to: number }>(all: readonly T[]): T[] =>
    all
      .filter((one) => one.from < to && one.to > from)
      .map((one) => ({ ...one, from: Math.max(one.from, from) - from, to: Math.min(one.to, to) - from }));
  return { pieces: list.slice(from, to), hits: within(hits), intent, spans: within(spans) };
}

/** Pairs of tags: all that were seen, and those any text may need: out of, into and on within each entity. */
function buildGrammar(entities: number, rows: readonly TaggedSequence[]): Grammar {
  const tags = 1 + 2 * entities;
  const pairs = new Set<number>();
  const add = (from: number, to: number): void => void pairs.add(to * tags + from);
  add(0, 0);
  for (let e = 0; e < entities; e++) {
    const [first, inside] = [1 + 2 * e, 2 + 2 * e];
    add(0, first);
    for (const tag of [first, inside]) {
      add(tag, inside);
      add(tag, 0);
    }
  }
  for (const row of rows) {
    for (let i = 1; i < row.tags.length; i++) {
      const to = row.tags[i]!;
      if (to % 2 === 1 && row.tags[i - 1] !== 0) {
        const type = (row.tags[i - 1]! - 1) >> 1;
        add(1 + 2 * type, to);
        add(2 + 2 * type, to);
      }
    }
  }
  const outside = Array.from({ length: tags }, (_, tag) => tag);
  return {
    tags,
    pairs: [...pairs].sort((a, b) => a - b).map((code) => [code % tags, Math.floor(code / tags)] as const),
    first: outside.filter((tag) => tag === 0 || tag % 2 === 1),
    last: outside,
  };
}
