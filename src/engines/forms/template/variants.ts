/**
 * Variants of a form: training forms whose printed words stand at the same places. Forms are compared with the first
 * form of each variant so far, the best read ones first; words of that form that most others of the variant have at
 * their place are its static words, and everything is told in its measure.
 */
import { heightOf, median } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm } from '../form/labelled-form.ts';
import { register } from './registration.ts';
import type { Placed, Registration } from './registration.ts';

export interface VariantPage {
  /** Words that are printed on the form. */
  words: readonly Placed[];
  /** Height of a line of text. */
  line: number;
}

/** A training form in the measure of its variant. */
export interface Member {
  labelled: LabelledForm;
  /** How its pages lie on those of the reference; undefined for the reference itself and for pages that could not be laid. */
  ways: readonly (Registration | undefined)[];
}

export interface VariantDraft { pages: readonly VariantPage[]; members: readonly Member[] }

/** Share of words at the same places from which two forms are of one variant. */
const SAME = 0.5;
/** Variants of one model; forms that fit none of so many are left to the tagger. */
const MOST_VARIANTS = 40;
/** Share of the other forms that must have a word at its place for it to count as printed. */
const STATIC = 0.4;

export function wordsOfPage(form: Form, page: number, but?: ReadonlySet<number>): Placed[] {
  const words: Placed[] = [];
  form.tokens.forEach((token, i) => {
    if (token.page === page && token.state === undefined && but?.has(i) !== true) words.push(token);
  });
  return words;
}

export const lineHeight = (words: readonly { box: Box }[]): number => {
  const found = median(words.map(({ box }) => heightOf(box)));
  return found > 0 ? found : 0.012;
};

const labelledTokens = ({ labels }: LabelledForm): Set<number> => new Set(labels.flatMap(({ tokens }) => tokens));

interface Draft { words: Placed[][]; members: { member: Member; pages: Placed[][] }[] }

export function findVariants(forms: readonly LabelledForm[]): VariantDraft[] {
  const drafts: Draft[] = [];
  for (const labelled of bestReadFirst(forms)) {
    const labels = labelledTokens(labelled);
    const pages = labelled.form.pages.map((_, page) => wordsOfPage(labelled.form, page, labels));
    let best: { draft: Draft; share: number; ways: (Registration | undefined)[] } | undefined;
    for (const draft of drafts) {
      if (draft.words.length !== pages.length) continue;
      const ways = pages.map((words, page) => register(words, draft.words[page]!));
      const share = shareOf(ways, pages, draft.words);
      if (share >= SAME && share > (best?.share ?? 0)) best = { draft, share, ways };
    }
    if (best !== undefined) best.draft.members.push({ member: { labelled, ways: best.ways }, pages });
    else if (drafts.length < MOST_VARIANTS) drafts.push({ words: pages, members: [{ member: { labelled, ways: pages.map(() => undefined) }, pages }] });
  }
  return drafts.map((draft) => ({ pages: draft.words.map((words, page) => staticPage(draft, words, page)), members: draft.members.map(({ member }) => member) }));
}

function bestReadFirst(forms: readonly LabelledForm[]): LabelledForm[] {
  const confidence = ({ form }: LabelledForm): number => form.tokens.reduce((sum, token) => sum + token.confidence, 0) / Math.max(1, form.tokens.length);
  return forms.map((labelled, i) => ({ labelled, i, confidence: confidence(labelled) })).sort((a, b) => b.confidence - a.confidence || a.i - b.i).map(({ labelled }) => labelled);
}

function shareOf(ways: readonly (Registration | undefined)[], ours: readonly Placed[][], theirs: readonly Placed[][]): number {
  let [same, all] = [0, 0];
  ways.forEach((way, page) => {
    same += way?.matches.length ?? 0;
    all += Math.min(ours[page]!.length, theirs[page]!.length);
  });
  return same / Math.max(1, all);
}

function staticPage({ members }: Draft, words: readonly Placed[], page: number): VariantPage {
  const others = members.slice(1).flatMap(({ member }) => member.ways[page] ?? []);
  const seen = new Uint32Array(words.length);
  for (const way of others) for (const { to } of way.matches) seen[to]!++;
  const kept = words.filter((_, i) => others.length === 0 || seen[i]! >= STATIC * others.length);
  return { words: kept.map(({ text, box }) => ({ text, box })), line: lineHeight(words) };
}
