/**
 * Finds signature regions by the captions around them: each caption seen near a signature in training votes for a region,
 * and the region with the most votes wins.
 */
import { append } from '../../../shared/collections.ts';
import { growBox } from '../../reading/model/affine.ts';
import { heightOf, overlap, shareInside, widthOf } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { captionHash } from '../captions/caption-side.ts';
import type { Side } from '../captions/caption-side.ts';
import { TokenGrid } from '../form/token-grid.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import {
  captionBox,
  captionWordHashes,
  isSignature,
  learnCaptionOffsets,
  medianBox,
  anchorPoint,
  labelRegion,
  prepareForms,
} from './caption-offsets.ts';
import type { CaptionOffset, PreparedForm } from './caption-offsets.ts';
import type { FormTagger } from '../tagger/tagger.ts';

export interface SignatureModel {
  captionOffsets: readonly CaptionOffset[];
  /** By tag: mean score of the labeled regions; 0 if there are none. */
  typicalScores: readonly number[];
  /** Share of signatures whose caption is on the form's caption side. */
  sideAgreement: number;
}

export interface SignatureCandidate {
  tag: number;
  page: number;
  box: Box;
  /** Score relative to the typical score of a labeled region. */
  score: number;
  /** If the template has the region too: share of the printed words around it that were found. */
  trust?: number;
}

/** Distance, in page heights, at which the weight of a caption falls by a factor of e. */
const DISTANCE_DECAY = 0.05;
/** Weight of offsets learned on forms with another caption side. */
const OTHER_SIDE_WEIGHT = 0.3;
/** Weight of a caption side that was never labeled: on the form's caption side, and on any other side. */
const [SAME_SIDE_WEIGHT, ANY_SIDE_WEIGHT] = [0.7, 0.1];
/** Share of words by which a reworded caption is recognized, and its weight then. */
const [MIN_SHARED_WORDS, REWORDED_WEIGHT] = [0.5, 0.7];
/** Maximum number of votes per tag. */
const MAX_VOTES = 80;
/** Minimum score of a region. */
export const MIN_CANDIDATE_SCORE = 0.2;
/** Avoids division by zero for regions without votes. */
const EPSILON = 1e-6;
/** A caption that occurs more often does not locate anything. */
const MAX_SAME_CAPTIONS = 50;
const MAX_CANDIDATES = 4;
const MARGIN = 0.01;

const SIDES: readonly Side[] = [0, 1, 2, 3];

interface Vote {
  page: number;
  box: Box;
  weight: number;
}

export function learnSignatures(forms: readonly LabeledForm[], tagger: FormTagger, tags: readonly Tag[]): SignatureModel {
  if (!tags.some(isSignature)) return { captionOffsets: [], typicalScores: tags.map(() => 0), sideAgreement: 0 };
  const seen = prepareForms(forms, tagger.vocabulary, tagger.captionFields);
  const captionOffsets = learnCaptionOffsets(forms, seen, tags);
  const own = captionOffsets.filter(({ share }) => share > MIN_SHARED_WORDS);
  const agreeing = own.filter(({ side, formSide }) => side === formSide).reduce((sum, one) => sum + one.seen, 0);
  const plain: SignatureModel = {
    captionOffsets,
    typicalScores: tags.map(() => 1),
    sideAgreement:
      agreeing /
      Math.max(
        1,
        own.reduce((sum, one) => sum + one.seen, 0),
      ),
  };
  const scores = tags.map((): number[] => []);
  forms.forEach(({ labels }, i) => {
    const candidates = findCandidates(seen[i]!, plain);
    for (const label of labels) {
      const region = isSignature(tags[label.tag]!) ? labelRegion(label) : undefined;
      if (region !== undefined)
        scores[label.tag]!.push(
          candidates.find((one) => one.tag === label.tag && one.page === region.page && isSameRegion(one.box, region.box))?.score ?? 0,
        );
    }
  });
  return { ...plain, typicalScores: scores.map((list) => (list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length)) };
}

