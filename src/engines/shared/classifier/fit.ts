/**
 * One fit of all classes to a training set under given settings, with the margins that each row gets from a
 * fit that did not see it (cross-validation). Sixteen classes at a time; a whole solution first, then each fold
 * from there.
 */
import { BLOCKS } from './features.ts';
import { LANES, Machines } from './svm.ts';
import type { SparseVector } from './vectors.ts';

/** What is chosen for each project. */
export interface Settings {
  /** Weights of the four blocks of features. */
  readonly blocks: readonly number[];
  /** Weight of the sentence vector; 0 leaves it out. */
  readonly sentence: number;
  /** Price of an error against simplicity. */
  readonly cost: number;
}

/** A training set as numbers; rows are in a canonical order. */
export interface Rows {
  readonly vectors: readonly SparseVector[];
  /** Sentence vectors, or nothing where the project has none. */
  readonly sentences: readonly Float32Array[] | null;
  /** Classes of each row. */
  readonly labels: readonly (readonly number[])[];
  readonly classes: number;
  /** Number of known features. */
  readonly columns: number;
  /** What part of the usual cost an error in each row has. */
  readonly shares?: readonly number[];
}

export interface Fit {
  /** Weights by column and class: features, then the sentence vector, then the constant. */
  readonly weights: Float32Array;
  /** Margins by row and class, each from a fit without that row's fold. */
  readonly margins: Float32Array;
  /** The same as of new texts, whose vectors lack the features that the fit does not know: the others are longer for it. */
  readonly newMargins: Float32Array;
}

/** Value of the constant feature. */
export const CONSTANT = 1;

/** Columns of a fit: features, sentence vector, constant. */
export function countColumns({ columns, sentences }: Rows): number {
  return columns + (sentences?.[0]?.length ?? 0) + 1;
}

/** Fits everything; `step` is called before each piece of work with the share that is done, and may throw to stop. */
export function fit(rows: Rows, settings: Settings, folds: readonly (readonly number[])[], step: (done: number) => void): Fit {
  const count = rows.vectors.length;
  const columns = countColumns(rows);
  const weights = new Float32Array(columns * rows.classes);
  const margins = new Float32Array(count * rows.classes);
  const newMargins = new Float32Array(count * rows.classes);
  const shares = knownShares(rows, folds);
  solveFolds(rows, settings, folds, step, {
    onWhole(solution, { first, lanes }) {
      for (let column = 0; column < columns; column++) {
        for (let lane = 0; lane < lanes; lane++) weights[column * rows.classes + first + lane] = solution[column * LANES + lane]!;
      }
    },
    onRow(row, own, { first, lanes }, solution) {
      margins.set(own.subarray(0, lanes), row * rows.classes + first);
      addKnownParts(own, rows.vectors[row]!, settings, shares[row]!, solution);
      newMargins.set(own.subarray(0, lanes), row * rows.classes + first);
    },
  });
  return { weights, margins, newMargins };
}

/** The margins of a row under weights of `fit`. */
export function marginsOf(rows: Rows, row: number, settings: Settings, weights: Float32Array): Float64Array {
  const { classes } = rows;
  const margins = new Float64Array(classes);
  readRow(rows, row, settings, (column, value) => {
    for (let c = 0; c < classes; c++) margins[c]! += value * weights[column * classes + c]!;
  });
  return margins;
}

/** The margins of `fit` alone, for settings that are only tried. */
export function crossValidate(
  rows: Rows,
  settings: Settings,
  folds: readonly (readonly number[])[],
  step: (done: number) => void,
): Float32Array {
  const margins = new Float32Array(rows.vectors.length * rows.classes);
  solveFolds(rows, settings, folds, step, {
    onRow: (row, own, { first, lanes }) => margins.set(own.subarray(0, lanes), row * rows.classes + first),
  });
  return margins;
}

/** Some classes that are solved together. */
interface Chunk {
  readonly first: number;
  readonly lanes: number;
}

interface Solved {
  /** The whole solution of some classes; folds are solved from there unless they are large and nobody asks for it. */
  onWhole?(weights: Float32Array, chunk: Chunk): void;
  /** The margins of a row, from a fit without its fold. */
  onRow(row: number, margins: Float32Array, chunk: Chunk, weights: Float32Array): void;
}

/** With fewer folds, each leaves so much out that the whole solution saves less time than it takes. */
const MIN_FOLDS_FROM_WHOLE = 3;

