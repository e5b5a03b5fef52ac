/** The basic reading order of versions 2: from top to bottom, lines of one row from left to right, whatever column they are in. */
import type { TextLine } from '../../../../engines/documents/layout/model/structure.ts';

export function sortLines(lines: readonly TextLine[]): TextLine[] {
  const placed = lines.flatMap((line) => (line.regions[0] ? [{ line, box: line.regions[0].box }] : []));
  if (placed.length < lines.length) return [...lines];
  const rows: { bottom: number; lines: typeof placed }[] = [];
  for (const one of placed.sort((a, b) => a.box.top - b.box.top)) {
    const row = rows.at(-1);
    const middle = (one.box.top + one.box.bottom) / 2;
    if (row && middle < row.bottom) row.lines.push(one);
    else rows.push({ bottom: one.box.bottom, lines: [one] });
  }
  return rows.flatMap((row) => row.lines.sort((a, b) => a.box.left - b.box.left).map(({ line }) => line));
}
