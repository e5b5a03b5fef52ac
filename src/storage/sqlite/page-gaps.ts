/**
 * Overwrites what SQLite leaves of moved cells. When rows move to other pages of a table, `secure_delete` does not overwrite their old
 * copies: these stay in the gap of their page, between its cell pointers and its first cell, also when the rows are deleted later.
 * SQLite never reads a gap, so that it can be overwritten in the file at any time, by the thread that is the only one to write the file.
 */
import { fstatSync, openSync, readSync, writeSync } from 'node:fs';

const FILE_HEADER = 100;
const PAGE_SIZE_AT = 16;
/** The first byte of a page of a table or an index, with the length of its header. */
const HEADER_BYTES: Partial<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** Other pages begin with the number of a page, which looks like such a first byte in larger files only. */
const MAX_PAGES = 2 ** 25;
const CHUNK_BYTES = 4 * 2 ** 20;

export class PageGaps {
  /**
   * Stays open as long as the process runs: closing it would release the locks that SQLite has on the file, which belong to the process.
   */
  readonly #file: number;
  /** When the file was last written, before it was read from its start to its end and nothing was found. */
  #foundCleanAt = 0n;
  #writtenAt = 0n;

  constructor(path: string) {
    this.#file = openSync(path, 'r+');
  }

  /** Overwrites the gaps of some megabytes of pages; returns where to go on, 0 at the end of the file. */
  clear(from: number): number {
    const { mtimeNs, size } = fstatSync(this.#file, { bigint: true });
    if (from === 0) {
      if (mtimeNs === this.#foundCleanAt) return 0;
      this.#writtenAt = mtimeNs;
    }
    const header = Buffer.alloc(FILE_HEADER);
    if (readSync(this.#file, header, 0, FILE_HEADER, 0) < FILE_HEADER) return 0;
    const stored = header.readUInt16BE(PAGE_SIZE_AT);
    const pageSize = stored === 1 ? 2 ** 16 : stored;
    if (Number(size) / pageSize >= MAX_PAGES) return 0;
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const bytes = readSync(this.#file, chunk, 0, CHUNK_BYTES, from);
    const zeros = Buffer.alloc(pageSize);
    for (let at = 0; at + pageSize <= bytes; at += pageSize) {
      const { start, end } = gapOf(chunk.subarray(at, at + pageSize), from + at === 0 ? FILE_HEADER : 0);
      if (start >= end || chunk.compare(zeros, 0, end - start, at + start, at + end) === 0) continue;
      try {
        writeSync(this.#file, zeros, 0, end - start, from + at + start);
      } catch (error) {
        // Where the file system copies what is overwritten: later, once something was deleted.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        return 0;
      }
    }
    if (bytes === CHUNK_BYTES) return from + bytes;
    this.#foundCleanAt = this.#writtenAt;
    return 0;
  }
}

/** Empty when it is not a page of a table or an index, or not as it should be. */
function gapOf(page: Buffer, headerAt: number): { start: number; end: number } {
  const headerBytes = HEADER_BYTES[page[headerAt]!];
  if (headerBytes === undefined) return { start: 0, end: 0 };
  const start = headerAt + headerBytes + 2 * page.readUInt16BE(headerAt + 3);
  const end = page.readUInt16BE(headerAt + 5) || 2 ** 16;
  return end <= page.length ? { start, end } : { start: 0, end: 0 };
}
