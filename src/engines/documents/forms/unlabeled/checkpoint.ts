/** Binary format of a model of unlabeled forms: "PUFM" · u32 version · clusters · u32 CRC-32. Input is not trusted. */
import { ascending, checked, f64, list, map, mapped, record, text, u32, within } from '../../../shared/bytes/codec.ts';
import { Reader } from '../../../shared/bytes/reader.ts';
import { Writer } from '../../../shared/bytes/writer.ts';
import type { FormKey, PageCluster, UnlabeledFormsModel, ValueSide } from './model.ts';

const FORMAT = { magic: 0x4d465550, version: 1 };
const SIDES: readonly ValueSide[] = ['none', 'inline', 'right', 'below'];

const side = mapped(
  checked(u32, (value) => value < SIDES.length, 'a caption is out of range'),
  (value: ValueSide) => SIDES.indexOf(value),
  (value) => SIDES[value]!,
);
const key = record<FormKey>({ text, side, support: within(f64, 0, 1) });
const clusters = list(record<PageCluster>({ fingerprints: list(ascending), keys: map(text, key) }));

export function saveUnlabeledForms(model: UnlabeledFormsModel): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  clusters.write(out, [...model.clusters]);
  return out.finish();
}

/** Whether the bytes start like such a model. */
export function isUnlabeledForms(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === FORMAT.magic;
}

/** Throws `InvalidModel`. */
export function loadUnlabeledForms(bytes: Uint8Array): UnlabeledFormsModel {
  const input = new Reader(bytes);
  input.begin(FORMAT, 'a model of unlabeled forms', 'train it again');
  const model = { clusters: clusters.read(input) };
  input.end();
  return model;
}
