/**
 * Personal data in conversations: those of written-test.txt, which were written before the recognizers met them, and generated ones of
 * sentences of their own; then those that the recognizers were developed on. F1 by category, of exact spans and of spans that mostly
 * overlap.
 */
import { readFileSync } from 'node:fs';
import { DEVELOPMENT_EXCHANGES, TEST_EXCHANGES, generateConversations } from './generate.ts';
import { f1, parseConversations, scoreConversations } from './scoring.ts';
import type { Count, MarkedConversation } from './scoring.ts';

const [COUNT, TEST_SEED, DEVELOPMENT_SEED] = [200, 7, 1];
const read = (name: string): MarkedConversation[] => parseConversations(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** With `isVerbose`, the mistakes on what the recognizers were developed on are listed; those on the others are nobody's to see. */
export function personalData(isVerbose: boolean): void {
  const sets: Readonly<Record<string, MarkedConversation[]>> = {
    'written, test': read('written-test.txt'),
    'generated, test': generateConversations(COUNT, TEST_SEED, TEST_EXCHANGES),
    'written, development': read('written-development.txt'),
    'generated, development': generateConversations(COUNT, DEVELOPMENT_SEED, DEVELOPMENT_EXCHANGES),
  };
  for (const [name, conversations] of Object.entries(sets)) {
    console.log(`\nPersonal data, ${name}: ${conversations.flat().length} utterances of ${conversations.length} conversations\n`);
    console.log('| category | marked | found | F1, exact | F1, mostly |\n|---|---|---|---|---|');
    const counts = scoreConversations(conversations, isVerbose && name.endsWith('development') ? (line) => console.error(line) : undefined);
    const total: Count = { marked: 0, found: 0, exact: 0, near: 0 };
    for (const [kind, count] of counts) {
      console.log(row(kind, count));
      for (const key of ['marked', 'found', 'exact', 'near'] as const) total[key] += count[key];
    }
    console.log(row('all', total));
  }
}

function row(name: string, count: Count): string {
  return `| ${name} | ${count.marked} | ${count.found} | ${f1(count, count.exact).toFixed(3)} | ${f1(count, count.near).toFixed(3)} |`;
}
