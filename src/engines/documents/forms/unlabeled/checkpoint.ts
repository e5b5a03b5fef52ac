/** Binary format of a model of unlabeled forms: "PUFM" · u32 version · clusters · u32 CRC-32. Input is not trusted. */
import { Reader } from '../../../shared/bytes/reader.ts';
import { Writer } from '../../../shared/bytes/writer.ts';
import { InvalidFormsModel } from '../checkpoint.ts';
import type { FormKey, UnlabeledFormsModel, ValueSide } from './model.ts';

const FORMAT = { magic: 0x4d465550, version: 1 };
const SIDES: readonly ValueSide[] = ['none', 'inline', 'right', 'below'];

export function saveUnlabeledForms({ clusters }: UnlabeledFormsModel): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  out.list(clusters, ({ fingerprints, keys }) => {
    out.list(fingerprints, (print) => out.ascending(print));
    out.list([...keys], ([id, { text, side, support }]) => {
      out.text(id);
      out.text(text);
      out.u32(SIDES.indexOf(side));
      out.f64(support);
    });
  });
  return out.finish();
}

/** Whether the bytes start like such a model. */
export function isUnlabeledForms(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === FORMAT.magic;
}

/** Throws `InvalidFormsModel`. */
export function loadUnlabeledForms(bytes: Uint8Array): UnlabeledFormsModel {
  const input = new Reader(bytes, (reason) => new InvalidFormsModel(reason));
  input.begin(FORMAT, 'a model of unlabeled forms', 'train it again');
  const clusters = input.list(() => ({
    fingerprints: input.list(() => input.ascending()),
    keys: new Map(input.list((): [string, FormKey] => [input.text(), readKey(input)])),
  }));
  input.end();
  return { clusters };
}

function readKey(input: Reader): FormKey {
  const [text, side, support] = [input.text(), SIDES[input.u32()], input.f64()];
  if (side === undefined || support < 0 || support > 1) throw new InvalidFormsModel('a caption is out of range');
  return { text, side, support };
}
