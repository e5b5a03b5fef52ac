/**
 * Features as the learner sees them: a 32-bit hash, a value and the first character of the namespace.
 *
 * The wire gives a list of dictionaries. A nested object opens a namespace, one level only; scalars
 * beside it fall into the default namespace of their role (context `FromUrl`, action `j`, slot `slot`).
 * A string is one-hot for (namespace, name, value), a number is itself, `true` is 1, `false` is
 * absent, `null` is the string "null", an array holds numbers and gives one feature per index. A text
 * of three words or more is also each of its words, which together count as one more feature. Names
 * and namespaces that begin with `_` are skipped unread. Everything else is rejected.
 *
 * Invariants: values are finite and within ±1e15, and 0 below 1e-15, so that squares of products stay
 * inside a double; the same features always hash alike; the cache only saves time. Cost: two map
 * look-ups a feature once its name has been seen.
 */
import { finishHash, hashText } from '../../shared/hash.ts';

/** One JSON dictionary of features as it came over the wire. */
type FeatureObject = { readonly [name: string]: unknown };

/** Why a list of features cannot be used; `path` says where. */
export class InvalidFeatures extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'FeatureProblem';
    this.path = path;
  }
}

/** What a list of features describes. */
type Role = 'context' | 'action' | 'slot';

const DEFAULT_NAMESPACE: Record<Role, string> = { context: 'FromUrl', action: 'j', slot: 'slot' };
const ROLE_SEED: Record<Role, number> = { context: 0x2545f491, action: 0x5bd1e995, slot: 0x1b873593 };
const MAX_CACHE_ENTRIES = 1 << 16;
const MAX_CACHED_LENGTH = 64;
/** Texts up to this length are hashed faster than looked up. */
const MAX_UNCACHED_LENGTH = 16;
const MAX_VALUE = 1e15;
const MIN_VALUE = 1e-15;
const NUMERIC = 0x80000000 | 0;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MIN_TEXT_LENGTH = 5;
const MAX_TEXT_LENGTH = 1024;
const MAX_WORDS = 32;
/** A text is split, and a list has topics (learning/topics.ts), if it has at least this many words. */
export const MIN_WORDS = 3;

/** `follower` is the name that came after this one last time: requests repeat their shapes, so it is mostly right. */
type Name = {
  readonly text: string;
  readonly skip: boolean;
  readonly seed: number;
  readonly hash: number;
  /** The name as a word: the same for the context and for actions. */
  readonly word: number;
  readonly values: Map<string, number>;
  follower: Name | null;
};
type Namespace = {
  readonly skip: boolean;
  readonly text: string;
  readonly seed: number;
  readonly initial: number;
  readonly names: Map<string, Name>;
  last: Name | null;
};

/** Rows of features in growing typed arrays; `names` is kept only when asked for. */
export class FeatureRows {
  hashes = new Int32Array(64);
  values = new Float64Array(64);
  initials = new Uint16Array(64);
  /** Shares of the prior variance of pairs (learning/frequencies.ts). */
  shares = new Float64Array(64).fill(1);
  names: string[] | null;
  count = 0;
  /** The words among the features: flags, counts of 1 and the parts of texts. */
  words = new Int32Array(16);
  wordCount = 0;
  /** How many rows do not count in the size of their list: all words of a text but one, and topics. */
  uncounted = 0;

  constructor(withNames = false) {
    this.names = withNames ? [] : null;
  }

  clear(): void {
    this.count = 0;
    this.wordCount = 0;
    this.uncounted = 0;
    if (this.names) this.names.length = 0;
  }

  /** Adds a row; a hash below 0 marks a number, whose square says more than itself. */
  push(hash: number, value: number, initial: number): void {
    if (this.count === this.hashes.length) this.#grow();
    this.hashes[this.count] = hash;
    this.values[this.count] = value;
    this.initials[this.count++] = initial;
  }

