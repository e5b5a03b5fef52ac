/** Given names, surnames, and words of speech that are not names; made by lab/training/personal-data. */
import table from '../../../../weights/personal-data/names.json' with { type: 'json' };

export interface NameLists {
  isGiven(lower: string): boolean;
  /** A given name of other languages, many of which are words of English. */
  isForeignGiven(lower: string): boolean;
  isSurname(lower: string): boolean;
  /** Whether it is an ordinary word; some names are. */
  isWord(lower: string): boolean;
}

let loaded: NameLists | undefined;

/** Read on first use: some 5 ms. */
export function nameLists(): NameLists {
  if (loaded === undefined) {
    const [given, foreign, surnames, words] = [table.given, table.foreign, table.surnames, table.words].map(
      (list) => new Set(list.split(' ')),
    );
    loaded = {
      isGiven: (lower) => given!.has(lower),
      isForeignGiven: (lower) => foreign!.has(lower),
      isSurname: (lower) => surnames!.has(lower),
      isWord: (lower) => words!.has(lower),
    };
  }
  return loaded;
}
