/**
 * Trains the language detector: see README.md.
 *
 *   node lab/training/languages/train.ts --pairs FOLDER --requests FOLDER
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from '../../../src/engines/shared/random.ts';
import type { LanguageTable } from '../../../src/engines/language/detection/detector.ts';
import { languageFeatures, languageWords } from '../../../src/engines/language/detection/features.ts';
import { GROUP_LANGUAGES, scriptOf } from '../../../src/engines/language/detection/scripts.ts';
import type { ScriptGroup } from '../../../src/engines/language/detection/scripts.ts';
import { writeTables } from '../../../src/engines/language/detection/tables.ts';
import { isKeptApart, localePhrases, readPairs, readRequests, readSentences } from './texts.ts';

const BITS: Readonly<Record<ScriptGroup, number>> = { latin: 15, cyrillic: 14, arabic: 13, devanagari: 13, han: 13 };
const PASSES = 5;
const RATE = 0.5;
const PENALTY = 1e-6;
/** Texts of a language in a pass, and names and phrases of locale data beside them. */
const TEXTS = 6000;
const PHRASES = 300;
/** How much more often a language is expected: English beside all, and the larger of two languages that are hard to tell apart. */
const PRIORS: Readonly<Record<string, number>> = { en: 3, id: 2, no: 1.5 };
/** Shares of the texts that are cut to a few words, lose their accents, or get a few English words, as titles do. */
const CUT_SHARE = 0.4;
const PLAIN_SHARE = 0.07;
const ENGLISH_SHARE = 0.1;

/** Larger weights are rare, and would cost the others their precision. */
const CLIP = 8;
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  'а-a б-b в-v г-g д-d ђ-đ е-e ж-ž з-z и-i ј-j к-k л-l љ-lj м-m н-n њ-nj о-o п-p р-r с-s т-t ћ-ć у-u ф-f х-h ц-c ч-č џ-dž ш-š'
    .split(' ')
    .map((pair) => pair.split('-').reverse() as [string, string]),
);
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CYRILLIC).flatMap(([latin, letter]) => [
    [letter, latin],
    [letter.toUpperCase(), latin],
  ]),
);

const HOME = new URL('../../', import.meta.url);
const { values } = parseArgs({ options: { pairs: { type: 'string' }, requests: { type: 'string' }, out: { type: 'string' } } });
if (values.pairs === undefined || values.requests === undefined) throw new Error('Usage: train.ts --pairs FOLDER --requests FOLDER');
const random = new Random(7);
const pairs = readPairs(values.pairs);
const requests = readRequests(values.requests);
const englishTexts = pairs.get('en')!.filter((text) => !isKeptApart(text));
const own = readSentences(new URL('sentences.txt', import.meta.url));
const tables = Object.fromEntries((Object.keys(GROUP_LANGUAGES) as ScriptGroup[]).map((group) => [group, trainGroup(group)])) as Record<
  ScriptGroup,
  LanguageTable
>;
const bytes = writeTables(tables);
writeFileSync(values.out ?? new URL('weights/languages/detector.bin', HOME), bytes);
console.log(`${bytes.length} bytes`);

function trainGroup(group: ScriptGroup): LanguageTable {
  const languages = GROUP_LANGUAGES[group];
  const bits = BITS[group];
  const size = languages.length;
  const [weights, squares] = [new Float32Array(size << bits), new Float32Array(size << bits)];
  const [biases, biasSquares] = [new Float32Array(size), new Float32Array(size)];
  const logits = new Float64Array(size);
  const sources = languages.map((language) => textsOf(language, group));
  for (let pass = 0; pass < PASSES; pass++) {
    const rate = RATE * (1 - pass / PASSES);
    const texts = shuffle(sources.flatMap((source, label) => source().map((text) => [label, text] as const)));
    let [loss, right] = [0, 0];
    for (const [label, text] of texts) {
      const features = languageFeatures(languageWords(augment(text, group, languages[label]!)), group, bits);
      if (features.length === 0) continue;
      const scale = 1 / Math.sqrt(features.length);
      logits.set(biases);
      for (const feature of features) for (let l = 0; l < size; l++) logits[l]! += scale * weights[feature * size + l]!;
      const highest = Math.max(...logits);
      let total = 0;
      for (let l = 0; l < size; l++) total += logits[l] = Math.exp(logits[l]! - highest);
      for (let l = 0; l < size; l++) logits[l]! /= total;
      loss -= Math.log(Math.max(1e-9, logits[label]!));
      if (logits.every((one) => one <= logits[label]!)) right++;
      for (let l = 0; l < size; l++) {
        const slope = logits[l]! - (l === label ? 1 : 0);
        if (Math.abs(slope) < 1e-4) continue;
        biasSquares[l]! += slope * slope;
        biases[l]! -= (rate * slope) / Math.sqrt(1e-3 + biasSquares[l]!);
        const step = slope * scale;
        for (const feature of features) {
          const at = feature * size + l;
          const own = step + PENALTY * weights[at]!;
          squares[at]! += own * own;
          weights[at]! -= (rate * own) / Math.sqrt(1e-3 + squares[at]!);
        }
      }
    }
    console.log(
      `${group} pass ${pass + 1}: ${texts.length} texts, loss ${(loss / texts.length).toFixed(4)}, right ${(right / texts.length).toFixed(4)}`,
    );
  }
  return quantize(bits, weights, biases);
}

