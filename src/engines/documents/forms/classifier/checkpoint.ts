/**
 * Binary format of a classifier: "PCLS" · u32 version · types · classes · words with their idf · weights · temperature ·
 * known share · u32 CRC-32. Input is not trusted; other versions are rejected.
 */
import { Reader } from '../../../shared/bytes/reader.ts';
import { Writer } from '../../../shared/bytes/writer.ts';
import { InvalidFormsModel } from '../checkpoint.ts';
import type { Classifier, PageClass } from './model.ts';
import { WordColumns } from './page-vector.ts';

/** Raised whenever the layout or the features change. */
const FORMAT = { magic: 0x534c4350, version: 1 };

export function saveClassifier({ docTypes, classes, columns, weights, temperature, knownShare }: Classifier): Uint8Array {
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
  return out.finish();
}

/** Throws `InvalidFormsModel`. */
export function loadClassifier(bytes: Uint8Array): Classifier {
  const input = new Reader(bytes, (reason) => new InvalidFormsModel(reason));
  input.begin(FORMAT, 'a classifier', 'rebuild it');
  const docTypes = input.list(() => input.text());
  const classes = input.list((): PageClass => ({ docType: input.difference(), isFirst: input.difference() === 1 }));
  const columns = new WordColumns(input.ascending(), input.floats());
  const [weights, temperature, knownShare] = [input.floats(), input.f64(), input.f64()];
  input.end();
  const fits =
    docTypes.length > 0 &&
    classes.length > 0 &&
    classes.every(({ docType }) => docType < docTypes.length) &&
    columns.idf.length === columns.keys.length &&
    weights.length === (columns.count + 1) * classes.length;
  if (!fits || !(temperature > 0) || !(knownShare > 0 && knownShare <= 1))
    throw new InvalidFormsModel('the parts of the classifier are inconsistent');
  return { docTypes, classes, columns, weights, temperature, knownShare };
}
