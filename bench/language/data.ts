/** The sets that the language bench runs on: files of labelled texts, and texts generated in code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/engines/bandits/random.ts';

/** A labelled text as the files hold it, one JSON object a line. */
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

/** So many texts an intent, drawn by seed. */
export function drawPerIntent(rows: readonly Utterance[], count: number, seed: number): Utterance[] {
  return [...Map.groupBy(rows, ({ intent }) => intent).values()].flatMap((own) => shuffled(own, seed).slice(0, count));
}

/** The rows in an order drawn by seed; learners that go row by row need it. */
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

/** Words that generated texts are built of: common ones, so that they cost an encoder what real texts do. */
const VERBS = 'cancel change check close find open order renew return send track'.split(' ');
const THINGS = 'account booking card invoice parcel password subscription'.split(' ');
const OTHERS = (
  'please could you help me with my the a this that old new second last first today tomorrow yesterday again now quickly online by phone in person at home from work for work because since it is was not has been ' +
  'working broken late lost early wrong missing charged twice again still waiting days weeks month year address name number email bank store office manager customer service people friend family market train garden kitchen ' +
  'morning evening question answer problem reason price money paper letter green blue small large long short best better never always often maybe really very much more less some any every other same different'
).split(' ');

/**
 * Made-up texts: an intent is a verb and a thing (77 of them), said in one of several ways among other words, with
 * one label in twenty wrong; 5 to 19 words a text. They say how long training takes, little about accuracy.
 */
export function madeUp(texts: number, seed: number): Utterance[] {
  const random = new Random(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random.next() * words.length)]!;
  return Array.from({ length: texts }, (_, i) => {
    const intent = i % (VERBS.length * THINGS.length);
    const [verb, thing] = [VERBS[intent % VERBS.length]!, THINGS[Math.floor(intent / VERBS.length)]!];
    const rest = Array.from({ length: 3 + Math.floor(random.next() * 15) }, () => pick(OTHERS));
    const cut = Math.floor(random.next() * rest.length);
    const said = random.next() < 0.5 ? [verb, thing] : [pick(['want to', 'need to', 'how do I']), verb, pick(['my', 'the', 'that']), thing];
    const label = random.next() < 0.05 ? Math.floor(random.next() * 77) : intent;
    return {
      text: [...rest.slice(0, cut), ...said, ...rest.slice(cut)].join(' '),
      intent: `${VERBS[label % VERBS.length]!} ${THINGS[Math.floor(label / VERBS.length)]!}`,
      entities: [],
    };
  });
}
