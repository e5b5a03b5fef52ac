/**
 * What values of a field look like as a whole: whether they say a value of its type or, of plain text, whether there are
 * digits, words and an @ in them, and how many words. A caption can mislead, above all on a form of a layout that training
 * never saw; a name in the place of a date then counts little.
 */
import { typedValue } from '../../fields/values/value.ts';
import type { SimpleType } from '../../fields/values/value.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import type { Scores } from '../tagger/tagger.ts';

/** Of one tag: how many lines were labelled, how many of them have each trait, and the most words of one. */
export interface Traits { lines: number; having: readonly number[]; words: number }

export const TRAITS = 3;
/** Types whose values can be told from other text. */
const TOLD: ReadonlySet<string> = new Set(['date', 'time', 'phoneNumber', 'number', 'integer', 'currency']);
/** As what a trait that was never seen counts. */
const UNSEEN = 0.5;
/** The most that traits speak against a tag. */
const LEAST = 0.02;
/** Below that a tag is not looked at. */
const NEGLIGIBLE = 1e-4;
/** A line of more words than so many times the longest is none of the field. */
const LONGER = 2;

/** As many as TRAITS for each type. */
function traitsOf(type: string, text: string): boolean[] {
  if (TOLD.has(type)) return [typedValue(type as SimpleType, text).value !== undefined, false, false];
  return [/\d/u.test(text), /\p{L}{3}/u.test(text), text.includes('@')];
}

const textOf = (form: Form, run: readonly number[]): string => run.map((token) => form.tokens[token]!.text).join(' ');

/** By tag, from the runs of labelled forms that are values or lines of them. */
export function learnTraits(forms: readonly { labelled: LabelledForm; runs: readonly (readonly number[])[] }[], tags: readonly Tag[]): Traits[] {
  const learned = tags.map(() => ({ lines: 0, having: Array.from({ length: TRAITS }, () => 0), words: 0 }));
  for (const { labelled: { form, labels }, runs } of forms) {
    const owner = new Map(labels.flatMap(({ tag, tokens }) => tokens.map((token) => [token, tag] as const)));
    for (const run of runs) {
      const tag = owner.get(run[0]!);
      if (tag === undefined || run.some((token) => owner.get(token) !== tag)) continue;
      const own = learned[tag]!;
      own.lines++;
      own.words = Math.max(own.words, run.length);
      traitsOf(tags[tag]!.type, textOf(form, run)).forEach((isThere, i) => {
        if (isThere) own.having[i]!++;
      });
    }
  }
  return learned;
}

/** Scores after what the words of a run as a whole speak against: what a tag loses goes to the others and to none. */
export function plausible(form: Form, { tags: count, values }: Scores, runs: readonly (readonly number[])[], traits: readonly Traits[], tags: readonly Tag[]): Scores {
  const out = values.slice();
  for (const run of runs) {
    const text = textOf(form, run);
    const byType = new Map<string, boolean[]>();
    const ratios = traits.map(({ lines, having, words }, tag) => {
      if (lines === 0 || run.every((token) => values[token * count + tag]! < NEGLIGIBLE)) return 1;
      const { type } = tags[tag]!;
      const own = byType.get(type) ?? traitsOf(type, text);
      byType.set(type, own);
      return Math.max(LEAST, own.reduce((product, isThere, i) => product * usual(lines, having[i]!, isThere), run.length > LONGER * words + 1 ? LEAST : 1));
    });
    for (const token of run) {
      let all = 1;
      for (let tag = 0; tag < count; tag++) all -= values[token * count + tag]! * (1 - ratios[tag]!);
      for (let tag = 0; tag < count; tag++) out[token * count + tag] = (values[token * count + tag]! * ratios[tag]!) / all;
    }
  }
  return { tags: count, values: out };
}

/** How usual it is that a trait is there, or that it is not, against the other where that is more usual. */
function usual(all: number, having: number, isThere: boolean): number {
  const [there, missing] = [having + UNSEEN, all - having + UNSEEN];
  return Math.min(1, isThere ? there / missing : missing / there);
}
