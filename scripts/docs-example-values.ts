/** Makes recorded values short and the same in every run. */
import { createHash } from 'node:crypto';

const MAX_ITEMS = 2;
const MAX_TEXT = 240;
const UUID = /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi;
const DATE = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g;
const SECRET = /(?<![\w-])(?=[\w-]*\d)[A-Za-z0-9_-]{32,}(?:\.[A-Za-z0-9_-]+){0,2}/g;
const ETAG = /^"[\w-]{6,40}"$/;
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-z]{1,3}$/;
const PREPARED_ACCOUNT = /\bprepared-\d+\b/g;
const ADDRESS = /https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g;

/** Replaces ids, dates and secrets by ones that depend only on the operation and their order in its example. */
export class Stable {
  readonly #seed: string;
  readonly #ids = new Map<string, string>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  text(text: string): string {
    return text
      .replace(ETAG, () => `"${this.#hash('etag').slice(0, 9)}"`)
      .replace(REQUEST_ID, () => `${this.#hash('request').slice(0, 8)}-1`)
      .replace(PREPARED_ACCOUNT, 'prepared')
      .replace(UUID, (id) => this.#uuid(id))
      .replace(DATE, (date) => `2026-11-17T09:30:00${date.includes('.') ? '.000' : ''}`)
      .replace(SECRET, (secret) =>
        /^[0-9a-f-]{32,36}$/.test(secret) ? secret : `${secret.startsWith('eyJ') ? 'eyJ' : ''}${this.#hash('secret').slice(0, 32)}`,
      )
      .replace(ADDRESS, 'http://127.0.0.1:8080');
  }

  value(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' && /Ticks$/.test(name)) return 639_000_000_000_000_000;
    if (name === 'memoryBytes') return 250_000_000;
    // Counted in batches.
    if (name === 'calls') return 3;
    // Processors differ in the last digits of scores.
    if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(2));
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.value(item, key)]));
  }

  #uuid(id: string): string {
    const plain = id.replaceAll('-', '').toLowerCase();
    const known = this.#ids.get(plain);
    const hex = known ?? this.#hash(String(this.#ids.size));
    this.#ids.set(plain, hex);
    return id.includes('-') ? hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : hex.slice(0, 32);
  }

  #hash(part: string): string {
    return createHash('sha256').update(`${this.#seed} ${part}`).digest('hex');
  }
}

/** The first items of long arrays and the start of long texts. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, value.every((item) => typeof item === 'number') ? 8 : MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]));
}
