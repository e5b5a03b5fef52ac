/**
 * A content of unknown size and digest, kept until both are known: object storage wants the name and the size first. A small one stays in
 * memory, a larger one goes to a temporary file without a name, which ends with the process.
 */
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobContent } from '../../kernel/ports/blobs.ts';
import { storageUnavailable } from '../../kernel/storage-unavailable.ts';
import { BlobDigest } from './blob-store.ts';

const MEMORY_BYTES = 4 * 2 ** 20;
const CHUNK_BYTES = 128 * 1024;

export interface Spooled {
  id: string;
  size: number;
  /** All bytes, if they are in memory. */
  bytes?: Uint8Array;
  /** Can be called again. */
  chunks(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

export async function spool(content: BlobContent, given?: string): Promise<Spooled> {
  const digest = new BlobDigest();
  if (content instanceof Uint8Array) {
    for await (const chunk of digest.pass(content)) void chunk;
    return inMemory(digest.id(given), content);
  }
  let held: Uint8Array[] = [];
  let file: FileHandle | undefined;
  try {
    for await (const chunk of digest.pass(content)) {
      held.push(chunk);
      if (!file && digest.size <= MEMORY_BYTES) continue;
      file ??= await openUnnamed();
      for (const bytes of held) await file.writeFile(bytes);
      held = [];
    }
    const id = digest.id(given);
    return file ? inFile(id, digest.size, file) : inMemory(id, Buffer.concat(held));
  } catch (error) {
    await file?.close();
    throw storageUnavailable(error) ?? error;
  }
}

function inMemory(id: string, bytes: Uint8Array): Spooled {
  return {
    id,
    size: bytes.length,
    bytes,
    async *chunks() {
      yield bytes;
    },
    async remove() {},
  };
}

function inFile(id: string, size: number, file: FileHandle): Spooled {
  return {
    id,
    size,
    async *chunks() {
      for (let position = 0; position < size;) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) throw new Error('A temporary file was cut.');
        yield chunk.subarray(0, bytesRead);
        position += bytesRead;
      }
    },
    remove: () => file.close(),
  };
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `perennial-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
