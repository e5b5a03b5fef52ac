/**
 * How the recognizers library looks for the matches of an expression, without what makes its own way slow: it takes the text apart and
 * together again for each expression, to find accents at the ends of words, and makes an object for each group of each match, of which
 * expressions for dates have up to a hundred. The matches are the same.
 */

type LibraryMatch = object;
type Groups = Record<string, { value: string; index: number; length: number; captures: string[] }>;

/** An expression of the library: XRegExp keeps the names of its groups. */
type Expression = RegExp & { readonly xregexp?: { readonly captureNames?: readonly (string | null)[] | null } };
type Compiled = { readonly search: RegExp; readonly groups: readonly (readonly [place: number, name: string])[] };

/** The library's class that looks for matches. */
export interface MatchFinder {
  getMatchesSimple(expression: Expression, source: string): LibraryMatch[];
}
export type MatchClass = new (index: number, length: number, value: string, groups: Groups) => LibraryMatch;
/** The text without accents at the ends of its words, of the same length. */
export type Normalize = (source: string) => string;

const NOT_ASCII = /[^\x00-\x7f]/;

export function replaceMatching(finder: MatchFinder, Match: MatchClass, normalize: Normalize): void {
  const compiled = new WeakMap<Expression, Compiled>();
  finder.getMatchesSimple = (expression, source) => {
    let own = compiled.get(expression);
    if (own === undefined) compiled.set(expression, (own = compile(expression)));
    const { search, groups } = own;
    const text = NOT_ASCII.test(source) ? normalize(source) : source;
    const matches: LibraryMatch[] = [];
    search.lastIndex = 0;
    for (let match = search.exec(text); match !== null; match = search.exec(text)) {
      const { 0: whole, index } = match;
      matches.push(new Match(index, whole.length, source.slice(index, index + whole.length), groupsOf(match, groups, source)));
      search.lastIndex = index + (whole.length || 1);
    }
    return matches;
  };
}

function compile(expression: Expression): Compiled {
  const names = expression.xregexp?.captureNames ?? [];
  return {
    search: new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}g`),
    // The library numbers groups of one name: year__3, year__7.
    groups: names.flatMap((name, i) => (name ? [[i + 1, name.slice(0, Math.max(0, name.lastIndexOf('__')))] as const] : [])),
  };
}

/** Groups that took part. The library puts each at the first place of its text within the match, and so do we. */
function groupsOf(match: RegExpExecArray, groups: Compiled['groups'], source: string): Groups {
  const found: Groups = {};
  for (const [place, name] of groups) {
    const part = match[place];
    if (!part) continue;
    const index = match.index + match[0].indexOf(part);
    const value = source.slice(index, index + part.length);
    const captures = found[name]?.captures ?? [];
    captures.push(value);
    found[name] = { value, index, length: part.length, captures };
  }
  return found;
}
