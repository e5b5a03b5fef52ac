/**
 * What values of a field look like as a whole: whether they parse as the field's type or, for plain text, whether they
 * contain digits, words or an @, and how many words they have. A caption can mislead, especially on an unknown layout; a
 * name in place of a date then scores low.
 */
import { typedValue } from '../../fields/values/value.ts';
import type { SimpleType } from '../../fields/values/value.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import type { Scores } from '../form/scores.ts';

/** For one tag: number of labeled lines, how many match each pattern, and the longest line in words. */
export interface ValuePattern {
  lines: number;
  matchCounts: readonly number[];
  words: number;
}

export const PATTERN_COUNT = 3;
/** Types whose values can be recognized by parsing. */
const PARSED_TYPES: ReadonlySet<string> = new Set(['date', 'time', 'phoneNumber', 'number', 'integer', 'currency']);
/** Pseudo-count for patterns that never occurred. */
const SMOOTHING = 0.5;
/** Lower bound of the likelihood ratio. */
const MIN_RATIO = 0.02;
/** Lower scores are not adjusted. */
const NEGLIGIBLE_SCORE = 1e-4;
/** A line with more words than this multiple of the longest one does not belong to the field. */
const MAX_LENGTH_RATIO = 2;

/** Returns PATTERN_COUNT results for every type. */
function matchPatterns(type: string, text: string): boolean[] {
  if (PARSED_TYPES.has(type)) return [typedValue(type as SimpleType, text).value !== undefined, false, false];
  return [/\d/u.test(text), /\p{L}{3}/u.test(text), text.includes('@')];
}

const textOf = (form: Form, run: readonly number[]): string => run.map((token) => form.tokens[token]!.text).join(' ');

/** By tag, from runs of labeled forms that are values or lines of values. */
export function learnPatterns(
  forms: readonly { labeled: LabeledForm; runs: readonly (readonly number[])[] }[],
  tags: readonly Tag[],
): ValuePattern[] {
  const learned = tags.map(() => ({ lines: 0, matchCounts: Array.from({ length: PATTERN_COUNT }, () => 0), words: 0 }));
  for (const {
    labeled: { form, labels },
    runs,
  } of forms) {
    const owner = new Map(labels.flatMap(({ tag, tokens }) => tokens.map((token) => [token, tag] as const)));
    for (const run of runs) {
      const tag = owner.get(run[0]!);
      if (tag === undefined || run.some((token) => owner.get(token) !== tag)) continue;
      const own = learned[tag]!;
      own.lines++;
      own.words = Math.max(own.words, run.length);
      matchPatterns(tags[tag]!.type, textOf(form, run)).forEach((isMatch, i) => {
        if (isMatch) own.matchCounts[i]!++;
      });
    }
  }
  return learned;
}

/** Scores adjusted by how plausible each run is as a value of each tag; what a tag loses goes to the others. */
export function applyPatterns(
  form: Form,
  { tags: count, values }: Scores,
  runs: readonly (readonly number[])[],
  patterns: readonly ValuePattern[],
  tags: readonly Tag[],
): Scores {
  const out = values.slice();
  for (const run of runs) {
    const text = textOf(form, run);
    const byType = new Map<string, boolean[]>();
    const ratios = patterns.map(({ lines, matchCounts, words }, tag) => {
      if (lines === 0 || run.every((token) => values[token * count + tag]! < NEGLIGIBLE_SCORE)) return 1;
      const { type } = tags[tag]!;
      const own = byType.get(type) ?? matchPatterns(type, text);
      byType.set(type, own);
      return Math.max(
        MIN_RATIO,
        own.reduce(
          (product, isMatch, i) => product * likelihoodRatio(lines, matchCounts[i]!, isMatch),
          run.length > MAX_LENGTH_RATIO * words + 1 ? MIN_RATIO : 1,
        ),
      );
    });
    for (const token of run) {
      let all = 1;
      for (let tag = 0; tag < count; tag++) all -= values[token * count + tag]! * (1 - ratios[tag]!);
      for (let tag = 0; tag < count; tag++) out[token * count + tag] = (values[token * count + tag]! * ratios[tag]!) / all;
    }
  }
  return { tags: count, values: out };
}

/** Likelihood of a pattern being matched or not, relative to the more frequent case. */
function likelihoodRatio(all: number, matchCounts: number, isMatch: boolean): number {
  const [matching, missing] = [matchCounts + SMOOTHING, all - matchCounts + SMOOTHING];
  return Math.min(1, isMatch ? matching / missing : missing / matching);
}
