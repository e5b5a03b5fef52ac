/** What custom models have learned, as one file: of a built model one part, of a composed one a part for each document type. */
import { Reader } from '../../../engines/bytes/reader.ts';
import { Writer } from '../../../engines/bytes/writer.ts';

export interface Part { docType: string; learned: Uint8Array }

const MARK = 'perennial forms';
const FORMAT = 1;
export const MOST_PARTS = 200;

/** The bytes are none of ours, or of another format. */
export class UnknownArtefact extends Error {
  override name = 'UnknownArtefact';
}

export function writeArtefact(parts: readonly Part[]): Uint8Array {
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
export function readArtefact(bytes: Uint8Array): Part[] {
  const reader = new Reader(bytes, (details) => new UnknownArtefact(details));
  reader.check();
  if (reader.text() !== MARK || reader.u32() !== FORMAT) throw new UnknownArtefact('it is of a format that this server does not know');
  const count = reader.u32();
  if (count > MOST_PARTS) throw new UnknownArtefact('it has too many parts');
  const parts = Array.from({ length: count }, (): Part => ({ docType: reader.text(), learned: reader.bytes().slice() }));
  reader.end();
  return parts;
}
