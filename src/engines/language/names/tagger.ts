/**
 * Marks persons, places and organizations in the words of a text: a chain (../entities/chain) over the features of features.ts.
 * Texts longer than a window are read window by window, cut after a sentence where one ends.
 */
import { brotliDecompressSync } from 'node:zlib';
import { Reader } from '../../shared/bytes/reader.ts';
import type { Chain } from '../../shared/chain/chain.ts';
import { Lattice } from '../../shared/chain/lattice.ts';
import { readChain } from '../entities/checkpoint.ts';
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
export const TAGGER_FILE = { magic: 0x474e4150, version: 1 };
export const TAGS = 1 + 2 * TAGGED_KINDS.length;

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

export function readTagger(file: Uint8Array): Chain {
  const input = new Reader(brotliDecompressSync(file));
  input.begin(TAGGER_FILE, 'a tagger of names', 'train it again');
  const chain = readChain(input, TAGS);
  input.end();
  return chain;
}
