/**
 * Large parts sealed into one file. They are sealed piece by piece, with room for other work between the pieces: some hundred megabytes at once
 * would stop the server for a second. Each piece opens only as the piece that it is, of the part and the place that it was sealed for.
 *
 * Layout: u32 number of parts · u32 bytes of each · the sealed pieces, of PIECE_BYTES but for the last of a part.
 */
import type { KeyObject } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { SEAL_BYTES, openBytes, sealBytes } from '../templates.ts';

const PIECE_BYTES = 4 * 2 ** 20;
const MOST_PARTS = 16;

interface Piece { part: number; from: number; to: number; place: string }

function* piecesOf(lengths: readonly number[], place: string): Generator<Piece> {
  for (const [part, length] of lengths.entries()) {
    for (let from = 0; from < length; from += PIECE_BYTES) yield { part, from, to: Math.min(length, from + PIECE_BYTES), place: `${place} ${lengths.join(',')} ${part} ${from}` };
  }
}

export async function sealParts(key: KeyObject, parts: readonly Uint8Array[], place: string): Promise<Buffer> {
  const lengths = parts.map(({ length }) => length);
  const pieces = [...piecesOf(lengths, place)];
  const head = Buffer.from(Uint32Array.of(lengths.length, ...lengths).buffer);
  const sealed = Buffer.alloc(head.length + lengths.reduce((sum, length) => sum + length, 0) + SEAL_BYTES * pieces.length);
  let at = head.copy(sealed);
  for (const { part, from, to, place: piece } of pieces) {
    at += sealBytes(key, parts[part]!.subarray(from, to), piece).copy(sealed, at);
    await otherWork();
  }
  return sealed;
}

/** Throws where the file is not what was sealed for the place. */
export async function openParts(key: KeyObject, file: Uint8Array, place: string): Promise<Buffer[]> {
  const sealed = Buffer.from(file.buffer, file.byteOffset, file.length);
  const count = sealed.readUInt32LE(0);
  if (count > MOST_PARTS) throw new Error('This is not a file of sealed parts.');
  const lengths = Array.from({ length: count }, (_, part) => sealed.readUInt32LE(4 * (part + 1)));
  const pieces = [...piecesOf(lengths, place)];
  let at = 4 * (count + 1);
  if (sealed.length !== at + lengths.reduce((sum, length) => sum + length, 0) + SEAL_BYTES * pieces.length) throw new Error('The file of sealed parts has another length than it says.');
  const parts = lengths.map((length) => Buffer.alloc(length));
  for (const { part, from, to, place: piece } of pieces) {
    const end = at + to - from + SEAL_BYTES;
    openBytes(key, sealed.subarray(at, end), piece).copy(parts[part]!, from);
    at = end;
    await otherWork();
  }
  return parts;
}
