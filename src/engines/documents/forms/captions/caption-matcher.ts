/**
 * Assigns runs of words to fields by comparing the captions around them with those around the runs of the training forms:
 * the nearest neighbors of each field and of no field. With few forms this carries over to other layouts and wordings
 * better than the weights of the tagger, which also learn what values happened to look like. Cost: runs × distinct captions
 * of the training forms.
 */
import type { Form } from '../form/form.ts';
import type { Scores } from '../form/scores.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import { captionOnSide } from './caption-side.ts';
import type { Side } from './caption-side.ts';
import type { TokenContext } from './context.ts';
import { countOccurrences, hashString, wordKey } from './vocabulary.ts';

/** Hashes of the words and of the trigrams of a caption, each without duplicates. */
export interface CaptionText {
  words: readonly number[];
  trigrams: readonly number[];
}

/** A run of a training form: its field, or -1, what it looks like, and the captions around it as indexes into the texts, or -1. */
export interface CaptionExample {
  tag: number;
  look: number;
  main: number;
  sides: readonly number[];
}

/** A caption behind another word belongs to that word. */
const MAX_STEPS = 1;
const SIDES: readonly Side[] = [0, 1, 2, 3];
const MAX_WORDS = 8;
const MAX_TRIGRAMS = 40;
/** More examples of runs without a field are left out, evenly. */
const MAX_UNLABELED = 1500;
/** Weight of the trigrams, which match misread and inflected words. */
const TRIGRAM_WEIGHT = 0.35;
/** A caption on another side than in training is compared with the main captions only. */
const SAME_SIDE_WEIGHT = 0.9;
/** Weight of the captions on the other sides. */
const CONTEXT_WEIGHT = 0.25;
/** Similarity at which a field is as likely as none, and how fast the probability grows with it. */
const NEUTRAL_SIMILARITY = 0.5;
const SLOPE = 10;
/** Runs without a field are more frequent, and some were not labeled by mistake. */
const UNLABELED_COST = 0.1;

/** Looks of runs, and that of runs in models stored before it was learned. */
export const LOOK_COUNT = 5;
export const ANY_LOOK = 4;

export interface RunContext {
  form: Form;
  context: TokenContext;
  side: Side;
  runs: readonly (readonly number[])[];
  /** For each run the run above that it may continue, or -1; such runs have no caption of their own. */
  lineAbove: Int32Array;
}

export class CaptionMatcher {
  readonly texts: readonly CaptionText[];
  readonly examples: readonly CaptionExample[];
  /** By word: weight of a match; rare words say more. */
  readonly #weights: ReadonlyMap<number, number>;

  constructor(texts: readonly CaptionText[], examples: readonly CaptionExample[]) {
    this.texts = texts;
    this.examples = examples;
    const counts = countOccurrences(texts.map(({ words }) => words));
    this.#weights = new Map([...counts].map(([word, count]) => [word, Math.log(1 + texts.length / count)]));
  }

  static learn(forms: readonly (RunContext & { labeled: LabeledForm })[], tags: readonly Tag[]): CaptionMatcher {
    const indexes = new Map<string, number>();
    const texts: CaptionText[] = [];
    const indexOf = (form: Form, context: TokenContext, caption: number): number => {
      const text = caption < 0 ? undefined : captionText(form, context, caption);
      if (text === undefined || text.words.length === 0) return -1;
      const key = text.words.join(' ');
      const known = indexes.get(key) ?? texts.push(text) - 1;
      indexes.set(key, known);
      return known;
    };
    const examples = forms.flatMap((one) => {
      const owner = new Map(one.labeled.labels.flatMap(({ tag, tokens }) => tokens.map((token) => [token, tag] as const)));
      return firstRuns(one).flatMap(({ run }): CaptionExample[] => {
        const tag = owner.get(run[0]!) ?? -1;
        if (tag >= 0 && (tags[tag]!.isColumn || tags[tag]!.type === 'selectionMark')) return [];
        const sides = SIDES.map((side) => indexOf(one.form, one.context, captionOnSide(one.context, run[0]!, side, MAX_STEPS)));
        return [{ tag, look: lookOf(one.form, run), main: sides[one.side]!, sides }];
      });
    });
    const unlabeled = examples.filter(({ tag }) => tag < 0);
    const step = Math.max(1, unlabeled.length / MAX_UNLABELED);
    const kept = new Set(Array.from({ length: Math.floor(unlabeled.length / step) }, (_, i) => unlabeled[Math.floor(i * step)]!));
    return new CaptionMatcher(
      texts,
      examples.filter((example) => example.tag >= 0 || kept.has(example)),
    );
  }

