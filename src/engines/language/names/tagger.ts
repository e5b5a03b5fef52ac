/**
 * Marks persons, places and organizations in the words of a text: a chain (../entities/chain) over the features of features.ts.
 * Texts longer than a window are read window by window, cut after a sentence where one ends.
 */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import type { Chain, TaggedSequence } from '../../shared/chain/chain.ts';
import { Lattice } from '../../shared/chain/lattice.ts';
import type { Grammar } from '../../shared/chain/transitions.ts';
import { readChain, writeChain } from '../entities/checkpoint.ts';
import type { Token } from '../../shared/text/tokens.ts';
import { nameFeatures } from './features.ts';
import type { Lexicon } from './lexicon.ts';

export const TAGGED_KINDS = ['person', 'place', 'organization'] as const;
export type TaggedKind = (typeof TAGGED_KINDS)[number];

/** A run of tokens that is a name; `to` is exclusive. */
export interface TaggedSpan {
  readonly kind: TaggedKind;
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

const MAX_WINDOW_TOKENS = 120;
const FILE = { magic: 0x474e4150, version: 1 };
const TAGS = 1 + 2 * TAGGED_KINDS.length;

export class NameTagger {
  readonly #chain: Chain;
  readonly #lexicon: Lexicon;
  readonly #lattice = new Lattice();

  constructor(chain: Chain, lexicon: Lexicon) {
    this.#chain = chain;
    this.#lexicon = lexicon;
  }

  tag(tokens: readonly Token[], language: string): TaggedSpan[] {
    const spans: TaggedSpan[] = [];
    for (const { from, to } of splitWindows(tokens)) {
      this.#chain.read(nameFeatures(tokens.slice(from, to), language, this.#lexicon), this.#lattice);
      this.#addSpans(from, spans);
    }
    return spans;
  }

  #addSpans(shift: number, spans: TaggedSpan[]): void {
    const tags = this.#chain.best(this.#lattice);
    for (let from = 0; from < tags.length; from++) {
      const tag = tags[from]!;
      if (tag === 0) continue;
      let to = from + 1;
      while (to < tags.length && tags[to] === tag + (tag & 1)) to++;
      spans.push({
        kind: TAGGED_KINDS[(tag - 1) >> 1]!,
        from: from + shift,
        to: to + shift,
        confidence: Math.min(1, Math.max(0, this.#probability(tag, from, to))),
      });
      from = to - 1;
    }
  }

  /** Probability that a name starts at `from`, goes on and ends before `to`. */
  #probability(tag: number, from: number, to: number): number {
    const chain = this.#chain;
    const lattice = this.#lattice;
    const inside = tag + (tag & 1);
    let product = lattice.forward[from * lattice.tags + tag]!;
    for (let i = from + 1; i < to; i++) product *= chain.follow(lattice, i === from + 1 ? tag : inside, i, inside);
    const last = to - 1 === from ? tag : inside;
    let ways = lattice.backward[(to - 1) * lattice.tags + last]!;
    if (to < lattice.places) ways -= chain.follow(lattice, last, to, inside) * lattice.backward[to * lattice.tags + inside]!;
    return product * ways;
  }
}

function splitWindows(tokens: readonly Token[]): { from: number; to: number }[] {
  const windows = [];
  for (let from = 0; from < tokens.length;) {
    let to = Math.min(from + MAX_WINDOW_TOKENS, tokens.length);
    if (to < tokens.length) {
      let cut = to;
      while (cut > from + MAX_WINDOW_TOKENS / 2 && !/^[.!?。！？]$/.test(tokens[cut - 1]!.text)) cut--;
      if (cut > from + MAX_WINDOW_TOKENS / 2) to = cut;
    }
    windows.push({ from, to });
    from = to;
  }
  return windows;
}

/** A training text: its features and tags. A name that does not lie on whole tokens is cut to those it touches. */
export function taggedSequence(
  tokens: readonly Token[],
  names: readonly { kind: TaggedKind; start: number; end: number }[],
  language: string,
  lexicon: Lexicon,
): TaggedSequence {
  const tags = new Uint16Array(tokens.length);
  for (const { kind, start, end } of names) {
    let isFirst = true;
    tokens.forEach((token, i) => {
      if (token.start >= end || token.end <= start) return;
      tags[i] = 1 + 2 * TAGGED_KINDS.indexOf(kind) + (isFirst ? 0 : 1);
      isFirst = false;
    });
  }
  return { ...nameFeatures(tokens, language, lexicon), tags };
}

/** A name goes on within itself only; anything may follow anything else. */
export function nameGrammar(): Grammar {
  const all = Array.from({ length: TAGS }, (_, tag) => tag);
  const isInside = (tag: number): boolean => tag > 0 && tag % 2 === 0;
  return {
    tags: TAGS,
    pairs: all.flatMap((to) => all.filter((from) => !isInside(to) || from === to || from === to - 1).map((from) => [from, to] as const)),
    first: all.filter((tag) => !isInside(tag)),
    last: all,
  };
}

export function writeTagger(chain: Chain): Uint8Array {
  const out = new Writer();
  out.begin(FILE);
  writeChain(out, chain);
  return brotliCompressSync(out.finish());
}

export function readTagger(file: Uint8Array): Chain {
  const input = new Reader(brotliDecompressSync(file));
  input.begin(FILE, 'a tagger of names', 'train it again');
  const chain = readChain(input, TAGS);
  input.end();
  return chain;
}