/** Whether each box contains the center of the other. */
export function isSameRegion(one: Box, other: Box): boolean {
  const holds = (outer: Box, { left, top, right, bottom }: Box): boolean => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
  };
  return holds(one, other) && holds(other, one);
}

/** The best regions of each tag, best first. */
export function findCandidates(seen: PreparedForm, { captionOffsets, typicalScores, sideAgreement }: SignatureModel): SignatureCandidate[] {
  if (captionOffsets.length === 0) return [];
  const captions = new CaptionIndex(seen);
  const grid = new TokenGrid(seen.form);
  return [...Map.groupBy(captionOffsets, ({ tag }) => tag)].flatMap(([tag, own]) => {
    if (typicalScores[tag] === 0) return [];
    const size = medianBox(own.map(({ region }) => ({ left: 0, top: 0, right: widthOf(region), bottom: heightOf(region) })));
    const votes = own
      .flatMap((offset) => castVotes(offset, captions, seen.side, own, size, sideAgreement))
      .sort((a, b) => b.weight - a.weight || a.page - b.page || a.box.top - b.box.top || a.box.left - b.box.left)
      .slice(0, MAX_VOTES);
    const onPage = (page: number, box: Box): number =>
      shareInside(box, { left: 0, top: 0, right: seen.form.pages[page]!.aspect, bottom: 1 });
    const scored = votes.map(({ page, box }): SignatureCandidate => ({
      tag,
      page,
      box,
      score:
        (onPage(page, box) *
          (1 - textShare(seen, grid, page, box)) *
          votes.reduce((sum, other) => sum + (other.page === page ? other.weight * mutualOverlap(box, other.box) : 0), 0)) /
        Math.max(EPSILON, typicalScores[tag]!),
    }));
    return removeOverlapping(scored.sort((a, b) => b.score - a.score))
      .filter(({ score }) => score > 0)
      .map((one) => ({ ...one, box: trimToFreeArea(seen, grid, one.page, one.box) }));
  });
}

/** Chooses one region per tag, and no region twice. */
export function chooseCandidates(candidates: readonly SignatureCandidate[]): Map<number, SignatureCandidate> {
  const taken = new Map<number, SignatureCandidate>();
  for (const one of candidates.filter(({ score }) => score >= MIN_CANDIDATE_SCORE).sort((a, b) => b.score - a.score || a.tag - b.tag)) {
    if (!taken.has(one.tag) && ![...taken.values()].some(({ page, box }) => page === one.page && isSameRegion(box, one.box)))
      taken.set(one.tag, one);
  }
  return taken;
}

/** Votes of one caption offset: from each matching caption of the form, also a reworded one. */
function castVotes(
  offset: CaptionOffset,
  captions: CaptionIndex,
  formSide: Side,
  all: readonly CaptionOffset[],
  size: Box,
  sideAgreement: number,
): Vote[] {
  const { share, occurrences, distance, region, side, seen } = offset;
  const ofCaption = all.filter(({ caption }) => caption === offset.caption);
  const base =
    ((share * share * Math.exp(-distance / DISTANCE_DECAY)) / occurrences) * (seen / ofCaption.reduce((count, one) => count + one.seen, 0));
  const isUnknown = !ofCaption.some((one) => one.formSide === formSide);
  const others = share > MIN_SHARED_WORDS ? SIDES.filter((other) => !ofCaption.some((one) => one.side === other)) : [];
  return captions.findSimilar(offset).flatMap(({ page, box, match }) => {
    const at = (on: Side, from: Box, weight: number): Vote => {
      const { x, y } = anchorPoint(box, on);
      return {
        page,
        box: { left: x + from.left, right: x + from.right, top: y + from.top, bottom: y + from.bottom },
        weight: base * match * weight,
      };
    };
    return [
      at(side, region, offset.formSide === formSide ? 1 : OTHER_SIDE_WEIGHT),
      ...others.map((other) =>
        at(other, defaultRegion(other, size), isUnknown && other === formSide ? sideAgreement * SAME_SIDE_WEIGHT : ANY_SIDE_WEIGHT),
      ),
    ];
  });
}

