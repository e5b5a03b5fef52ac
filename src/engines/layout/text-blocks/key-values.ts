/**
 * Labels with their values, by the ways in which forms are set: after a colon in the line, in the next stretch of the
 * row, in the line below; a small caption at the top of a box; a selection mark with the text beside it; a name with an
 * amount at the end of its row.
 */
import { isFigure, textOfTokens } from '../tables/table-draft.ts';
import { heightOf, middleOf, overlap, widthOf } from '../model/geometry.ts';
import type { LineDraft } from './paragraphs.ts';
import type { Token } from '../model/tokens.ts';

export interface PairDraft { key: Token[]; value: Token[]; confidence: number }

const LONGEST_KEY = 8;
const LONGEST_VALUE = 14;
const MOST_PAIRS = 5000;

/** Lines of one box of a form, top to bottom. */
export type FormBox = readonly LineDraft[];

export function findPairs(lines: readonly LineDraft[], boxes: readonly FormBox[], height: number): PairDraft[] {
  const used = new Set<Token>();
  const pairs: PairDraft[] = [];
  const add = (key: Token[], value: Token[], confidence: number): void => {
    if (key.length === 0 || pairs.length >= MOST_PAIRS || [...key, ...value].some((token) => used.has(token))) return;
    for (const token of [...key, ...value]) used.add(token);
    pairs.push({ key, value, confidence: confidence * meanConfidence([...key, ...value]) });
  };
  const neighbours = neighbourhood(lines, height);
  for (const line of lines) markPairs(line, neighbours, add, height);
  for (const box of boxes) boxPair(box, add, height);
  for (const line of lines) colonPairs(line, neighbours, add);
  for (const line of lines) amountPair(line, neighbours, add);
  return pairs;
}

type Add = (key: Token[], value: Token[], confidence: number) => void;

function meanConfidence(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, tokens.length);
}

interface Neighbours { right(line: LineDraft): LineDraft | undefined; left(line: LineDraft): LineDraft | undefined; below(line: LineDraft): LineDraft | undefined }

/** The nearest lines to the right, to the left and below, looked for among the lines at about the same height only. */
function neighbourhood(lines: readonly LineDraft[], height: number): Neighbours {
  const sorted = [...lines].sort((one, other) => middleOf(one.box) - middleOf(other.box));
  const place = new Map(sorted.map((line, i) => [line, i]));
  const around = (line: LineDraft, reach: number): LineDraft[] => {
    const at = place.get(line)!;
    const found: LineDraft[] = [];
    for (let i = at + 1; i < sorted.length && i < at + 60 && middleOf(sorted[i]!.box) - middleOf(line.box) < reach; i++) found.push(sorted[i]!);
    for (let i = at - 1; i >= 0 && i > at - 60 && middleOf(line.box) - middleOf(sorted[i]!.box) < reach; i--) found.push(sorted[i]!);
    return found;
  };
  const level = (line: LineDraft): LineDraft[] => around(line, height).filter(({ box }) => overlap(box.top, box.bottom, line.box.top, line.box.bottom) > 0.45 * Math.min(heightOf(box), heightOf(line.box)));
  const nearest = (candidates: LineDraft[], distance: (line: LineDraft) => number): LineDraft | undefined => candidates.sort((one, other) => distance(one) - distance(other))[0];
  return {
    right: (line) => nearest(level(line).filter(({ box }) => box.left >= line.box.right - 0.2 * height), ({ box }) => box.left),
    left: (line) => nearest(level(line).filter(({ box }) => box.right <= line.box.left + 0.2 * height), ({ box }) => -box.right),
    below: (line) => nearest(around(line, 4 * height).filter(({ box }) => box.top > line.box.top + 0.6 * heightOf(line.box) && box.top - line.box.bottom < 1.2 * height
      && Math.abs(box.left - line.box.left) < 1.5 * height), ({ box }) => box.top),
  };
}

/** A time, a web address or a ratio holds a colon too. */
const endsInColon = ({ text, state }: Token): boolean => state === undefined && /[\p{L}\p{N})#.%]?[:：]$/u.test(text) && !/^\d+:$/.test(text) && !/^https?:$/i.test(text);