/** A function that draws the texts of a pass. */
function textsOf(language: string, group: ScriptGroup): () => string[] {
  const fit = (texts: readonly string[] = []): string[] =>
    texts.map((text) => toGroup(language, group, text)).filter((text) => isOf(text, group));
  const sentences = fit(pairs.get(language)).filter((text) => !isKeptApart(text));
  const asked = fit(requests.get(language));
  const phrases = group === 'han' ? [] : fit(localePhrases(language === 'sr' ? `sr-${group === 'latin' ? 'Latn' : 'Cyrl'}` : language));
  const written = fit(own.get(language));
  const words = written.flatMap((text) => text.split(' '));
  const recombined = (count: number): string[] => Array.from({ length: count }, () => draw(words, 2 + below(6)).join(' '));
  const parts: (readonly [share: number, (count: number) => string[]])[] = [
    ...(sentences.length > 0 ? [[sentences.length < 3000 ? 2 : 4, (count: number) => draw(sentences, count)] as const] : []),
    ...(asked.length > 0 ? [[1, (count: number) => draw(asked, count)] as const] : []),
    ...(written.length > 0
      ? [
          [0.6, (count: number) => draw(written, count)] as const,
          [0.6, recombined] as const,
          [0.5, (count: number) => draw(phrases, count)] as const,
        ]
      : []),
  ];
  const count = TEXTS * (PRIORS[language] ?? 1);
  const total = parts.reduce((sum, [share]) => sum + share, 0);
  return () => [...draw(phrases, PHRASES), ...parts.flatMap(([share, make]) => make(Math.round((count * share) / total)))];
}

function isOf(text: string, group: ScriptGroup): boolean {
  const script = scriptOf(text);
  return script !== undefined && 'group' in script && script.group === group;
}

function draw(texts: readonly string[], count: number): string[] {
  return texts.length === 0 ? [] : Array.from({ length: count }, () => texts[below(texts.length)]!);
}

function shuffle<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

function augment(text: string, group: ScriptGroup, language: string): string {
  let result = text;
  if (random.next() < CUT_SHARE) {
    if (group === 'han') {
      const start = below(text.length);
      result = text.slice(start, start + 2 + below(6));
    } else {
      const words = text.split(' ');
      const start = below(words.length);
      result = words.slice(start, start + 1 + below(3)).join(' ');
    }
  }
  if (group === 'latin' && language !== 'en' && random.next() < ENGLISH_SHARE) {
    const [words, english] = [result.split(' '), draw(englishTexts, 1)[0]!.split(' ')];
    const [at, from] = [below(words.length + 1), below(english.length)];
    result = [...words.slice(0, at), ...english.slice(from, from + 1 + below(3)), ...words.slice(at)].join(' ');
  }
  return group === 'latin' && random.next() < PLAIN_SHARE ? result.normalize('NFD').replace(/\p{M}/gu, '') : result;
}

/** Serbian is written in two scripts; its texts count in both. */
function toGroup(language: string, group: ScriptGroup, text: string): string {
  if (language !== 'sr') return text;
  return group === 'latin' ? text.replace(/\p{Script=Cyrillic}/gu, (letter) => LATIN[letter] ?? letter) : toCyrillic(text);
}

function toCyrillic(text: string): string {
  return text.toLowerCase().replace(/dž|lj|nj|\p{Script=Latin}/gu, (letter) => CYRILLIC[letter] ?? letter);
}

function quantize(bits: number, weights: Float32Array, biases: Float32Array): LanguageTable {
  const highest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const step = Math.min(highest, CLIP) / 127;
  return { bits, step, biases, weights: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step)))) };
}

function below(limit: number): number {
  return Math.floor(random.next() * limit);
}