/** A region of typical size on the given side of a caption. */
function defaultRegion(side: Side, { right: width, bottom: height }: Box): Box {
  switch (side) {
    case 0:
      return { left: MARGIN, right: MARGIN + width, top: -0.7 * height, bottom: 0.3 * height };
    case 1:
      return { left: 0, right: width, top: 0, bottom: height };
    case 2:
      return { left: 0, right: width, top: -height, bottom: 0 };
    case 3:
      return { left: -MARGIN - width, right: -MARGIN, top: -0.7 * height, bottom: 0.3 * height };
  }
}

/** Captions of a form by hash and by word. */
class CaptionIndex {
  readonly #all: readonly { page: number; box: Box; key: number; words: readonly number[] }[];
  readonly #byKey: ReadonlyMap<number, readonly number[]>;
  readonly #byWord = new Map<number, number[]>();

  constructor({ form, context }: PreparedForm) {
    this.#all = context.captions.map(({ page }, i) => ({
      page,
      box: captionBox(form, context, i),
      key: captionHash(form, context, i),
      words: captionWordHashes(form, context, i),
    }));
    this.#byKey = Map.groupBy(this.#all.keys(), (i) => this.#all[i]!.key);
    this.#all.forEach(({ words }, i) => {
      for (const word of words) append(this.#byWord, word, i);
    });
  }

  findSimilar({ caption, words, share }: CaptionOffset): { page: number; box: Box; match: number }[] {
    const same = this.#byKey.get(caption);
    if (same !== undefined) return same.slice(0, MAX_SAME_CAPTIONS).map((i) => ({ ...this.#all[i]!, match: 1 }));
    if (share <= MIN_SHARED_WORDS) return [];
    const common = new Map<number, number>();
    for (const word of words) for (const i of this.#byWord.get(word) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    return [...common]
      .map(([i, count]) => ({ ...this.#all[i]!, match: REWORDED_WEIGHT * (count / Math.max(words.length, this.#all[i]!.words.length)) }))
      .filter(({ match }) => match >= REWORDED_WEIGHT * MIN_SHARED_WORDS)
      .slice(0, MAX_SAME_CAPTIONS);
  }
}

/** Overlap of two boxes relative to the larger one. */
const mutualOverlap = (one: Box, other: Box): number => Math.min(shareInside(one, other), shareInside(other, one));

/** Share of a box that is covered by printed words; nobody signs over text. */
function textShare({ form, printed }: PreparedForm, grid: TokenGrid, page: number, box: Box): number {
  const covered = grid
    .within(page, growBox(box, 0.002))
    .reduce((sum, token) => sum + (printed[token] === 1 ? areaOf(form.tokens[token]!.box) : 0), 0);
  return Math.min(1, covered / Math.max(1e-9, areaOf(box)));
}

/** Shrinks a box so that it does not overlap printed words, keeping as much area as possible. */
function trimToFreeArea({ form, printed }: PreparedForm, grid: TokenGrid, page: number, box: Box): Box {
  let free = box;
  for (const token of grid.within(page, growBox(box, MARGIN))) {
    const { left, top, right, bottom } = form.tokens[token]!.box;
    if (printed[token] === 0 || overlap(left, right, free.left, free.right) <= 0 || overlap(top, bottom, free.top, free.bottom) <= 0)
      continue;
    const cuts: Box[] = [
      { ...free, left: right },
      { ...free, right: left },
      { ...free, top: bottom },
      { ...free, bottom: top },
    ];
    free = cuts.reduce((best, one) => (areaOf(one) > areaOf(best) ? one : best));
  }
  return free;
}

const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));

function removeOverlapping(candidates: readonly SignatureCandidate[]): SignatureCandidate[] {
  const kept: SignatureCandidate[] = [];
  for (const one of candidates)
    if (kept.length < MAX_CANDIDATES && !kept.some(({ page, box }) => page === one.page && isSameRegion(box, one.box))) kept.push(one);
  return kept;
}
