/** What a tagger of names is trained with, and how it is written (src/engines/language/names/tagger.ts reads it). */
import { brotliCompressSync } from 'node:zlib';
import { writeChain } from '../../../src/engines/language/entities/checkpoint.ts';
import { nameFeatures } from '../../../src/engines/language/names/features.ts';
import type { Lexicon } from '../../../src/engines/language/names/lexicon.ts';
import { TAGGED_KINDS, TAGGER_FILE, TAGS } from '../../../src/engines/language/names/tagger.ts';
import type { TaggedKind } from '../../../src/engines/language/names/tagger.ts';
import { Writer } from '../../../src/engines/shared/bytes/writer.ts';
import type { Chain, TaggedSequence } from '../../../src/engines/shared/chain/chain.ts';
import type { Grammar } from '../../../src/engines/shared/chain/transitions.ts';
import type { Token } from '../../../src/engines/shared/text/tokens.ts';

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
  out.begin(TAGGER_FILE);
  writeChain(out, chain);
  return brotliCompressSync(out.finish());
}
