/**
 * The signatures of a form: where they stand, by words that the tagger found, else by the captions around and the
 * template; and whether there is one, by words or by ink.
 */
import type { Field } from '../../fields/field.ts';
import type { Region } from '../../layout/model/structure.ts';
import { heightOf, union, widthOf } from '../../layout/model/geometry.ts';
import { applyToBox, inverse } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';
import type { Found } from '../decoding/decode.ts';
import type { Evidence } from '../decoding/evidence.ts';
import { Grid } from '../form/token-grid.ts';
import type { InkMap } from './ink-map.ts';
import { hasInk, inkShare, ruleIn } from './ink-map.ts';
import type { Tag } from '../form/labelled-form.ts';
import type { FormsModel } from '../model.ts';
import { isSignature } from './caption-offsets.ts';
import { LEAST, chosen, isSamePlace } from './candidates.ts';
import type { Candidate } from './candidates.ts';

export interface Place {
  page: number;
  box: Box;
  /** From 0 to 1, by how much speaks for it, and against other places. */
  sure: number;
  /** Tokens that are words of it. */
  tokens: readonly number[];
}

/** Share of the printed words around a place of the template from which on it counts, and what it then counts against captions. */
const [WELL, TEMPLATE] = [0.3, 0.2];
/** What a place counts that has the most ink of all, and one that has a rule to write on. */
const [INKED, RULED] = [3, 2];
/** Against the usual width, how wide a rule may be that the room to sign is taken for. */
const [NARROW, WIDE] = [0.4, 2.5];
/** How sure it is that something is signed: where it was looked at, and where it was not. */
const [LOOKED, UNSEEN] = [0.95, 0.6];
/** Places are right more often than what is sure of them says; on made-up families of seeds 5 to 12 this power of it came near. */
const MILDER = 0.3;

/** By tag. `looked` weighs places by what is seen of the page, where it is. */
export function signaturePlaces(evidence: Evidence, found: readonly Found[], tags: readonly Tag[], looked: (candidates: readonly Candidate[]) => readonly Candidate[] = (all) => all): Map<number, Place> {
  const { form } = evidence;
  const words = new Map(found.filter(({ tag }) => isSignature(tags[tag]!)).map((one) => [one.tag, one]));
  const candidates = withTemplate(evidence, tags).filter(({ tag }) => !words.has(tag));
  const places = new Map<number, Place>();
  const weighed = looked(candidates);
  for (const [tag, { page, box, score, trust = 0 }] of chosen(weighed)) {
    const all = weighed.reduce((sum, one) => sum + (one.tag === tag ? one.score : 0), 0);
    places.set(tag, { page, box, sure: Math.min(1, Math.max(score, trust)) * (score / all), tokens: [] });
  }
  for (const [tag, { tokens, score }] of words) places.set(tag, { page: form.tokens[tokens[0]!]!.page, box: union(tokens.map((token) => form.tokens[token]!.box)), sure: score, tokens });
  return places;
}

/** What captions say, and the template: for one of their places, or for one of its own. */
function withTemplate({ template, signatures }: Evidence, tags: readonly Tag[]): Candidate[] {
  const all = [...signatures];
  for (const { tag, page, core } of template?.variant.slots ?? []) {
    const [way, trust] = [template!.laid.ways[page], template!.scores.trust[tag] ?? 0];
    if (!isSignature(tags[tag]!) || way === undefined || trust < WELL) continue;
    const box = way.place(core);
    const same = all.findIndex((one) => one.tag === tag && one.page === page && isSamePlace(one.box, box));
    // Where no caption says anything, the template alone is enough.
    if (same < 0) all.push({ tag, page, box, score: LEAST, trust });
    else all[same] = { ...all[same]!, score: all[same]!.score + TEMPLATE * trust, trust };
  }
  return all;
}

export type FoundSignature = Extract<Field, { type: 'signature' }> & { tag: number };

/** `pages` are those of the layout that the form has; `ink` says where pages of the layout are dark. */
export function signaturesOf({ tags, accuracy }: FormsModel, evidence: Evidence, found: readonly Found[], pages: readonly number[], ink: readonly (InkMap | undefined)[] = []): FoundSignature[] {
  const { form, printed } = evidence;
  const grid = new Grid(form);
  const isSigning = new Set(found.filter(({ tag }) => isSignature(tags[tag]!)).flatMap(({ tokens }) => tokens));
  const isTaken = new Set(found.flatMap(({ tokens }) => tokens).filter((token) => !isSigning.has(token)));
  const isKnown = (token: number): boolean => printed[token] === 1 || form.tokens[token]!.state !== undefined || isTaken.has(token);
  const mapOf = (page: number): { map: InkMap; toFrame: Affine } | undefined => {
    const [map, toFrame] = [ink[pages[page]!], form.pages[page]!.toFrame];
    return map === undefined || toFrame === undefined ? undefined : { map, toFrame };
  };
  const knownIn = (page: number, box: Box, toFrame: Affine): Box[] => grid.within(page, box).filter(isKnown).map((token) => applyToBox(toFrame, form.tokens[token]!.box));
  const looked = (candidates: readonly Candidate[]): Candidate[] => {
    const seen = candidates.map((one) => {
      const of = mapOf(one.page);
      const rule = of === undefined ? undefined : ruleUnder(one, of.map, of.toFrame);
      const box = rule ?? one.box;
      const share = of === undefined ? 0 : inkShare(of.map, applyToBox(of.toFrame, box), knownIn(one.page, box, of.toFrame));
      return { ...one, box, score: one.score * (rule === undefined ? 1 : RULED), written: share * widthOf(box) * heightOf(box) };
    });
    const most = Map.groupBy(seen, ({ tag }) => tag);
    return seen.map(({ written, ...one }) => ({ ...one, score: one.score * (1 + ((INKED - 1) * written) / Math.max(1e-9, ...most.get(one.tag)!.map((other) => other.written))) }));
  };
  const places = signaturePlaces(evidence, found, tags, looked);
  return [...places].map(([tag, place]): FoundSignature => {
    const { toFrame } = form.pages[place.page]!;
    const regions: Region[] | undefined = toFrame === undefined ? undefined : [{ page: pages[place.page]!, box: applyToBox(toFrame, place.box) }];
    const of = mapOf(place.page);
    const inked = of === undefined ? undefined : hasInk(of.map, applyToBox(of.toFrame, place.box), knownIn(place.page, place.box, of.toFrame));
    const words = [...new Set([...place.tokens, ...grid.within(place.page, place.box).filter((token) => !isKnown(token))])];
    return {
      tag, type: 'signature', value: words.length > 0 || inked === true ? 'signed' : 'unsigned', items: words.map((token) => form.tokens[token]!.item).sort((a, b) => a - b),
      confidence: (accuracy[tag]! * place.sure) ** MILDER * (inked !== undefined || words.length > 0 ? LOOKED : UNSEEN), ...(regions === undefined ? {} : { regions }),
    };
  });
}

/** The room over the rule that a place has, if it has one: what is signed stands on it, whatever the width that others had. */
function ruleUnder({ box }: Candidate, map: InkMap, toFrame: Affine): Box | undefined {
  const own = applyToBox(toFrame, box);
  const rule = ruleIn(map, own);
  if (rule === undefined) return undefined;
  const share = (rule.right - rule.left) / widthOf(own);
  return share < NARROW || share > WIDE ? undefined : applyToBox(inverse(toFrame), { left: rule.left, right: rule.right, top: rule.y - heightOf(own), bottom: rule.y });
}
