/** The data sets of the language bench: files of labeled texts, and generated texts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../src/engines/shared/random.ts';

/** A labeled text; files have one JSON object per line. */
export interface Utterance {
  readonly text: string;
  readonly intent: string;
  readonly entities: readonly { readonly entity: string; readonly start: number; readonly end: number }[];
}

export interface Split {
  readonly name: string;
  readonly train: readonly Utterance[];
  readonly test: readonly Utterance[];
}

export function readUtterances(folder: string, name: string): Utterance[] {
  return readFileSync(join(folder, 'nlu', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Utterance);
}

export function hasUtterances(folder: string): boolean {
  return existsSync(join(folder, 'nlu', 'snips.test.jsonl'));
}

/** A seeded sample of `count` texts per intent. */
export function drawPerIntent(rows: readonly Utterance[], count: number, seed: number): Utterance[] {
  return [...Map.groupBy(rows, ({ intent }) => intent).values()].flatMap((own) => shuffled(own, seed).slice(0, count));
}

/** The rows in a seeded random order, for learners that depend on the order. */
export function shuffled<T>(rows: readonly T[], seed: number): T[] {
  const random = new Random(seed);
  return rows
    .map((row) => ({ row, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row);
}

export function splits(folder: string): Split[] {
  const test = readUtterances(folder, 'snips.test');
  return [
    { name: 'chatbot', train: readUtterances(folder, 'chatbot.train'), test: readUtterances(folder, 'chatbot.test') },
    { name: 'askubuntu', train: readUtterances(folder, 'askubuntu.train'), test: readUtterances(folder, 'askubuntu.test') },
    ...[1, 2, 3].map((seed) => ({
      name: `snips 70, draw ${seed}`,
      train: drawPerIntent(readUtterances(folder, 'snips.train300'), 70, seed),
      test,
    })),
    { name: 'snips, all', train: readUtterances(folder, 'snips.train'), test },
  ];
}

/** Words of generated texts: common ones, so that an encoder takes as long as for real texts. */
const VERBS = 'cancel change check close find open order renew return send track'.split(' ');
const THINGS = 'account booking card invoice parcel password subscription'.split(' ');
const OTHERS = (
  'please could you help me with my the a this that old new second last first today tomorrow yesterday again now quickly online by phone in person at home from work for work because since it is was not has been ' +
  'working broken late lost early wrong missing charged twice again still waiting days weeks month year address name number email bank store office manager customer service people friend family market train garden kitchen ' +
  'morning evening question answer problem reason price money paper letter green blue small large long short best better never always often maybe really very much more less some any every other same different'
).split(' ');

/**
 * Generated texts: an intent is a verb and a thing (77 of them), phrased in one of several ways among other words, with
 * one label in twenty wrong; 5 to 19 words per text. They measure training time, not accuracy.
 */
export function generateUtterances(texts: number, seed: number): Utterance[] {
  const random = new Random(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random.next() * words.length)]!;
  return Array.from({ length: texts }, (_, i) => {
    const intent = i % (VERBS.length * THINGS.length);
    const [verb, thing] = [VERBS[intent % VERBS.length]!, THINGS[Math.floor(intent / VERBS.length)]!];
    const rest = Array.from({ length: 3 + Math.floor(random.next() * 15) }, () => pick(OTHERS));
    const cut = Math.floor(random.next() * rest.length);
    const phrase =
      random.next() < 0.5 ? [verb, thing] : [pick(['want to', 'need to', 'how do I']), verb, pick(['my', 'the', 'that']), thing];
    const label = random.next() < 0.05 ? Math.floor(random.next() * 77) : intent;
    return {
      text: [...rest.slice(0, cut), ...phrase, ...rest.slice(cut)].join(' '),
      intent: `${VERBS[label % VERBS.length]!} ${THINGS[Math.floor(label / VERBS.length)]!}`,
      entities: [],
    };
  });
}
