/**
 * Groups training forms into variants with the same printed words at the same positions. Each form is compared with the
 * first form of each variant, best OCR confidence first. Words of that reference form that most other members have are
 * the static words; all coordinates refer to it.
 */
import { labeledTokens } from '../captions/vocabulary.ts';
import { heightOf, median, overlap } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, PlacedLabel } from '../labels/labeled-form.ts';
import { register } from './registration.ts';
import type { PlacedWord, Registration } from './registration.ts';

export interface VariantPage {
  /** Words printed on the form. */
  words: readonly PlacedWord[];
  /** Other words that a training form has without a label: printed on some copies or editions only. */
  occasional: readonly PlacedWord[];
  /** Height of a line of text. */
  line: number;
}

/** A training form, aligned with its variant. */
export interface VariantMember {
  labeled: LabeledForm;
  /** Alignment of its pages with the reference; undefined for the reference itself and for pages that could not be aligned. */
  registrations: readonly (Registration | undefined)[];
}

export interface VariantForms {
  pages: readonly VariantPage[];
  members: readonly VariantMember[];
}

/** Share of words at the same positions from which two forms belong to one variant. */
const MIN_SHARED_WORDS = 0.5;
/** Share of the common labels that two forms of a variant have at the same places; maximum gap of two values, in page heights. */
const MIN_LABEL_AGREEMENT = 0.6;
const MAX_LABEL_GAP = 0.1;
/** Maximum number of variants; further forms are left to the tagger. */
const MAX_VARIANTS = 40;
/** Share of the other forms that must have a word at its position for it to count as printed. */
const MIN_STATIC_SHARE = 0.4;

/** Maximum number of words of a page that only some forms have. */
const MAX_OCCASIONAL_WORDS = 3000;

export function pageWords(form: Form, page: number, excluded?: ReadonlySet<number>): PlacedWord[] {
  const words: PlacedWord[] = [];
  form.tokens.forEach((token, i) => {
    if (token.page === page && token.state === undefined && excluded?.has(i) !== true) words.push(token);
  });
  return words;
}

export const lineHeight = (words: readonly { box: Box }[]): number => {
  const found = median(words.map(({ box }) => heightOf(box)));
  return found > 0 ? found : 0.012;
};

interface VariantCluster {
  words: PlacedWord[][];
  members: { member: VariantMember; pages: PlacedWord[][] }[];
}

export function findVariants(forms: readonly LabeledForm[]): VariantForms[] {
  const clusters: VariantCluster[] = [];
  for (const labeled of sortByConfidence(forms)) {
    const labels = labeledTokens(labeled);
    const pages = labeled.form.pages.map((_, page) => pageWords(labeled.form, page, labels));
    let best: { draft: VariantCluster; share: number; registrations: (Registration | undefined)[] } | undefined;
    for (const cluster of clusters) {
      if (cluster.words.length < pages.length) continue;
      const registrations = pages.map((words, page) => register(words, cluster.words[page]!));
      const share = sharedWordRatio(registrations, pages, cluster.words);
      if (share < MIN_SHARED_WORDS || share <= (best?.share ?? 0)) continue;
      if (labelAgreement(labeled, registrations, cluster.members[0]!.member.labeled) >= MIN_LABEL_AGREEMENT)
        best = { draft: cluster, share, registrations };
    }
    if (best !== undefined) best.draft.members.push({ member: { labeled, registrations: best.registrations }, pages });
    else if (clusters.length < MAX_VARIANTS)
      clusters.push({ words: pages, members: [{ member: { labeled, registrations: pages.map(() => undefined) }, pages }] });
  }
  return clusters.map((cluster) => ({
    pages: cluster.words.map((words, page) => staticPage(cluster, words, page)),
    members: cluster.members.map(({ member }) => member),
  }));
}

/** Forms with the most pages first: others may have the first pages only. */
function sortByConfidence(forms: readonly LabeledForm[]): LabeledForm[] {
  const confidence = ({ form }: LabeledForm): number =>
    form.tokens.reduce((sum, token) => sum + token.confidence, 0) / Math.max(1, form.tokens.length);
  return forms
    .map((labeled, i) => ({ labeled, i, confidence: confidence(labeled) }))
    .sort((a, b) => b.labeled.form.pages.length - a.labeled.form.pages.length || b.confidence - a.confidence || a.i - b.i)
    .map(({ labeled }) => labeled);
}

function sharedWordRatio(
  registrations: readonly (Registration | undefined)[],
  ours: readonly PlacedWord[][],
  theirs: readonly PlacedWord[][],
): number {
  let [same, all] = [0, 0];
  registrations.forEach((registration, page) => {
    same += registration?.matches.length ?? 0;
    all += Math.min(ours[page]!.length, theirs[page]!.length);
  });
  return same / Math.max(1, all);
}

/**
 * Share of the labels of both forms that are at the same place. Forms may share a long text but not the places of their
 * fields. Without labels of the same fields, they agree.
 */
function labelAgreement(own: LabeledForm, registrations: readonly (Registration | undefined)[], other: LabeledForm): number {
  const placeOf = ({ form }: LabeledForm, { tokens, boxes }: PlacedLabel): { page: number; box: Box } | undefined =>
    tokens.length > 0 ? form.tokens[tokens[0]!]! : boxes[0];
  const places = new Map(other.labels.map((label) => [`${label.tag} ${label.row}`, placeOf(other, label)]));
  let [same, all] = [0, 0];
  for (const label of own.labels) {
    const [from, to] = [placeOf(own, label), places.get(`${label.tag} ${label.row}`)];
    if (from === undefined || to === undefined || label.row > 0) continue;
    all++;
    const registration = registrations[from.page];
    if (registration === undefined || from.page !== to.page) continue;
    const box = registration.mapBox(from.box);
    const apart = Math.max(0, box.left - to.box.right, to.box.left - box.right);
    if (apart < MAX_LABEL_GAP && overlap(box.top, box.bottom, to.box.top, to.box.bottom) > 0) same++;
  }
  return all === 0 ? 1 : same / all;
}

function staticPage({ members }: VariantCluster, words: readonly PlacedWord[], page: number): VariantPage {
  const others = members.slice(1).flatMap(({ member }) => member.registrations[page] ?? []);
  const seen = new Uint32Array(words.length);
  for (const registration of others) for (const { to } of registration.matches) seen[to]!++;
  const kept = words.filter((_, i) => others.length === 0 || seen[i]! >= MIN_STATIC_SHARE * others.length);
  return { words: kept.map(({ text, box }) => ({ text, box })), occasional: occasionalWords(members, kept, page), line: lineHeight(words) };
}

/** Unlabeled words of all members that are not static, at their places on the reference page. */
function occasionalWords(members: VariantCluster['members'], kept: readonly PlacedWord[], page: number): PlacedWord[] {
  const known = new Set(kept);
  const place = ({ left, top }: Box): string => `${Math.round(left * 50)} ${Math.round(top * 50)}`;
  const found = new Map<string, PlacedWord>();
  for (const { member, pages } of members) {
    const registration = member.registrations[page];
    const matched = new Set(registration?.matches.map(({ from }) => from));
    pages[page]?.forEach((word, i) => {
      if (matched.has(i) || known.has(word) || found.size >= MAX_OCCASIONAL_WORDS) return;
      const box = registration === undefined ? word.box : registration.mapBox(word.box);
      found.set(`${word.text} ${place(box)}`, { text: word.text, box });
    });
  }
  return [...found.values()];
}
