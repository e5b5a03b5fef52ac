/** The phrases that a part of a conversation is about: runs of topic words that are frequent in it and rarer elsewhere. */
import { WORD, isTopicWord, stem } from './sentences.ts';
import type { Sentence } from './sentences.ts';

const MAX_WORDS = 3;

interface Candidate {
  phrase: string;
  stems: string[];
  count: number;
  turns: Set<number>;
  /** How often a word for a noun, such as an article, comes right before it. */
  determined: number;
}

/** The best phrases of a part, as spoken, best first. */
export function keyPhrases(part: readonly Sentence[], all: readonly Sentence[], count: number): string[] {
  const inPart = countStems(part);
  const inAll = countStems(all);
  const partSize = part.length;
  const candidates = new Map<string, Candidate>();
  for (const { text, turn } of part) {
    for (const { words: run, isDetermined } of topicRuns(text)) {
      for (let size = 1; size <= Math.min(MAX_WORDS, run.length); size++) {
        for (let i = 0; i + size <= run.length; i++) {
          const words = run.slice(i, i + size);
          const stems = words.map((word) => stem(word.toLowerCase()));
          if (new Set(stems).size < size) continue;
          const key = stems.join(' ');
          const known = candidates.get(key);
          if (known) {
            known.count++;
            // Capitals count only where nobody writes it without.
            if (words.join(' ') === known.phrase.toLowerCase()) known.phrase = words.join(' ');
            known.turns.add(turn);
            if (isDetermined && i === 0) known.determined++;
          } else
            candidates.set(key, {
              phrase: words.join(' '),
              stems,
              count: 1,
              turns: new Set([turn]),
              determined: isDetermined && i === 0 ? 1 : 0,
            });
        }
      }
    }
  }
  const scoreOf = ({ stems, count: uses, turns, determined }: Candidate): number => {
    const contrast = stems.reduce((sum, one) => {
      const share = inPart.get(one)! / Math.max(1, inAll.get(one)!);
      return sum + Math.log(1 + inPart.get(one)!) * (0.5 + share * Math.log(1 + all.length / Math.max(1, partSize)));
    }, 0);
    const length = stems.length === 1 ? 0.6 : stems.length === 2 ? 1.25 : 1.1;
    const noun = 0.25 + determined / uses;
    return uses < 2 && partSize > 20 ? 0 : noun * (contrast / stems.length) * length * Math.log(1 + uses) * Math.sqrt(turns.size);
  };
  const ranked = [...candidates.values()].map((one) => ({ ...one, score: scoreOf(one) })).sort((a, b) => b.score - a.score);
  const chosen: Candidate[] = [];
  for (const one of ranked) {
    if (chosen.length >= count || one.score <= 0) break;
    if (!chosen.some(({ stems }) => stems.some((stem) => one.stems.includes(stem)))) chosen.push(one);
  }
  return chosen.map(({ phrase }) => phrase);
}

function countStems(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

interface TopicRun {
  words: string[];
  isDetermined: boolean;
}

const DETERMINERS = new Set('a an the this that these those my your our their his her its some any each every no of new'.split(' '));

/** Runs of topic words without anything between them. */
function topicRuns(text: string): TopicRun[] {
  const runs: TopicRun[] = [];
  for (const clause of text.split(/[,.;:?!()"]/)) {
    let run: TopicRun | undefined;
    let before = '';
    for (const [word] of clause.matchAll(WORD)) {
      if (isTopicWord(word.toLowerCase())) {
        if (!run) runs.push((run = { words: [], isDetermined: DETERMINERS.has(before) }));
        run.words.push(word.replace(/'.*$/, ''));
      } else run = undefined;
      before = word.toLowerCase();
    }
  }
  return runs;
}
