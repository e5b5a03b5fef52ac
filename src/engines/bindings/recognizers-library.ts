/**
 * The recognizers library, a package for each family of kinds, each loaded when a text first needs it. Packages have a copy each of the
 * class that looks for matches, which most of them keep to themselves, so that they are compiled here with a call behind its definition.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type * as Choices from '@microsoft/recognizers-text-choice';
import type * as Dates from '@microsoft/recognizers-text-date-time';
import type * as Numbers from '@microsoft/recognizers-text-number';
import type * as Units from '@microsoft/recognizers-text-number-with-unit';
import type * as Sequences from '@microsoft/recognizers-text-sequence';
import { replaceMatching } from './library-matches.ts';
import type { MatchClass, MatchFinder, Normalize } from './library-matches.ts';

interface Packages {
  choice: typeof Choices;
  'date-time': typeof Dates;
  number: typeof Numbers;
  'number-with-unit': typeof Units;
  sequence: typeof Sequences;
}

const load = createRequire(import.meta.url);
const loaded: Partial<Packages> = {};

export function recognizersPackage<Name extends keyof Packages>(name: Name): Packages[Name] {
  return (loaded[name] ??= compilePackage(`@microsoft/recognizers-text-${name}`) as Packages[Name]);
}

const CLASS_END = 'exports.StringUtility = StringUtility;';

function compilePackage(name: string): unknown {
  const filename = load.resolve(name);
  const source = readFileSync(filename, 'utf8').replace(CLASS_END, `${CLASS_END} onMatching(RegExpUtility, Match, StringUtility);`);
  const module = { exports: {} };
  const onMatching = (finder: MatchFinder, Match: MatchClass, strings: { removeDiacriticsFromWordBoundaries: Normalize }): void =>
    replaceMatching(finder, Match, (text) => strings.removeDiacriticsFromWordBoundaries(text));
  const run = compileFunction(source, ['exports', 'module', 'onMatching'], { filename }) as (...scope: unknown[]) => void;
  run(module.exports, module, onMatching);
  return module.exports;
}