function colonPairs(line: LineDraft, neighbours: Neighbours, add: Add): void {
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
    if (key.length <= LONGEST_KEY) {
      if (value.length > 0) {
        if (value.length <= LONGEST_VALUE) add(key, value, 0.9);
      } else if (next >= tokens.length) {
        const right = neighbours.right(line);
        const below = neighbours.below(line);
        const plain = (other: LineDraft | undefined): other is LineDraft => other !== undefined && !other.tokens.some(endsInColon) && other.tokens.length <= LONGEST_VALUE;
        if (plain(right) && right.box.left - line.box.right < 14 * heightOf(line.box)) add(key, right.tokens, 0.85);
        else if (plain(below)) add(key, stackFrom(below, neighbours).flatMap((one) => one.tokens), 0.65);
        else add(key, [], 0.6);
      } else add(key, [], 0.6);
    }
    from = valueTo;
  }
}

/** A value of several lines, such as an address: lines set close under each other until the next label. */
function stackFrom(first: LineDraft, neighbours: Neighbours): LineDraft[] {
  const stack = [first];
  while (stack.length < 5) {
    const last = stack.at(-1)!;
    const next = neighbours.below(last);
    if (next === undefined || next.tokens.some(endsInColon) || next.tokens.length > LONGEST_VALUE || next.box.top - last.box.bottom > 0.7 * heightOf(last.box) || Math.abs(next.box.left - last.box.left) > 0.5 * heightOf(last.box)) break;
    stack.push(next);
  }
  return stack;
}

/** Where the key before a later colon of the line begins: at most three words, capitals joined. */
function startOfKey(tokens: readonly Token[], colon: number): number {
  let start = colon;
  while (start > 0 && colon - start < 2 && /^\p{Lu}/u.test(tokens[start]!.text) && /^\p{Lu}\p{L}*$/u.test(tokens[start - 1]!.text)) start--;
  return start;
}

/** A mark is the value of the text to its right up to the next mark, or else of the text to its left. */
function markPairs(line: LineDraft, neighbours: Neighbours, add: Add, height: number): void {
  line.tokens.forEach((token, i) => {
    if (token.state === undefined) return;
    let end = i + 1;
    while (end < line.tokens.length && line.tokens[end]!.state === undefined) end++;
    let key = line.tokens.slice(i + 1, end);
    if (key.length === 0 && i === line.tokens.length - 1) {
      const right = neighbours.right(line);
      if (right !== undefined && right.box.left - token.box.right < 2.5 * height && right.tokens[0]!.state === undefined) key = right.tokens.slice(0, right.tokens.findIndex(({ state }) => state !== undefined) >>> 0);
    }
    if (key.length === 0) {
      let start = i;
      while (start > 0 && line.tokens[start - 1]!.state === undefined) start--;
      key = line.tokens.slice(start, i);
      if (key.length === 0) {
        const left = neighbours.left(line);
        if (left !== undefined && token.box.left - left.box.right < 2.5 * height && left.tokens.every(({ state }) => state === undefined)) key = left.tokens;
      }
    }
    if (key.length > 0 && key.length <= 3 * LONGEST_VALUE) add(key, [token], 0.8);
  });
}

/** The lines of a box that are set like its first are the caption; what follows in other letters or after a gap is the value. */
function boxPair(lines: FormBox, add: Add, height: number): void {
  if (lines.length === 0 || lines.some(({ tokens }) => tokens.some(({ state }) => state !== undefined))) return;
  const first = lines[0]!;
  let end = 1;
  while (end < lines.length) {
    const [above, line] = [lines[end - 1]!, lines[end]!];
    const size = (one: LineDraft): number => one.font?.size ?? heightOf(one.box);
    const other = Math.abs(size(line) - size(first)) > (line.font === undefined ? 0.25 : 0.08) * size(first) || line.font?.bold !== first.font?.bold || line.font?.name !== first.font?.name;
    if (other || line.box.top - above.box.bottom > 0.5 * height) break;
    end++;
  }
  if (end === lines.length && lines.length === 2) end = 1;
  const key = lines.slice(0, end).flatMap(({ tokens }) => tokens);
  const value = lines.slice(end).flatMap(({ tokens }) => tokens);
  if (key.length <= 3 * LONGEST_KEY && value.length <= 3 * LONGEST_VALUE && !isFigure(textOfTokens(key))) add(key, value, value.length > 0 ? 0.75 : 0.5);
}

/** SUBTOTAL at the left and an amount at the right, and nothing else in the row. */
function amountPair(line: LineDraft, neighbours: Neighbours, add: Add): void {
  const right = neighbours.right(line);
  if (right === undefined || line.tokens.length > 4 || right.tokens.length > 2) return;
  if (neighbours.left(line) !== undefined || neighbours.right(right) !== undefined) return;
  if (/\d/.test(textOfTokens(line.tokens)) || !isFigure(textOfTokens(right.tokens)) || widthOf(line.box) === 0) return;
  add(line.tokens, right.tokens, 0.6);
}
