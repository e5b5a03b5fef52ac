/**
 * From the scores of a line to the positions of a machine-readable zone. Its characters stand at a fixed pitch (OCR-B), so the
 * letters that were read are placed on a grid: a missing filler leaves a cell empty, a letter read twice shares a cell.
 */
import type { Letter } from './ctc.ts';
import { FILLER, ZONE_CHARACTERS } from './mrz-formats.ts';
import { allowLookalikes } from './mrz-decode.ts';
import type { Cell } from './mrz-decode.ts';

/** A line of a zone: letters and scores along it, in pixels from any origin. */
export interface ZoneLine {
  letters: readonly PlacedLetter[];
  /** Probabilities of the blank and `ZONE_CHARACTERS`, and where they were seen. */
  steps: readonly { x: number; probabilities: Float32Array }[];
}

export interface PlacedLetter extends Pick<Letter, 'text' | 'probability'> {
  x: number;
}

export interface Grid {
  cells: Cell[];
  /** Cells in which nothing was seen. */
  isEmpty: boolean[];
  /** The middles of the cells. */
  centers: number[];
  /** How badly the letters fit the grid. */
  cost: number;
}

/** Deviation of a letter from its place on the grid, as a share of the pitch. */
const JITTER = 0.22;
const MAX_MISFIT = 12;
const SKIPPED_CELL = 0.8;
const DROPPED_LETTER = 2.5;
/** Max letters in a row that belong to no cell. */
const MAX_DROPPED = 2;
/** What is seen within this share of the pitch on either side of its middle belongs to a cell. */
const REACH = 0.42;
/** An empty cell is probably a filler that was not read. */
const EMPTY = 0.7;
const EMPTY_IS_FILLER = 0.9;

/** The distance of neighboring characters. */
export function pitchOf(letters: readonly PlacedLetter[]): number {
  const gaps = letters.slice(1).map(({ x }, i) => x - letters[i]!.x);
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

/** Every plausible placing of the letters on a grid of this many cells, which differ in where the line starts. */
export function gridsOf({ letters, steps }: ZoneLine, length: number): Grid[] {
  const grids: Grid[] = [];
  const rough = pitchOf(letters);
  if (rough <= 0) return grids;
  for (let dropped = 0; dropped <= MAX_DROPPED; dropped++) {
    for (let start = 0; start <= MAX_DROPPED && (dropped === 0 || start === 0); start++) {
      const first = placeLetters(letters.slice(dropped), length, start, rough);
      if (first === undefined) continue;
      // Once more with the pitch that the placed letters have.
      const placed = placeLetters(letters.slice(dropped), length, start, fitPitch(first.cells, letters.slice(dropped)) || rough) ?? first;
      const centers = interpolate(placed.cells, letters.slice(dropped), length);
      const reach = REACH * Math.abs((centers.at(-1)! - centers[0]!) / Math.max(1, length - 1));
      const seen = centers.map((center) => seenAt(steps, center, reach));
      grids.push({
        cells: favorFillers(seen.map(toCell)),
        isEmpty: seen.map((cell) => total(cell) < 1 - EMPTY),
        centers,
        cost: placed.cost + (dropped + start) * DROPPED_LETTER,
      });
    }
  }
  return grids;
}

/** The cell of each letter, undefined where it has none: the cheapest increasing sequence that starts with this cell. */
function placeLetters(
  letters: readonly PlacedLetter[],
  length: number,
  start: number,
  pitch: number,
): { cells: (number | undefined)[]; cost: number } | undefined {
  const count = letters.length;
  if (count < 2) return undefined;
  const costs = letters.map(() => new Float64Array(length).fill(Infinity));
  const from = letters.map(() => new Int32Array(length).fill(-1));
  costs[0]![start] = 0;
  for (let one = 1; one < count; one++) {
    for (let before = Math.max(0, one - 1 - MAX_DROPPED); before < one; before++) {
      const apart = (letters[one]!.x - letters[before]!.x) / pitch;
      const droppedCost = (one - before - 1) * DROPPED_LETTER;
      for (let cell = 0; cell < length; cell++) {
        const reached = costs[before]![cell]!;
        if (reached === Infinity) continue;
        for (let next = cell + 1; next < Math.min(length, cell + 2 + Math.ceil(apart)); next++) {
          const misfit = Math.min(MAX_MISFIT, ((apart - (next - cell)) / JITTER) ** 2 / 2);
          const cost = reached + droppedCost + misfit + (next - cell - 1) * SKIPPED_CELL;
          if (cost < costs[one]![next]!) {
            costs[one]![next] = cost;
            from[one]![next] = before * length + cell;
          }
        }
      }
    }
  }
  let best = { one: -1, cell: -1, cost: Infinity };
  for (let one = Math.max(1, count - 1 - MAX_DROPPED); one < count; one++)
    costs[one]!.forEach((cost, cell) => {
      const whole = cost + (count - 1 - one) * DROPPED_LETTER;
      if (whole < best.cost) best = { one, cell, cost: whole };
    });
  if (best.one < 0) return undefined;
  const cells = letters.map((): number | undefined => undefined);
  for (let at = best.one * length + best.cell; at >= 0; at = from[Math.floor(at / length)]![at % length]!)
    cells[Math.floor(at / length)] = at % length;
  return { cells, cost: best.cost };
}

function fitPitch(cells: readonly (number | undefined)[], letters: readonly PlacedLetter[]): number {
  const placed = cells.flatMap((cell, i) => (cell === undefined ? [] : [{ cell, x: letters[i]!.x }]));
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, x] = [mean(placed.map(({ cell }) => cell)), mean(placed.map((one) => one.x))];
  return mean(placed.map((one) => (one.cell - middle) * (one.x - x))) / mean(placed.map((one) => (one.cell - middle) ** 2));
}

