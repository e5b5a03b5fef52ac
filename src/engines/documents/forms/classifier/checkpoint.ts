/**
 * Binary format of a classifier: "PCLS" · u32 version · types · classes · words with their idf · weights · temperature ·
 * known share · from version 2 on the training documents, if they are kept · u32 CRC-32. Input is not trusted.
 */
import type { Codec } from '../../../shared/bytes/codec.ts';
import { ascending, f64, flag, floats, list, mapped, record, since, text, varint } from '../../../shared/bytes/codec.ts';
import { InvalidModel, Reader } from '../../../shared/bytes/reader.ts';
import { Writer } from '../../../shared/bytes/writer.ts';
import type { Classifier, PageClass } from './model.ts';
import { LAYOUT_FEATURE_COUNT, WordColumns } from './page-vector.ts';
import type { PageContent } from './page-vector.ts';

/** Version 1, of 1.0.0-rc.1, is the same without training documents. */
const FORMAT = { magic: 0x534c4350, version: 2 };
const OLDEST = 1;
/** Words and adjacent pairs of all training pages, at up to six bytes each. Those of more pages are not kept. */
const MAX_TRAINING_WORDS = 4_000_000;

type Training = NonNullable<Classifier['training']>;

const page: Codec<PageContent> = {
  write: (out, { counts, layoutFeatures }) => {
    out.ascending(Uint32Array.from(counts.keys()));
    for (const count of counts.values()) out.difference(count);
    out.floats(layoutFeatures);
  },
  read: (input) => {
    const counts = new Map<number, number>();
    for (const hash of input.ascending()) counts.set(hash, input.difference());
    return { counts, layoutFeatures: input.floats() };
  },
};
const documents = record<Training>({ similarity: floats, documents: list(list(list(page))) });
const training: Codec<Training | undefined> = {
  write: (out, value) => {
    const isKept = value !== undefined && countWords(value.documents) <= MAX_TRAINING_WORDS;
    out.u32(isKept ? 1 : 0);
    if (isKept) documents.write(out, value);
  },
  read: (input) => (input.u32() === 0 ? undefined : documents.read(input)),
};
const columns = mapped(
  record({ keys: ascending, idf: floats }),
  ({ keys, idf }: WordColumns) => ({ keys, idf }),
  ({ keys, idf }) => new WordColumns(keys, idf),
);
const classifier = record<Omit<Classifier, 'training'> & { training: Training | undefined }>({
  docTypes: list(text),
  classes: list(record<PageClass>({ docType: varint, isFirst: flag })),
  columns,
  weights: floats,
  temperature: f64,
  knownShare: f64,
  training: since(2, training, undefined),
});

const countWords = (all: Training['documents']): number => all.flat(2).reduce((sum, { counts }) => sum + counts.size, 0);

export function saveClassifier(model: Classifier): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  classifier.write(out, { ...model, training: model.training });
  return out.finish();
}

/** Throws `InvalidModel`. */
export function loadClassifier(bytes: Uint8Array): Classifier {
  const input = new Reader(bytes);
  input.begin(FORMAT, 'a classifier', 'rebuild it', OLDEST);
  const { training: kept, ...model } = classifier.read(input);
  input.end();
  const { docTypes, classes, columns: words, weights, temperature, knownShare } = model;
  const fits =
    docTypes.length > 0 &&
    classes.length > 0 &&
    classes.every(({ docType }) => docType < docTypes.length) &&
    words.idf.length === words.keys.length &&
    weights.length === (words.count + 1) * classes.length &&
    (kept === undefined || isConsistent(kept, docTypes.length));
  if (!fits || !(temperature > 0) || !(knownShare > 0 && knownShare <= 1))
    throw new InvalidModel('the parts of the classifier are inconsistent');
  return { ...model, ...(kept && { training: kept }) };
}

function isConsistent({ similarity, documents }: Training, types: number): boolean {
  return (
    similarity.length === types &&
    similarity.every((value) => value > 0) &&
    documents.length === types &&
    documents
      .flat(2)
      .every(({ counts, layoutFeatures }) => layoutFeatures.length === LAYOUT_FEATURE_COUNT && !new Set(counts.values()).has(0))
  );
}
