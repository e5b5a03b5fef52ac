/**
 * Closed lists: canonical forms with their synonyms, found in a text.
 *
 * All lists share one trie over the norms of pieces (fine-tokens.ts), so a text is walked once however many entries
 * there are. A match begins and ends at the edge of a piece and ignores case and width. Of one list the longest
 * match at the leftmost place wins and matches do not overlap; different lists do not disturb each other. A
 * synonym may stand for several canonical forms; all are named, in the order of the list.
 *
 * Cost: building, one map entry a new piece; matching, the number of pieces times the length of the longest
 * synonym that still fits.
 */
import type { FineToken } from './fine-tokens.ts';
import { tokenizeFinely } from './fine-tokens.ts';
import { Trie } from './trie.ts';

/** `isNameOnly`: the canonical form says what was found and is not looked for itself. */
export type ListItem = { readonly canonical: string; readonly synonyms: readonly string[]; readonly isNameOnly?: boolean };
export type ClosedList = { readonly entity: string; readonly items: readonly ListItem[] };
export type ListHit = { readonly entity: string; readonly start: number; readonly end: number; readonly canonical: readonly string[] };

type End = { readonly list: number; readonly canonical: string[] };

export class ListMatcher {
  readonly #names: readonly string[];
  readonly #trie = new Trie();
  readonly #ends = new Map<number, End[]>();

  constructor(lists: readonly ClosedList[], culture?: string) {
    this.#names = lists.map(({ entity }) => entity);
    lists.forEach(({ items }, list) => {
      for (const { canonical, synonyms, isNameOnly = false } of items) {
        for (const written of isNameOnly ? synonyms : [canonical, ...synonyms])
          this.#add(tokenizeFinely(written, culture), list, canonical);
      }
    });
  }

  match(text: string, culture?: string): ListHit[] {
    return this.matchPieces(tokenizeFinely(text, culture));
  }

  matchPieces(found: readonly FineToken[]): ListHit[] {
    const ids = found.map(({ norm }) => this.#trie.word(norm));
    const free = new Int32Array(this.#names.length);
    const hits: ListHit[] = [];
    for (let start = 0; start < ids.length; start++) {
      const longest = new Map<number, { end: number; canonical: string[] }>();
      let node = 0;
      for (let i = start; i < ids.length && ids[i]! >= 0; i++) {
        node = this.#trie.step(node, ids[i]!);
        if (node < 0) break;
        for (const { list, canonical } of this.#ends.get(node) ?? []) longest.set(list, { end: i + 1, canonical });
      }
      for (const [list, { end, canonical }] of longest) {
        if (free[list]! > start) continue;
        free[list] = end;
        hits.push({ entity: this.#names[list]!, start: found[start]!.start, end: found[end - 1]!.end, canonical });
      }
    }
    return hits;
  }

  #add(written: readonly FineToken[], list: number, canonical: string): void {
    if (written.length === 0) return;
    const node = this.#trie.add(written.map(({ norm }) => norm));
    let ends = this.#ends.get(node);
    if (ends === undefined) this.#ends.set(node, (ends = []));
    const end = ends.find((one) => one.list === list);
    if (end === undefined) ends.push({ list, canonical: [canonical] });
    else if (!end.canonical.includes(canonical)) end.canonical.push(canonical);
  }
}
