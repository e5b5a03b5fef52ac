/**
 * What is known of words and phrases without their context: given names, surnames, places, and how words are used.
 *
 * The table has one entry a phrase, under a 32-bit hash of its words, and no text: two phrases in a hundred thousand share an entry, which
 * costs a wrong hint now and then and saves most of the size. Hashes ascend, so a lookup is a binary search.
 *
 * File, compressed with Brotli: "PNAM" · version · hashes as differences · marks · uses · checksum.
 */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { finishHash, hashText } from '../../shared/hash.ts';
import { Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';

/** What a phrase is known as, as bits. Cities have a size from 1 to 3 in two bits. */
export const MARK = {
  givenNameUS: 1,
  givenName: 2,
  surnameUS: 4,
  surname: 8,
  city: 0x30,
  country: 0x40,
  state: 0x80,
  continent: 0x100,
  landmark: 0x200,
  /** A country by its name in another language than English. */
  foreignCountry: 0x400,
  /** Longer phrases start with this one. */
  start: 0x800,
} as const;
export const CITY_SHIFT = 4;
export const PLACE_MARKS = MARK.city | MARK.country | MARK.state | MARK.continent | MARK.landmark | MARK.foreignCountry;

/** Words in a phrase of the table at most. */
export const MAX_PHRASE_WORDS = 6;

const FILE = { magic: 0x4d414e50, version: 1 };

export interface Entry {
  readonly marks: number;
  /** How the word is used: its group of similar words in the low ten bits, and how much it is used like given names, like surnames and
   * like places, from 0 to 3 each; 0 where it is not known. */
  readonly use: number;
}

const UNKNOWN: Entry = { marks: 0, use: 0 };

export class Lexicon {
  readonly #hashes: Uint32Array;
  readonly #marks: Uint16Array;
  readonly #uses: Uint16Array;

  constructor(hashes: Uint32Array, marks: Uint16Array, uses: Uint16Array) {
    this.#hashes = hashes;
    this.#marks = marks;
    this.#uses = uses;
  }

  /** By the hash that `extendPhrase` makes of the words. */
  find(hash: number): Entry {
    const wanted = finishHash(hash) >>> 0;
    let low = 0;
    let high = this.#hashes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#hashes[middle]!;
      if (at === wanted) return { marks: this.#marks[middle]!, use: this.#uses[middle]! };
      if (at < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return UNKNOWN;
  }
}

/** The hash of a phrase with another word; a phrase starts from 0. */
export function extendPhrase(hash: number, word: string): number {
  return hashText(word, hash ^ 0x811c9dc5);
}

/** The group of similar words, from 1; 0 where it is not known. */
export function groupOf(use: number): number {
  return use & 1023;
}

/** The similarity to given names, surnames and places as one number below 64. */
export function similarityOf(use: number): number {
  return use >> 10;
}

/** A word as the table has it: small letters without marks. */
export function foldWord(norm: string): string {
  if (/^[\x00-\x7f]*$/.test(norm)) return norm;
  return norm
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœßı]/g, (letter) => FOLDED[letter]!);
}

const FOLDED: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i' };

export function readLexicon(file: Uint8Array): Lexicon {
  const input = new Reader(brotliDecompressSync(file));
  input.begin(FILE, 'a lexicon of names', 'make it again');
  const hashes = input.ascending();
  const [marks, uses] = [joinBytes(input.bytes()), joinBytes(input.bytes())];
  input.end();
  return new Lexicon(hashes, marks, uses);
}

/** Low bytes, then high bytes: they repeat more than pairs do, and so become smaller when compressed. */
function joinBytes(bytes: Uint8Array): Uint16Array {
  const values = new Uint16Array(bytes.length >> 1);
  for (let i = 0; i < values.length; i++) values[i] = bytes[i]! | (bytes[i + values.length]! << 8);
  return values;
}

function splitBytes(values: readonly number[]): Uint8Array {
  return Uint8Array.from([...values.map((value) => value & 255), ...values.map((value) => value >> 8)]);
}

/** Entries by the hash that `extendPhrase` makes; marks and uses of phrases that share an entry are joined. */
export function writeLexicon(entries: ReadonlyMap<number, Entry>): Uint8Array {
  const byHash = new Map<number, Entry>();
  for (const [hash, { marks, use }] of entries) {
    const key = finishHash(hash) >>> 0;
    const before = byHash.get(key);
    byHash.set(key, before ? { marks: before.marks | marks, use: before.use || use } : { marks, use });
  }
  const sorted = [...byHash].sort(([a], [b]) => a - b);
  const out = new Writer();
  out.begin(FILE);
  out.ascending(Uint32Array.from(sorted, ([hash]) => hash));
  out.bytes(splitBytes(sorted.map(([, { marks }]) => marks)));
  out.bytes(splitBytes(sorted.map(([, { use }]) => use)));
  return brotliCompressSync(out.finish());
}
