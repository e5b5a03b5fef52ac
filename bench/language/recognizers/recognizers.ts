/**
 * Prebuilt entities by language, on examples of our own (examples/LANGUAGE.txt, written before the rules of the language): how many were
 * found, and how many with the right words and value. Options: --verbose lists what went wrong.
 */
import { KINDS, isRecognized } from '../../../src/engines/recognizers/kinds.ts';
import type { Kind } from '../../../src/engines/recognizers/kinds.ts';
import { measure, readExamples } from './measure.ts';
import { realDates } from './real-dates.ts';

export function recognizers(folder: string, isVerbose: boolean): void {
  const examples = readExamples();
  const kinds = KINDS.filter((kind) => Object.values(examples).some((cells) => cells[kind]));
  console.log('\nprebuilt entities: right / examples (found), - where a language does not have one');
  console.log(['', ...kinds].map((name) => name.padEnd(13)).join(''));
  for (const [culture, cells] of Object.entries(examples)) {
    const row = kinds.map((kind) => cell(kind, culture, cells[kind] ?? [], isVerbose));
    console.log([culture, ...row].map((text) => text.padEnd(13)).join(''));
  }
  realDates(folder, isVerbose);
}

function cell(kind: Kind, culture: string, examples: Parameters<typeof measure>[2], isVerbose: boolean): string {
  if (!isRecognized(kind, culture)) return '-';
  const { right, found, total, mistakes } = measure(kind, culture, examples);
  if (isVerbose) for (const mistake of mistakes) console.log(`${culture} ${kind}: ${mistake}`);
  return `${right}/${total} (${found})`;
}
