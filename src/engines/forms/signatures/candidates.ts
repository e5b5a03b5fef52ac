/**
 * Where the signatures of a form stand, by the captions around: each caption that training saw beside a signature says
 * where the region should be, and the place for which most speaks is taken, one for each signature.
 */
import { heightOf, overlap, shareInside, widthOf } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { captionKey } from '../captions/caption-side.ts';
import type { Side } from '../captions/caption-side.ts';
import { Grid, grown } from '../form/token-grid.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import { captionBox, captionWordsOf, isSignature, learnBearings, medianBox, originOf, regionOf, seenForms } from './caption-offsets.ts';
import type { Bearing, SeenForm } from './caption-offsets.ts';
import type { FormTagger } from '../tagger/tagger.ts';

export interface Signatures {
  bearings: readonly Bearing[];
  /** By tag: how much speaks for the places that were labelled, usually; 0 where none was. */
  usual: readonly number[];
  /** Share of signatures that have their caption on the side where the values of the form have theirs. */
  agree: number;
}

export interface Candidate {
  tag: number;
  page: number;
  box: Box;
  /** How much speaks for it, against what usually does: 1 and more for as much. */
  score: number;
  /** Where the template has it too: share of the printed words around that stand where they should. */
  trust?: number;
}

/** How fast a caption that stands further off counts for less, in page heights. */
const FADES = 0.05;
/** What is learned of forms of another arrangement counts. */
const OTHER_SIDE = 0.3;
/** What a side of a caption counts on which no form had its signature: the one where the form's other values stand, and any. */
const [FOLLOWS, ANYWHERE] = [0.7, 0.1];
/** Share of the words by which a reworded caption is known, and what it then counts. */
const [REWORDED, COUNTS] = [0.5, 0.7];
/** Votes for one tag that are weighed against each other. */
const MOST_VOTES = 80;
/** A place is none below this share of what usually speaks for one. */
export const LEAST = 0.2;
/** Nothing speaks so little for a place that was labelled. */
const SCANT = 1e-6;
/** A caption that stands in more places tells of none. */
const MOST_SAME = 50;
const KEPT = 4;
const NEAR = 0.01;

const SIDES: readonly Side[] = [0, 1, 2, 3];

interface Vote { page: number; box: Box; weight: number }

export function learnSignatures(forms: readonly LabelledForm[], tagger: FormTagger, tags: readonly Tag[]): Signatures {
  if (!tags.some(isSignature)) return { bearings: [], usual: tags.map(() => 0), agree: 0 };
  const seen = seenForms(forms, tagger.vocabulary, tagger.belonging);
  const bearings = learnBearings(forms, seen, tags);
  const own = bearings.filter(({ share }) => share > REWORDED);
  const agreeing = own.filter(({ side, formSide }) => side === formSide).reduce((sum, one) => sum + one.seen, 0);
  const plain: Signatures = { bearings, usual: tags.map(() => 1), agree: agreeing / Math.max(1, own.reduce((sum, one) => sum + one.seen, 0)) };
  const scores = tags.map((): number[] => []);
  forms.forEach(({ labels }, i) => {
    const candidates = candidatesOf(seen[i]!, plain);
    for (const label of labels) {
      const region = isSignature(tags[label.tag]!) ? regionOf(label) : undefined;
      if (region !== undefined) scores[label.tag]!.push(candidates.find((one) => one.tag === label.tag && one.page === region.page && isSamePlace(one.box, region.box))?.score ?? 0);
    }
  });
  return { ...plain, usual: scores.map((list) => (list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length)) };
}

/** The middle of each lies in the other. */
export function isSamePlace(one: Box, other: Box): boolean {
  const holds = (outer: Box, { left, top, right, bottom }: Box): boolean => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
  };
  return holds(one, other) && holds(other, one);
}

/** The places for which most speaks, a few for each tag, best first. */
export function candidatesOf(seen: SeenForm, { bearings, usual, agree }: Signatures): Candidate[] {
  if (bearings.length === 0) return [];
  const captions = new Captions(seen);
  const grid = new Grid(seen.form);
  return [...Map.groupBy(bearings, ({ tag }) => tag)].flatMap(([tag, own]) => {
    if (usual[tag] === 0) return [];
    const size = medianBox(own.map(({ region }) => ({ left: 0, top: 0, right: widthOf(region), bottom: heightOf(region) })));
    const votes = own.flatMap((bearing) => votesOf(bearing, captions, seen.side, own, size, agree)).sort((a, b) => b.weight - a.weight || a.page - b.page || a.box.top - b.box.top || a.box.left - b.box.left).slice(0, MOST_VOTES);
    const onPage = (page: number, box: Box): number => shareInside(box, { left: 0, top: 0, right: seen.form.pages[page]!.aspect, bottom: 1 });
    const scored = votes.map(({ page, box }): Candidate => ({ tag, page, box, score: onPage(page, box) * (1 - textShare(seen, grid, page, box)) * votes.reduce((sum, other) => sum + (other.page === page ? other.weight * likeness(box, other.box) : 0), 0) / Math.max(SCANT, usual[tag]!) }));
    return apart(scored.sort((a, b) => b.score - a.score)).filter(({ score }) => score > 0).map((one) => ({ ...one, box: freed(seen, grid, one.page, one.box) }));
  });
}

