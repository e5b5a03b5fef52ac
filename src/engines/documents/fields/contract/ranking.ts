/** Chooses among candidates, or none, by a weighted sum of named features; weights are learned (lab/training/documents/contracts). */
export type Features = Readonly<Record<string, number>>;
export type Weights = Readonly<Record<string, number>>;

export function scoreOf(weights: Weights, features: Features): number {
  let sum = 0;
  for (const [name, value] of Object.entries(features)) sum += (weights[name] ?? 0) * value;
  return sum;
}

export interface Choice {
  index: number;
  /** Probability among all candidates and none. */
  probability: number;
}

/**
 * Candidates with equal keys support each other. Undefined if none is more probable than every key, by more than `noneShare`: below
 * 1, a value is given although none is a little more probable.
 */
export function choose(scores: readonly number[], keys: readonly string[], noneShare = 1): Choice | undefined {
  const highest = Math.max(0, ...scores);
  const none = Math.exp(-highest);
  let total = none;
  const byKey = new Map<string, { mass: number; best: number }>();
  scores.forEach((score, i) => {
    const mass = Math.exp(score - highest);
    total += mass;
    const own = byKey.get(keys[i]!);
    if (own === undefined) byKey.set(keys[i]!, { mass, best: i });
    else {
      own.mass += mass;
      if (score > scores[own.best]!) own.best = i;
    }
  });
  let best: { mass: number; best: number } | undefined;
  for (const own of byKey.values()) if (own.mass > (best?.mass ?? none * noneShare)) best = own;
  return best === undefined ? undefined : { index: best.best, probability: best.mass / total };
}

export type Signs = readonly { scope: string; name: string; pattern: RegExp }[];

/** Patterns with the part of the text that they are about and the feature that they set. */
export const compileSigns = (signs: readonly (readonly string[])[]): Signs =>
  signs.map(([scope, name, pattern]) => ({ scope: scope!, name: name!, pattern: new RegExp(pattern!, 'iu') }));

export function addSigns(features: Record<string, number>, signs: Signs, scopes: Readonly<Record<string, string>>): void {
  for (const { scope, name, pattern } of signs) if (pattern.test(scopes[scope] ?? '')) features[name] = 1;
}

/** Adds the features of words in a context, each once. */
export function addWords(features: Record<string, number>, prefix: string, words: readonly string[]): void {
  for (const word of words) features[`${prefix} ${word}`] = 1;
}

/** Lower-case words of a text; numbers become 0. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+|\d+|[(")]/gu) ?? []).map((word) => (/^\d/u.test(word) ? '0' : word));
