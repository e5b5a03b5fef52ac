/** The recognizers library, a package for each family of kinds, each loaded when a text first needs it. */
import { createRequire } from 'node:module';
import type * as Choices from '@microsoft/recognizers-text-choice';
import type * as Dates from '@microsoft/recognizers-text-date-time';
import type * as Numbers from '@microsoft/recognizers-text-number';
import type * as Units from '@microsoft/recognizers-text-number-with-unit';
import type * as Sequences from '@microsoft/recognizers-text-sequence';

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
  return (loaded[name] ??= load(`@microsoft/recognizers-text-${name}`) as Packages[Name]);
}
