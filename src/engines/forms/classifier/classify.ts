/**
 * Which type a file is, or where documents of which types begin and end in it. Splitting looks for the likeliest row of
 * documents: each begins with a page that looks like a first page of its type and goes on with pages that look like later
 * ones (Viterbi 1967, over pages and types).
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { softmax } from '../../intents/training/calibration.ts';
import { CONSTANT } from '../../intents/training/fit.ts';
import type { Form } from '../form/form.ts';
import { formOf } from '../form/form.ts';
import { BLOCK_WEIGHTS } from './model.ts';
import type { Classifier } from './model.ts';
import { pagesOf } from './page-vector.ts';

export type Split = 'auto' | 'none' | 'perPage';

/** `pages` are indexes into the layout's pages. */
export interface Classified { docType: string; pages: readonly number[]; confidence: number }

/** A page that goes on where training saw no second pages of its type. */
const UNSEEN_LATER = Math.log(0.05);
const LEAST = 1e-6;

export function classify(model: Classifier, layout: DocumentLayout, split: Split = 'auto'): Classified[] {
  return classifyForm(model, formOf(layout), split);
}

export function classifyForm(model: Classifier, form: Form, split: Split): Classified[] {
  const pages = pagesOf(form).map((page) => pageScores(model, page));
  if (pages.length === 0) return [];
  const all = pages.map((_, i) => i);
  switch (split) {
    case 'none': return [asOne(model, pages, all)];
    case 'perPage': return all.map((page) => asOne(model, pages, [page]));
    case 'auto': return stretches(model, pages).map((own) => asOne(model, pages, own));
  }
}

interface PageScores {
  /** By type: probability that the page is a first, or a later page of it. */
  first: Float64Array;
  later: Float64Array;
  /** How far its words are known, 1 for as far as those of training. */
  known: number;
}

function pageScores({ docTypes, classes, columns, weights, temperature, known }: Classifier, page: ReturnType<typeof pagesOf>[number]): PageScores {
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
  return { first, later, known: Math.min(1, knownWords / known) };
}

/** All pages as one document: the type for which most speaks over all of them. */
function asOne({ docTypes }: Classifier, pages: readonly PageScores[], own: readonly number[]): Classified {
  const means = docTypes.map((_, type) => own.reduce((sum, page) => sum + Math.log(pages[page]!.first[type]! + pages[page]!.later[type]! + LEAST), 0) / own.length);
  const shares = Float64Array.from(means);
  softmax(shares, 1);
  const best = shares.indexOf(Math.max(...shares));
  const known = own.reduce((sum, page) => sum + pages[page]!.known, 0) / own.length;
  return { docType: docTypes[best]!, pages: [...own], confidence: shares[best]! * known };
}

function stretches({ docTypes, classes }: Classifier, pages: readonly PageScores[]): number[][] {
  const types = docTypes.length;
  const hasLater = new Set(classes.filter(({ isFirst }) => !isFirst).map(({ docType }) => docType));
  // States: type as first page, then type as later page.
  let best = new Float64Array(2 * types).fill(-Infinity);
  const from: Int32Array[] = [];
  pages.forEach(({ first, later }, page) => {
    const next = new Float64Array(2 * types);
    const back = new Int32Array(2 * types).fill(-1);
    const ended = best.indexOf(Math.max(...best));
    for (let type = 0; type < types; type++) {
      next[type] = Math.log(first[type]! + LEAST) + (page === 0 ? 0 : best[ended]!);
      back[type] = page === 0 ? -1 : ended;
      const going = best[type]! >= best[types + type]! ? type : types + type;
      const goesOn = hasLater.has(type) ? Math.log(later[type]! + LEAST) : Math.log(first[type]! + LEAST) + UNSEEN_LATER;
      next[types + type] = best[going]! + goesOn;
      back[types + type] = going;
    }
    from.push(back);
    best = next;
  });
  const found: number[][] = [];
  let state = best.indexOf(Math.max(...best));
  let own: number[] = [];
  for (let page = pages.length - 1; page >= 0; page--) {
    own.unshift(page);
    if (state < types) {
      found.unshift(own);
      own = [];
    }
    state = from[page]![state]!;
  }
  return found;
}
