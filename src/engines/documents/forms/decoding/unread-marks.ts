/**
 * Selection marks that reading did not find, at the place where the template has them: a check in a box that was not
 * recognized is often read as the word "X"; a box without any word in it is empty.
 */
import { growBox } from '../../reading/model/affine.ts';
import { heightOf } from '../../layout/model/geometry.ts';
import { TokenGrid } from '../form/token-grid.ts';
import { nearestMark } from '../labels/labeled-form.ts';
import type { Tag } from '../labels/labeled-form.ts';
import type { Form } from '../form/form.ts';
import type { MatchedTemplate } from '../template/template.ts';
import type { FoundValue } from './decode.ts';

const CHECK = /^[(["'|]?[x×✓✔✗✘☑☒√][)\]"'|]?$/iu;
/** Share of the printed words around the mark that must be found. */
const MIN_TRUST = 0.7;
/** Share of the variant's forms that have the mark. */
const MIN_SEEN_SHARE = 0.9;
/** An empty box may be read as a word of one or two characters. */
const MAX_BOX_LENGTH = 2;
/** Score of a mark of which only the place is known. */
const PLACE_SCORE = 0.5;

export function findUnreadMarks(
  { form, template }: { form: Form; template?: MatchedTemplate },
  found: readonly FoundValue[],
  tags: readonly Tag[],
): FoundValue[] {
  if (template === undefined) return [];
  const { match, variant, scores } = template;
  const seen = new Set(found.map(({ tag }) => tag));
  const taken = new Set(found.flatMap(({ tokens }) => tokens));
  const grid = new TokenGrid(form);
  return variant.slots.flatMap((slot): FoundValue[] => {
    const registration = match.registrations[slot.page];
    if (tags[slot.tag]!.type !== 'selectionMark' || seen.has(slot.tag) || registration === undefined) return [];
    if ((scores.trust[slot.tag] ?? 0) < MIN_TRUST || slot.seen < MIN_SEEN_SHARE * variant.forms) return [];
    const area = registration.mapBox(slot.valueArea);
    if (nearestMark(form, grid, slot.page, area, 0.5 * heightOf(area)) !== undefined) return [];
    const inside = grid.within(slot.page, growBox(area, 0.3 * heightOf(area))).filter((token) => !taken.has(token));
    const check = inside.find((token) => CHECK.test(form.tokens[token]!.text));
    if (check === undefined && inside.some((token) => form.tokens[token]!.text.length > MAX_BOX_LENGTH)) return [];
    return [
      check === undefined
        ? { tag: slot.tag, row: 0, tokens: [], score: PLACE_SCORE, state: 'unselected' }
        : { tag: slot.tag, row: 0, tokens: [check], score: PLACE_SCORE, state: 'selected' },
    ];
  });
}
