/** Turns the scores of all tags at all tokens into values: groups of words, selection marks, and table rows. */
import { append } from '../../../shared/collections.ts';
import { heightOf } from '../../layout/model/geometry.ts';
import { BORDER } from '../form/form.ts';
import type { Form } from '../form/form.ts';
import type { Tag } from '../labels/labeled-form.ts';
import { clusterTokens } from '../form/token-clusters.ts';
import { groupIntoRows } from '../form/token-rows.ts';
import type { Scores } from '../form/scores.ts';
import { selectParts } from './value-parts.ts';

export interface FoundValue {
  tag: number;
  /** Row index, for columns. */
  row: number;
  /** Ascending. */
  tokens: readonly number[];
  /** Mean score of its tokens. */
  score: number;
  /** State of a selection mark that was not read as one. */
  state?: 'selected' | 'unselected';
}

/** Minimum score of a tag at a token; it must also exceed the probability of no tag. */
const MIN_SCORE = 0.25;
/** Minimum score of a word between two words of a value to be included. */
const MIN_SCORE_BETWEEN = 0.05;
/** Gap between two rows, in line heights, that ends a table. */
const MAX_ROW_GAP = 4;

/** Number of times that tokens which lost a field may claim another one, and the maximum factor by which a score grows then. */
const MAX_PASSES = 3;
const MAX_GAIN = 5;

/**
 * Found values, plain fields first in tag order; `tables` describes how rows of dynamic tables are separated, by
 * tag, `partDistances` how far apart the parts of a value are.
 */
export function decode(
  form: Form,
  scores: Scores,
  tags: readonly Tag[],
  tables: ReadonlyMap<string, TableShape>,
  partDistances: readonly number[],
): FoundValue[] {
  let remaining = scores;
  for (let pass = 0; ; pass++) {
    const { found, losers } = decodePass(form, remaining, tags, tables, partDistances);
    if (losers.length === 0 || pass === MAX_PASSES) return found;
    remaining = excludeTags(remaining, losers);
  }
}

/** Found values, and the tokens that claimed a plain field whose value is elsewhere. */
function decodePass(
  form: Form,
  scores: Scores,
  tags: readonly Tag[],
  tables: ReadonlyMap<string, TableShape>,
  partDistances: readonly number[],
): { found: FoundValue[]; losers: { tag: number; token: number }[] } {
  const claims = claimTokens(form, scores, tags);
  const found: FoundValue[] = [];
  const losers: { tag: number; token: number }[] = [];
  const columns = new Map<string, { tag: number; tokens: number[] }[]>();
  tags.forEach((tag, index) => {
    const own = claims[index]!;
    if (own.length === 0) return;
    if (tag.isColumn) append(columns, tag.path[0]!, { tag: index, tokens: own });
    else {
      const value =
        tag.type === 'selectionMark' ? bestMark(index, own, scores) : bestValue(form, index, own, scores, partDistances[index]!);
      found.push(value);
      const kept = new Set(value.tokens);
      for (const token of own) if (!kept.has(token)) losers.push({ tag: index, token });
    }
  });
  for (const [table, cells] of columns) found.push(...tableRows(form, cells, scores, tables.get(table)));
  return { found, losers };
}

/** Scores without the tags that tokens lost; the other tags are scaled up. */
function excludeTags({ tags, values }: Scores, losers: readonly { tag: number; token: number }[]): Scores {
  const out = values.slice();
  for (const { tag, token } of losers) {
    const rest = Math.min(MAX_GAIN, 1 / Math.max(1e-9, 1 - out[token * tags + tag]!));
    out[token * tags + tag] = 0;
    for (let other = 0; other < tags; other++) out[token * tags + other]! *= rest;
  }
  return { tags, values: out };
}

/** Assigns each token to its best tag. */
function claimTokens(form: Form, { tags: count, values }: Scores, tags: readonly Tag[]): number[][] {
  const claims: number[][] = tags.map(() => []);
  form.tokens.forEach(({ state, text }, token) => {
    if (BORDER.test(text)) return;
    let [bestTag, best, none] = [-1, 0, 1];
    for (let tag = 0; tag < count; tag++) {
      none -= values[token * count + tag]!;
      if ((tags[tag]!.type === 'selectionMark') !== (state !== undefined)) continue;
      if (values[token * count + tag]! > best) [bestTag, best] = [tag, values[token * count + tag]!];
    }
    if (bestTag >= 0 && best >= Math.max(MIN_SCORE, none)) claims[bestTag]!.push(token);
  });
  return claims;
}

const scoreAt = ({ tags, values }: Scores, token: number, tag: number): number => values[token * tags + tag]!;

function bestMark(tag: number, tokens: readonly number[], scores: Scores): FoundValue {
  const best = tokens.reduce((one, other) => (scoreAt(scores, other, tag) > scoreAt(scores, one, tag) ? other : one));
  return { tag, row: 0, tokens: [best], score: scoreAt(scores, best, tag) };
}

