/**
 * Persons and places in real texts: exact spans, as written and in small letters, beside a lookup in the lexicon alone. The sets are in
 * FOLDER/corpora; tests are parts that nothing was trained on or chosen by (training/names/corpora.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { lookUpNames } from '../../training/names/baseline.ts';
import type { NamedText, NameSpan } from '../../training/names/corpora.ts';
import { ENGLISH_SETS, UNIVERSAL_SETS, readEnglish, readUniversal } from '../../training/names/corpora.ts';
import { f1, lowerCased, scoreNames } from '../../training/names/evaluate.ts';
import { tagNames } from '../../src/engines/names/find-names.ts';

export function names(folder: string): void {
  if (!existsSync(join(folder, 'corpora', 'uner'))) {
    console.log(`names: skipped, ${folder} has no corpora/uner`);
    return;
  }
  console.log('\nnames: F1 of exact spans, as written / in small letters');
  console.log('set                  texts  persons  tagger         lexicon only    places  tagger         lexicon only');
  for (const set of ENGLISH_SETS) printRow(`en ${set}`, readEnglish(folder, set, 'test'), 'en');
  for (const language of ['en'] as const)
    printRow(`${language} ${UNIVERSAL_SETS[language].split('/')[0]!}`, readUniversal(folder, language, 'test'), language);
  printTime(readUniversal(folder, 'en', 'test'));
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
