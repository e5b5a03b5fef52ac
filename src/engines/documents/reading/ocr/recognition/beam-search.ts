/**
 * CTC prefix beam search with a letter model (Hannun et al., "First-pass large vocabulary continuous speech recognition
 * using bi-directional recurrent DNNs"), for lines where greedy decoding is uncertain. The letters of the best text are then
 * aligned to their most probable steps.
 * Cost: steps × beam width × likely letters per step, all bounded.
 */
import type { Letter } from './ctc.ts';
import type { LetterContext, LetterModel } from './letter-model.ts';

const BEAM_WIDTH = 12;
const LETTERS_PER_STEP = 5;
/** Less probable letters of a step are ignored. */
const MIN_LOG_PROBABILITY = Math.log(0.003);
const IMPOSSIBLE = -1e9;

/** The weight of the letter model, and a bonus per letter against a bias to short texts. */
export interface LanguageWeights {
  weight: number;
  bonus: number;
}

/** Chosen on real receipts. */
const PRINT: LanguageWeights = { weight: 0.25, bonus: 1 };

interface Prefix {
  parent: Prefix | undefined;
  /** The class of its last letter; 0 for the empty prefix. */
  letter: number;
  context: LetterContext;
  languageScore: number;
  /** Log probabilities that it ends in a blank or in its last letter, after the previous and the current step. */
  blank: number;
  ending: number;
  nextBlank: number;
  nextEnding: number;
  children: Map<number, Prefix>;
}

/** `steps` are log probabilities of the classes. */
export function beamSearch(
  steps: readonly Float32Array[],
  characters: readonly string[],
  model: LetterModel,
  language: LanguageWeights = PRINT,
): Letter[] {
  let beam = [createPrefix(undefined, 0, model.start, 0)];
  beam[0]!.blank = 0;
  for (const step of steps) {
    const candidates = likelyLetters(step);
    if (candidates.length === 1 && candidates[0] === 0) {
      // Only the blank is likely, as at most steps: all prefixes stay in order.
      for (const one of beam) [one.blank, one.ending] = [logAdd(one.blank, one.ending) + step[0]!, IMPOSSIBLE];
      continue;
    }
    const touched = new Set<Prefix>();
    for (const one of beam) {
      const both = logAdd(one.blank, one.ending);
      for (const letter of candidates) {
        const here = step[letter]!;
        if (letter === 0) {
          one.nextBlank = logAdd(one.nextBlank, both + here);
          touched.add(one);
          continue;
        }
        if (letter === one.letter) {
          one.nextEnding = logAdd(one.nextEnding, one.ending + here);
          touched.add(one);
        }
        const reached = letter === one.letter ? one.blank : both;
        if (reached <= IMPOSSIBLE) continue;
        const longer = extendPrefix(one, letter, characters[letter - 1]!, model, language);
        longer.nextEnding = logAdd(longer.nextEnding, reached + here);
        touched.add(longer);
      }
    }
    for (const one of beam) [one.blank, one.ending] = [IMPOSSIBLE, IMPOSSIBLE];
    for (const one of touched)
      [one.blank, one.ending, one.nextBlank, one.nextEnding] = [one.nextBlank, one.nextEnding, IMPOSSIBLE, IMPOSSIBLE];
    beam = [...touched].sort((a, b) => totalScore(b) - totalScore(a)).slice(0, BEAM_WIDTH);
  }
  return beam.length === 0 ? [] : locateLetters(beam[0]!, steps, characters, model, language);
}

function createPrefix(parent: Prefix | undefined, letter: number, before: LetterContext, around: number): Prefix {
  return {
    parent,
    letter,
    context: before,
    languageScore: around,
    blank: IMPOSSIBLE,
    ending: IMPOSSIBLE,
    nextBlank: IMPOSSIBLE,
    nextEnding: IMPOSSIBLE,
    children: new Map(),
  };
}

function extendPrefix(one: Prefix, letter: number, character: string, model: LetterModel, { weight, bonus }: LanguageWeights): Prefix {
  const known = one.children.get(letter);
  if (known !== undefined) return known;
  const made = createPrefix(
    one,
    letter,
    model.extend(one.context, character),
    one.languageScore + weight * model.logProbability(one.context, character) + bonus,
  );
  one.children.set(letter, made);
  return made;
}

