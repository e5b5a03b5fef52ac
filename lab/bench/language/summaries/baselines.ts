/** What people would use instead: the first three sentences, and TextRank (Mihalcea and Tarau 2004) by shared words. */
import type { Turn } from '../../../../src/engines/language/summaries/sentences.ts';

function sentencesOf(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ text }) => text.split(/(?<=[.?!])\s+/)).filter((sentence) => /[a-z]/i.test(sentence.replace(/\{[^}]*\}/g, '')));
}

export function leadThree(turns: readonly Turn[]): string {
  return sentencesOf(turns).slice(0, 3).join(' ');
}

const DAMPING = 0.85;
const ROUNDS = 30;

/** The best sentences by PageRank over shared words, in their order, up to a number of words. */
export function textRank(turns: readonly Turn[], maxWords: number): string {
  const sentences = sentencesOf(turns);
  const words = sentences.map((sentence) => new Set(sentence.toLowerCase().match(/[a-z']{2,}/g) ?? []));
  const size = sentences.length;
  const links: [number, number][][] = sentences.map(() => []);
  const byWord = new Map<string, number[]>();
  for (const [i, own] of words.entries()) {
    const shared = new Map<number, number>();
    for (const word of own) {
      for (const j of byWord.get(word) ?? []) shared.set(j, (shared.get(j) ?? 0) + 1);
      byWord.set(word, [...(byWord.get(word) ?? []), i]);
    }
    for (const [j, count] of shared) {
      const norm = Math.log(own.size + 1) + Math.log(words[j]!.size + 1);
      links[i]!.push([j, count / norm]);
      links[j]!.push([i, count / norm]);
    }
  }
  const sums = links.map((own) => own.reduce((sum, [, weight]) => sum + weight, 0));
  let ranks = sentences.map(() => 1 / size);
  for (let round = 0; round < ROUNDS; round++) {
    const next = sentences.map(() => (1 - DAMPING) / size);
    for (const [i, own] of links.entries()) for (const [j, weight] of own) next[j]! += (DAMPING * ranks[i]! * weight) / sums[i]!;
    ranks = next;
  }
  let total = 0;
  const chosen: number[] = [];
  for (const i of [...sentences.keys()].sort((a, b) => ranks[b]! - ranks[a]!)) {
    const count = sentences[i]!.split(/\s+/).length;
    if (total > 0 && total + count > maxWords) continue;
    chosen.push(i);
    total += count;
    if (total >= maxWords) break;
  }
  return chosen
    .sort((a, b) => a - b)
    .map((i) => sentences[i]!)
    .join(' ');
}
