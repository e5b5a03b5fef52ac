/**
 * Separates several forms of one kind on a page, such as four copies of a wage statement. Captions that every form has
 * tell how many there are. Each becomes the anchor of one form; other captions join the form where they have the usual
 * offset, or the nearest one.
 */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from './captions.ts';
import { boundingBox, centerX, centerY } from './page-text.ts';

export interface FormCopy {
  captions: FoundCaption[];
  frame: Box;
}

export function splitCopies(found: readonly FoundCaption[], anchors: readonly string[]): FormCopy[] {
  const groups = anchors.map((id) => found.filter((caption) => caption.id === id)).filter(({ length }) => length > 0);
  if (groups.length === 0) return [];
  const counts = groups.map(({ length }) => length).sort((a, b) => a - b);
  const count = counts[(counts.length - 1) >> 1]!;
  if (count === 1) return [{ captions: bestPerId(found), frame: boundingBox(found.map(({ box }) => box)) }];
  const whole = groups.filter(({ length }) => length === count);
  const first = inReadingOrder(whole[0]!);
  const cores = first.map((caption) => [caption]);
  for (const group of whole.slice(1)) {
    const shift = findCommonShift(first, group);
    first.forEach((core, i) => cores[i]!.push(nearest(group, { x: core.box.left + shift.x, y: core.box.top + shift.y })));
  }
  const frames = cores.map((core) => boundingBox(core.map(({ box }) => box)));
  const members: FoundCaption[][] = frames.map(() => []);
  const reach = createCopyLocator(found, first, count);
  for (const caption of found) {
    const at = reach(caption) ?? closestFrame(frames, caption.box);
    members[at]!.push(caption);
  }
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

const inReadingOrder = (captions: readonly FoundCaption[]): FoundCaption[] =>
  [...captions].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);

const nearest = (group: readonly FoundCaption[], { x, y }: { x: number; y: number }): FoundCaption =>
  group.reduce((one, other) =>
    Math.hypot(other.box.left - x, other.box.top - y) < Math.hypot(one.box.left - x, one.box.top - y) ? other : one,
  );

/** The shift that maps most of one group onto the other. */
function findCommonShift(from: readonly FoundCaption[], to: readonly FoundCaption[]): { x: number; y: number } {
  let bestShift = { x: 0, y: 0 };
  let least = Infinity;
  for (const one of from) {
    for (const other of to) {
      const shift = { x: other.box.left - one.box.left, y: other.box.top - one.box.top };
      const miss =
        from.reduce((sum, core) => {
          const { box } = nearest(to, { x: core.box.left + shift.x, y: core.box.top + shift.y });
          return sum + Math.hypot(box.left - core.box.left - shift.x, box.top - core.box.top - shift.y);
        }, 0) +
        1e-3 * Math.hypot(shift.x, shift.y);
      if (miss < least) [least, bestShift] = [miss, shift];
    }
  }
  return bestShift;
}

/** For captions that occur once per form: the index of the form, by their common shift. */
function createCopyLocator(
  found: readonly FoundCaption[],
  first: readonly FoundCaption[],
  count: number,
): (caption: FoundCaption) => number | undefined {
  const shifts = new Map<string, { x: number; y: number }>();
  for (const id of new Set(found.map((caption) => caption.id))) {
    const group = found.filter((caption) => caption.id === id);
    if (group.length === count) shifts.set(id, findCommonShift(first, group));
  }
  return ({ id, box }) => {
    const shift = shifts.get(id);
    if (shift === undefined) return undefined;
    const gaps = first.map((core) => Math.hypot(core.box.left + shift.x - box.left, core.box.top + shift.y - box.top));
    return gaps.indexOf(Math.min(...gaps));
  };
}

function closestFrame(frames: readonly Box[], box: Box): number {
  const gaps = frames.map((frame) =>
    Math.hypot(distanceOutside(centerX(box), frame.left, frame.right), distanceOutside(centerY(box), frame.top, frame.bottom)),
  );
  return gaps.indexOf(Math.min(...gaps));
}

const distanceOutside = (at: number, low: number, high: number): number => Math.max(0, low - at, at - high);