const totalScore = ({ blank, ending, languageScore }: Prefix): number => logAdd(blank, ending) + languageScore;

function logAdd(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low <= IMPOSSIBLE ? high : high + Math.log1p(Math.exp(low - high));
}

function likelyLetters(step: Float32Array): number[] {
  const likely: number[] = [];
  for (let letter = 0; letter < step.length; letter++) if (step[letter]! > MIN_LOG_PROBABILITY) likely.push(letter);
  return likely.sort((a, b) => step[b]! - step[a]!).slice(0, LETTERS_PER_STEP);
}

/** The letters of a text at their most probable steps, each with its probability among the alternatives there. */
function locateLetters(
  text: Prefix,
  steps: readonly Float32Array[],
  characters: readonly string[],
  model: LetterModel,
  { weight }: LanguageWeights,
): Letter[] {
  const spoken: Prefix[] = [];
  for (let one = text; one.parent !== undefined; one = one.parent) spoken.unshift(one);
  const spans = alignToSteps(
    spoken.map(({ letter }) => letter),
    steps,
  );
  return spans.map(({ from, to }, i): Letter => {
    const { letter, parent } = spoken[i]!;
    let at = from;
    for (let step = from; step <= to; step++) if (steps[step]![letter]! > steps[at]![letter]!) at = step;
    const probability = letterProbability(steps[at]!, letter, parent!.context, characters, model, weight);
    const end = spans[i + 1]?.from ?? steps.length;
    const nothing = steps
      .slice(i === 0 ? 0 : to + 1, end)
      .map((step) => Math.exp(step[0]!) + Math.exp(step[letter]!) + Math.exp(step[spoken[i + 1]?.letter ?? letter]!));
    return { text: characters[letter - 1]!, at: (from + to) / 2, from, to, probability: Math.min(probability, ...nothing) };
  });
}

function letterProbability(
  step: Float32Array,
  letter: number,
  before: LetterContext,
  characters: readonly string[],
  model: LetterModel,
  weight: number,
): number {
  const own = weight * model.logProbability(before, characters[letter - 1]!);
  let all = 0;
  for (const one of new Set([...likelyLetters(step), letter]))
    all += Math.exp(
      step[one]! - step[letter]! + (one === 0 || one === letter ? 0 : weight * model.logProbability(before, characters[one - 1]!) - own),
    );
  return 1 / all;
}

/** The first and last step of each letter on the Viterbi path through blank, first letter, blank, second letter … blank. */
function alignToSteps(letters: readonly number[], steps: readonly Float32Array[]): { from: number; to: number }[] {
  const states = 2 * letters.length + 1;
  const letterOf = (state: number): number => (state % 2 === 0 ? 0 : letters[(state - 1) / 2]!);
  const from = steps.map(() => new Uint8Array(states));
  let reached = new Float64Array(states).fill(IMPOSSIBLE);
  reached[0] = 0;
  steps.forEach((step, at) => {
    const next = new Float64Array(states).fill(IMPOSSIBLE);
    for (let state = 0; state < states; state++) {
      let back = 0;
      // At the first step only the first blank and the first letter are possible.
      const maxBack =
        at === 0 ? Math.min(1, state) : state % 2 === 1 && state > 1 && letterOf(state) !== letterOf(state - 2) ? 2 : Math.min(1, state);
      for (let away = 1; away <= maxBack; away++) if (reached[state - away]! > reached[state - back]!) back = away;
      next[state] = reached[state - back]! + step[letterOf(state)]!;
      from[at]![state] = back;
    }
    reached = next;
  });
  const spans = letters.map(() => ({ from: steps.length, to: 0 }));
  let state = states > 1 && reached[states - 2]! > reached[states - 1]! ? states - 2 : states - 1;
  for (let at = steps.length - 1; at >= 0; at--) {
    if (state % 2 === 1) {
      const span = spans[(state - 1) / 2]!;
      span.from = at;
      span.to = Math.max(span.to, at);
    }
    state -= from[at]![state]!;
  }
  return spans;
}
