/**
 * Clusters of words with similar use: the cluster of a word that training has not seen indicates what it may be. The table
 * (clusters.json; see README.md for where it comes from) lists 40,000 English words in 1,000 fine groups within
 * 100 coarse ones; other words have none. Read on first use: some 15 ms.
 */
import table from '../../../../../weights/word-clusters/clusters.json' with { type: 'json' };

/** Fine group times 128 plus coarse group. */
let byWord: Map<string, number> | undefined;

/** The groups of a word, numbered from 1; [0, 0] where it is not known. */
export function clustersOf(norm: string): readonly [fine: number, coarse: number] {
  if (byWord === undefined) {
    byWord = new Map();
    for (const [fine, [coarse, words]] of (table as [number, string][]).entries()) {
      for (const word of words.split(' ')) byWord.set(word, (fine + 1) * 128 + coarse + 1);
    }
  }
  const found = byWord.get(norm);
  return found === undefined ? NONE : [found >> 7, found & 127];
}

const NONE = [0, 0] as const;
