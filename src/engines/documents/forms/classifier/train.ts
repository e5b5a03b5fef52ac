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
  /** A classifier to extend: its types and their training documents come first. It must have its training documents. */
  base?: Classifier;
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
  { minForms = 5, base, onProgress = () => undefined }: ClassifierOptions = {},
): Classifier {
  const documents = trainingDocuments(docTypes, base);
  const names = [...documents.keys()].sort();
  if (names.length < MIN_TYPES)
    throw new FormsError('tooFewForms', 'docTypes', `expected at least ${MIN_TYPES} document types, found ${names.length}`);
  const classes: PageClass[] = [];
  const pages: PageContent[] = [];
  const labels: number[][] = [];
  const owners: string[] = [];
  names.forEach((name, docType) => {
    const own = documents.get(name)!;
    if (own.length < minForms)
      throw new FormsError('tooFewForms', `docTypes.${name}`, `expected at least ${minForms} documents with text, found ${own.length}`);
    const first = classes.push({ docType, isFirst: true }) - 1;
    const later = own.some((one) => one.length > 1) ? classes.push({ docType, isFirst: false }) - 1 : first;
    own.forEach((one, document) =>
      one.forEach((page, index) => {
        pages.push(page);
        labels.push([index === 0 ? first : later]);
        owners.push(`${docType} ${document}`);
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
  if (countColumns(rows) !== columns.count + 1) throw new Error('The number of columns differs between the fit and the pages.');
  // Pages of one document stay in the same fold.
  const { weights, margins } = fit(rows, SETTINGS, splitFolds(owners, labels, FOLD_COUNT), onProgress);
  return {
    docTypes: names,
    classes,
    columns,
    weights,
    temperature: fitTemperature(margins, labels, classes.length).temperature,
    knownShare: heldOutKnownShare(pages, owners),
    training: {
      documents: names.map((name) => documents.get(name)!),
      similarity: Float32Array.from(names, (name) => heldOutSimilarity(documents.get(name)!, columns)),
    },
  };
}

/** The pages of each document with text, by type. */
function trainingDocuments(
  docTypes: Readonly<Record<string, readonly Form[]>>,
  base: Classifier | undefined,
): Map<string, PageContent[][]> {
  const documents = new Map<string, PageContent[][]>();
  base?.docTypes.forEach((name, type) =>
    documents.set(
      name,
      base.training!.documents[type]!.map((pages) => [...pages]),
    ),
  );
  for (const [name, forms] of Object.entries(docTypes)) {
    const own = forms.filter(({ tokens }) => tokens.length > 0).map((form) => pageContents(form).slice(0, MAX_PAGES));
    documents.set(name, [...(documents.get(name) ?? []), ...own]);
  }
  return documents;
}

/** The 10th percentile of the similarity of a page to the nearest page of the other documents of its type. */
function heldOutSimilarity(documents: readonly (readonly PageContent[])[], columns: WordColumns): number {
  const nearest = documents.flatMap((pages, document) => {
    const others = documents.filter((_, other) => other !== document).flat();
    return pages.map((page) => Math.max(0, ...others.map((other) => columns.similarity(page, other))));
  });
  nearest.sort((a, b) => a - b);
  return Math.max(0.05, nearest[Math.floor(nearest.length / 10)] ?? 1);
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
