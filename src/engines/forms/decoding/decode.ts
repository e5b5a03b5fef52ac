/** From the likelihood of every tag at every token to values: words that hang together, marks, and rows of tables. */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Form } from '../form/form.ts';
import type { Tag } from '../form/labelled-form.ts';
import { rowsOf } from '../template/slots.ts';
import type { Scores } from '../tagger/tagger.ts';

export interface Found {
  tag: number;
  /** Of columns: which row. */
  row: number;
  /** Ascending. */
  tokens: readonly number[];
  /** Mean likelihood of its tokens. */
  score: number;
}

/** What must speak for a tag at a token, beside more than speaks for none. */
const LEAST = 0.25;
/** What the walls of a cell are sometimes read as. */
const BORDER = /^[|¦[\]{}_]+$/u;
/** Words between two words of a value belong to it if at least this speaks for it. */
const LEAST_BETWEEN = 0.05;
/** Gaps that a value may have, in line heights: between words, and between the middles of its lines. */
const GAP = 3;
const LEADING = 2.4;
/** Gap between two rows of a table, in line heights, at which it has ended. */
const WIDE = 4;

/** Times that tokens which lost a field may want another; a score may grow by so much in that. */
const MOST_ROUNDS = 3;
const MOST_GAIN = 5;

/** What is found, plain fields first in order of their tags; `tables` says how a dynamic table's rows are told apart. */
export function decode(form: Form, scores: Scores, tags: readonly Tag[], tables: ReadonlyMap<string, TableShape>): Found[] {
  let left = scores;
  for (let round = 0; ; round++) {
    const { found, lost } = decodeOnce(form, left, tags, tables);
    if (lost.length === 0 || round === MOST_ROUNDS) return found;
    left = without(left, lost);
  }
}

/** What was found, and the tokens that wanted a plain field which has its value elsewhere. */
function decodeOnce(form: Form, scores: Scores, tags: readonly Tag[], tables: ReadonlyMap<string, TableShape>): { found: Found[]; lost: { tag: number; token: number }[] } {
  const claims = claimsOf(form, scores, tags);
  const found: Found[] = [];
  const lost: { tag: number; token: number }[] = [];
  const columns = new Map<string, { tag: number; tokens: number[] }[]>();
  tags.forEach((tag, index) => {
    const own = claims[index]!;
    if (own.length === 0) return;
    if (tag.isColumn) {
      const table = columns.get(tag.path[0]!);
      if (table === undefined) columns.set(tag.path[0]!, [{ tag: index, tokens: own }]);
      else table.push({ tag: index, tokens: own });
    } else {
      const best = tag.type === 'selectionMark' ? bestMark(index, own, scores) : bestValue(form, index, own, scores);
      found.push(best);
      const kept = new Set(best.tokens);
      for (const token of own) if (!kept.has(token)) lost.push({ tag: index, token });
    }
  });
  for (const [table, parts] of columns) found.push(...tableRows(form, parts, scores, tables.get(table)));
  return { found, lost };
}

/** Scores in which tokens that lost a tag cannot have it; what spoke for it goes to the others. */
function without({ tags, values }: Scores, lost: readonly { tag: number; token: number }[]): Scores {
  const out = values.slice();
  for (const { tag, token } of lost) {
    const rest = Math.min(MOST_GAIN, 1 / Math.max(1e-9, 1 - out[token * tags + tag]!));
    out[token * tags + tag] = 0;
    for (let other = 0; other < tags; other++) out[token * tags + other]! *= rest;
  }
  return { tags, values: out };
}

/** Each token goes to the tag that most speaks for. */
function claimsOf(form: Form, { tags: count, values }: Scores, tags: readonly Tag[]): number[][] {
  const claims: number[][] = tags.map(() => []);
  form.tokens.forEach(({ state, text }, token) => {
    if (BORDER.test(text)) return;
    let [best, most, none] = [-1, 0, 1];
    for (let tag = 0; tag < count; tag++) {
      none -= values[token * count + tag]!;
      if ((tags[tag]!.type === 'selectionMark') !== (state !== undefined)) continue;
      if (values[token * count + tag]! > most) [best, most] = [tag, values[token * count + tag]!];
    }
    if (best >= 0 && most >= Math.max(LEAST, none)) claims[best]!.push(token);
  });
  return claims;
}

const scoreAt = ({ tags, values }: Scores, token: number, tag: number): number => values[token * tags + tag]!;

function bestMark(tag: number, tokens: readonly number[], scores: Scores): Found {
  const best = tokens.reduce((one, other) => (scoreAt(scores, other, tag) > scoreAt(scores, one, tag) ? other : one));
  return { tag, row: 0, tokens: [best], score: scoreAt(scores, best, tag) };
}

/** Of the clusters of words the one for which most speaks. */
function bestValue(form: Form, tag: number, claimed: readonly number[], scores: Scores): Found {
  const weight = (tokens: readonly number[]): number => tokens.reduce((sum, token) => sum + scoreAt(scores, token, tag) - 0.3, 0);
  const best = clustersOf(form, claimed).reduce((one, other) => (weight(other) > weight(one) ? other : one));
  const tokens = withBetween(form, best, tag, scores);
  return { tag, row: 0, tokens, score: meanScore(tokens, tag, scores) };
}

export const meanScore = (tokens: readonly number[], tag: number, scores: Scores): number => tokens.reduce((sum, token) => sum + scoreAt(scores, token, tag), 0) / Math.max(1, tokens.length);

