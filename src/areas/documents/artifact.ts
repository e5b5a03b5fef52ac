/** The file of a custom model: one part for a built model, one part per document type for a composed model. */
import { Reader } from '../../engines/shared/bytes/reader.ts';
import { Writer } from '../../engines/shared/bytes/writer.ts';

/** Largest trained data of a model or classifier. */
export const MAX_ARTIFACT_BYTES = 64 * 2 ** 20;

export interface ModelPart {
  docType: string;
  learned: Uint8Array;
}

const SIGNATURE = 'perennial forms';
const FORMAT = 1;
export const MAX_PARTS = 200;

/** The bytes are not a model file, or of another format. */
export class UnknownArtifact extends Error {
  override name = 'UnknownArtifact';
}

export function writeArtifact(parts: readonly ModelPart[]): Uint8Array {
  const writer = new Writer();
  writer.text(SIGNATURE);
  writer.u32(FORMAT);
  writer.u32(parts.length);
  for (const { docType, learned } of parts) {
    writer.text(docType);
    writer.bytes(learned);
  }
  return writer.finish();
}

/** Throws `UnknownArtifact`: the bytes may come from a copy, which is untrusted input. */
export function readArtifact(bytes: Uint8Array): ModelPart[] {
  const reader = new Reader(bytes, (details) => new UnknownArtifact(details));
  reader.check();
  if (reader.text() !== SIGNATURE || reader.u32() !== FORMAT) {
    throw new UnknownArtifact('it is in a format that this server does not support');
  }
  const count = reader.u32();
  if (count > MAX_PARTS) throw new UnknownArtifact('it has too many parts');
  const parts = Array.from({ length: count }, (): ModelPart => ({ docType: reader.text(), learned: reader.bytes().slice() }));
  reader.end();
  return parts;
}
