/**
 * Finds the forms of one kind on a page: first the areas that drawn rules enclose, then captions inside them. Captions in instructions
 * above or below a form are outside its rules and do not count. Without rules, all captions of the page are taken.
 */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from '../captions/captions.ts';
import { splitCopies } from '../captions/form-copies.ts';
import type { PageText } from '../captions/page-text.ts';
import { boundingBox, centerX, centerY } from '../captions/page-text.ts';
import type { Form, FormBox } from './form.ts';
import type { Grid } from './form-grid.ts';
import { joinGrids } from './form-grid.ts';

export interface LocatedForm {
  captions: readonly FoundCaption[];
  /** Where captions are. */
  frame: Box;
  /** Where values, heading and footer are. */
  limits: Box;
  grid?: Grid;
}

/** Minimum number of different captions of a form. */
const MIN_CAPTIONS = 4;
/** More forms than fit on a page. */
const MAX_FORMS = 8;
/** Heights of text above and below the rules that belong to the form: CORRECTED, the title, the copy. */
const HEAD = 3;
const FOOT = 7;
/** Parts of a grid that is interrupted are at most this far apart, in heights of text. */
const MAX_GAP = 5;

type Kinds = ReadonlyMap<string, FormBox>;

export function locateForms(page: PageText, all: readonly FoundCaption[], grids: readonly Grid[], form: Form, kinds: Kinds): LocatedForm[] {
  const found = bestOfEach(all);
  const ruled = formGrids(page, found, grids, form, kinds).flatMap((grid) => {
    const inside = found.filter((caption) => isIn(caption.box, extend(grid.area, page.height, HEAD, FOOT)));
    return splitCopies(inside, form.anchors).map((copy) => ({ ...copy, grid }));
  });
  const copies: (Pick<LocatedForm, 'frame' | 'grid'> & { captions: readonly FoundCaption[] })[] =
    ruled.filter(({ captions }) => isForm(captions, form, kinds)).length > 0
      ? ruled
      : splitCopies(outsideSentences(page, found), form.anchors);
  const forms = copies.filter(({ captions }) => isForm(captions, form, kinds));
  return forms.map((copy) => {
    const others = copies.filter((other) => other !== copy);
    const area = others.some(({ grid }) => grid === copy.grid) ? undefined : copy.grid?.area;
    return {
      ...copy,
      limits: findLimits(
        copy.frame,
        others.map(({ frame }) => frame),
        page,
        area,
      ),
    };
  });
}

/** The best captions of each kind, as many as there can be forms. */
const bestOfEach = (found: readonly FoundCaption[]): FoundCaption[] =>
  [...Map.groupBy(found, ({ id }) => id).values()].flatMap((own) => own.sort((a, b) => b.score - a.score).slice(0, MAX_FORMS));

const isForm = (captions: readonly FoundCaption[], { anchors, identifying }: Form, kinds: Kinds): boolean => {
  const ids = new Set(captions.map(({ id }) => id).filter((id) => kinds.get(id)!.kind !== 'wall'));
  return ids.size >= MIN_CAPTIONS && anchors.some((id) => ids.has(id)) && captions.some(({ id }) => identifying.includes(id));
};

/** Grids with captions of the form; parts of one form are joined. */
function formGrids(page: PageText, found: readonly FoundCaption[], grids: readonly Grid[], form: Form, kinds: Kinds): Grid[] {
  const parts = grids
    .map((grid) => ({
      grid,
      ids: found.filter(({ id, box }) => kinds.get(id)!.kind !== 'wall' && isIn(box, grid.area)).map(({ id }) => id),
    }))
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => a.grid.area.top - b.grid.area.top);
  const joined: { grids: Grid[]; area: Box; ids: Set<string> }[] = [];
  for (const { grid, ids } of parts) {
    const part = joined.find(
      ({ area, ids: own }) =>
        gapBetween(area, grid.area) < MAX_GAP * page.height && ids.filter((id) => own.has(id)).length <= ids.length / 4,
    );
    if (part === undefined) joined.push({ grids: [grid], area: grid.area, ids: new Set(ids) });
    else {
      part.grids.push(grid);
      part.area = boundingBox([part.area, grid.area]);
      for (const id of ids) part.ids.add(id);
    }
  }
  return joined
    .filter(({ ids }) => ids.size >= MIN_CAPTIONS && form.anchors.some((id) => ids.has(id)))
    .map(({ grids: own }) => (own.length === 1 ? own[0]! : joinGrids(own)));
}

const gapBetween = (one: Box, other: Box): number =>
  Math.max(one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom);

const isIn = (box: Box, area: Box): boolean => {
  const [x, y] = [centerX(box), centerY(box)];
  return x > area.left && x < area.right && y > area.top && y < area.bottom;
};

const extend = ({ left, right, top, bottom }: Box, height: number, above: number, below: number): Box => ({
  left: left - 2 * height,
  right: right + 2 * height,
  top: top - above * height,
  bottom: bottom + below * height,
});

/** Captions that are not part of a sentence: instructions name the boxes of a form too. */
const outsideSentences = (page: PageText, found: readonly FoundCaption[]): FoundCaption[] =>
  found.filter((caption) => !isInSentence(page, caption));

/** A word of lower-case letters directly before the caption. */
function isInSentence(page: PageText, { words }: FoundCaption): boolean {
  const first = words[0]!;
  const line = page.lines[first.line]!.words;
  const before = line[line.indexOf(first) - 1];
  return before !== undefined && /^\p{Ll}{2,}[,;]?$/u.test(before.text) && first.box.left - before.box.right < 0.8 * page.height;
}

/** A form ends where its neighbor starts. */
function findLimits(frame: Box, others: readonly Box[], page: PageText, ruled: Box | undefined): Box {
  const beside = (other: Box): boolean => other.top < frame.bottom && other.bottom > frame.top;
  const under = (other: Box): boolean => other.left < frame.right && other.right > frame.left;
  const area = ruled === undefined ? undefined : extend(ruled, page.height, HEAD, FOOT);
  return {
    left: area?.left ?? frame.left - page.height,
    top: Math.max(
      area?.top ?? -Infinity,
      ...others.filter((other) => under(other) && other.bottom <= centerY(frame)).map(({ bottom }) => bottom),
    ),
    right: Math.min(
      area?.right ?? Math.max(page.width, frame.right) + 1,
      ...others.filter((other) => beside(other) && other.left > frame.left + 5 * page.height).map(({ left }) => left - 0.5 * page.height),
    ),
    bottom: Math.min(
      area?.bottom ?? frame.bottom + 8 * page.height,
      ...others.filter((other) => under(other) && other.top >= centerY(frame)).map(({ top }) => top),
    ),
  };
}