/** Tokens that hang together in rows and from row to row. */
function clustersOf(form: Form, tokens: readonly number[]): number[][] {
  const clusters: { tokens: number[]; last: number[] }[] = [];
  for (const row of rowsOf(form, tokens)) {
    for (const part of partsOf(form, row)) {
      const [first, end] = [form.tokens[part[0]!]!, form.tokens[part.at(-1)!]!];
      const over = clusters.find(({ last }) => {
        const [a, b] = [form.tokens[last[0]!]!, form.tokens[last.at(-1)!]!];
        const height = Math.max(heightOf(a.box), heightOf(first.box));
        return a.page === first.page && first.box.top - a.box.top < LEADING * height && overlap(a.box.left, b.box.right, first.box.left, end.box.right) > -height;
      });
      if (over === undefined) clusters.push({ tokens: [...part], last: part });
      else {
        over.tokens.push(...part);
        over.last = part;
      }
    }
  }
  return clusters.map((cluster) => cluster.tokens);
}

function partsOf(form: Form, row: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (const token of row) {
    const part = parts.at(-1);
    const before = part === undefined ? undefined : form.tokens[part.at(-1)!]!.box;
    if (before !== undefined && form.tokens[token]!.box.left - before.right < GAP * heightOf(before)) part!.push(token);
    else parts.push([token]);
  }
  return parts;
}

/** With the words that lie between its words in reading order and that no other field wants. */
function withBetween(form: Form, tokens: readonly number[], tag: number, scores: Scores): number[] {
  const sorted = [...tokens].sort((a, b) => a - b);
  const all: number[] = [];
  sorted.forEach((token, i) => {
    const before = sorted[i - 1];
    if (before !== undefined && token - before <= 4) {
      for (let between = before + 1; between < token; between++) {
        if (form.tokens[between]!.state === undefined && !BORDER.test(form.tokens[between]!.text) && scoreAt(scores, between, tag) >= LEAST_BETWEEN && maxScore(scores, between) < LEAST) all.push(between);
      }
    }
    all.push(token);
  });
  return all;
}

function maxScore({ tags, values }: Scores, token: number): number {
  let most = 0;
  for (let tag = 0; tag < tags; tag++) most = Math.max(most, values[token * tags + tag]!);
  return most;
}

/** How the rows of a dynamic table are told apart, learned from labelled ones. */
export interface TableShape {
  /** The column that most rows have, on one line. */
  key: number;
  /** Whether a row's key stands on its first line, so that lines without one go on with the row above. */
  keyFirst: boolean;
  /** Columns that never take more than one line: where one comes again, another row has begun. */
  oneLine: readonly number[];
}

function tableRows(form: Form, parts: readonly { tag: number; tokens: number[] }[], scores: Scores, shape: TableShape | undefined): Found[] {
  const tagOf = new Map(parts.flatMap(({ tag, tokens }) => tokens.map((token) => [token, tag] as const)));
  const rows: number[][] = [];
  let has = new Set<number>();
  let isClosed = true;
  for (const line of rowsOf(form, [...tagOf.keys()].sort((a, b) => a - b))) {
    const own = new Set(line.map((token) => tagOf.get(token)!));
    const comesAgain = shape === undefined || shape.oneLine.some((tag) => own.has(tag) && has.has(tag));
    const hasKey = shape !== undefined && own.has(shape.key);
    if (rows.length === 0 || comesAgain || (shape.keyFirst ? hasKey : isClosed)) {
      rows.push([]);
      has = new Set();
    }
    rows.at(-1)!.push(...line);
    for (const tag of own) has.add(tag);
    isClosed = hasKey;
  }
  return together(form, rows, parts, scores).flatMap((row, number) => {
    const cells = Map.groupBy(row, (token) => tagOf.get(token)!);
    return [...cells].sort(([a], [b]) => a - b).map(([tag, tokens]): Found => ({ tag, row: number, tokens: tokens.sort((a, b) => a - b), score: meanScore(tokens, tag, scores) }));
  });
}

/** Rows that follow each other without a wide gap: of several such groups the one for which most speaks, since a table stands in one place of a page. */
function together(form: Form, rows: readonly number[][], parts: readonly { tag: number; tokens: number[] }[], scores: Scores): number[][] {
  const weights = new Map(parts.flatMap(({ tag, tokens }) => tokens.map((token) => [token, scoreAt(scores, token, tag)] as const)));
  const groups: { rows: number[][]; weight: number; page: number }[] = [];
  let bottom = 0;
  for (const row of rows) {
    const boxes = row.map((token) => form.tokens[token]!.box);
    const { page } = form.tokens[row[0]!]!;
    const height = Math.max(...boxes.map(heightOf));
    if (groups.length === 0 || groups.at(-1)!.page !== page || Math.min(...boxes.map(({ top }) => top)) - bottom > WIDE * height) groups.push({ rows: [], weight: 0, page });
    groups.at(-1)!.rows.push(row);
    groups.at(-1)!.weight += row.reduce((sum, token) => sum + weights.get(token)!, 0);
    bottom = Math.max(...boxes.map((box) => box.bottom));
  }
  const byPage = Map.groupBy(groups, ({ page }) => page);
  return [...byPage.values()].flatMap((own) => own.reduce((one, other) => (other.weight > one.weight ? other : one)).rows);
}
