/**
 * The parts of an office file, unpacked one at a time on request.
 *
 * Nothing the archive declares is trusted: the number of parts is checked before the directory is read, and a part is
 * unpacked into no more bytes than remain of the file's limit, whatever size it declares.
 */
import { inflateRawSync } from 'node:zlib';
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

interface Entry {
  method: number;
  encrypted: boolean;
  packed: number;
  header: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  constructor(bytes: Uint8Array, limits: Pick<Limits, 'maxParts' | 'maxUnpackedBytes'>) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#left = limits.maxUnpackedBytes;
    this.#entries = readDirectory(this.#bytes, limits.maxParts);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** In lower case. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  bytes(name: string): Buffer | undefined {
    const entry = this.#entries.get(name.toLowerCase());
    return entry === undefined ? undefined : this.#unpack(entry, name);
  }

  /** A part as text, or undefined. Names are case-insensitive, as in the office formats. */
  text(name: string): string | undefined {
    const entry = this.#entries.get(name.toLowerCase());
    return entry === undefined ? undefined : decode(this.#unpack(entry, name));
  }

  #unpack({ method, encrypted, packed, header }: Entry, name: string): Buffer {
    if (encrypted) throw new UnreadableFile('encrypted', 'the file is encrypted');
    if (header + 30 > this.#bytes.length || this.#bytes.readUInt32LE(header) !== LOCAL)
      throw corrupt(`${name} is not where the directory says`);
    const start = header + 30 + this.#bytes.readUInt16LE(header + 26) + this.#bytes.readUInt16LE(header + 28);
    if (start + packed > this.#bytes.length) throw corrupt(`${name} extends beyond the end of the file`);
    const bytes = this.#inflate(this.#bytes.subarray(start, start + packed), method, name);
    this.#left -= bytes.length;
    return bytes;
  }

  #inflate(packed: Buffer, method: number, name: string): Buffer {
    const tooLarge = (): UnreadableFile => new UnreadableFile('tooLarge', 'the file is too large when unpacked');
    if (method !== STORED && method !== DEFLATED) throw new UnreadableFile('unsupported', `${name} uses an unsupported compression method`);
    if (this.#left <= 0 || (method === STORED && packed.length > this.#left)) throw tooLarge();
    if (method === STORED) return packed;
    try {
      return inflateRawSync(packed, { maxOutputLength: this.#left });
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
      throw corrupt(`${name} cannot be unpacked`);
    }
  }
}

const corrupt = (message: string): UnreadableFile => new UnreadableFile('corrupt', message);

/** Office files are UTF-8, rarely UTF-16 with a byte order mark. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').slice(1);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
      .slice(1);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function readDirectory(bytes: Buffer, maxParts: number): Map<string, Entry> {
  const end = findEndRecord(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > maxParts) throw new UnreadableFile('tooLarge', `the file has ${count} parts`);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw corrupt('the directory of the archive is damaged');
    const name = bytes.readUInt16LE(at + 28);
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name).toLowerCase(), {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      header: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findEndRecord(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 22 - MAX_COMMENT; at -= 1) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw corrupt('the archive has no directory');
}
