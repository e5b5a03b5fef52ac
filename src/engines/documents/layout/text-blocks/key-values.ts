/**
 * Labels with their values, in the ways forms are laid out: after a colon in the line, in the next segment of the row, in
 * the line below; a small caption at the top of a box; a selection mark with the text beside it; a name with an amount at
 * the end of its row.
 */
import { isNumeric, joinTexts } from '../tables/table-draft.ts';
import { heightOf, middleY, overlap, widthOf } from '../model/geometry.ts';
import type { LineDraft } from './paragraphs.ts';
import type { Token } from '../model/tokens.ts';

export interface PairDraft {
  key: Token[];
  value: Token[];
  confidence: number;
}

const MAX_KEY_WORDS = 8;
const MAX_VALUE_WORDS = 14;
const MAX_PAIRS = 5000;

/** Lines of one form box, top to bottom. */
export type FormBox = readonly LineDraft[];

export function findKeyValuePairs(lines: readonly LineDraft[], boxes: readonly FormBox[], height: number): PairDraft[] {
  const used = new Set<Token>();
  const pairs: PairDraft[] = [];
  const add = (key: Token[], value: Token[], confidence: number): void => {
    if (key.length === 0 || pairs.length >= MAX_PAIRS || [...key, ...value].some((token) => used.has(token))) return;
    for (const token of [...key, ...value]) used.add(token);
    pairs.push({ key, value, confidence: confidence * meanConfidence([...key, ...value]) });
  };
  const neighbors = findNeighbors(lines, height);
  for (const line of lines) addMarkPairs(line, neighbors, add, height);
  for (const box of boxes) addBoxPair(box, add, height);
  for (const line of lines) addColonPairs(line, neighbors, add);
  for (const line of lines) addAmountPair(line, neighbors, add);
  return pairs;
}

type AddPair = (key: Token[], value: Token[], confidence: number) => void;

function meanConfidence(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, tokens.length);
}

interface Neighbors {
  right(line: LineDraft): LineDraft | undefined;
  left(line: LineDraft): LineDraft | undefined;
  below(line: LineDraft): LineDraft | undefined;
}

/** Finds the nearest lines to the right, to the left and below; only lines at about the same height are searched. */
function findNeighbors(lines: readonly LineDraft[], height: number): Neighbors {
  const sorted = [...lines].sort((one, other) => middleY(one.box) - middleY(other.box));
  const place = new Map(sorted.map((line, i) => [line, i]));
  const around = (line: LineDraft, reach: number): LineDraft[] => {
    const at = place.get(line)!;
    const found: LineDraft[] = [];
    for (let i = at + 1; i < sorted.length && i < at + 60 && middleY(sorted[i]!.box) - middleY(line.box) < reach; i++)
      found.push(sorted[i]!);
    for (let i = at - 1; i >= 0 && i > at - 60 && middleY(line.box) - middleY(sorted[i]!.box) < reach; i--) found.push(sorted[i]!);
    return found;
  };
  const level = (line: LineDraft): LineDraft[] =>
    around(line, height).filter(
      ({ box }) => overlap(box.top, box.bottom, line.box.top, line.box.bottom) > 0.45 * Math.min(heightOf(box), heightOf(line.box)),
    );
  const nearest = (candidates: LineDraft[], distance: (line: LineDraft) => number): LineDraft | undefined =>
    candidates.sort((one, other) => distance(one) - distance(other))[0];
  return {
    right: (line) =>
      nearest(
        level(line).filter(({ box }) => box.left >= line.box.right - 0.2 * height),
        ({ box }) => box.left,
      ),
    left: (line) =>
      nearest(
        level(line).filter(({ box }) => box.right <= line.box.left + 0.2 * height),
        ({ box }) => -box.right,
      ),
    below: (line) =>
      nearest(
        around(line, 4 * height).filter(
          ({ box }) =>
            box.top > line.box.top + 0.6 * heightOf(line.box) &&
            box.top - line.box.bottom < 1.2 * height &&
            Math.abs(box.left - line.box.left) < 1.5 * height,
        ),
        ({ box }) => box.top,
      ),
  };
}

/** Times, URLs and ratios contain colons too, but do not end in one. */
const endsInColon = ({ text, state }: Token): boolean =>
  state === undefined && /[\p{L}\p{N})#.%]?[:：]$/u.test(text) && !/^\d+:$/.test(text) && !/^https?:$/i.test(text);

