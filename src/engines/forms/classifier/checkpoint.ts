/**
 * A classifier as bytes: "PCLS" · u32 version · types · classes · words with their idf · weights · temperature · known ·
 * u32 CRC-32. Nothing read is trusted; bytes of another version are refused.
 */
import { Reader } from '../../bytes/reader.ts';
import { Writer } from '../../bytes/writer.ts';
import { FormsModelProblem } from '../checkpoint.ts';
import type { Classifier, PageClass } from './model.ts';
import { WordColumns } from './page-vector.ts';

/** The version is raised whenever the layout or the features change. */
const KIND = { magic: 0x534c4350, version: 1 };

export function saveClassifier({ docTypes, classes, columns, weights, temperature, known }: Classifier): Uint8Array {
  const out = new Writer();
  out.begin(KIND);
  out.list(docTypes, (name) => out.text(name));
  out.list(classes, ({ docType, isFirst }) => {
    out.difference(docType);
    out.difference(isFirst ? 1 : 0);
  });
  out.ascending(columns.keys);
  out.floats(columns.idf);
  out.floats(weights);
  out.f64(temperature);
  out.f64(known);
  return out.finish();
}

/** Throws `FormsModelProblem`. */
export function loadClassifier(bytes: Uint8Array): Classifier {
  const input = new Reader(bytes, (reason) => new FormsModelProblem(reason));
  input.begin(KIND, 'a classifier', 'build it again');
  const docTypes = input.list(() => input.text());
  const classes = input.list((): PageClass => ({ docType: input.difference(), isFirst: input.difference() === 1 }));
  const columns = new WordColumns(input.ascending(), input.floats());
  const [weights, temperature, known] = [input.floats(), input.f64(), input.f64()];
  input.end();
  const fits = docTypes.length > 0 && classes.length > 0 && classes.every(({ docType }) => docType < docTypes.length) && columns.idf.length === columns.keys.length && weights.length === (columns.count + 1) * classes.length;
  if (!fits || !(temperature > 0) || !(known > 0 && known <= 1)) throw new FormsModelProblem('the parts of the classifier do not fit each other');
  return { docTypes, classes, columns, weights, temperature, known };
}