  pushWord(word: number): void {
    if (this.wordCount === this.words.length) {
      const words = new Int32Array(2 * this.wordCount);
      words.set(this.words);
      this.words = words;
    }
    this.words[this.wordCount++] = word;
  }

  #grow(): void {
    const size = this.hashes.length * 2;
    const hashes = new Int32Array(size);
    const values = new Float64Array(size);
    const initials = new Uint16Array(size);
    const shares = new Float64Array(size).fill(1);
    hashes.set(this.hashes);
    values.set(this.values);
    initials.set(this.initials);
    shares.set(this.shares);
    this.hashes = hashes;
    this.values = values;
    this.initials = initials;
    this.shares = shares;
  }
}

/** Turns wire features into rows; one instance may serve any number of models. */
export class FeatureReader {
  readonly #namespaces: Record<Role, Map<string, Namespace>> = { context: new Map(), action: new Map(), slot: new Map() };
  #homes: Partial<Record<Role, Namespace>> = {};
  #entries = 0;
  #role: Role = 'context';
  #index = 0;
  /** Whether words are looked for. */
  hasWords = true;

  /** Appends the features of one list to the rows; `index` is the action or slot it belongs to. Throws an InvalidFeatures. */
  read(list: unknown, role: Role, index: number, rows: FeatureRows): void {
    this.#role = role;
    this.#index = index;
    if (!Array.isArray(list)) throw this.#problem('', 'features must be a list of objects');
    const home = this.#homes[role] ?? (this.#homes[role] = this.#namespace(DEFAULT_NAMESPACE[role]));
    for (let i = 0; i < list.length; i++) {
      const dictionary: unknown = list[i];
      if (!isDictionary(dictionary)) throw this.#problem(`[${i}]`, 'each entry must be an object');
      for (const key in dictionary) {
        const value = dictionary[key];
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          const namespace = this.#namespace(key);
          if (namespace.skip) continue;
          const inner = value as FeatureObject;
          for (const name in inner) this.#feature(namespace, name, inner[name], rows);
        } else {
          this.#feature(home, key, value, rows);
        }
      }
    }
  }

  #feature(namespace: Namespace, name: string, value: unknown, rows: FeatureRows): void {
    const entry = this.#name(namespace, name);
    if (entry.skip) return;
    if (typeof value === 'string') {
      this.#add(rows, this.#oneHot(entry, value), 1, namespace, name);
      if (value.length >= MIN_TEXT_LENGTH && this.hasWords && value.includes(' ')) this.#text(rows, entry, value, namespace);
    } else if (typeof value === 'number') {
      this.#number(rows, entry.hash, value, namespace, name);
      if (value === 1 && this.hasWords) rows.pushWord(entry.word);
    } else if (typeof value === 'boolean') {
      if (!value) return;
      this.#add(rows, entry.hash & ~NUMERIC, 1, namespace, name);
      if (this.hasWords) rows.pushWord(entry.word);
    } else if (value === null) this.#add(rows, this.#oneHot(entry, 'null'), 1, namespace, name);
    else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        const item: unknown = value[i];
        if (typeof item !== 'number') throw this.#problem(`.${namespace.text}.${name}`, 'an array of features may hold numbers only');
        this.#number(rows, finishHash(Math.imul(entry.seed ^ (i + 1), 0x01000193)), item, namespace, name);
      }
    } else if (typeof value === 'object') throw this.#problem(`.${namespace.text}.${name}`, 'namespaces cannot be nested in each other');
    else throw this.#problem(`.${namespace.text}.${name}`, 'a feature must be a string, number, boolean, null or array of numbers');
  }

  /** Adds the words of a text that has several, together as much as one feature. */
  #text(rows: FeatureRows, entry: Name, value: string, namespace: Namespace): void {
    const words = value.slice(0, MAX_TEXT_LENGTH).toLowerCase().match(WORD);
    if (!words || words.length < MIN_WORDS) return;
    const count = Math.min(words.length, MAX_WORDS);
    for (let i = 0; i < count; i++) {
      this.#add(rows, this.#oneHot(entry, words[i]!), 1 / Math.sqrt(count), namespace, entry.text);
      rows.pushWord(wordOf(words[i]!));
    }
    rows.uncounted += count - 1;
  }

  #number(rows: FeatureRows, hash: number, value: number, namespace: Namespace, name: string): void {
    if (!Number.isFinite(value)) throw this.#problem(`.${namespace.text}.${name}`, 'a number must be finite');
    const x = value > MAX_VALUE ? MAX_VALUE : value < -MAX_VALUE ? -MAX_VALUE : value;
    if (x > MIN_VALUE || x < -MIN_VALUE) this.#add(rows, hash | NUMERIC, x, namespace, name);
  }

  #add(rows: FeatureRows, hash: number, value: number, namespace: Namespace, name: string): void {
    rows.push(hash, value, namespace.initial);
    if (rows.names) rows.names.push(`${namespace.text}.${name}`);
  }

  #namespace(text: string): Namespace {
    const role = this.#role;
    const known = this.#namespaces[role].get(text);
    if (known) return known;
    const skip = text.startsWith('_');
    if (!skip) this.#check(text);
    const seed = hashText(text, ROLE_SEED[role]);
    const made: Namespace = { skip, text, seed, initial: text.length > 0 ? text.charCodeAt(0) : 32, names: new Map(), last: null };
    if (text.length <= MAX_CACHED_LENGTH && this.#room()) this.#namespaces[role].set(text, made);
    return made;
  }

  #name(namespace: Namespace, text: string): Name {
    const { last } = namespace;
    const guess = last ? last.follower : null;
    if (guess && guess.text === text) return (namespace.last = guess);
    const known = namespace.names.get(text) ?? this.#newName(namespace, text);
    if (last) last.follower = known;
    return (namespace.last = known);
  }

  #newName(namespace: Namespace, text: string): Name {
    const skip = text.startsWith('_');
    if (!skip) this.#check(text);
    const seed = hashText(text, namespace.seed);
    const made: Name = { text, skip, seed, hash: finishHash(seed), word: wordOf(text), values: new Map(), follower: null };
    if (text.length <= MAX_CACHED_LENGTH && this.#room()) namespace.names.set(text, made);
    return made;
  }

  #oneHot(name: Name, value: string): number {
    if (value.length <= MAX_UNCACHED_LENGTH) return finishHash(hashText(value, name.seed ^ 0x5f)) & ~NUMERIC;
    const known = name.values.get(value);
    if (known !== undefined) return known;
    const hash = finishHash(hashText(value, name.seed ^ 0x5f)) & ~NUMERIC;
    if (value.length <= MAX_CACHED_LENGTH && this.#room()) name.values.set(value, hash);
    return hash;
  }

  /** Refuses the characters the interface forbids in names: controls, space, colon, bar, and 126 to 140. */
  #check(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c <= 32 || c === 58 || c === 124 || (c >= 126 && c <= 140)) {
        throw this.#problem('', `the name ${JSON.stringify(text.slice(0, 80))} holds the forbidden character code ${c}`);
      }
    }
  }

  #problem(detail: string, reason: string): InvalidFeatures {
    const place = this.#role === 'context' ? 'contextFeatures' : `${this.#role}s[${this.#index}].features`;
    return new InvalidFeatures(place + detail.slice(0, 200), reason);
  }

  /** Counts a new cache entry; a full cache is forgotten whole, which costs time and nothing else. */
  #room(): boolean {
    if (this.#entries++ < MAX_CACHE_ENTRIES) return true;
    for (const role of ['context', 'action', 'slot'] as const) this.#namespaces[role].clear();
    this.#homes = {};
    this.#entries = 0;
    return false;
  }
}

function wordOf(text: string): number {
  return finishHash(hashText(text.toLowerCase(), 0x776f7264)) || 0x776f7264;
}

function isDictionary(value: unknown): value is FeatureObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
