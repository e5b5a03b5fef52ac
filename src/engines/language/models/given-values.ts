/**
 * Texts with the values that the caller of a query gave for words of its own: who says that "dozen" is 12 says how the text is to be read.
 */
import type { GivenEntity } from './finders.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with the given values in place of their words, and where its places are then. Of overlapping values the first counts. */
export function withGivenValues<P extends Place>(
  text: string,
  places: readonly P[],
  given: readonly GivenEntity[],
): { text: string; places: P[] } {
  const inserts: { start: number; end: number; value: string; shift: number }[] = [];
  let [read, at, shift] = ['', 0, 0];
  for (const { start, end, value } of given.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (value === undefined || start < at || end > text.length) continue;
    read += text.slice(at, start) + value;
    at = end;
    shift += value.length - (end - start);
    inserts.push({ start, end, value, shift });
  }
  if (inserts.length === 0) return { text, places: [...places] };
  /** The shift of a place outside of the values; one within a value is taken to the edge of it. */
  const shiftAt = (place: number, isEnd: boolean): number => {
    const last = inserts.findLast(({ start }) => (isEnd ? start < place : start <= place));
    if (!last) return place;
    if (place >= last.end) return place + last.shift;
    const before = last.shift - (last.value.length - (last.end - last.start));
    return isEnd ? last.end + last.shift : last.start + before;
  };
  return {
    text: read + text.slice(at),
    places: places.map((place) => ({ ...place, start: shiftAt(place.start, false), end: shiftAt(place.end, true) })),
  };
}
