/**
 * Persons and places in real texts: exact spans, as written and in small letters, beside a lookup in the lexicon alone. The sets are in
 * FOLDER/corpora; tests are parts that nothing was trained on or chosen by (lab/training/names/corpora.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { lookUpNames } from '../../training/names/baseline.ts';
import type { NamedText, NameSpan } from '../../training/names/corpora.ts';
import { ENGLISH_SETS, UNIVERSAL_SETS, readEnglish, readUniversal } from '../../training/names/corpora.ts';
import { projectNames } from '../../training/names/projection.ts';
import { f1, lowerCased, scoreNames } from '../../training/names/evaluate.ts';
import { tagNames } from '../../../src/engines/language/names/find-names.ts';

export function names(folder: string): void {
  if (!existsSync(join(folder, 'corpora', 'uner'))) {
    console.log(`names: skipped, ${folder} has no corpora/uner`);
    return;
  }
  console.log('\nnames: F1 of exact spans, as written / in small letters');
  console.log('set                  texts  persons  tagger         lexicon only    places  tagger         lexicon only');
  for (const set of ENGLISH_SETS) printRow(`en ${set}`, readEnglish(folder, set, 'test'), 'en');
  for (const language of Object.keys(UNIVERSAL_SETS) as (keyof typeof UNIVERSAL_SETS)[])
    printRow(`${language} ${UNIVERSAL_SETS[language].split('/')[0]!}`, readUniversal(folder, language, 'test'), language);
  for (const language of PROJECTED) printRow(`${language} Tatoeba, by English`, projectedTexts(folder, language), language);
  printTime(readUniversal(folder, 'en', 'test'));
}

/**
 * Languages without a labeled set: names are those that the English tagger finds in translations of the sentences. Two languages that have
 * a set are among them, to compare with.
 */
const PROJECTED = ['pt', 'da', 'es', 'fr', 'de', 'it', 'nl'] as const;
const FIRST_UNTRAINED_PAIR = 10_000;
/** The names of most sentences, which any list has. */
const USUAL = /^(Tom|Tomás|Thomas|Mary|Maria|María|Marie|John|Boston)$/;

function projectedTexts(folder: string, language: (typeof PROJECTED)[number]): NamedText[] {
  return projectNames(folder, language, FIRST_UNTRAINED_PAIR, 2 * FIRST_UNTRAINED_PAIR).filter(
    ({ text, names: spans }) => !spans.some(({ start, end }) => USUAL.test(text.slice(start, end))),
  );
}

function printRow(name: string, texts: readonly NamedText[], language: string): void {
  const small = lowerCased(texts);
  const cells = (['person', 'place'] as const).flatMap((kind) => {
    const score = (find: (text: string) => readonly NameSpan[]): string =>
      [texts, small].map((set) => f1(scoreNames(set, find, kind)).toFixed(3)).join(' / ');
    const expected = texts.reduce((sum, one) => sum + one.names.filter((span) => span.kind === kind).length, 0);
    return [
      String(expected).padStart(7),
      score((text) => tagNames(text, language)).padEnd(15),
      score((text) => lookUpNames(text, language)).padEnd(15),
    ];
  });
  console.log([name.padEnd(20), String(texts.length).padStart(5), ...cells].join(' '));
}

function printTime(texts: readonly NamedText[]): void {
  const times = texts.map(({ text }) => {
    const started = performance.now();
    tagNames(text, 'en');
    return performance.now() - started;
  });
  times.sort((a, b) => a - b);
  console.log(
    `ms a text of English-EWT: median ${times[times.length >> 1]!.toFixed(3)}, 99 % ${times[Math.floor(times.length * 0.99)]!.toFixed(3)}`,
  );
}
