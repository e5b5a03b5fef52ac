/**
 * Checksums of stored rows. They detect damage, such as flipped bits, lost bytes and rows that were moved to another key; they are no
 * protection against someone who can compute them (the audit chain is). See ADR 16.
 *
 * Records and index entries are hashed with 32-bit FNV-1a over pairs of UTF-16 code units: each step is a bijection of the state and of
 * the pair, so that a change of any one unit always changes the checksum. For short values that is faster than a native call; longer ones
 * are hashed with CRC-32 first, which detects every single flipped bit too.
 *
 * Numbers that the database itself counts up (positions, totals) are added to the CRC-32 of the text, modulo a prime above 2^32, so that
 * SQL can continue the sum. A power of two is never a multiple of the prime, so that a flipped bit always changes the sum.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The checksum of rows that were written before there were checksums. */
export const UNCHECKED = -1;
/** The constants are part of the stored format and of migrations: never change them. */
export const MODULUS = 4_294_967_311;
const EVENT_FACTOR = 31;
export const COUNTER_FACTOR = 31;

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Values up to this length are hashed in JavaScript: below it, calling native code takes longer than hashing. */
const SHORT_LENGTH = 128;
/** Of rows whose columns have other types than they were written with; no row has it. */
const UNREADABLE = -2;

/** The hash of the columns that all records of a page share. */
let shared = { collection: '', account: '', state: hashText(hashText(FNV_BASIS, ''), '') };

export function recordChecksum(
  collection: string,
  account: string,
  key: string,
  version: number,
  expires: number | null,
  value: string,
): number {
  if (typeof key !== 'string' || typeof value !== 'string') return UNREADABLE;
  if (shared.account !== account || shared.collection !== collection)
    shared = { collection, account, state: hashText(hashText(FNV_BASIS, collection), account) };
  const state = hashNumber(hashNumber(hashText(shared.state, key), version), expires ?? -1);
  return (value.length <= SHORT_LENGTH ? hashText(state, value) : hashNumber(state, crc32(value))) >>> 0;
}

/** Ends with a unit that no text holds alone, so that the parts of a row cannot be shifted. */
function hashText(state: number, text: string): number {
  const even = text.length & ~1;
  for (let i = 0; i < even; i += 2) state = Math.imul(state ^ (text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16)), FNV_PRIME);
  if (even < text.length) state = Math.imul(state ^ text.charCodeAt(even), FNV_PRIME);
  return Math.imul(state ^ 0xffff, FNV_PRIME);
}

function hashNumber(state: number, value: number): number {
  return Math.imul(Math.imul(state ^ value, FNV_PRIME) ^ Math.floor(value / 2 ** 32), FNV_PRIME);
}

export function termChecksum(collection: string, account: string, key: string, name: string, term: string): number {
  let state = FNV_BASIS;
  for (const text of [collection, account, key, name, String(term)]) state = hashText(state, text);
  return state >>> 0;
}

/** A record stores the combined checksum of its terms, so that a lost one is noticed; their order does not matter. */
export function combineTerms(checksums: readonly number[]): number {
  let combined = 0;
  for (const checksum of checksums) combined ^= checksum;
  return combined >>> 0;
}

/** The terms of a record, each once, with its checksum. */
export function checkedTerms(
  collection: string,
  account: string,
  key: string,
  terms: readonly (readonly [name: string, term: string])[],
): [name: string, term: string, checksum: number][] {
  const checked = new Map<string, [string, string, number]>();
  for (const [name, term] of terms) checked.set(`${name}\0${term}`, [name, term, termChecksum(collection, account, key, name, term)]);
  return [...checked.values()];
}

/** The part of an event's checksum that does not depend on its place in the log. */
export function eventText(account: string, log: string, value: string): number {
  return crc32(`${account}\0${log}\0${value}`);
}

export function eventChecksum(account: string, log: string, position: number, at: number, value: string): number {
  return (eventText(account, log, value) + EVENT_FACTOR * position + at) % MODULUS;
}

export function headText(account: string, log: string): number {
  return crc32(`${account}\0${log}`);
}

export function headChecksum(account: string, log: string, position: number): number {
  return (headText(account, log) + position) % MODULUS;
}

export function counterText(account: string, name: string, period: string): number {
  return crc32(`${account}\0${name}\0${period}`);
}

export function counterChecksum(account: string, name: string, period: string, total: number): number {
  return (counterText(account, name, period) + COUNTER_FACTOR * total) % MODULUS;
}

/** Computed by PostgreSQL too, which has SHA-256 but no CRC-32. */
export function auditHeadChecksum(account: string, sequence: number, head: string): number {
  return parseInt(hash('sha256', `${account}\n${sequence}\n${head}`).slice(0, 8), 16);
}
