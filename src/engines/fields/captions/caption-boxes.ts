/**
 * The box of a caption, where its value is written. Box borders are not known; they are derived from the surrounding
 * captions: the next one below ends the box at the bottom, the next one to the right ends it on the side.
 */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from './captions.ts';
import type { PageText, PlacedMark, PlacedWord } from './page-text.ts';
import { centerY } from './page-text.ts';

export interface CaptionBox {
  caption: FoundCaption;
  box: Box;
  words: PlacedWord[];
}

/** Boxes with the words in them that do not belong to a caption; a word is in one box at most. */
export function findCaptionBoxes(page: PageText, captions: readonly FoundCaption[], limits: Box): Map<string, CaptionBox> {
  const own = new Set(captions.flatMap(({ words }) => [...words]));
  const boxes = captions.map((caption): CaptionBox => ({ caption, box: captionArea(caption, captions, limits, page.height), words: [] }));
  for (const word of page.words) {
    if (own.has(word) || captions.some((caption) => isPartOfCaption(word, caption))) continue;
    let nearest: CaptionBox | undefined;
    for (const box of boxes)
      if (contains(box, word, page.height) && (nearest === undefined || distanceToCaption(word, box) < distanceToCaption(word, nearest)))
        nearest = box;
    nearest?.words.push(word);
  }
  return new Map(boxes.map((box) => [box.caption.id, box]));
}

function captionArea({ box, id }: FoundCaption, captions: readonly FoundCaption[], limits: Box, height: number): Box {
  const others = captions.filter((other) => other.id !== id);
  const below = others
    .filter((other) => other.box.top > centerY(box) + 0.3 * height && other.box.left < box.right && other.box.right > box.left)
    .map((other) => other.box.top);
  const bottom = Math.min(limits.bottom, ...below);
  const beside = others
    .filter(
      (other) =>
        other.box.left > box.left + height &&
        other.box.left >= box.right - 0.5 * height &&
        centerY(other.box) > box.top - 0.6 * height &&
        centerY(other.box) < bottom,
    )
    .map((other) => other.box.left);
  return { left: box.left - 0.9 * height, top: box.top, right: Math.min(limits.right, ...beside), bottom };
}

/** Below the caption, or to its right in the same row. */
function contains({ caption, box }: CaptionBox, word: PlacedWord, height: number): boolean {
  const at = centerY(word.box);
  if (word.box.left < box.left || word.box.left > box.right - 0.2 * height || at > box.bottom || at < box.top) return false;
  return at > caption.box.bottom - 0.1 * height || word.box.left > lastRowEnd(caption) + 0.2 * height;
}

function lastRowEnd({ words, box }: FoundCaption): number {
  const lastRow = words.filter((word) => centerY(word.box) > box.bottom - 1.2 * (word.box.bottom - word.box.top));
  return Math.max(...lastRow.map((word) => word.box.right), -Infinity);
}

const distanceToCaption = (word: PlacedWord, { caption }: CaptionBox): number =>
  Math.abs(word.box.top - caption.box.bottom) + 0.1 * Math.abs(word.box.left - caption.box.left);

/** An unmatched word inside a caption. */
const isPartOfCaption = (word: PlacedWord, { box, words }: FoundCaption): boolean => {
  const at = centerY(word.box);
  const last = words.at(-1)!;
  const height = last.box.bottom - last.box.top;
  // Further words on the caption's line belong to it, unless they contain digits.
  if (
    word.line === last.line &&
    word.item > last.item &&
    !/\d/u.test(word.text) &&
    word.box.left - box.right < (word.item - last.item) * 6 * height &&
    Math.abs(at - centerY(last.box)) < 0.5 * height
  )
    return true;
  return (
    at > box.top &&
    at < box.bottom &&
    word.box.left >= box.left - 0.5 * (box.bottom - box.top) &&
    word.box.right <= box.right + 0.5 * (word.box.bottom - word.box.top)
  );
};

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
