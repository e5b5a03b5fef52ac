/** Examples of prebuilt entities and how well they are recognized. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Kind, Resolution } from '../../../../src/engines/language/recognizers/entity.ts';
import { recognize } from '../../../../src/engines/language/recognizers/recognize.ts';

/** A text and the spans that should be found in it, each with its value in the short form of `describe`. */
export interface Example {
  text: string;
  expected: { span: string; value: string }[];
}
type Cells = Partial<Record<Kind, Example[]>>;

const FOLDER = new URL('examples/', import.meta.url);
/** Examples of this file count for every language. */
const EVERY = 'every';
/** Wednesday, 18 November 2026, half past ten. */
const WHEN = { referenceMs: Date.UTC(2026, 10, 18, 10, 30) };

export function readExamples(): Record<string, Cells> {
  const files = readdirSync(FOLDER).map((file) => file.replace('.txt', ''));
  const every = readFile(EVERY);
  return Object.fromEntries(
    files
      .filter((name) => name !== EVERY)
      .map((name): [string, Cells] => {
        const own = readFile(name);
        // An ordinalV2 is an ordinal, or one counted from the end or the current place.
        return [name, { ...own, ordinalV2: [...(own.ordinal ?? []), ...(own.ordinalV2 ?? [])], ...every }];
      }),
  );
}

function readFile(name: string): Cells {
  const cells: Cells = {};
  let kind: Kind | undefined;
  for (const line of readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2).trim() as Kind;
    else if (line.trim() !== '') (cells[kind!] ??= []).push(readExample(line));
  }
  return cells;
}

function readExample(line: string): Example {
  const bar = line.lastIndexOf('|');
  const expected = line
    .slice(bar + 1)
    .split(';')
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const equals = one.lastIndexOf(' = ');
      return { span: one.slice(0, equals).trim(), value: one.slice(equals + 3).trim() };
    });
  return { text: line.slice(0, bar).trim(), expected };
}

export interface Measured {
  right: number;
  found: number;
  total: number;
  mistakes: string[];
}

/** An example is right when exactly its spans are found with their values; it is found when something overlaps each of them. */
export function measure(kind: Kind, culture: string, examples: readonly Example[]): Measured {
  const measured: Measured = { right: 0, found: 0, total: examples.length, mistakes: [] };
  for (const { text, expected } of examples) {
    const got = recognize(text, [kind], culture, WHEN).map((one) => ({ ...one, value: describe(one.resolution) }));
    const isFound = expected.every(({ span }) => {
      const start = text.indexOf(span);
      return got.some((one) => one.start < start + span.length && start < one.end);
    });
    const isRight =
      got.length === expected.length && expected.every(({ span, value }, n) => got[n]!.text === span && got[n]!.value === value);
    if (isFound && (expected.length > 0 || got.length === 0)) measured.found++;
    if (isRight) measured.right++;
    else measured.mistakes.push(`${text} => ${got.map((one) => `${one.text} = ${one.value}`).join('; ') || 'nothing'}`);
  }
  return measured;
}

function describe(resolution: Resolution): string {
  switch (resolution.is) {
    case 'number':
      return resolution.numberKind === 'Percent' ? resolution.written : String(resolution.value);
    case 'ordinal':
      return resolution.relativeTo === 'start' ? String(resolution.offset) : `${resolution.relativeTo} ${resolution.offset}`;
    case 'quantity':
      return `${resolution.value} ${resolution.iso ?? resolution.unit}`;
    case 'datetime': {
      const [first] = resolution.values;
      return `${first!.modifier === undefined ? '' : `${first!.modifier} `}${first!.timex}`;
    }
    case 'boolean':
    case 'text':
    case 'phrase':
    case 'place':
      return String(resolution.value);
  }
}