  /** Probability of each tag at the words of the runs that have captions of their own; other words have none. */
  scores(seen: RunContext, tags: number): Scores & { isScored: Uint8Array } {
    const { form, context, side } = seen;
    const values = new Float32Array(form.tokens.length * tags);
    const isScored = new Uint8Array(form.tokens.length);
    const similarities = new Map<number, Float64Array>();
    const compare = (caption: number): Float64Array | undefined => {
      if (caption < 0) return undefined;
      const known = similarities.get(caption) ?? this.#compare(captionText(form, context, caption));
      similarities.set(caption, known);
      return known;
    };
    for (const { run } of firstRuns(seen)) {
      const sides = SIDES.map((one) => compare(captionOnSide(context, run[0]!, one, MAX_STEPS)));
      const probabilities = this.#classify(sides[side], sides, lookOf(form, run), tags);
      for (const token of run) {
        isScored[token] = 1;
        probabilities.forEach((probability, tag) => (values[token * tags + tag] = probability));
      }
    }
    return { tags, values, isScored };
  }

  /** A run without a field only speaks against runs that look alike: beside an amount, an unknown printed word says nothing. */
  #classify(main: Float64Array | undefined, sides: readonly (Float64Array | undefined)[], look: number, tags: number): number[] {
    const best = new Float64Array(tags);
    let none = NEUTRAL_SIMILARITY;
    const at = (similar: Float64Array | undefined, text: number): number => (similar === undefined || text < 0 ? 0 : similar[text]!);
    for (const example of this.examples) {
      if (example.tag < 0 && example.look !== look && example.look !== ANY_LOOK) continue;
      const same = example.sides.map((text, side) => at(sides[side], text));
      const closest = Math.max(at(main, example.main), SAME_SIDE_WEIGHT * Math.max(...same));
      const around = same.reduce((sum, one) => sum + one, 0) / same.length;
      const similarity = closest + CONTEXT_WEIGHT * around;
      if (example.tag < 0) none = Math.max(none, similarity - UNLABELED_COST);
      else best[example.tag] = Math.max(best[example.tag]!, similarity);
    }
    const powers = Array.from(best, (similarity) => Math.exp(SLOPE * (similarity - none)));
    const all = powers.reduce((sum, one) => sum + one, 1);
    return powers.map((power) => power / all);
  }

  /** Similarity of a caption to each of the texts, from 0 to 1. */
  #compare(caption: CaptionText): Float64Array {
    const unknown = Math.log(1 + this.texts.length);
    const weightOf = (word: number): number => this.#weights.get(word) ?? unknown;
    return Float64Array.from(
      this.texts,
      (text) =>
        (1 - TRIGRAM_WEIGHT) * dice(caption.words, text.words, weightOf) + TRIGRAM_WEIGHT * dice(caption.trigrams, text.trigrams, () => 1),
    );
  }
}

/** By whether it has digits and words. */
function lookOf(form: Form, run: readonly number[]): number {
  const text = run.map((token) => form.tokens[token]!.text).join(' ');
  return (/\d/u.test(text) ? 1 : 0) + (/\p{L}{3}/u.test(text) ? 2 : 0);
}

const firstRuns = ({ runs, lineAbove }: RunContext): { run: readonly number[] }[] =>
  runs.flatMap((run, i) => (lineAbove[i]! < 0 ? [{ run }] : []));

/** Weighted share of common elements. */
function dice(one: readonly number[], other: readonly number[], weightOf: (element: number) => number): number {
  let [common, all] = [0, 0];
  for (const element of one) {
    const weight = weightOf(element);
    all += weight;
    if (other.includes(element)) common += 2 * weight;
  }
  for (const element of other) all += weightOf(element);
  return all === 0 ? 0 : common / all;
}

/** Numbers of captions are left out, because another layout numbers its fields in another way. */
function captionText(form: Form, { captions }: TokenContext, caption: number): CaptionText {
  const words = captions[caption]!.tokens.map((token) => wordKey(form.tokens[token]!)).filter((word) => /\p{L}/u.test(word));
  const kept = words.length > 2 * MAX_WORDS ? [...words.slice(0, MAX_WORDS), ...words.slice(-MAX_WORDS)] : words;
  const letters = ` ${kept.join(' ')} `;
  const trigrams = new Set<number>();
  for (let i = 0; i + 3 <= letters.length && trigrams.size < MAX_TRIGRAMS; i++) trigrams.add(hashString(letters.slice(i, i + 3)));
  return { words: [...new Set(kept.map((word) => hashString(word)))], trigrams: [...trigrams] };
}
