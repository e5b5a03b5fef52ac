/** Precision, recall and F1 of spans that must match exactly. */
import type { NameKind, NameSpan, NamedText } from './corpora.ts';

export interface Score {
  found: number;
  expected: number;
  correct: number;
}

export function scoreNames(texts: readonly NamedText[], find: (text: string) => readonly NameSpan[], kind: NameKind): Score {
  const score = { found: 0, expected: 0, correct: 0 };
  for (const { text, names } of texts) {
    const expected = names.filter((name) => name.kind === kind);
    const found = find(text).filter((name) => name.kind === kind);
    score.expected += expected.length;
    score.found += found.length;
    score.correct += found.filter(({ start, end }) => expected.some((name) => name.start === start && name.end === end)).length;
  }
  return score;
}

export function f1({ found, expected, correct }: Score): number {
  return correct === 0 ? 0 : (2 * correct) / (found + expected);
}

/** The same texts in small letters; texts whose length that changes are left as they are. */
export function lowerCased(texts: readonly NamedText[]): NamedText[] {
  return texts.map((one) => (one.text.toLowerCase().length === one.text.length ? { ...one, text: one.text.toLowerCase() } : one));
}

/** F1 with precision and recall, as written and in small letters. */
export function describeScores(texts: readonly NamedText[], find: (text: string) => readonly NameSpan[]): string {
  const cells = (['person', 'place', 'organization'] as const).map((kind) =>
    [texts, lowerCased(texts)]
      .map((set) => {
        const score = scoreNames(set, find, kind);
        return `${f1(score).toFixed(3)} (p ${(score.correct / score.found).toFixed(2)} r ${(score.correct / score.expected).toFixed(2)})`;
      })
      .join(' / '),
  );
  return `${texts.length} texts  ${cells.join('   ')}`;
}
