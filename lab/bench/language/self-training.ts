/**
 * Self-training: accuracy by the number of labels, without logged queries and with some. On utterances that the encoder never saw (few.ts),
 * of which those that are neither examples nor tests are the log; three queries in ten are of other bots in the same language. None is
 * among the answers; `closed` allows only intents of the training set, `out` is the share of other bots' queries, not those of the log,
 * that get None.
 */
import { SENTENCE_SIZE } from '../../../src/engines/language/sentences/encoder.ts';
import { trainIntents } from '../../../src/engines/language/intents/training/train.ts';
import { JOINED_SIZE } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { apartSets, createVectors, fewSets } from './few.ts';
import type { FewRow } from './few.ts';
import { shuffled } from './data.ts';

const EXAMPLES = [1, 3, 5, 10];
const QUERIES = [0, 100, 300];
const FOREIGN = 0.3;
const DRAWS = 2;
const [MAX_ROWS, MIN_ROWS, MAX_TESTS, MIN_LABELS] = [900, 190, 20, 4];
const NONE = 'None';

interface Draw {
  readonly train: FewRow[];
  readonly tests: FewRow[];
  readonly pool: FewRow[];
}
interface Figures {
  readonly accuracy: number;
  readonly closed: number;
  readonly out: number;
}

export async function selfTraining(folder: string): Promise<void> {
  const english = [...fewSets(folder)].filter(([, rows]) => rows.length >= MIN_ROWS);
  const all = apartSets(folder, (language) => language !== 'en');
  const others = all.filter(([, rows]) => rows.length >= MAX_ROWS);
  if (english.length === 0) return console.log(`No utterances under ${folder}; self-training is skipped.`);
  await measure('English', english, () => english, JOINED_SIZE);
  await measure('Other languages', others, (name) => all.filter(([other]) => languageOf(other) === languageOf(name)), SENTENCE_SIZE);
}

function languageOf(name: string): string {
  return name.split(' ').at(-1)!.split('-')[0]!;
}

type Named = readonly [name: string, rows: FewRow[]];

async function measure(title: string, sets: readonly Named[], beside: (name: string) => readonly Named[], size: number): Promise<void> {
  const found = new Map<string, Figures[]>();
  const used = new Set<string>();
  for (const [name, rows] of sets) {
    const foreign = beside(name).flatMap(([other, own]) => (other.split(' ')[0] === name.split(' ')[0] ? [] : own.slice(0, MAX_ROWS / 3)));
    if (foreign.length < MAX_ROWS / 6) continue;
    used.add(name);
    const kept = shuffled(rows, 1).slice(0, MAX_ROWS);
    const embed = await createVectors([...kept, ...foreign], 'current', size);
    for (const examples of EXAMPLES) {
      for (let seed = 1; seed <= DRAWS; seed++) {
        const split = draw(kept, examples, seed);
        if (!split) continue;
        const noise = shuffled(foreign, seed);
        const half = noise.length >> 1;
        for (const queries of QUERIES) {
          const inLog = Math.round(queries * FOREIGN);
          const log = [...split.pool.slice(0, queries - inLog), ...noise.slice(half, half + inLog)];
          const key = `${examples} ${queries}`;
          found.set(key, [...(found.get(key) ?? []), await score(split, log, noise.slice(0, half), embed, languageOf(name))]);
        }
      }
    }
  }
  console.log(`\n${title}, mean of ${DRAWS} draws of ${[...used].join(', ')}`);
  console.log('| examples a label | queries | accuracy | closed | out |\n|---|---|---|---|---|');
  for (const examples of EXAMPLES)
    for (const queries of QUERIES) {
      const own = found.get(`${examples} ${queries}`) ?? [];
      const mean = (of: (one: Figures) => number): string => (own.reduce((sum, one) => sum + of(one), 0) / own.length).toFixed(3);
      console.log(
        `| ${examples} | ${queries} | ${mean(({ accuracy }) => accuracy)} | ${mean(({ closed }) => closed)} | ${mean(({ out }) => out)} |`,
      );
    }
}

/** Examples of each label that has more, tests, and the rest. */
function draw(rows: readonly FewRow[], examples: number, seed: number): Draw | undefined {
  const labels = [...Map.groupBy(rows, ({ label }) => label).values()].filter(({ length }) => length >= examples + 3);
  if (labels.length < MIN_LABELS) return undefined;
  const parts = labels.map((own) => {
    const mixed = shuffled(own, seed);
    const end = examples + Math.min(MAX_TESTS, Math.ceil((own.length - examples) / 2));
    return { train: mixed.slice(0, examples), tests: mixed.slice(examples, end), pool: mixed.slice(end) };
  });
  return {
    train: parts.flatMap(({ train }) => train),
    tests: parts.flatMap(({ tests }) => tests),
    pool: shuffled(
      parts.flatMap(({ pool }) => pool),
      seed,
    ),
  };
}

async function score(
  { train, tests }: Draw,
  log: readonly FewRow[],
  outside: readonly FewRow[],
  embed: Awaited<ReturnType<typeof createVectors>>,
  culture: string,
): Promise<Figures> {
  const { model } = await trainIntents(
    train.map(({ text, label }) => ({ text, culture, intents: [label] })),
    { embed, unlabeled: log.map(({ text }) => ({ text, culture })), noneIntent: NONE, keepInScope: 0.985 },
  );
  const ask = async (rows: readonly FewRow[]): Promise<string[][]> => {
    const vectors = await embed(rows.map(({ text }) => text));
    return rows.map(({ text }, i) =>
      model.predict(text, { culture, sentence: model.sentenceSize > 0 ? vectors[i] : undefined }).intents.map(({ intent }) => intent),
    );
  };
  const answers = await ask(tests);
  const share = (isRight: (answer: readonly string[], i: number) => boolean, of: readonly string[][]): number =>
    of.filter(isRight).length / of.length;
  return {
    accuracy: share(([first], i) => first === tests[i]!.label, answers),
    closed: share((answer, i) => answer.find((one) => one !== NONE) === tests[i]!.label, answers),
    out: share(([first]) => first === NONE, await ask(outside)),
  };
}
