/** What custom models have learned, as one file: of a built model one part, of a composed one a part for each document type. */
import { Reader } from '../../../engines/bytes/reader.ts';
import { Writer } from '../../../engines/bytes/writer.ts';

export interface ModelPart { docType: string; learned: Uint8Array }

const MARK = 'perennial forms';
const FORMAT = 1;
export const MAX_PARTS = 200;

/** The bytes are none of ours, or of another format. */
export class UnknownArtifact extends Error {
  override name = 'UnknownArtefact';
}

export function writeArtifact(parts: readonly ModelPart[]): Uint8Array {
  const writer = new Writer();
  writer.text(MARK);
  writer.u32(FORMAT);
  writer.u32(parts.length);
  for (const { docType, learned } of parts) {
    writer.text(docType);
    writer.bytes(learned);
  }
  return writer.finish();
}

/** Throws `UnknownArtefact`: a copy may have brought anything. */
export function readArtifact(bytes: Uint8Array): ModelPart[] {
  const reader = new Reader(bytes, (details) => new UnknownArtifact(details));
  reader.check();
  if (reader.text() !== MARK || reader.u32() !== FORMAT) throw new UnknownArtifact('it is of a format that this server does not know');
  const count = reader.u32();
  if (count > MAX_PARTS) throw new UnknownArtifact('it has too many parts');
  const parts = Array.from({ length: count }, (): ModelPart => ({ docType: reader.text(), learned: reader.bytes().slice() }));
  reader.end();
  return parts;
}
