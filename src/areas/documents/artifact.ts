/**
 * The file of a custom model: one part for a built model, one part per document type for a composed model, and the classifier that
 * it is composed with.
 */
import { Reader } from '../../engines/shared/bytes/reader.ts';
import { Writer } from '../../engines/shared/bytes/writer.ts';

/** Largest trained data of a model or classifier. */
export const MAX_ARTIFACT_BYTES = 64 * 2 ** 20;

export interface ModelPart {
  docType: string;
  learned: Uint8Array;
}

const SIGNATURE = 'perennial forms';
/** Format 2 has a classifier after the parts. */
const FORMATS = { plain: 1, classified: 2 };
export const MAX_PARTS = 200;

/** The bytes are not a model file, or of another format. */
export class UnknownArtifact extends Error {
  override name = 'UnknownArtifact';
}

export function writeArtifact(parts: readonly ModelPart[], classifier?: Uint8Array): Uint8Array {
  const writer = new Writer();
  writer.text(SIGNATURE);
  writer.u32(classifier ? FORMATS.classified : FORMATS.plain);
  writer.u32(parts.length);
  for (const { docType, learned } of parts) {
    writer.text(docType);
    writer.bytes(learned);
  }
  if (classifier) writer.bytes(classifier);
  return writer.finish();
}

/** Throws `UnknownArtifact`: the bytes may come from a copy, which is untrusted input. */
export function readArtifact(bytes: Uint8Array): ModelPart[] {
  return readParts(bytes).parts;
}

/** The classifier of a composed model. Throws `UnknownArtifact`. */
export function readClassifier(bytes: Uint8Array): Uint8Array | undefined {
  return readParts(bytes).classifier;
}

function readParts(bytes: Uint8Array): { parts: ModelPart[]; classifier?: Uint8Array } {
  const reader = new Reader(bytes, (details) => new UnknownArtifact(details));
  reader.check();
  const [signature, format] = [reader.text(), reader.u32()];
  if (signature !== SIGNATURE || !Object.values(FORMATS).includes(format)) {
    throw new UnknownArtifact('it is in a format that this server does not support');
  }
  const count = reader.u32();
  if (count > MAX_PARTS) throw new UnknownArtifact('it has too many parts');
  const parts = Array.from({ length: count }, (): ModelPart => ({ docType: reader.text(), learned: reader.bytes().slice() }));
  const classifier = format === FORMATS.classified ? reader.bytes().slice() : undefined;
  reader.end();
  return { parts, ...(classifier && { classifier }) };
}
