/**
 * Custom single-label classification, as text projects use it, compared with fastText on the same splits in the same
 * run: short texts, and documents composed of them, of which only a part belongs to the document's class. Our learner does
 * not depend on the order of rows; fastText does, so it gets them shuffled. Times are CPU times of this process.
 */
import { MessageChannel } from 'node:worker_threads';
import { predictDocuments, train } from '../../src/areas/language/texts/training/train.ts';
import { SINGLE } from '../../src/areas/language/texts/model.ts';
import { Random } from '../../src/engines/bandits/random.ts';
import { hasUtterances, readUtterances, shuffled, splits } from './data.ts';
import type { Utterance } from './data.ts';
import { trainFastText } from './fasttext.ts';

interface Labelled {
  readonly text: string;
  readonly label: string;
}
interface TextSplit {
  readonly name: string;
  readonly train: readonly Labelled[];
  readonly test: readonly Labelled[];
}
interface Learned {
  classify(texts: readonly string[]): string[] | Promise<string[]>;
  readonly megabytes: number;
}
type Learner = (rows: readonly Labelled[]) => Learned | Promise<Learned>;

const DOCUMENT_SENTENCES = 20;
const OWN_SHARE = 0.25;

export async function texts(folder: string): Promise<void> {
  if (!hasUtterances(folder)) {
    console.log(`No utterances under ${folder}/nlu; text classification is skipped.`);
    return;
  }
  const learners: [string, Learner][] = [
    ['words', ours('standard')],
    ['as it comes', ours(undefined)],
    ['fastText', fastText],
  ];
  console.log('Text classification on held-out tests; CPU times');
  console.log(
    `${'set (train / test)'.padEnd(40)}${'learner'.padEnd(14)}${['accuracy', 'train s', 'ms a text', 'MB'].map((name) => name.padStart(10)).join('')}`,
  );
  const totals = new Map(learners.map(([name]) => [name, { right: 0, tests: 0 }]));
  for (const { name: set, train: rows, test } of textSplits(folder)) {
    for (const [name, learn] of learners) {
      const started = cpuMs();
      const learned = await learn(rows);
      const trained = cpuMs();
      const predicted = await learned.classify(test.map(({ text }) => text));
      const finished = cpuMs();
      const right = test.filter(({ label }, i) => predicted[i] === label).length;
      const total = totals.get(name)!;
      total.right += right;
      total.tests += test.length;
      const numbers = [
        (right / test.length).toFixed(3),
        ((trained - started) / 1000).toFixed(2),
        ((finished - trained) / test.length).toFixed(2),
        learned.megabytes.toFixed(1),
      ];
      console.log(
        `${`${set} (${rows.length} / ${test.length})`.padEnd(40)}${name.padEnd(14)}${numbers.map((text) => text.padStart(10)).join('')}`,
      );
    }
  }
  const accuracyOf = (name: string): number => totals.get(name)!.right / totals.get(name)!.tests;
  const [own, peer] = [accuracyOf('as it comes'), accuracyOf('fastText')];
  console.log(
    `\n${own >= peer ? 'met   ' : 'MISSED'} all sets together, default settings against fastText: ${own.toFixed(3)} against ${peer.toFixed(3)}, ratio ${(own / peer).toFixed(3)}, at least 1`,
  );
  console.log(`all sets: ${[...totals].map(([name, { right, tests }]) => `${name} ${(right / tests).toFixed(3)}`).join(', ')}`);
}

function textSplits(folder: string): TextSplit[] {
  const labelled = (rows: readonly Utterance[]): Labelled[] => rows.map(({ text, intent }) => ({ text, label: intent }));
  const [pool, tests] = [readUtterances(folder, 'snips.train300'), readUtterances(folder, 'snips.test')];
  return [
    ...splits(folder).map(({ name, train: rows, test }) => ({ name, train: labelled(rows), test: labelled(test) })),
    ...[1, 2, 3].map((seed) => ({
      name: `snips documents, draw ${seed}`,
      train: documentsOf(pool, 350, seed),
      test: documentsOf(tests, 350, seed + 100),
    })),
  ];
}

/** Documents of twenty sentences, a quarter drawn from the class, the rest from all classes. */
function documentsOf(rows: readonly Utterance[], count: number, seed: number): Labelled[] {
  const random = new Random(seed);
  const pick = (some: readonly Utterance[]): Utterance => some[Math.floor(random.next() * some.length)]!;
  const classes = [...Map.groupBy(rows, ({ intent }) => intent)];
  return Array.from({ length: count }, (_, i) => {
    const [label, own] = classes[i % classes.length]!;
    return {
      label,
      text: Array.from(
        { length: DOCUMENT_SENTENCES },
        () => `${pick(random.next() < OWN_SHARE ? own : rows).text.replace(/[.!?]$/, '')}.`,
      ).join(' '),
    };
  });
}

function ours(mode: 'standard' | undefined): Learner {
  return async (rows) => {
    const { port1, port2 } = new MessageChannel();
    port1.close();
    const documents = rows.map(({ text, label }, i) => ({ location: String(i), text, class: { category: label } }));
    const classes = [...new Set(rows.map(({ label }) => label))].map((category) => ({ category }));
    const { learned: bytes } = await train({
      project: { kind: SINGLE, language: 'en', multilingual: false },
      assets: { projectKind: SINGLE, classes, documents },
      ...(mode !== undefined && { mode }),
      options: { kind: 'percentage', training: 100, testing: 0 },
      gathered: documents.map(({ text }) => text),
      port: port2,
    });
    const learned = `${mode ?? 'any'} ${rows.length} ${Math.random()}`;
    return {
      megabytes: bytes.length / 1e6,
      classify: async (given) => {
        const predictions = await predictDocuments({
          learned,
          bytes,
          kind: SINGLE,
          documents: given.map((text) => ({ text, culture: 'en' })),
        });
        if (predictions === 'outdated') throw new Error('The model cannot be read.');
        return predictions.map(({ classes: [best] }) => best!.category);
      },
    };
  };
}

const fastText: Learner = (rows) => {
  const { classify, megabytes } = trainFastText(shuffled(rows, 1));
  return { megabytes, classify: (given) => given.map(classify) };
};

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
