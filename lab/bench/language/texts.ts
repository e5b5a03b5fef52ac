/**
 * Custom single-label classification, as text projects use it, compared with fastText on the same splits in the same
 * run: real documents first (documents.ts), then short texts, and documents composed of them, of which only a part belongs to the
 * document's class. Our learner does not depend on the order of rows; fastText does, so it gets them shuffled. Also documents with
 * several labels, projects trained in English and asked in other languages, and times by length. Times are CPU times of this process.
 */
import { MessageChannel } from 'node:worker_threads';
import { predictDocuments, train } from '../../../src/areas/language/texts/training/train.ts';
import { MULTI, SINGLE } from '../../../src/areas/language/texts/model.ts';
import { evaluate } from '../../../src/engines/language/intents/evaluation/evaluate.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import { generateUtterances, hasUtterances, readUtterances, shuffled, splits } from './data.ts';
import type { Utterance } from './data.ts';
import { clausesByType, contractsByClauses, contractsByType, hasDocuments, meetingsByKind } from './documents.ts';
import type { LabeledDocument } from './documents.ts';
import { trainFastText } from './fasttext.ts';
import { foldsOf, readXsid, xsidLanguages } from './xsid.ts';

interface Labeled {
  readonly text: string;
  readonly label: string;
}
interface TextSplit {
  readonly name: string;
  readonly train: readonly Labeled[];
  readonly test: readonly Labeled[];
}
interface Training {
  readonly mode?: 'standard' | 'advanced';
  readonly multilingual?: boolean;
}
interface Learned {
  classify(texts: readonly string[]): string[] | Promise<string[]>;
  readonly megabytes: number;
}
type Learner = (rows: readonly Labeled[]) => Learned | Promise<Learned>;

const DOCUMENT_SENTENCES = 20;
const OWN_SHARE = 0.25;

