/**
 * Classifies a file as a whole, page by page, or splits it into documents. Splitting finds the most likely sequence of
 * documents: each starts with a page that looks like a first page of its type and continues with pages that look like
 * later ones (Viterbi over pages and types).
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { softmax } from '../../../shared/classifier/calibration.ts';
import { CONSTANT } from '../../../shared/classifier/fit.ts';
import type { Form } from '../form/form.ts';
import { formFromLayout } from '../form/form.ts';
import { BLOCK_WEIGHTS } from './model.ts';
import type { Classifier } from './model.ts';
import { pageContents } from './page-vector.ts';
import type { PageContent } from './page-vector.ts';

export type Split = 'auto' | 'none' | 'perPage';

/** `pages` are indexes into the layout's pages. */
export interface ClassifiedDocument {
  docType: string;
  pages: readonly number[];
  confidence: number;
}

/** Log probability of a later page when training saw only one-page documents of that type. */
const UNSEEN_LATER = Math.log(0.05);
const EPSILON = 1e-6;

/**
 * Documents with a lower confidence are of none of the types. On real documents that were not used to choose it, see
 * `npm run bench -- fields --only none`.
 */
export const NONE_THRESHOLD = 0.6;

export function classify(model: Classifier, layout: DocumentLayout, split: Split = 'auto'): ClassifiedDocument[] {
  return classifyForm(model, formFromLayout(layout), split);
}

export function classifyForm(model: Classifier, form: Form, split: Split): ClassifiedDocument[] {
  const pages = pageContents(form).map((page) => ({ ...pageScores(model, page), page }));
  if (pages.length === 0) return [];
  const all = pages.map((_, i) => i);
  switch (split) {
    case 'none':
      return [classifyPages(model, pages, all)];
    case 'perPage':
      return all.map((page) => classifyPages(model, pages, [page]));
    case 'auto':
      return runsOfKnown(model, pages).flatMap(({ isKnown, run }) =>
        (isKnown ? splitDocuments(model, pages, run) : [run]).map((own) => classifyPages(model, pages, own)),
      );
  }
}

/** Adjacent pages that fit one of the types, and adjacent pages that fit none. */
function runsOfKnown(model: Classifier, pages: readonly PageScores[]): { isKnown: boolean; run: number[] }[] {
  const runs: { isKnown: boolean; run: number[] }[] = [];
  pages.forEach((_, page) => {
    const isKnown = model.training === undefined || classifyPages(model, pages, [page]).confidence >= NONE_THRESHOLD;
    const last = runs.at(-1);
    if (last?.isKnown === isKnown) last.run.push(page);
    else runs.push({ isKnown, run: [page] });
  });
  return runs;
}

interface PageScores {
  page: PageContent;
  /** By type: probability that the page is a first or a later page of it. */
  first: Float64Array;
  later: Float64Array;
  /** Share of known words, relative to the training pages; at most 1. */
  knownShare: number;
}

function pageScores(
  { docTypes, classes, columns, weights, temperature, knownShare }: Classifier,
  page: PageContent,
): Omit<PageScores, 'page'> {
  const { columns: at, values, blocks, knownWords } = columns.vector(page);
  const margins = new Float64Array(classes.length);
  for (let c = 0; c < classes.length; c++) margins[c] = CONSTANT * weights[columns.count * classes.length + c]!;
  for (let i = 0; i < at.length; i++) {
    const value = values[i]! * BLOCK_WEIGHTS[i < blocks[0]! ? 0 : 1]!;
    for (let c = 0; c < classes.length; c++) margins[c]! += value * weights[at[i]! * classes.length + c]!;
  }
  softmax(margins, temperature);
  const [first, later] = [new Float64Array(docTypes.length), new Float64Array(docTypes.length)];
  classes.forEach(({ docType, isFirst }, c) => {
    (isFirst ? first : later)[docType]! += margins[c]!;
  });
  return { first, later, knownShare: Math.min(1, knownWords / knownShare) };
}

/** Classifies the pages as one document. */
function classifyPages(model: Classifier, pages: readonly PageScores[], own: readonly number[]): ClassifiedDocument {
  const { docTypes } = model;
  const means = docTypes.map(
    (_, type) => own.reduce((sum, page) => sum + Math.log(pages[page]!.first[type]! + pages[page]!.later[type]! + EPSILON), 0) / own.length,
  );
  const shares = Float64Array.from(means);
  softmax(shares, 1);
  const best = shares.indexOf(Math.max(...shares));
  const fit = own.reduce((sum, page) => sum + fitOfPage(model, pages[page]!, best), 0) / own.length;
  return { docType: docTypes[best]!, pages: [...own], confidence: shares[best]! * fit };
}

/** 1 for a page that is as similar to the training pages of the type as they are to each other. */
function fitOfPage({ columns, training }: Classifier, { page, knownShare }: PageScores, type: number): number {
  if (!training) return knownShare;
  let nearest = 0;
  for (const other of training.documents[type]!.flat()) nearest = Math.max(nearest, columns.similarity(page, other));
  return Math.min(1, nearest / training.similarity[type]!) ** 2;
}

/** Splits adjacent pages. */
function splitDocuments({ docTypes, classes }: Classifier, pages: readonly PageScores[], run: readonly number[]): number[][] {
  const types = docTypes.length;
  const hasLater = new Set(classes.filter(({ isFirst }) => !isFirst).map(({ docType }) => docType));
  // States: first page of each type, then later page of each type.
  let best = new Float64Array(2 * types).fill(-Infinity);
  const from: Int32Array[] = [];
  run.forEach((page, position) => {
    const { first, later } = pages[page]!;
    const next = new Float64Array(2 * types);
    const back = new Int32Array(2 * types).fill(-1);
    const bestPrevious = best.indexOf(Math.max(...best));
    for (let type = 0; type < types; type++) {
      next[type] = Math.log(first[type]! + EPSILON) + (position === 0 ? 0 : best[bestPrevious]!);
      back[type] = position === 0 ? -1 : bestPrevious;
      const previous = best[type]! >= best[types + type]! ? type : types + type;
      const continuationRates = hasLater.has(type) ? Math.log(later[type]! + EPSILON) : Math.log(first[type]! + EPSILON) + UNSEEN_LATER;
      next[types + type] = best[previous]! + continuationRates;
      back[types + type] = previous;
    }
    from.push(back);
    best = next;
  });
  const found: number[][] = [];
  let state = best.indexOf(Math.max(...best));
  let own: number[] = [];
  for (let position = run.length - 1; position >= 0; position--) {
    own.unshift(run[position]!);
    if (state < types) {
      found.unshift(own);
      own = [];
    }
    state = from[position]![state]!;
  }
  return found;
}