function addColonPairs(line: LineDraft, neighbors: Neighbors, add: AddPair): void {
  const { tokens } = line;
  let from = 0;
  while (from < tokens.length) {
    let colon = from;
    while (colon < tokens.length && !endsInColon(tokens[colon]!)) colon++;
    if (colon >= tokens.length) return;
    let keyFrom = from;
    if (from > 0) keyFrom = Math.max(from, startOfKey(tokens, colon));
    const key = tokens.slice(keyFrom, colon + 1);
    let next = colon + 1;
    while (next < tokens.length && !endsInColon(tokens[next]!)) next++;
    const valueTo = next < tokens.length ? Math.max(colon + 1, startOfKey(tokens, next)) : tokens.length;
    const value = tokens.slice(colon + 1, valueTo);
    if (key.length <= MAX_KEY_WORDS) {
      if (value.length > 0) {
        if (value.length <= MAX_VALUE_WORDS) add(key, value, 0.9);
      } else if (next >= tokens.length) {
        const right = neighbors.right(line);
        const below = neighbors.below(line);
        const plain = (other: LineDraft | undefined): other is LineDraft =>
          other !== undefined && !other.tokens.some(endsInColon) && other.tokens.length <= MAX_VALUE_WORDS;
        if (plain(right) && right.box.left - line.box.right < 14 * heightOf(line.box)) add(key, right.tokens, 0.85);
        else if (plain(below))
          add(
            key,
            collectValueLines(below, neighbors).flatMap((one) => one.tokens),
            0.65,
          );
        else add(key, [], 0.6);
      } else add(key, [], 0.6);
    }
    from = valueTo;
  }
}

/** A value of several lines, such as an address: closely spaced lines until the next label. */
function collectValueLines(first: LineDraft, neighbors: Neighbors): LineDraft[] {
  const stack = [first];
  while (stack.length < 5) {
    const last = stack.at(-1)!;
    const next = neighbors.below(last);
    if (
      next === undefined ||
      next.tokens.some(endsInColon) ||
      next.tokens.length > MAX_VALUE_WORDS ||
      next.box.top - last.box.bottom > 0.7 * heightOf(last.box) ||
      Math.abs(next.box.left - last.box.left) > 0.5 * heightOf(last.box)
    )
      break;
    stack.push(next);
  }
  return stack;
}

/** The start of the key before a later colon of the line: at most three capitalized words. */
function startOfKey(tokens: readonly Token[], colon: number): number {
  let start = colon;
  while (start > 0 && colon - start < 2 && /^\p{Lu}/u.test(tokens[start]!.text) && /^\p{Lu}\p{L}*$/u.test(tokens[start - 1]!.text)) start--;
  return start;
}

/** A mark is the value of the text to its right up to the next mark, otherwise of the text to its left. */
function addMarkPairs(line: LineDraft, neighbors: Neighbors, add: AddPair, height: number): void {
  line.tokens.forEach((token, i) => {
    if (token.state === undefined) return;
    let end = i + 1;
    while (end < line.tokens.length && line.tokens[end]!.state === undefined) end++;
    let key = line.tokens.slice(i + 1, end);
    if (key.length === 0 && i === line.tokens.length - 1) {
      const right = neighbors.right(line);
      if (right !== undefined && right.box.left - token.box.right < 2.5 * height && right.tokens[0]!.state === undefined)
        key = right.tokens.slice(0, right.tokens.findIndex(({ state }) => state !== undefined) >>> 0);
    }
    if (key.length === 0) {
      let start = i;
      while (start > 0 && line.tokens[start - 1]!.state === undefined) start--;
      key = line.tokens.slice(start, i);
      if (key.length === 0) {
        const left = neighbors.left(line);
        if (left !== undefined && token.box.left - left.box.right < 2.5 * height && left.tokens.every(({ state }) => state === undefined))
          key = left.tokens;
      }
    }
    if (key.length > 0 && key.length <= 3 * MAX_VALUE_WORDS) add(key, [token], 0.8);
  });
}

/** The caption is the lines formatted like the first one; the value is what follows in another font or after a gap. */
function addBoxPair(lines: FormBox, add: AddPair, height: number): void {
  if (lines.length === 0 || lines.some(({ tokens }) => tokens.some(({ state }) => state !== undefined))) return;
  const first = lines[0]!;
  let end = 1;
  while (end < lines.length) {
    const [above, line] = [lines[end - 1]!, lines[end]!];
    const size = (one: LineDraft): number => one.font?.size ?? heightOf(one.box);
    const other =
      Math.abs(size(line) - size(first)) > (line.font === undefined ? 0.25 : 0.08) * size(first) ||
      line.font?.bold !== first.font?.bold ||
      line.font?.name !== first.font?.name;
    if (other || line.box.top - above.box.bottom > 0.5 * height) break;
    end++;
  }
  if (end === lines.length && lines.length === 2) end = 1;
  const key = lines.slice(0, end).flatMap(({ tokens }) => tokens);
  const value = lines.slice(end).flatMap(({ tokens }) => tokens);
  if (key.length <= 3 * MAX_KEY_WORDS && value.length <= 3 * MAX_VALUE_WORDS && !isNumeric(joinTexts(key)))
    add(key, value, value.length > 0 ? 0.75 : 0.5);
}

/** A label such as SUBTOTAL at the left, an amount at the right, and nothing else in the row. */
function addAmountPair(line: LineDraft, neighbors: Neighbors, add: AddPair): void {
  const right = neighbors.right(line);
  if (right === undefined || line.tokens.length > 4 || right.tokens.length > 2) return;
  if (neighbors.left(line) !== undefined || neighbors.right(right) !== undefined) return;
  if (/\d/.test(joinTexts(line.tokens)) || !isNumeric(joinTexts(right.tokens)) || widthOf(line.box) === 0) return;
  add(line.tokens, right.tokens, 0.6);
}