export async function texts(folder: string): Promise<void> {
  if (!hasUtterances(folder)) {
    console.log(`No utterances under ${folder}/nlu; text classification is skipped.`);
    return;
  }
  const learners: [string, Learner][] = [
    ['words', ours({ mode: 'standard' })],
    ['as it comes', ours({})],
    ['fastText', fastText],
  ];
  console.log('Text classification on held-out tests; CPU times');
  console.log(
    `${'set (train / test)'.padEnd(40)}${'learner'.padEnd(14)}${['accuracy', 'train s', 'ms a text', 'MB'].map((name) => name.padStart(10)).join('')}`,
  );
  const totals = new Map(learners.map(([name]) => [name, { right: 0, tests: 0 }]));
  const behind: string[] = [];
  for (const { name: set, train: rows, test } of textSplits(folder)) {
    const correct = new Map<string, number>();
    for (const [name, learn] of learners) {
      const started = cpuMs();
      const learned = await learn(rows);
      const trained = cpuMs();
      const predicted = await learned.classify(test.map(({ text }) => text));
      const finished = cpuMs();
      const right = test.filter(({ label }, i) => predicted[i] === label).length;
      const total = totals.get(name)!;
      correct.set(name, right);
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
    if (correct.get('as it comes')! < correct.get('fastText')!) behind.push(set);
  }
  const accuracyOf = (name: string): number => totals.get(name)!.right / totals.get(name)!.tests;
  const [own, peer] = [accuracyOf('as it comes'), accuracyOf('fastText')];
  console.log(
    `\n${own >= peer ? 'met   ' : 'MISSED'} all sets together, default settings against fastText: ${own.toFixed(3)} against ${peer.toFixed(3)}, ratio ${(own / peer).toFixed(3)}, at least 1`,
  );
  console.log(
    `${behind.length === 0 ? 'met   ' : 'MISSED'} default settings at least as good as fastText in every set${behind.map((set) => `; not in ${set}`).join('')}`,
  );
  console.log(`all sets: ${[...totals].map(([name, { right, tests }]) => `${name} ${(right / tests).toFixed(3)}`).join(', ')}`);
  await severalLabels(folder);
  await otherLanguages(folder);
  await timesByLength();
}

function textSplits(folder: string): TextSplit[] {
  const labeled = (rows: readonly Utterance[]): Labeled[] => rows.map(({ text, intent }) => ({ text, label: intent }));
  const [pool, tests] = [readUtterances(folder, 'snips.train300'), readUtterances(folder, 'snips.test')];
  const single = ({ text, labels }: LabeledDocument): Labeled => ({ text, label: labels[0]! });
  const documents = hasDocuments(folder) ? [contractsByType(folder), clausesByType(folder), meetingsByKind(folder)] : [];
  return [
    ...documents.map(({ name, train: rows, test }) => ({ name, train: rows.map(single), test: test.map(single) })),
    ...splits(folder).map(({ name, train: rows, test }) => ({ name, train: labeled(rows), test: labeled(test) })),
    ...[1, 2, 3].map((seed) => ({
      name: `snips documents, draw ${seed}`,
      train: documentsOf(pool, 350, seed),
      test: documentsOf(tests, 350, seed + 100),
    })),
  ];
}

/** Documents of twenty sentences, a quarter drawn from the class, the rest from all classes. */
function documentsOf(rows: readonly Utterance[], count: number, seed: number): Labeled[] {
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

/** Documents with any number of labels, by words and by default. */
async function severalLabels(folder: string): Promise<void> {
  if (!hasDocuments(folder)) return;
  const { name, train: rows, test } = contractsByClauses(folder);
  console.log(`\nSeveral labels: ${name} (${rows.length} / ${test.length})`);
  for (const mode of ['standard', undefined] as const) {
    const started = cpuMs();
    const { predict } = await trainProject(MULTI, rows, { ...(mode !== undefined && { mode }) });
    const trained = cpuMs();
    const predicted = await predict(test.map(({ text }) => text));
    const { micro, macro } = evaluate(test.map(({ labels }, i) => ({ expected: labels, predicted: predicted[i]! })));
    console.log(
      `${mode ?? 'default'}: micro F1 ${micro.f1.toFixed(3)}, macro F1 ${macro.f1.toFixed(3)}, train ${((trained - started) / 1000).toFixed(1)} s`,
    );
  }
}

/** xSID: trained on utterances in English, asked in other languages; no translation of a training utterance is asked. */
async function otherLanguages(folder: string): Promise<void> {
  const languages = xsidLanguages(folder);
  if (languages.length === 0) return;
  const english = readXsid(folder, 'en');
  const folds = foldsOf(english, 5);
  const rows = english.filter((_, i) => folds[i] !== 0).map(({ text, intent }) => ({ text, labels: [intent] }));
  const { predict } = await trainProject(SINGLE, rows, { multilingual: true });
  const accuracies: string[] = [];
  for (const language of languages.slice(0, 10)) {
    const test = readXsid(folder, language).filter((_, i) => folds[i] === 0);
    const predicted = await predict(
      test.map(({ text }) => text),
      language,
    );
    accuracies.push(`${language} ${(test.filter(({ intent }, i) => predicted[i]![0] === intent).length / test.length).toFixed(3)}`);
  }
  console.log(`\nMultilingual text project, ${rows.length} English texts: ${accuracies.join(', ')}`);
}

/** Training on 500 documents of 20,000 characters, and predictions by length. */
async function timesByLength(): Promise<void> {
  const rows = Array.from({ length: 500 }, (_, i) => ({ text: generateDocument(20_000, i), labels: [`class ${i % 10}`] }));
  for (const multilingual of [false, true]) {
    const [started, clock] = [cpuMs(), performance.now()];
    const { predict } = await trainProject(SINGLE, rows, { multilingual });
    const times = [`train ${((cpuMs() - started) / 1000).toFixed(1)} s of CPU, ${((performance.now() - clock) / 1000).toFixed(1)} s`];
    await predict([generateDocument(1000, 1)]);
    for (const length of [1000, 10_000, 125_000]) {
      const texts = Array.from({ length: 10 }, (_, i) => generateDocument(length, 600 + i));
      const [before, at] = [cpuMs(), performance.now()];
      await predict(texts);
      times.push(
        `${length} characters ${((cpuMs() - before) / 10).toFixed(1)} ms of CPU, ${((performance.now() - at) / 10).toFixed(1)} ms`,
      );
    }
    console.log(
      `\n500 documents of 20,000 characters${multilingual ? ', multilingual' : ''}: ${times.join('; ')}; ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB at most`,
    );
  }
}

function generateDocument(length: number, seed: number): string {
  const sentences = generateUtterances(Math.ceil(length / 40), seed).map(({ text }) => `${text[0]!.toUpperCase()}${text.slice(1)}.`);
  return sentences.join(' ').slice(0, length);
}

function ours(training: Training): Learner {
  return async (rows) => {
    const labeled = rows.map(({ text, label }) => ({ text, labels: [label] }));
    const { predict, megabytes } = await trainProject(SINGLE, labeled, training);
    return { megabytes, classify: async (texts) => (await predict(texts)).map(([best]) => best!) };
  };
}

interface TrainedProject {
  readonly megabytes: number;
  predict(texts: readonly string[], culture?: string): Promise<string[][]>;
}

async function trainProject(
  kind: typeof SINGLE | typeof MULTI,
  rows: readonly LabeledDocument[],
  { mode, multilingual = false }: Training,
): Promise<TrainedProject> {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  const documents = rows.map(({ text, labels }, i) => ({
    location: String(i),
    text,
    ...(kind === SINGLE ? { class: { category: labels[0]! } } : { classes: labels.map((category) => ({ category })) }),
  }));
  const { learned: bytes } = await train({
    project: { kind, language: 'en', multilingual },
    assets: { projectKind: kind, classes: [...new Set(rows.flatMap(({ labels }) => labels))].map((category) => ({ category })), documents },
    ...(mode !== undefined && { mode }),
    options: { kind: 'percentage', training: 100, testing: 0 },
    gathered: documents.map(({ text }) => text),
    port: port2,
  });
  const learned = `${kind} ${rows.length} ${Math.random()}`;
  return {
    megabytes: bytes.length / 1e6,
    predict: async (texts, culture = 'en') => {
      const predictions = await predictDocuments({ learned, bytes, kind, documents: texts.map((text) => ({ text, culture })) });
      if (predictions === 'outdated') throw new Error('The model cannot be read.');
      return predictions.map(({ classes }) => classes.map(({ category }) => category));
    },
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
