/**
 * Locates the signatures of a form by words that the tagger found, or by captions and template, and decides by words or
 * ink whether they are signed.
 */
import type { Field } from '../../fields/field.ts';
import type { Region } from '../../layout/model/structure.ts';
import { heightOf, union, widthOf } from '../../layout/model/geometry.ts';
import { applyToBox, inverse } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';
import type { FoundValue } from '../decoding/decode.ts';
import type { Evidence } from '../evidence.ts';
import { TokenGrid } from '../form/token-grid.ts';
import type { InkMap } from './ink-map.ts';
import { hasInk, inkShare, findRule } from './ink-map.ts';
import type { Tag } from '../labels/labeled-form.ts';
import type { FormsModel } from '../model.ts';
import { isSignature } from './caption-offsets.ts';
import { MIN_CANDIDATE_SCORE, chooseCandidates, isSameRegion } from './candidates.ts';
import type { SignatureCandidate } from './candidates.ts';

export interface SignaturePlacement {
  page: number;
  box: Box;
  /** From 0 to 1: its score, also relative to other candidates. */
  certainty: number;
  /** Tokens that belong to the signature. */
  tokens: readonly number[];
}

/** Minimum share of printed words found around a template region, and the template's weight relative to captions. */
const [MIN_TRUST, TEMPLATE_WEIGHT] = [0.3, 0.2];
/** The same share where no caption confirms the region. */
const MIN_TRUST_ALONE = 0.8;
/** Factors for the region with the most ink, and for regions with a rule to sign on. */
const [INK_WEIGHT, RULE_WEIGHT] = [3, 2];
/** Limits of the rule's width relative to the region. */
const [MIN_RULE_WIDTH, MAX_RULE_WIDTH] = [0.4, 2.5];
/** Certainty of signed or unsigned with and without a page image. */
const [WITH_IMAGE, WITHOUT_IMAGE] = [0.95, 0.6];
/** Regions are correct more often than their certainty suggests; this exponent was calibrated on generated families (seeds 5 to 12). */
const CONFIDENCE_EXPONENT = 0.3;

/** By tag. `rescore` adjusts candidates by what is visible on the page. */
export function locateSignatures(
  evidence: Evidence,
  found: readonly FoundValue[],
  tags: readonly Tag[],
  rescore: (candidates: readonly SignatureCandidate[]) => readonly SignatureCandidate[] = (all) => all,
): Map<number, SignaturePlacement> {
  const { form } = evidence;
  const words = new Map(found.filter(({ tag }) => isSignature(tags[tag]!)).map((one) => [one.tag, one]));
  const candidates = addTemplateCandidates(evidence, tags).filter(({ tag }) => !words.has(tag));
  const placements = new Map<number, SignaturePlacement>();
  const rescored = rescore(candidates);
  for (const [tag, { page, box, score, trust = 0 }] of chooseCandidates(rescored)) {
    const all = rescored.reduce((sum, one) => sum + (one.tag === tag ? one.score : 0), 0);
    placements.set(tag, { page, box, certainty: Math.min(1, Math.max(score, trust)) * (score / all), tokens: [] });
  }
  for (const [tag, { tokens, score }] of words)
    placements.set(tag, {
      page: form.tokens[tokens[0]!]!.page,
      box: union(tokens.map((token) => form.tokens[token]!.box)),
      certainty: score,
      tokens,
    });
  return placements;
}

/** Adds the template's regions to the candidates from captions. */
function addTemplateCandidates({ template, signatures }: Evidence, tags: readonly Tag[]): SignatureCandidate[] {
  const all = [...signatures];
  for (const { tag, page, valueArea } of template?.variant.slots ?? []) {
    const [registration, trust] = [template!.match.registrations[page], template!.scores.trust[tag] ?? 0];
    if (!isSignature(tags[tag]!) || registration === undefined || trust < MIN_TRUST) continue;
    const box = registration.mapBox(valueArea);
    const same = all.findIndex((one) => one.tag === tag && one.page === page && isSameRegion(one.box, box));
    if (same < 0) {
      if (trust >= MIN_TRUST_ALONE) all.push({ tag, page, box, score: MIN_CANDIDATE_SCORE, trust });
    } else all[same] = { ...all[same]!, score: all[same]!.score + TEMPLATE_WEIGHT * trust, trust };
  }
  return all;
}

