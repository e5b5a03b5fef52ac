/** The box of a caption, where its value is written, and the selection mark in it. */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from './captions.ts';
import type { PlacedMark, PlacedWord } from './page-text.ts';
import { centerY } from './page-text.ts';

export interface CaptionBox {
  caption: FoundCaption;
  box: Box;
  words: PlacedWord[];
}

/** The selection mark of a caption: in its box or beside it; `left` marks precede their caption. */
export function findMark(
  marks: readonly PlacedMark[],
  { caption, box }: CaptionBox,
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