/** The cluster of words with the highest score, and other parts of the value. */
function bestValue(form: Form, tag: number, claimed: readonly number[], scores: Scores, partDistance: number): FoundValue {
  const clusters = clusterTokens(form, claimed)
    .map((tokens) => ({ tokens, weight: tokens.reduce((sum, token) => sum + scoreAt(scores, token, tag) - 0.3, 0) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tokens }) => tokens);
  const tokens = fillBetween(form, selectParts(form, clusters, partDistance).flat(), tag, scores);
  return { tag, row: 0, tokens, score: meanScore(tokens, tag, scores) };
}

export const meanScore = (tokens: readonly number[], tag: number, scores: Scores): number =>
  tokens.reduce((sum, token) => sum + scoreAt(scores, token, tag), 0) / Math.max(1, tokens.length);

/** Includes words between the words of a value that no other field claims. */
function fillBetween(form: Form, tokens: readonly number[], tag: number, scores: Scores): number[] {
  const sorted = [...tokens].sort((a, b) => a - b);
  const all: number[] = [];
  sorted.forEach((token, i) => {
    const before = sorted[i - 1];
    if (before !== undefined && token - before <= 4) {
      for (let between = before + 1; between < token; between++) {
        if (
          form.tokens[between]!.state === undefined &&
          !BORDER.test(form.tokens[between]!.text) &&
          scoreAt(scores, between, tag) >= MIN_SCORE_BETWEEN &&
          maxScore(scores, between) < MIN_SCORE
        )
          all.push(between);
      }
    }
    all.push(token);
  });
  return all;
}

function maxScore({ tags, values }: Scores, token: number): number {
  let best = 0;
  for (let tag = 0; tag < tags; tag++) best = Math.max(best, values[token * tags + tag]!);
  return best;
}

/** How rows of a dynamic table are separated, learned from labeled tables. */
export interface TableShape {
  /** The column that most rows have on a single line. */
  key: number;
  /** Whether the key is on the first line of a row, so that lines without a key continue the row above. */
  isKeyFirst: boolean;
  /** Columns that never span lines: when one repeats, a new row has started. */
  singleLine: readonly number[];
}

function tableRows(
  form: Form,
  parts: readonly { tag: number; tokens: number[] }[],
  scores: Scores,
  shape: TableShape | undefined,
): FoundValue[] {
  const tagOf = new Map(parts.flatMap(({ tag, tokens }) => tokens.map((token) => [token, tag] as const)));
  const rows: number[][] = [];
  let has = new Set<number>();
  let isClosed = true;
  for (const line of groupIntoRows(
    form,
    [...tagOf.keys()].sort((a, b) => a - b),
  )) {
    const own = new Set(line.map((token) => tagOf.get(token)!));
    const isRepeated = shape === undefined || shape.singleLine.some((tag) => own.has(tag) && has.has(tag));
    const hasKey = shape !== undefined && own.has(shape.key);
    if (rows.length === 0 || isRepeated || (shape.isKeyFirst ? hasKey : isClosed)) {
      rows.push([]);
      has = new Set();
    }
    rows.at(-1)!.push(...line);
    for (const tag of own) has.add(tag);
    isClosed = hasKey;
  }
  return selectRowGroup(form, rows, parts, scores).flatMap((row, number) => {
    const cells = Map.groupBy(row, (token) => tagOf.get(token)!);
    return [...cells]
      .sort(([a], [b]) => a - b)
      .map(([tag, tokens]): FoundValue => ({
        tag,
        row: number,
        tokens: tokens.sort((a, b) => a - b),
        score: meanScore(tokens, tag, scores),
      }));
  });
}

/** Of several row groups separated by wide gaps, keeps the one with the highest score on each page: a table is contiguous. */
function selectRowGroup(
  form: Form,
  rows: readonly number[][],
  parts: readonly { tag: number; tokens: number[] }[],
  scores: Scores,
): number[][] {
  const weights = new Map(parts.flatMap(({ tag, tokens }) => tokens.map((token) => [token, scoreAt(scores, token, tag)] as const)));
  const groups: { rows: number[][]; weight: number; page: number }[] = [];
  let bottom = 0;
  for (const row of rows) {
    const boxes = row.map((token) => form.tokens[token]!.box);
    const { page } = form.tokens[row[0]!]!;
    const height = Math.max(...boxes.map(heightOf));
    if (groups.length === 0 || groups.at(-1)!.page !== page || Math.min(...boxes.map(({ top }) => top)) - bottom > MAX_ROW_GAP * height)
      groups.push({ rows: [], weight: 0, page });
    groups.at(-1)!.rows.push(row);
    groups.at(-1)!.weight += row.reduce((sum, token) => sum + weights.get(token)!, 0);
    bottom = Math.max(...boxes.map((box) => box.bottom));
  }
  const byPage = Map.groupBy(groups, ({ page }) => page);
  return [...byPage.values()].flatMap((own) => own.reduce((one, other) => (other.weight > one.weight ? other : one)).rows);
}
