/**
 * Several byte arrays encrypted into one file. They are encrypted in pieces, yielding to other work in between: a few hundred megabytes in
 * one call would block the server for a second. The context of each piece includes its part and offset, so that pieces cannot be swapped.
 *
 * Layout: u32 number of parts · u32 length of each part · encrypted pieces of PIECE_BYTES; the last piece of a part may be shorter.
 */
import type { KeyObject } from 'node:crypto';
import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import { SEAL_BYTES, openBytes, sealBytes } from '../templates.ts';

const PIECE_BYTES = 4 * 2 ** 20;
const MAX_PARTS = 16;

interface Piece {
  part: number;
  from: number;
  to: number;
  context: string;
}

function* splitIntoPieces(lengths: readonly number[], context: string): Generator<Piece> {
  for (const [part, length] of lengths.entries()) {
    for (let from = 0; from < length; from += PIECE_BYTES)
      yield { part, from, to: Math.min(length, from + PIECE_BYTES), context: `${context} ${lengths.join(',')} ${part} ${from}` };
  }
}

export async function sealParts(key: KeyObject, parts: readonly Uint8Array[], context: string): Promise<Buffer> {
  const lengths = parts.map(({ length }) => length);
  const pieces = [...splitIntoPieces(lengths, context)];
  const head = Buffer.from(Uint32Array.of(lengths.length, ...lengths).buffer);
  const sealed = Buffer.alloc(head.length + lengths.reduce((sum, length) => sum + length, 0) + SEAL_BYTES * pieces.length);
  let at = head.copy(sealed);
  for (const { part, from, to, context: pieceContext } of pieces) {
    at += sealBytes(key, parts[part]!.subarray(from, to), pieceContext).copy(sealed, at);
    await yieldToOtherWork();
  }
  return sealed;
}

/** Throws if the file was changed, or sealed with another context or key. */
export async function openParts(key: KeyObject, file: Uint8Array, context: string): Promise<Buffer[]> {
  const sealed = Buffer.from(file.buffer, file.byteOffset, file.length);
  const count = sealed.readUInt32LE(0);
  if (count > MAX_PARTS) throw new Error('This is not a file of sealed parts.');
  const lengths = Array.from({ length: count }, (_, part) => sealed.readUInt32LE(4 * (part + 1)));
  const pieces = [...splitIntoPieces(lengths, context)];
  let at = 4 * (count + 1);
  if (sealed.length !== at + lengths.reduce((sum, length) => sum + length, 0) + SEAL_BYTES * pieces.length)
    throw new Error('The length of the file of sealed parts does not match its header.');
  const parts = lengths.map((length) => Buffer.alloc(length));
  for (const { part, from, to, context: pieceContext } of pieces) {
    const end = at + to - from + SEAL_BYTES;
    openBytes(key, sealed.subarray(at, end), pieceContext).copy(parts[part]!, from);
    at = end;
    await yieldToOtherWork();
  }
  return parts;
}
