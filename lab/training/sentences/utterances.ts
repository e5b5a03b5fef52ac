/**
 * Labeled utterances: those of `corpora/intents`, wordings of our own (`wordings/*.tsv`), and paraphrases (`corpora/pairs`).
 *
 * A label means something within its set and language alone, which together are a bot. One bot in four is kept apart by a hash of its
 * name, and of the others one label in six: these utterances are never learned from, so that figures on them say what happens to bots
 * and intents that nobody has seen.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface LabeledUtterance {
  readonly text: string;
  readonly language: string;
  readonly bot: string;
  /** Undefined where a label says nothing about the meaning of the whole. */
  readonly label: string | undefined;
  /** Bots whose labels mean the same in all languages have one family. */
  readonly family: string | undefined;
  readonly isApart: boolean;
  /** UTF-16 units; undefined where the set has no slots. */
  readonly spans: readonly { readonly slot: string; readonly start: number; readonly end: number }[] | undefined;
}
export interface Paraphrase {
  readonly a: string;
  readonly b: string;
  readonly language: string;
}

const FILES = ['genie-schemaorg', 'home-assistant', 'ms-chitchat', 'ms-lu', 'nlupp-banking', 'restaurant8k-slots'];
const WITH_SLOTS = ['home-assistant', 'ms-lu', 'nlupp-banking', 'restaurant8k-slots'];
const FAMILIES = ['home-assistant'];
const MIN_OF_LABEL = 3;
const [BOTS_APART, LABELS_APART] = [4, 6];

interface Line {
  text: string;
  label: string;
  set: string;
  lang: string;
  slots?: [string, number, number][];
}

export function readLabeled(data: string, own: URL): LabeledUtterance[] {
  const found = FILES.flatMap((file) =>
    readLines<Line>(join(data, 'corpora', 'intents', `${file}.jsonl.gz`)).map((line) => toUtterance(file, line)),
  );
  const all = [...found, ...readWordings(own)];
  const counts = new Map<string, number>();
  const keyOf = ({ bot, label }: LabeledUtterance): string => `${bot}\t${label}`;
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return all.map((one) => (counts.get(keyOf(one))! < MIN_OF_LABEL ? { ...one, label: undefined } : one));
}

export function readParaphrases(data: string): Paraphrase[] {
  return readLines<{ a: string; b: string; lang: string }>(join(data, 'corpora', 'pairs', 'paraphrases.jsonl.gz')).map(
    ({ a, b, lang }) => ({
      a,
      b,
      language: lang,
    }),
  );
}

/** The same for every version of the corpora: whether a bot, or a label of it, is kept apart. */
export function isKeptApart(bot: string, label: string): boolean {
  return hashOf(bot) % BOTS_APART === 0 || hashOf(`${bot}\t${label}`) % LABELS_APART === 0;
}

function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function toUtterance(file: string, { text, label, set, lang, slots }: Line): LabeledUtterance {
  const bot = `${set} ${lang}`;
  const units = unitsOf(text);
  return {
    text,
    language: lang,
    bot,
    label: label === '' || label.endsWith(':find') ? undefined : label,
    family: FAMILIES.includes(set) ? set : undefined,
    isApart: isKeptApart(bot, label),
    spans: WITH_SLOTS.includes(file)
      ? (slots ?? []).map(([slot, start, end]) => ({ slot: `${set} ${slot}`, start: units[start]!, end: units[end]! }))
      : undefined,
  };
}

/** Where each code point of a text begins, and its end, in UTF-16 units. */
function unitsOf(text: string): number[] {
  const units = [0];
  for (const character of text) units.push(units.at(-1)! + character.length);
  return units;
}

/** English requests by domain, one file each: the intent, then its wordings divided by bars. They are ours, so that all may be learned. */
function readWordings(folder: URL): LabeledUtterance[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [label, wordings] = line.split('\t');
        return wordings!.split('|').map((text) => ({
          text,
          language: 'en',
          bot: `ours ${file}`,
          label: label!,
          family: undefined,
          isApart: false,
          spans: undefined,
        }));
      }),
  );
}

function readLines<T>(path: string): T[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
