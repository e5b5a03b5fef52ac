/** Rows of a cell: words of one line stay together, because the text of a photograph is not level. */
import type { PlacedWord } from '../captions/page-text.ts';
import { boundingBox, centerY } from '../captions/page-text.ts';

export function lineRows(words: readonly PlacedWord[]): PlacedWord[][] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
    .map((own) => ({ words: own, box: boundingBox(own.map(({ box }) => box)) }))
    .sort((a, b) => centerY(a.box) - centerY(b.box));
  const rows: typeof lines = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row !== undefined && isSameRow(row.box, line.box)) {
      row.words.push(...line.words);
      row.box = boundingBox([row.box, line.box]);
    } else rows.push(line);
  }
  return rows.map((row) => row.words.sort((a, b) => a.box.left - b.box.left));
}

type Box = PlacedWord['box'];

/** Beside each other at about the same height. */
function isSameRow(one: Box, other: Box): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const beside = Math.max(other.left - one.right, one.left - other.right);
  const least = Math.min(one.bottom - one.top, other.bottom - other.top);
  return shared > 0.5 * least && beside > -0.5 * least;
}