export type FoundSignature = Extract<Field, { type: 'signature' }> & { tag: number };

/** `pages` are the layout pages of the form; `ink` is by layout page. */
export function extractSignatures(
  { tags, accuracy }: FormsModel,
  evidence: Evidence,
  found: readonly FoundValue[],
  pages: readonly number[],
  ink: readonly (InkMap | undefined)[] = [],
): FoundSignature[] {
  const { form, printed } = evidence;
  const grid = new TokenGrid(form);
  const isSigning = new Set(found.filter(({ tag }) => isSignature(tags[tag]!)).flatMap(({ tokens }) => tokens));
  const isTaken = new Set(found.flatMap(({ tokens }) => tokens).filter((token) => !isSigning.has(token)));
  const isKnown = (token: number): boolean => printed[token] === 1 || form.tokens[token]!.state !== undefined || isTaken.has(token);
  const inkMapOf = (page: number): { map: InkMap; toFrame: Affine } | undefined => {
    const [map, toFrame] = [ink[pages[page]!], form.pages[page]!.toFrame];
    return map === undefined || toFrame === undefined ? undefined : { map, toFrame };
  };
  const knownBoxesIn = (page: number, box: Box, toFrame: Affine): Box[] =>
    grid
      .within(page, box)
      .filter(isKnown)
      .map((token) => applyToBox(toFrame, form.tokens[token]!.box));
  const rescore = (candidates: readonly SignatureCandidate[]): SignatureCandidate[] => {
    const seen = candidates.map((one) => {
      const page = inkMapOf(one.page);
      const rule = page === undefined ? undefined : snapToRule(one, page.map, page.toFrame);
      const box = rule ?? one.box;
      const share = page === undefined ? 0 : inkShare(page.map, applyToBox(page.toFrame, box), knownBoxesIn(one.page, box, page.toFrame));
      return { ...one, box, score: one.score * (rule === undefined ? 1 : RULE_WEIGHT), written: share * widthOf(box) * heightOf(box) };
    });
    const byTag = Map.groupBy(seen, ({ tag }) => tag);
    return seen.map(({ written, ...one }) => ({
      ...one,
      score: one.score * (1 + ((INK_WEIGHT - 1) * written) / Math.max(1e-9, ...byTag.get(one.tag)!.map((other) => other.written))),
    }));
  };
  const placements = locateSignatures(evidence, found, tags, rescore);
  return [...placements].map(([tag, placement]): FoundSignature => {
    const { toFrame } = form.pages[placement.page]!;
    const regions: Region[] | undefined =
      toFrame === undefined ? undefined : [{ page: pages[placement.page]!, box: applyToBox(toFrame, placement.box) }];
    const page = inkMapOf(placement.page);
    const inked =
      page === undefined
        ? undefined
        : hasInk(page.map, applyToBox(page.toFrame, placement.box), knownBoxesIn(placement.page, placement.box, page.toFrame));
    const words = [...new Set([...placement.tokens, ...grid.within(placement.page, placement.box).filter((token) => !isKnown(token))])];
    return {
      tag,
      type: 'signature',
      value: words.length > 0 || inked === true ? 'signed' : 'unsigned',
      items: words.map((token) => form.tokens[token]!.item).sort((a, b) => a - b),
      confidence:
        (accuracy[tag]! * placement.certainty) ** CONFIDENCE_EXPONENT *
        (inked !== undefined || words.length > 0 ? WITH_IMAGE : WITHOUT_IMAGE),
      ...(regions === undefined ? {} : { regions }),
    };
  });
}

/** The area above the rule in a region, if there is one: a signature is on the rule, whatever width other forms had. */
function snapToRule({ box }: SignatureCandidate, map: InkMap, toFrame: Affine): Box | undefined {
  const own = applyToBox(toFrame, box);
  const rule = findRule(map, own);
  if (rule === undefined) return undefined;
  const share = (rule.right - rule.left) / widthOf(own);
  return share < MIN_RULE_WIDTH || share > MAX_RULE_WIDTH
    ? undefined
    : applyToBox(inverse(toFrame), { left: rule.left, right: rule.right, top: rule.y - heightOf(own), bottom: rule.y });
}
