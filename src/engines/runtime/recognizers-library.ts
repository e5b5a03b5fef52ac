/** The recognizers library, loaded when a text first needs it: it takes a third of a second that most starts can do without. */
import { createRequire } from 'node:module';
import type * as Suite from '@microsoft/recognizers-text-suite';
import type * as Units from '@microsoft/recognizers-text-number-with-unit';

const load = createRequire(import.meta.url);
let loadedSuite: typeof Suite | undefined;
let loadedUnits: typeof Units | undefined;

export function suite(): typeof Suite {
  return (loadedSuite ??= load('@microsoft/recognizers-text-suite') as typeof Suite);
}

/** Tables of units by language. */
export function units(): typeof Units {
  return (loadedUnits ??= load('@microsoft/recognizers-text-number-with-unit') as typeof Units);
}
