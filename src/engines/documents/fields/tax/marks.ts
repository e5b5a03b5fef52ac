/** Checkboxes of a form: `true` or `false`; a form without a visible mark says `false`. */
import type { FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedMark, PlacedWord } from '../captions/page-text.ts';
import { centerY, rowsOf } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Field } from '../field.ts';
import type { ValueCell } from './cells.ts';
import type { FieldWriter } from './field-writer.ts';

/** Ticks that OCR reads as letters. */
const TICK = /^(?:[Xx✓✔√☒☑8KVv%*]|\d{0,2}\[[Xx✓]\]?|\d{0,2}[☒☑])$/u;

/** A mark nearer to another caption belongs to that one. */
export function readMark(
  cell: ValueCell,
  page: PageText,
  captions: readonly FoundCaption[],
  side: 'left' | undefined,
  { write }: FieldWriter,
): Field {
  const { caption, ruled } = cell;
  const source = { caption: caption.score, ruled };
  const mark = findMark(page.marks, cell, page.height, side);
  if (mark !== undefined) return write({ type: 'string', value: String(mark.selected) }, [mark], { kind: 'mark', ...source });
  const tick = [...cell.words, ...caption.words].find(({ text }) => TICK.test(text)) ?? numberWithTick(page, caption);
  if (tick !== undefined && side === undefined) return write({ type: 'string', value: 'true' }, [tick], { kind: 'tick', ...source });
  const before =
    side === 'left'
      ? page.words.find(
          (word) =>
            TICK.test(word.text) &&
            Math.abs(centerY(word.box) - centerY(caption.box)) < page.height &&
            word.box.right <= caption.box.left &&
            caption.box.left - word.box.right < 2 * page.height,
        )
      : undefined;
  if (before !== undefined && !captions.some(({ words }) => words.includes(before)))
    return write({ type: 'string', value: 'true' }, [before], { kind: 'tick', ...source });
  return write({ type: 'string', value: 'false' }, [], { kind: 'noMark', ...source });
}

/** A box number joined to a tick, before the caption: 7[X]. */
const numberWithTick = (page: PageText, { words }: FoundCaption): PlacedWord | undefined => {
  const first = words[0];
  if (first === undefined) return undefined;
  const line = page.lines[first.line]!.words;
  const before = line[line.indexOf(first) - 1];
  return before !== undefined && /^\d{0,2}\[[Xx✓]\]?$/u.test(before.text) ? before : undefined;
};

/** Marks of captions that were not read: the only row with that number of marks in the form, from left to right. */
export function readMarkRow(
  page: PageText,
  ids: readonly string[],
  missing: readonly string[],
  limits: Box,
  cells: ReadonlyMap<string, ValueCell>,
  { write }: FieldWriter,
): [string, Field][] {
  if (missing.length === 0) return [];
  const inside = page.marks.filter(
    ({ box }) => box.left > limits.left && box.right < limits.right && box.top > limits.top && box.bottom < limits.bottom,
  );
  const rows = rowsOf(inside).filter(({ length }) => length === ids.length);
  const [row] = rows;
  if (row === undefined || rows.length > 1) return [];
  // Captions that were read must be at their marks.
  const fits = ids.every((id, i) => {
    const box = cells.get(id)?.caption.box;
    return box === undefined || Math.abs((box.left + box.right) / 2 - (row[i]!.box.left + row[i]!.box.right) / 2) < 3 * page.height;
  });
  if (!fits) return [];
  return missing.map((id) => {
    const mark = row[ids.indexOf(id)]!;
    return [id, write({ type: 'string', value: String(mark.selected) }, [mark], { kind: 'mark', caption: 0 })];
  });
}

/** The selection mark of a caption: in its box or beside it; `left` marks precede their caption. */
function findMark(
  marks: readonly PlacedMark[],
  { caption, box }: ValueCell,
  height: number,
  side: 'left' | undefined,
): PlacedMark | undefined {
  const inRow = (mark: PlacedMark): boolean =>
    centerY(mark.box) > box.top - 0.8 * height && centerY(mark.box) < box.bottom + 0.2 * height && mark.box.left < box.right;
  const before = marks.filter(
    (mark) =>
      Math.abs(centerY(mark.box) - centerY(caption.box)) < height &&
      mark.box.right < caption.box.left + 0.5 * height &&
      caption.box.left - mark.box.right < 3 * height,
  );
  const inside = marks.filter((mark) => inRow(mark) && mark.box.left > box.left);
  const near = side === 'left' ? before : inside.length > 0 ? inside : before;
  const gap = (mark: PlacedMark): number => {
    const down = Math.max(0, mark.box.top - caption.box.bottom, caption.box.top - mark.box.bottom);
    return down + Math.max(0, mark.box.left - caption.box.right, caption.box.left - mark.box.right);
  };
  return near.reduce<PlacedMark | undefined>((one, other) => (one === undefined || gap(other) < gap(one) ? other : one), undefined);
}