function solveFolds(
  rows: Rows,
  settings: Settings,
  folds: readonly (readonly number[])[],
  step: (done: number) => void,
  { onWhole, onRow }: Solved,
): void {
  const count = rows.vectors.length;
  const machines = createMachines(rows, settings, countColumns(rows));
  const everyRow = Uint32Array.from({ length: count }, (_, i) => i);
  const rest = folds.map((fold) => {
    const held = new Set(fold);
    return everyRow.filter((row) => !held.has(row));
  });
  const startsWhole = onWhole !== undefined || folds.length >= MIN_FOLDS_FROM_WHOLE;
  const chunks = Math.ceil(rows.classes / LANES);
  const steps = chunks * (folds.length + 1);
  for (let c = 0; c < chunks; c++) {
    const chunk = { first: c * LANES, lanes: Math.min(LANES, rows.classes - c * LANES) };
    const signs = signsOf(rows, chunk.first, chunk.lanes);
    const multipliers = new Float64Array(count * LANES);
    step((c * (folds.length + 1)) / steps);
    machines.weights.fill(0);
    if (startsWhole) machines.solve(everyRow, signs, settings.cost, multipliers, rows);
    const solution = machines.weights.slice();
    onWhole?.(solution, chunk);
    folds.forEach((fold, f) => {
      step((c * (folds.length + 1) + 1 + f) / steps);
      machines.weights.set(solution);
      const start = multipliers.slice();
      machines.takeOut(fold, signs, start);
      machines.solve(rest[f]!, signs, settings.cost, start, rows);
      for (const row of fold) onRow(row, machines.margins(row).slice(), chunk, machines.weights);
    });
  }
}

/** For each row, the length of what other folds know of it, by block. */
function knownShares({ vectors, columns }: Rows, folds: readonly (readonly number[])[]): number[][] {
  const counts = new Uint32Array(columns);
  for (const vector of vectors) for (const column of vector.columns) counts[column]!++;
  const shares: number[][] = [];
  for (const fold of folds) {
    const own = new Map<number, number>();
    for (const row of fold) for (const column of vectors[row]!.columns) own.set(column, (own.get(column) ?? 0) + 1);
    for (const row of fold) {
      const { columns: at, values, blocks } = vectors[row]!;
      let i = 0;
      shares[row] = blocks.map((end) => {
        let squares = 0;
        for (; i < end; i++) if (counts[at[i]!]! > own.get(at[i]!)!) squares += values[i]! ** 2;
        return Math.sqrt(squares);
      });
    }
  }
  return shares;
}

/** Adds to the margins of a row what its known features would add if they had the length of all. */
function addKnownParts(
  margins: Float32Array,
  { columns: at, values, blocks }: SparseVector,
  settings: Settings,
  shares: readonly number[],
  weights: Float32Array,
): void {
  for (let b = 0, i = 0; b < BLOCKS; b++) {
    const more = shares[b]! > 0 ? settings.blocks[b]! * (1 / shares[b]! - 1) : 0;
    for (; i < blocks[b]!; i++) {
      if (more === 0) continue;
      for (let lane = 0; lane < LANES; lane++) margins[lane]! += more * values[i]! * weights[at[i]! * LANES + lane]!;
    }
  }
}

function createMachines(rows: Rows, settings: Settings, columns: number): Machines {
  const total = rows.vectors.reduce((sum, vector) => sum + vector.columns.length + columns - rows.columns, 0);
  return new Machines(rows.vectors.length, columns, total, (row, put) => readRow(rows, row, settings, put));
}

/** Columns and weighted values of a row. */
function readRow(rows: Rows, row: number, settings: Settings, put: (column: number, value: number) => void): void {
  const { columns: at, values, blocks } = rows.vectors[row]!;
  for (let b = 0, i = 0; b < BLOCKS; b++) {
    const weight = settings.blocks[b]!;
    for (; i < blocks[b]!; i++) if (weight !== 0) put(at[i]!, values[i]! * weight);
  }
  if (settings.sentence > 0) rows.sentences?.[row]!.forEach((value, i) => put(rows.columns + i, value * settings.sentence));
  put(countColumns(rows) - 1, CONSTANT);
}

function signsOf(rows: Rows, first: number, lanes: number): Int8Array {
  const signs = new Int8Array(rows.vectors.length * LANES);
  rows.labels.forEach((labels, row) => {
    signs.fill(-1, row * LANES, row * LANES + lanes);
    for (const label of labels) if (label >= first && label < first + lanes) signs[row * LANES + label - first] = 1;
  });
  return signs;
}

/**
 * Rows split into folds, so that each class is spread evenly and equal texts stay together (a copy of a row
 * would give its answer away). With as many folds as texts, each text is a fold.
 */
export function splitFolds(texts: readonly string[], labels: readonly (readonly number[])[], count: number): number[][] {
  const groups = Map.groupBy(texts.keys(), (row) => texts[row]!);
  const byClass = Map.groupBy(groups.values(), (rows) => labels[rows[0]!]!.join(' '));
  const folds: number[][] = Array.from({ length: Math.max(1, Math.min(count, groups.size)) }, () => []);
  let next = 0;
  for (const name of [...byClass.keys()].sort()) for (const rows of byClass.get(name)!) folds[next++ % folds.length]!.push(...rows);
  return folds;
}
