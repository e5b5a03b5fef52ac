/**
 * Binary format of a classifier: "PCLS" · u32 version · types · classes · words with their idf · weights · temperature ·
 * known share · from version 2 on the training documents, if they are kept · u32 CRC-32. Input is not trusted.
 */
import { Reader } from '../../../shared/bytes/reader.ts';
import { Writer } from '../../../shared/bytes/writer.ts';
import { InvalidFormsModel } from '../checkpoint.ts';
import type { Classifier, PageClass } from './model.ts';
import { LAYOUT_FEATURE_COUNT, WordColumns } from './page-vector.ts';
import type { PageContent } from './page-vector.ts';

const FORMAT = { magic: 0x534c4350, version: 2 };
/** Version 1, of 1.0.0-rc.1, is the same without training documents. */
const OLDEST = 1;
/** Words and adjacent pairs of all training pages, at up to six bytes each. Those of more pages are not kept. */
const MAX_TRAINING_WORDS = 4_000_000;

export function saveClassifier({ docTypes, classes, columns, weights, temperature, knownShare, training }: Classifier): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  out.list(docTypes, (name) => out.text(name));
  out.list(classes, ({ docType, isFirst }) => {
    out.difference(docType);
    out.difference(isFirst ? 1 : 0);
  });
  out.ascending(columns.keys);
  out.floats(columns.idf);
  out.floats(weights);
  out.f64(temperature);
  out.f64(knownShare);
  const isKept = training !== undefined && countWords(training.documents) <= MAX_TRAINING_WORDS;
  out.u32(isKept ? 1 : 0);
  if (isKept) {
    out.floats(training.similarity);
    out.list(training.documents, (documents) => out.list(documents, (pages) => out.list(pages, (page) => writePage(out, page))));
  }
  return out.finish();
}

function countWords(documents: NonNullable<Classifier['training']>['documents']): number {
  return documents.flat(2).reduce((sum, { counts }) => sum + counts.size, 0);
}

function writePage(out: Writer, { counts, layoutFeatures }: PageContent): void {
  out.ascending(Uint32Array.from(counts.keys()));
  for (const count of counts.values()) out.difference(count);
  out.floats(layoutFeatures);
}

function readPage(input: Reader): PageContent {
  const hashes = input.ascending();
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, input.difference());
  return { counts, layoutFeatures: input.floats() };
}

function readTraining(input: Reader): NonNullable<Classifier['training']> | undefined {
  if (input.u32() === 0) return undefined;
  return { similarity: input.floats(), documents: input.list(() => input.list(() => input.list(() => readPage(input)))) };
}

/** Throws `InvalidFormsModel`. */
export function loadClassifier(bytes: Uint8Array): Classifier {
  const input = new Reader(bytes, (reason) => new InvalidFormsModel(reason));
  const version = input.begin(FORMAT, 'a classifier', 'rebuild it', OLDEST);
  const docTypes = input.list(() => input.text());
  const classes = input.list((): PageClass => ({ docType: input.difference(), isFirst: input.difference() === 1 }));
  const columns = new WordColumns(input.ascending(), input.floats());
  const [weights, temperature, knownShare] = [input.floats(), input.f64(), input.f64()];
  const training = version === OLDEST ? undefined : readTraining(input);
  input.end();
  const fits =
    docTypes.length > 0 &&
    classes.length > 0 &&
    classes.every(({ docType }) => docType < docTypes.length) &&
    columns.idf.length === columns.keys.length &&
    weights.length === (columns.count + 1) * classes.length &&
    (training === undefined || isConsistent(training, docTypes.length));
  if (!fits || !(temperature > 0) || !(knownShare > 0 && knownShare <= 1))
    throw new InvalidFormsModel('the parts of the classifier are inconsistent');
  return { docTypes, classes, columns, weights, temperature, knownShare, ...(training && { training }) };
}

function isConsistent({ similarity, documents }: NonNullable<Classifier['training']>, types: number): boolean {
  return (
    similarity.length === types &&
    similarity.every((value) => value > 0) &&
    documents.length === types &&
    documents
      .flat(2)
      .every(({ counts, layoutFeatures }) => layoutFeatures.length === LAYOUT_FEATURE_COUNT && !new Set(counts.values()).has(0))
  );
}
