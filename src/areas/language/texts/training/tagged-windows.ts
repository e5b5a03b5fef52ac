/** Labeled documents as rows of the tagger: windows with their labels, as many as training has memory and time for. */
import { finishHash, hashText } from '../../../../engines/shared/hash.ts';
import type { ModelRow } from '../../../../engines/language/entities/model.ts';
import type { Region } from '../model.ts';
import { partOf, splitWindows } from '../prediction/windows.ts';
import type { Row } from './row.ts';

/** If more labels than this share are on both sides of the end of a sentence, windows end with lines alone. */
const JOINING_SHARE = 0.02;
/** Training takes about 150 bytes and 7 microseconds for each. */
const MAX_CHARACTERS = 5_000_000;
const BUCKETS = 10_000;

const spansOf = ({ labels }: Region): { entity: string; start: number; end: number }[] =>
  labels.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }));

/** Whether sentences must stay together for labels to be found whole. */
export function rowsJoinSentences(rows: readonly Row[]): boolean {
  let [labels, split] = [0, 0];
  for (const { text, culture, document } of rows) {
    const spans = document.entities!.flatMap(spansOf);
    const ends = splitWindows(text, culture).map(({ end }) => end);
    labels += spans.length;
    split += spans.filter(({ start, end }) => ends.some((cut) => start < cut && cut < end)).length;
  }
  return split > JOINING_SHARE * labels;
}

/** The windows of a region with their labels; no label is split. */
export function taggedWindows({ text, culture }: Row, region: Region, joinSentences: boolean): ModelRow[] {
  const { regionOffset, regionLength } = region;
  const spans = spansOf(region);
  const range = { start: regionOffset, end: Math.min(text.length, regionOffset + regionLength) };
  return splitWindows(text, culture, { ...range, whole: spans, joinSentences }).map(({ start, end }) => ({
    text: text.slice(start, end),
    culture,
    intent: partOf({ start, end }, text),
    labels: spans
      .filter((span) => span.start < end && start < span.end)
      .map(({ entity, ...span }) => ({ entity, start: Math.max(0, span.start - start), end: Math.min(end, span.end) - start })),
  }));
}

/** All windows if they are few enough. Otherwise those with labels first, and of each kind some that are chosen by their texts alone. */
export function boundWindows(windows: readonly ModelRow[], maxCharacters = MAX_CHARACTERS): readonly ModelRow[] {
  const labeled = chooseWindows(
    windows.filter(({ labels }) => labels.length > 0),
    maxCharacters,
  );
  const others = windows.filter(({ labels }) => labels.length === 0);
  return [...labeled, ...chooseWindows(others, maxCharacters - countCharacters(labeled))];
}

function chooseWindows(windows: readonly ModelRow[], maxCharacters: number): readonly ModelRow[] {
  const share = maxCharacters / Math.max(1, countCharacters(windows));
  if (share >= 1) return windows;
  return windows.filter(({ text }) => (finishHash(hashText(text, 0x27d4eb2f)) >>> 0) % BUCKETS < share * BUCKETS);
}

function countCharacters(windows: readonly ModelRow[]): number {
  return windows.reduce((sum, { text }) => sum + text.length, 0);
}
