/**
 * Separates several forms of one kind on a page, such as four copies of a wage statement. Captions that every form has tell how many
 * there are. Those of one kind, in the order of reading, are one to each form; other captions join the nearest form.
 */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from './captions.ts';
import { boundingBox, centerX, centerY } from './page-text.ts';

export interface FormCopy {
  captions: FoundCaption[];
  frame: Box;
}

export function splitCopies(found: readonly FoundCaption[], anchors: readonly string[]): FormCopy[] {
  const groups = Map.groupBy(found, ({ id }) => id);
  const counts = anchors.flatMap((id) => groups.get(id)?.length ?? []).sort((a, b) => a - b);
  const count = counts[(counts.length - 1) >> 1];
  if (count === undefined) return [];
  if (count === 1) return [{ captions: bestPerId(found), frame: boundingBox(found.map(({ box }) => box)) }];
  const members: FoundCaption[][] = Array.from({ length: count }, () => []);
  const isWhole = ({ id }: FoundCaption): boolean => groups.get(id)!.length === count;
  for (const group of groups.values())
    if (group.length === count) for (const [i, caption] of inReadingOrder(group).entries()) members[i]!.push(caption);
  const frames = members.map((own) => boundingBox(own.map(({ box }) => box)));
  for (const caption of found) if (!isWhole(caption)) members[closestFrame(frames, caption.box)]!.push(caption);
  return members.map((captions, i) => ({
    captions: bestPerId(captions),
    frame: boundingBox([frames[i]!, ...bestPerId(captions).map(({ box }) => box)]),
  }));
}

/** Keeps the best caption of each id; boundary captions (w-…) may occur several times. */
function bestPerId(captions: readonly FoundCaption[]): FoundCaption[] {
  const byId = new Map<string, FoundCaption>();
  const walls = captions.filter(({ id }) => id.startsWith('w-'));
  for (const caption of captions) {
    if (caption.id.startsWith('w-')) continue;
    const other = byId.get(caption.id);
    if (other === undefined || caption.score * caption.words.length > other.score * other.words.length) byId.set(caption.id, caption);
  }
  return [...byId.values(), ...walls];
}

/** Rows of forms from top to bottom, each from left to right; forms side by side need not be level. */
function inReadingOrder(captions: readonly FoundCaption[]): FoundCaption[] {
  const rows: FoundCaption[][] = [];
  for (const caption of [...captions].sort((a, b) => a.box.top - b.box.top)) {
    const [first] = rows.at(-1) ?? [];
    if (first !== undefined && caption.box.top - first.box.top < 6 * (first.box.bottom - first.box.top)) rows.at(-1)!.push(caption);
    else rows.push([caption]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left));
}

function closestFrame(frames: readonly Box[], box: Box): number {
  const gaps = frames.map((frame) =>
    Math.hypot(distanceOutside(centerX(box), frame.left, frame.right), distanceOutside(centerY(box), frame.top, frame.bottom)),
  );
  return gaps.indexOf(Math.min(...gaps));
}

const distanceOutside = (at: number, low: number, high: number): number => Math.max(0, low - at, at - high);
