/**
 * From scores a time step to the likeliest text, where the likeliest letter of each step is not sure: a beam of beginnings,
 * each with the sum over all ways of steps to say it (Hannun and others, "First-pass large vocabulary continuous speech
 * recognition using bi-directional recurrent DNNs"), weighed by how likely its letters follow each other. The letters of
 * the best text are then laid onto the steps that most likely said them.
 * Cost: steps × beginnings × letters that are likely at a step, all bounded.
 */
import type { Letter } from './ctc.ts';
import type { Before, LetterModel } from './letter-model.ts';

const BEGINNINGS = 12;
const LETTERS_A_STEP = 5;
/** Letters less likely than this at a step are not thought of. */
const LEAST = Math.log(0.003);
/** What the letters around say counts so much beside what is seen, and a letter is worth so much that short texts are not favoured. Chosen on made-up lines. */
const WEIGHT = 0.35;
const BONUS = 1;
const NEVER = -1e9;

interface Beginning {
  parent: Beginning | undefined;
  /** Its last letter; 0 is none. */
  letter: number;
  before: Before;
  around: number;
  /** Logarithms: that the steps so far say it and end with none, or with its last letter; and of the step under way. */
  blank: number; said: number; nextBlank: number; nextSaid: number;
  longer: Map<number, Beginning>;
}

/** Logarithms of the likelihoods of the classes at each step. */
export function likeliest(steps: readonly Float32Array[], characters: readonly string[], model: LetterModel): Letter[] {
  let beam = [beginning(undefined, 0, model.start, 0)];
  beam[0]!.blank = 0;
  for (const step of steps) {
    const candidates = likelyAt(step);
    if (candidates.length === 1 && candidates[0] === 0) {
      // Nothing but none, as at most steps: all beginnings stay, in their order.
      for (const one of beam) [one.blank, one.said] = [plus(one.blank, one.said) + step[0]!, NEVER];
      continue;
    }
    const touched = new Set<Beginning>();
    for (const one of beam) {
      const both = plus(one.blank, one.said);
      for (const letter of candidates) {
        const here = step[letter]!;
        if (letter === 0) {
          one.nextBlank = plus(one.nextBlank, both + here);
          touched.add(one);
          continue;
        }
        if (letter === one.letter) {
          one.nextSaid = plus(one.nextSaid, one.said + here);
          touched.add(one);
        }
        const reached = letter === one.letter ? one.blank : both;
        if (reached <= NEVER) continue;
        const longer = longerBy(one, letter, characters[letter - 1]!, model);
        longer.nextSaid = plus(longer.nextSaid, reached + here);
        touched.add(longer);
      }
    }
    for (const one of beam) [one.blank, one.said] = [NEVER, NEVER];
    for (const one of touched) [one.blank, one.said, one.nextBlank, one.nextSaid] = [one.nextBlank, one.nextSaid, NEVER, NEVER];
    beam = [...touched].sort((a, b) => worth(b) - worth(a)).slice(0, BEGINNINGS);
  }
  return beam.length === 0 ? [] : placed(beam[0]!, steps, characters, model);
}

function beginning(parent: Beginning | undefined, letter: number, before: Before, around: number): Beginning {
  return { parent, letter, before, around, blank: NEVER, said: NEVER, nextBlank: NEVER, nextSaid: NEVER, longer: new Map() };
}

function longerBy(one: Beginning, letter: number, character: string, model: LetterModel): Beginning {
  const known = one.longer.get(letter);
  if (known !== undefined) return known;
  const made = beginning(one, letter, model.and(one.before, character), one.around + WEIGHT * model.likelihood(one.before, character) + BONUS);
  one.longer.set(letter, made);
  return made;
}

const worth = ({ blank, said, around }: Beginning): number => plus(blank, said) + around;

function plus(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low <= NEVER ? high : high + Math.log1p(Math.exp(low - high));
}

function likelyAt(step: Float32Array): number[] {
  const likely: number[] = [];
  for (let letter = 0; letter < step.length; letter++) if (step[letter]! > LEAST) likely.push(letter);
  return likely.sort((a, b) => step[b]! - step[a]!).slice(0, LETTERS_A_STEP);
}

/** The letters of a text at the steps of the likeliest way to say it, each as likely as it is among those that could stand there. */
function placed(text: Beginning, steps: readonly Float32Array[], characters: readonly string[], model: LetterModel): Letter[] {
  const spoken: Beginning[] = [];
  for (let one = text; one.parent !== undefined; one = one.parent) spoken.unshift(one);
  const spans = stepsOf(spoken.map(({ letter }) => letter), steps);
  return spans.map(({ from, to }, i): Letter => {
    const { letter, parent } = spoken[i]!;
    let at = from;
    for (let step = from; step <= to; step++) if (steps[step]![letter]! > steps[at]![letter]!) at = step;
    const probability = shareAmong(steps[at]!, letter, parent!.before, characters, model);
    const end = spans[i + 1]?.from ?? steps.length;
    const nothing = steps.slice(i === 0 ? 0 : to + 1, end).map((step) => Math.exp(step[0]!) + Math.exp(step[letter]!) + Math.exp(step[spoken[i + 1]?.letter ?? letter]!));
    return { text: characters[letter - 1]!, at: (from + to) / 2, from, to, probability: Math.min(probability, ...nothing) };
  });
}

function shareAmong(step: Float32Array, letter: number, before: Before, characters: readonly string[], model: LetterModel): number {
  const own = WEIGHT * model.likelihood(before, characters[letter - 1]!);
  let all = 0;
  for (const one of new Set([...likelyAt(step), letter])) all += Math.exp(step[one]! - step[letter]! + (one === 0 || one === letter ? 0 : WEIGHT * model.likelihood(before, characters[one - 1]!) - own));
  return 1 / all;
}

/** The first and last step of each letter, on the likeliest way through none, first letter, none, second letter … none. */
function stepsOf(letters: readonly number[], steps: readonly Float32Array[]): { from: number; to: number }[] {
  const states = 2 * letters.length + 1;
  const letterOf = (state: number): number => state % 2 === 0 ? 0 : letters[(state - 1) / 2]!;
  const from = steps.map(() => new Uint8Array(states));
  let reached = new Float64Array(states).fill(NEVER);
  reached[0] = 0;
  steps.forEach((step, at) => {
    const next = new Float64Array(states).fill(NEVER);
    for (let state = 0; state < states; state++) {
      let back = 0;
      // At the first step only the first none and the first letter can be.
      const most = at === 0 ? Math.min(1, state) : state % 2 === 1 && state > 1 && letterOf(state) !== letterOf(state - 2) ? 2 : Math.min(1, state);
      for (let away = 1; away <= most; away++) if (reached[state - away]! > reached[state - back]!) back = away;
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
