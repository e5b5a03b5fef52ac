/**
 * A classifier from documents of each type: one linear machine a class over page vectors, with margins turned into
 * probabilities by a temperature that pages left out of the fit give (the machines of the intent engine).
 */
import { fitTemperature } from '../../intents/training/calibration.ts';
import { countColumns, fit, splitFolds } from '../../intents/training/fit.ts';
import type { Rows, Settings } from '../../intents/training/fit.ts';
import type { Form } from '../form/form.ts';
import { FormsProblem } from '../problem.ts';
import { BLOCK_WEIGHTS } from './model.ts';
import type { Classifier, PageClass } from './model.ts';
import { WordColumns, pagesOf } from './page-vector.ts';
import type { PageWords } from './page-vector.ts';

export interface ClassifierOptions {
  /** Documents that each type must have; 5 as the interface says. */
  leastForms?: number;
  /** Called with the share of the work that is done; may throw to stop. */
  step?: (done: number) => void;
}

const LEAST_TYPES = 2;
const FOLDS = 5;
/** Pages of one document that are learned from. */
const MOST_PAGES = 20;
const SETTINGS: Settings = { blocks: BLOCK_WEIGHTS, sentence: 0, cost: 4 };

/** Throws `FormsProblem`, and what `step` throws. */
export function trainClassifier(docTypes: Readonly<Record<string, readonly Form[]>>, { leastForms = 5, step = () => undefined }: ClassifierOptions = {}): Classifier {
  const names = Object.keys(docTypes).sort();
  if (names.length < LEAST_TYPES) throw new FormsProblem('tooFewForms', 'docTypes', `${names.length} types are named, and ${LEAST_TYPES} are needed`);
  for (const name of names) {
    const count = docTypes[name]!.filter(({ tokens }) => tokens.length > 0).length;
    if (count < leastForms) throw new FormsProblem('tooFewForms', `docTypes.${name}`, `${count} documents have words, and ${leastForms} are needed`);
  }
  const classes: PageClass[] = [];
  const pages: PageWords[] = [];
  const labels: number[][] = [];
  const documents: string[] = [];
  names.forEach((name, docType) => {
    const own = docTypes[name]!.filter(({ tokens }) => tokens.length > 0).map((form) => pagesOf(form).slice(0, MOST_PAGES));
    const first = classes.push({ docType, isFirst: true }) - 1;
    const later = own.some((one) => one.length > 1) ? classes.push({ docType, isFirst: false }) - 1 : first;
    own.forEach((one, document) => one.forEach((page, index) => {
      pages.push(page);
      labels.push([index === 0 ? first : later]);
      documents.push(`${docType} ${document}`);
    }));
  });
  const columns = WordColumns.of(pages);
  const rows: Rows = { vectors: pages.map((page) => columns.vector(page)), sentences: null, labels, classes: classes.length, columns: columns.count };
  if (countColumns(rows, SETTINGS) !== columns.count + 1) throw new Error('The fit has other columns than the pages.');
  // Pages of one document are left out together.
  const { weights, margins } = fit(rows, SETTINGS, splitFolds(documents, labels, FOLDS), step);
  return { docTypes: names, classes, columns, weights, temperature: fitTemperature(margins, labels, classes.length).temperature, known: knownWhenLeftOut(pages, documents) };
}

/** The share of known words that a tenth of all pages fall below, when each fifth of them is left out. */
function knownWhenLeftOut(pages: readonly PageWords[], documents: readonly string[]): number {
  const order = new Map([...new Set(documents)].map((document, i) => [document, i % FOLDS]));
  const shares: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const columns = WordColumns.of(pages.filter((_, i) => order.get(documents[i]!) !== fold));
    pages.forEach((page, i) => {
      if (order.get(documents[i]!) === fold) shares.push(columns.vector(page).knownWords);
    });
  }
  shares.sort((a, b) => a - b);
  return Math.max(0.05, shares[Math.floor(shares.length / 10)] ?? 1);
}
