/**
 * What subjects of texts (`--text_subjects`) are worth: a visitor has written one sentence of a group, each offer is a sentence of a group,
 * and offers of the visitor's group are clicked at 0.6, others at 0.1. Groups are intents of real sentences: small talk, where sentences of
 * a group share few words, and requests to assistants and of SNIPS, where they share many.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addTextSubjects } from '../../../src/areas/ranking/rank/text-subjects.ts';
import { subjectsOf } from '../../../src/engines/loaders/language/subjects-thread.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../../src/engines/ranking/policy.ts';
import { pickOne } from './draws.ts';
import { average, play } from './play.ts';
import type { World } from './worlds.ts';

const EVENTS = 5000;
const ACTIONS = 6;
const MAX_GROUPS = 12;
const [MIN_SENTENCES, MAX_SENTENCES] = [60, 250];
const RATES = { same: 0.6, other: 0.1 };

type Row = { readonly text: string; readonly intent?: string; readonly label?: string; readonly lang?: string };

/** The large groups that come first in the order of their texts. */
function readGroups(lines: string): string[][] {
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter(({ lang = 'en' }) => lang === 'en')
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  return [...Map.groupBy(rows, ({ intent, label }) => intent ?? label).values()]
    .filter((group) => group.length >= MIN_SENTENCES)
    .slice(0, MAX_GROUPS)
    .map((group) => group.slice(0, MAX_SENTENCES).map(({ text }) => text));
}

type Features = (name: string, text: string) => Record<string, unknown>[];

const WORDS_ALONE: Features = (name, text) => [{ [name]: text }];

/** As the server adds them, encoded in this thread. */
async function withSubjects(texts: readonly string[]): Promise<Features> {
  await subjectsOf(texts.slice(0, 1));
  const services = {
    threads: { run: ({ input }: { input: unknown }) => subjectsOf(input as string[]) },
    log: { warn: console.error },
  } as unknown as Parameters<typeof addTextSubjects>[2];
  const added = new Map<string, unknown[]>();
  for (const text of texts) {
    const { contextFeatures } = await addTextSubjects({ contextFeatures: [{ text }], actions: [] }, 'bench', services);
    added.set(text, contextFeatures!.slice(1));
  }
  return (name, text) => [{ [name]: text }, ...(added.get(text) as Record<string, unknown>[])];
}

function worldOf(groups: readonly string[][], features: Features): World {
  return {
    name: 'subjects',
    start: (random) => () => {
      const draw = (): { group: number; text: string } => {
        const group = pickOne(random, groups.length);
        return { group, text: groups[group]![pickOne(random, groups[group]!.length)]! };
      };
      const visitor = draw();
      const offers = Array.from({ length: ACTIONS }, draw);
      return {
        contextFeatures: features('wrote', visitor.text),
        actions: offers.map(({ text }, k) => ({ id: `a${k}`, features: features('title', text) })),
        means: [Float64Array.from(offers, ({ group }) => (group === visitor.group ? RATES.same : RATES.other))],
      };
    },
  };
}

export async function printSubjects(folder: string, seeds: readonly number[]): Promise<void> {
  const files = {
    'small talk': join(folder, 'corpora/intents/ms-chitchat.jsonl.gz'),
    assistants: join(folder, 'corpora/intents/ms-lu.jsonl.gz'),
    SNIPS: join(folder, 'nlu/snips.train.jsonl'),
  };
  const policy = withExploration(parsePolicy(DEFAULT_ARGUMENTS), 0.2);
  console.log(`\nSubjects of texts: ${EVENTS} events, ${ACTIONS} offers, seeds ${seeds.join(', ')}; whole run / last third`);
  for (const [name, file] of Object.entries(files)) {
    if (!existsSync(file)) {
      console.log(`${name}: skipped, there is no ${file}; set it with --data`);
      continue;
    }
    const groups = readGroups((file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).toString());
    for (const [what, world] of [
      ['words alone', worldOf(groups, WORDS_ALONE)],
      ['words and subjects', worldOf(groups, await withSubjects(groups.flat()))],
    ] as const) {
      const { whole, last } = average(seeds.map((seed) => play(world, policy, seed, EVENTS)));
      console.log(
        `${name.padEnd(12)}${String(groups.length).padStart(3)} groups  ${what.padEnd(20)}${whole.toFixed(3)} / ${last.toFixed(3)}`,
      );
    }
  }
}
