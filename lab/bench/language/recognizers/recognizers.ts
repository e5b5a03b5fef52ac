/**
 * Prebuilt entities by language, on examples of our own (examples/LANGUAGE.txt, written before the rules of the language): how many were
 * found, and how many with the right words and value. --verbose lists what went wrong.
 */
import { KINDS } from '../../../../src/engines/language/recognizers/entity.ts';
import { isRecognized } from '../../../../src/engines/language/recognizers/kinds.ts';
import type { Kind } from '../../../../src/engines/language/recognizers/entity.ts';
import type { Example } from './measure.ts';
import { measure, readExamples } from './measure.ts';
import { realDates } from './real-dates.ts';

export function recognizers(folder: string, { isVerbose }: { isVerbose: boolean }): void {
  const examples = readExamples();
  const kinds = KINDS.filter((kind) => Object.values(examples).some((cells) => cells[kind]));
  const rows = Object.entries(examples).map(([culture, cells]) => [
    culture,
    ...kinds.map((kind) => cell(kind, culture, cells[kind] ?? [], isVerbose)),
  ]);
  console.log('\nprebuilt entities: right (found) of examples, - where a language does not have one');
  for (const row of [['', ...kinds], ...rows]) console.log(row.map((text) => text.padEnd(13)).join(''));
  realDates(folder, isVerbose);
}

function cell(kind: Kind, culture: string, examples: readonly Example[], isVerbose: boolean): string {
  if (!isRecognized(kind, culture)) return '-';
  const { right, found, total, mistakes } = measure(kind, culture, examples);
  if (isVerbose) for (const mistake of mistakes) console.log(`${culture} ${kind}: ${mistake}`);
  return `${right}${found === right ? '' : ` (${found})`} of ${total}`;
}
