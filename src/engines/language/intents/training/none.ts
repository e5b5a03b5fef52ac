/** What decides None: how well a text fits the intents, and how near it is to the texts of the project. */
import type { Fit, Rows } from '../../../shared/classifier/fit.ts';
import type { IntentModel, ModelParts } from '../model.ts';
import { GENERAL_SENTENCES } from './general-sentences.ts';
import { KEEP_IN_SCOPE } from './options.ts';
import type { TrainingOptions } from './options.ts';
import { collectNeighbors, fitScope, similarityToNearest } from './scope.ts';
import type { Measures } from './scope.ts';

const SCOPE_ROWS = 500;

/** Whether None is for texts that are far from those of the project. */
export function hasScope({ noneIntent, multiLabel, keepInScope = KEEP_IN_SCOPE }: TrainingOptions): boolean {
  return noneIntent !== undefined && !multiLabel && keepInScope < 1;
}

/** What decides None, fitted on some of the rows, and each row's similarity to the nearest row of another text. */
export function fitNoneScope(
  rows: Rows,
  texts: readonly string[],
  fitted: Fit,
  taught: readonly string[],
  general: readonly Measured[],
  { noneIntent, multiLabel, keepInScope = KEEP_IN_SCOPE }: TrainingOptions,
): { none: ModelParts['none']; near: (row: number) => number } {
  const { vectors, sentences, labels, classes } = rows;
  if (noneIntent === undefined || multiLabel || vectors.length === 0) return { none: null, near: () => 0 };
  const own = taught.indexOf(noneIntent);
  const withoutNone = labels.map((some) => some.filter((label) => label !== own));
  const { neighbors, kept } = collectNeighbors(vectors, sentences, withoutNone, classes);
  const near = (row: number): number =>
    similarityToNearest(
      neighbors,
      vectors[row]!,
      sentences?.[row] ?? null,
      rowMargins(fitted.margins, row, classes),
      (place) => texts[kept[place]!] === texts[row],
    );
  const best = (margins: Float64Array): number =>
    margins.reduce((most, margin, c) => (c !== own && margin > most ? margin : most), -Infinity);
  const measureRow = (row: number): [number, number] => [best(rowMargins(fitted.margins, row, classes)), near(row)];
  const inside = [...labels.keys()].filter((row) => withoutNone[row]!.length > 0);
  const outside = [...labels.keys()].filter((row) => withoutNone[row]!.length === 0).slice(0, SCOPE_ROWS);
  const scope = fitScope(
    toMeasures(inside.filter((_, i) => i % Math.ceil(inside.length / SCOPE_ROWS) === 0).map(measureRow)),
    toMeasures([
      ...general.map(({ margins, nearest }): [number, number] => [best(margins), nearest(neighbors)]),
      ...outside.map(measureRow),
    ]),
    inside.length,
    keepInScope,
  );
  return { none: { intent: noneIntent, scope, neighbors }, near };
}

type Measured = ReturnType<IntentModel['measure']>;

export async function measureGeneral(model: IntentModel, embed: TrainingOptions['embed']): Promise<Measured[]> {
  const sentences = await embed?.(GENERAL_SENTENCES);
  return GENERAL_SENTENCES.map((text, i) => model.measure(text, { culture: 'en', sentence: sentences?.[i] }));
}

function toMeasures(pairs: readonly (readonly [number, number])[]): Measures {
  return { margins: Float64Array.from(pairs, ([margin]) => margin), near: Float64Array.from(pairs, ([, near]) => near) };
}

export function rowMargins(margins: Float32Array, row: number, classes: number): Float64Array {
  return Float64Array.from(margins.subarray(row * classes, (row + 1) * classes));
}
