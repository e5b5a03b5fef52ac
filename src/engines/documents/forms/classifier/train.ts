/**
 * Trains a classifier from documents of each type: one linear SVM per class over page vectors; margins become
 * probabilities by a temperature fitted on held-out pages (shared with the intent engine).
 */
import { fitTemperature } from '../../../shared/classifier/calibration.ts';
import { countColumns, fit, splitFolds } from '../../../shared/classifier/fit.ts';
import type { Rows, Settings } from '../../../shared/classifier/fit.ts';
import type { Form } from '../form/form.ts';
import { FormsError } from '../problem.ts';
import { BLOCK_WEIGHTS } from './model.ts';
import type { Classifier, PageClass } from './model.ts';
import { WordColumns, pageContents } from './page-vector.ts';
import type { PageContent } from './page-vector.ts';

export interface ClassifierOptions {
  /** Minimum number of documents per type; the interface requires 5. */
  minForms?: number;
  /** Called with the completed share of the work; may throw to stop. */
  onProgress?: (done: number) => void;
}

const MIN_TYPES = 2;
const FOLD_COUNT = 5;
/** Maximum number of pages used per document. */
const MAX_PAGES = 20;
const SETTINGS: Settings = { blocks: BLOCK_WEIGHTS, sentence: 0, cost: 4 };

/** Throws `FormsError`, and whatever `onProgress` throws. */
export function trainClassifier(
  docTypes: Readonly<Record<string, readonly Form[]>>,
  { minForms = 5, onProgress = () => undefined }: ClassifierOptions = {},
): Classifier {
  const names = Object.keys(docTypes).sort();
  if (names.length < MIN_TYPES)
    throw new FormsError('tooFewForms', 'docTypes', `expected at least ${MIN_TYPES} document types, found ${names.length}`);
  for (const name of names) {
    const count = docTypes[name]!.filter(({ tokens }) => tokens.length > 0).length;
    if (count < minForms)
      throw new FormsError('tooFewForms', `docTypes.${name}`, `expected at least ${minForms} documents with text, found ${count}`);
  }
  const classes: PageClass[] = [];
  const pages: PageContent[] = [];
  const labels: number[][] = [];
  const documents: string[] = [];
  names.forEach((name, docType) => {
    const own = docTypes[name]!.filter(({ tokens }) => tokens.length > 0).map((form) => pageContents(form).slice(0, MAX_PAGES));
    const first = classes.push({ docType, isFirst: true }) - 1;
    const later = own.some((one) => one.length > 1) ? classes.push({ docType, isFirst: false }) - 1 : first;
    own.forEach((one, document) =>
      one.forEach((page, index) => {
        pages.push(page);
        labels.push([index === 0 ? first : later]);
        documents.push(`${docType} ${document}`);
      }),
    );
  });
  const columns = WordColumns.of(pages);
  const rows: Rows = {
    vectors: pages.map((page) => columns.vector(page)),
    sentences: null,
    labels,
    classes: classes.length,
    columns: columns.count,
  };
  if (countColumns(rows, SETTINGS) !== columns.count + 1) throw new Error('The number of columns differs between the fit and the pages.');
  // Pages of one document stay in the same fold.
  const { weights, margins } = fit(rows, SETTINGS, splitFolds(documents, labels, FOLD_COUNT), onProgress);
  return {
    docTypes: names,
    classes,
    columns,
    weights,
    temperature: fitTemperature(margins, labels, classes.length).temperature,
    knownShare: heldOutKnownShare(pages, documents),
  };
}

/** The 10th percentile of the share of known words over held-out pages. */
function heldOutKnownShare(pages: readonly PageContent[], documents: readonly string[]): number {
  const order = new Map([...new Set(documents)].map((document, i) => [document, i % FOLD_COUNT]));
  const shares: number[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold++) {
    const columns = WordColumns.of(pages.filter((_, i) => order.get(documents[i]!) !== fold));
    pages.forEach((page, i) => {
      if (order.get(documents[i]!) === fold) shares.push(columns.vector(page).knownWords);
    });
  }
  shares.sort((a, b) => a - b);
  return Math.max(0.05, shares[Math.floor(shares.length / 10)] ?? 1);
}
