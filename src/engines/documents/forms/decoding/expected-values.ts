/**
 * Fields that nearly all training forms have but that were not found: on an unknown layout, the most likely words are taken
 * even if no field is more likely for them.
 */
import type { Scores } from '../form/scores.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import type { FoundValue } from './decode.ts';

/** Share of the training forms that must have a field. */
const MIN_SHARE = 0.75;
const MIN_SCORE = 0.15;
/** Score that the words are given: more likely than none. */
const RAISED_SCORE = 0.55;
/** Probability of a line to continue a value from which on it is taken too. */
const MIN_CONTINUATION = 0.5;

/** By tag: whether nearly all forms have it. */
export function learnExpected(forms: readonly LabeledForm[], tags: readonly Tag[]): boolean[] {
  const counts = tags.map(() => 0);
  for (const { labels } of forms)
    for (const tag of new Set(labels.filter(({ tokens }) => tokens.length > 0).map((label) => label.tag))) counts[tag]!++;
  return tags.map(
    ({ isColumn, type }, tag) =>
      !isColumn && type !== 'selectionMark' && type !== 'signature' && counts[tag]! >= MIN_SHARE * Math.max(2, forms.length),
  );
}

/** Scores in which the most likely free run of each missing expected field is raised; undefined if there is none. */
export function raiseExpected(
  { tags, values }: Scores,
  found: readonly FoundValue[],
  runs: readonly (readonly number[])[],
  lineAbove: Int32Array,
  { expected, continuationRates }: { expected: readonly boolean[]; continuationRates: readonly number[] },
): Scores | undefined {
  const taken = new Set(found.flatMap(({ tokens }) => tokens));
  const has = new Set(found.map(({ tag }) => tag));
  const out = values.slice();
  let isRaised = false;
  const missing = expected.flatMap((isExpected, tag) => (isExpected && !has.has(tag) ? [tag] : []));
  const candidates = missing
    .flatMap((tag) =>
      runs.flatMap((run, i) => {
        const score = run.reduce((sum, token) => sum + values[token * tags + tag]!, 0) / run.length;
        return score < MIN_SCORE || lineAbove[i]! >= 0 ? [] : [{ tag, run: i, score }];
      }),
    )
    .sort((a, b) => b.score - a.score);
  for (const { tag, run } of candidates) {
    if (has.has(tag) || runs[run]!.some((token) => taken.has(token))) continue;
    has.add(tag);
    isRaised = true;
    for (const line of continuedLines(run, lineAbove, continuationRates[tag]!)) {
      for (const token of runs[line]!) {
        taken.add(token);
        for (let other = 0; other < tags; other++)
          out[token * tags + other] = other === tag ? RAISED_SCORE : Math.min(out[token * tags + other]!, 1 - RAISED_SCORE) / 2;
      }
    }
  }
  return isRaised ? { tags, values: out } : undefined;
}

/** A run and the runs below that continue it. */
function continuedLines(run: number, lineAbove: Int32Array, rate: number): number[] {
  const lines = [run];
  if (rate < MIN_CONTINUATION) return lines;
  for (let next = lineAbove.indexOf(run); next >= 0 && lines.length < 6; next = lineAbove.indexOf(next)) lines.push(next);
  return lines;
}