/** The middle of every cell: where its letter is, otherwise between its neighbors or at the pitch beyond them. */
function interpolate(cells: readonly (number | undefined)[], letters: readonly PlacedLetter[], length: number): number[] {
  const known = new Map(cells.flatMap((cell, i) => (cell === undefined ? [] : [[cell, letters[i]!.x] as const])));
  const pitch = fitPitch(cells, letters);
  const places = [...known.keys()];
  return Array.from({ length }, (_, cell) => {
    if (known.has(cell)) return known.get(cell)!;
    const before = places.filter((place) => place < cell).at(-1);
    const after = places.find((place) => place > cell);
    if (before === undefined) return known.get(after!)! - (after! - cell) * pitch;
    if (after === undefined) return known.get(before)! + (cell - before) * pitch;
    return known.get(before)! + ((known.get(after)! - known.get(before)!) * (cell - before)) / (after - before);
  });
}

/** The probability of each character around a point. */
function seenAt(steps: ZoneLine['steps'], center: number, reach: number): Cell {
  const cell = new Float64Array(ZONE_CHARACTERS.length);
  for (const { x, probabilities } of steps) {
    if (Math.abs(x - center) > reach) continue;
    for (let i = 0; i < cell.length; i++) cell[i] = Math.max(cell[i]!, probabilities[i + 1]!);
  }
  return cell;
}

const total = (cell: Cell): number => cell.reduce((sum, share) => sum + share, 0);

function toCell(seen: Cell): Cell {
  const unseen = Math.max(0, 1 - total(seen));
  const filler = ZONE_CHARACTERS.indexOf(FILLER);
  const fillerShare = unseen > EMPTY ? EMPTY_IS_FILLER : 1 / seen.length;
  const cell = seen.map((share, i) => share + unseen * (i === filler ? fillerShare : (1 - fillerShare) / (seen.length - 1)));
  const all = total(cell);
  return cell.map((share) => share / all);
}

/** How certain the characters of a text are that comes without scores. */
const TEXT_CERTAINTY = 0.999;

/** Log probabilities of the positions of a text, with which it can be repaired. */
export function cellsOfText(text: string): Cell[] {
  const cells = [...text].map((character) => {
    const cell = new Float64Array(ZONE_CHARACTERS.length);
    cell[ZONE_CHARACTERS.indexOf(character)] = TEXT_CERTAINTY;
    return toCell(cell);
  });
  return favorFillers(cells).map(allowLookalikes);
}

/** Characters that fillers in a row are read as. */
const FILLER_LIKE = [...'<KCESXLG'].map((character) => ZONE_CHARACTERS.indexOf(character));
const USUAL_FILLERS = [...'<K'].map((character) => ZONE_CHARACTERS.indexOf(character));
/** No name has this number of those letters in a row, unless few of them are K. */
const LONG_RUN = { cells: 8, share: 0.2 };
const RUN = { cells: 4, share: 0.6 };
/** Two may separate names; what they are then read as. */
const PAIR_RATIO = 0.4;
const PAIR_LIKE = [...'<KC'].map((character) => ZONE_CHARACTERS.indexOf(character));

/** Min share of a run read as fillers, from which several letters in a row are letters. */
const CLEAN_RUN = 0.7;
/** A letter at an end of a run belongs to it if this share of the run was also read as that letter. */
const SAME_LETTER = 0.15;

/** A single filler may look like a K, a row of them like nothing else. */
function favorFillers(cells: readonly Cell[]): Cell[] {
  const [filler, ...others] = FILLER_LIKE;
  const sum = (cell: Cell, characters: readonly number[]): number => characters.reduce((all, character) => all + cell[character]!, 0);
  const best = cells.map((cell) => cell.indexOf(Math.max(...cell)));
  const result = cells.map((cell) => cell.slice());
  for (let start = 0; start < cells.length; start++) {
    let end = start;
    while (end < cells.length && sum(cells[end]!, FILLER_LIKE) > 0.5) end++;
    let [first, last] = [start, end];
    const isRepeated = (at: number): boolean =>
      best.slice(first, last).filter((character) => character === best[at]).length - 1 >= SAME_LETTER * (last - first);
    while (first < last && best[first] !== filler && !isRepeated(first)) first++;
    while (first < last && best[last - 1] !== filler && !isRepeated(last - 1)) last--;
    const count = last - first;
    const share = cells.slice(first, last).reduce((all, cell) => all + sum(cell, USUAL_FILLERS), 0) / Math.max(1, count);
    const isRun = (count >= LONG_RUN.cells && share >= LONG_RUN.share) || (count >= RUN.cells && share >= RUN.share);
    const isClean = best.slice(first, last).filter((character) => character === filler).length >= CLEAN_RUN * count;
    for (let at = first; isRun && at < last; at++) {
      const isIsland = best[at] !== filler && (best[at - 1] !== filler || best[at + 1] !== filler);
      if (isClean && isIsland) continue;
      const cell = result[at]!;
      cell[filler!] = sum(cell, FILLER_LIKE);
      for (const other of others) cell[other] = 0;
    }
    start = Math.max(start, end);
  }
  const pairs = result.map((cell) => sum(cell, PAIR_LIKE) > 0.5);
  return result.map((cell, i) => {
    if (pairs[i] !== true || (pairs[i - 1] !== true && pairs[i + 1] !== true)) return cell;
    return cell.with(filler!, cell[filler!]! + PAIR_RATIO * sum(cell, PAIR_LIKE.slice(1)));
  });
}
