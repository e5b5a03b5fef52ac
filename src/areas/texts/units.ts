/** Stretches of a text in the unit that a caller counts in. */
import { offsetsIn } from '../../engines/text/offsets.ts';
import type { OffsetUnit } from '../../engines/text/offsets.ts';

/** A function from UTF-16 stretches of a text to offset and length in a unit. */
export function stretchesIn(text: string, unit: OffsetUnit): (start: number, end: number) => { offset: number; length: number } {
  const offsets = offsetsIn(text, unit);
  return (start, end) => {
    const offset = offsets.from(start);
    return { offset, length: offsets.from(end) - offset };
  };
}