/** One place for each tag, and no two tags at one place. */
export function chosen(candidates: readonly Candidate[]): Map<number, Candidate> {
  const taken = new Map<number, Candidate>();
  for (const one of candidates.filter(({ score }) => score >= LEAST).sort((a, b) => b.score - a.score || a.tag - b.tag)) {
    if (!taken.has(one.tag) && ![...taken.values()].some(({ page, box }) => page === one.page && isSamePlace(box, one.box))) taken.set(one.tag, one);
  }
  return taken;
}

/** Where a bearing says that the region is: by each caption of the form that is its own, or that has enough of its words. */
function votesOf(bearing: Bearing, captions: Captions, formSide: Side, all: readonly Bearing[], size: Box, agree: number): Vote[] {
  const { share, often, away, region, side, seen } = bearing;
  const ofCaption = all.filter(({ caption }) => caption === bearing.caption);
  const base = ((share * share * Math.exp(-away / FADES)) / often) * (seen / ofCaption.reduce((count, one) => count + one.seen, 0));
  const isUnknown = !ofCaption.some((one) => one.formSide === formSide);
  const others = share > REWORDED ? SIDES.filter((other) => !ofCaption.some((one) => one.side === other)) : [];
  return captions.like(bearing).flatMap(({ page, box, match }) => {
    const at = (on: Side, from: Box, weight: number): Vote => {
      const { x, y } = originOf(box, on);
      return { page, box: { left: x + from.left, right: x + from.right, top: y + from.top, bottom: y + from.bottom }, weight: base * match * weight };
    };
    return [at(side, region, bearing.formSide === formSide ? 1 : OTHER_SIDE), ...others.map((other) => at(other, besideAt(other, size), isUnknown && other === formSide ? agree * FOLLOWS : ANYWHERE))];
  });
}

/** A region of a usual size on a side of its caption. */
function besideAt(side: Side, { right: width, bottom: height }: Box): Box {
  switch (side) {
    case 0: return { left: NEAR, right: NEAR + width, top: -0.7 * height, bottom: 0.3 * height };
    case 1: return { left: 0, right: width, top: 0, bottom: height };
    case 2: return { left: 0, right: width, top: -height, bottom: 0 };
    case 3: return { left: -NEAR - width, right: -NEAR, top: -0.7 * height, bottom: 0.3 * height };
  }
}

/** Captions of a form by what they say. */
class Captions {
  readonly #all: readonly { page: number; box: Box; key: number; words: readonly number[] }[];
  readonly #byKey: ReadonlyMap<number, readonly number[]>;
  readonly #byWord = new Map<number, number[]>();

  constructor({ form, context }: SeenForm) {
    this.#all = context.captions.map(({ page }, i) => ({ page, box: captionBox(form, context, i), key: captionKey(form, context, i), words: captionWordsOf(form, context, i) }));
    this.#byKey = Map.groupBy(this.#all.keys(), (i) => this.#all[i]!.key);
    this.#all.forEach(({ words }, i) => {
      for (const word of words) {
        const list = this.#byWord.get(word);
        if (list === undefined) this.#byWord.set(word, [i]);
        else list.push(i);
      }
    });
  }

  like({ caption, words, share }: Bearing): { page: number; box: Box; match: number }[] {
    const same = this.#byKey.get(caption);
    if (same !== undefined) return same.slice(0, MOST_SAME).map((i) => ({ ...this.#all[i]!, match: 1 }));
    if (share <= REWORDED) return [];
    const common = new Map<number, number>();
    for (const word of words) for (const i of this.#byWord.get(word) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    return [...common].map(([i, count]) => ({ ...this.#all[i]!, match: COUNTS * (count / Math.max(words.length, this.#all[i]!.words.length)) })).filter(({ match }) => match >= COUNTS * REWORDED).slice(0, MOST_SAME);
  }
}

/** Of two boxes, how much each lies in the other. */
const likeness = (one: Box, other: Box): number => Math.min(shareInside(one, other), shareInside(other, one));

/** Share of a box that printed words cover: nobody signs over text. */
function textShare({ form, printed }: SeenForm, grid: Grid, page: number, box: Box): number {
  const covered = grid.within(page, grown(box, 0.002)).reduce((sum, token) => sum + (printed[token] === 1 ? areaOf(form.tokens[token]!.box) : 0), 0);
  return Math.min(1, covered / Math.max(1e-9, areaOf(box)));
}

/** A box without the printed words at its edges: each takes away the side of it that costs least. */
function freed({ form, printed }: SeenForm, grid: Grid, page: number, box: Box): Box {
  let free = box;
  for (const token of grid.within(page, grown(box, NEAR))) {
    const { left, top, right, bottom } = form.tokens[token]!.box;
    if (printed[token] === 0 || overlap(left, right, free.left, free.right) <= 0 || overlap(top, bottom, free.top, free.bottom) <= 0) continue;
    const cuts: Box[] = [{ ...free, left: right }, { ...free, right: left }, { ...free, top: bottom }, { ...free, bottom: top }];
    free = cuts.reduce((best, one) => (areaOf(one) > areaOf(best) ? one : best));
  }
  return free;
}

const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));

function apart(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates) if (kept.length < KEPT && !kept.some(({ page, box }) => page === one.page && isSamePlace(box, one.box))) kept.push(one);
  return kept;
}
