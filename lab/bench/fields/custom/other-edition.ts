/**
 * A filled form as another edition of the form would have it: blocks of rows moved down or up, the right column moved,
 * other fonts, and some printed words replaced.
 */
import { hashString } from '../../../../src/engines/documents/forms/captions/vocabulary.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import type { DocumentLayout, Item } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { Sample } from './read-samples.ts';

/** Page heights by which rows of that part of the page move. */
const MOVES: readonly { from: number; by: number }[] = [
  { from: 0, by: 0 },
  { from: 0.2, by: 0.018 },
  { from: 0.31, by: 0.03 },
  { from: 0.44, by: 0.045 },
  { from: 0.6, by: 0.055 },
];
/** Share of the page's width from which on words move to the right. */
const RIGHT_COLUMN = 0.55;
const RIGHT_BY = 0.03;
const REPLACED_SHARE = 0.15;

export function asOtherEdition({ name, layout, labeled }: Sample): Sample {
  const labelTokens = new Set(labeled.labels.flatMap(({ tokens }) => tokens));
  const values = new Set([...labelTokens].map((token) => labeled.form.tokens[token]!.item));
  const items = layout.items.map((item, i) => moveItem(item, values.has(i), layout));
  const moved: DocumentLayout = { ...layout, items };
  const form = formFromLayout(moved);
  const labels = labeled.labels.map((label) => ({
    ...label,
    ...(label.tokens.length > 0 && {
      boxes: label.tokens.map((token) => ({ page: form.tokens[token]!.page, box: form.tokens[token]!.box })),
    }),
  }));
  return { name: `${name} of another edition`, layout: moved, labeled: { ...labeled, form, labels } };
}

function moveItem(item: Item, isValue: boolean, { pages }: DocumentLayout): Item {
  const page = pages[item.page]!.geometry;
  if (item.box === undefined || page === undefined) return item;
  const { left, top, right, bottom } = item.box;
  const down = page.height * MOVES.findLast(({ from }) => top >= from * page.height)!.by;
  const across = left > RIGHT_COLUMN * page.width ? RIGHT_BY * page.height : 0;
  const box = { left: left + across, right: right + across, top: top + down, bottom: bottom + down };
  if (item.kind !== 'word') return { ...item, box };
  const isReplaced = !isValue && item.text.length > 3 && (hashString(item.text) >>> 0) % 100 < 100 * REPLACED_SHARE;
  return { ...item, box, text: isReplaced ? [...item.text].reverse().join('') : item.text };
}
