/**
 * Finds field labels ("Invoice date:"). Labels are data: phrases by field and language, one file per model. Phrases are
 * matched without case, accents and punctuation; long words may contain one or two wrong letters, and joined or split words
 * still match, as do phrases with a part in parentheses or broken over two lines. Of overlapping phrases the longest wins.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { foldText, isAscii } from '../../../shared/text/fold-text.ts';
import { SimilarTexts } from './similar-texts.ts';
import type { Segment, SegmentedText } from './segmented-text.ts';

/**
 * field → language → phrases. A phrase with a colon matches only at the start of a line, before a colon or the end: short
 * words are ambiguous.
 */
export type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Name → language → alternatives: `{no}` in a phrase stands for each of the alternatives `no` of its language. */
export type Expansions = Phrases;

export interface Meaning {
  field: string;
  language: string;
}

export interface Label {
  segment: Segment;
  /** Position in the segment's text; `end` is after the colon, if there is one. */
  start: number;
  end: number;
  meanings: readonly Meaning[];
  words: number;
  edits: number;
  colon: boolean;
  /** Set if the label is broken over two lines; `segment` is the second. */
  box?: Box;
}

interface Node {
  next: Map<string, Node>;
  meanings: Meaning[];
  words: number;
  mustStandAlone: boolean;
}

export interface Lexicon {
  root: Node;
  vocabulary: ReadonlySet<string>;
  /** Words of the vocabulary in which letters may be wrong. */
  longWords: SimilarTexts<undefined>;
  /** Last parts of compounds that mean the same as the part alone, such as `rechnung` in Monatsrechnung. */
  compounds: readonly string[];
}

/** Letters of scripts that are written without spaces, or with spaces in any place: each is a token. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー`;
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]$`, 'u');
const TOKEN = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{M}])+|\d+|[#№%]`, 'gu');
/** Vowel signs of Arabic and Hebrew, and the stroke that lengthens Arabic words. */
const POINTS = /[\u0591-\u05c7\u0640\u064b-\u0652]/gu;
const tokenOf = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : foldText(text.normalize('NFKC')).replace(POINTS, '').replaceAll('º', 'o').replaceAll('№', '#');

/** A phrase with each alternative of its language in place of a name in braces. */
export function expandPhrase(phrase: string, language: string, expansions: Expansions): string[] {
  const name = /\{(\w+)\}/u.exec(phrase)?.[1];
  if (name === undefined) return [phrase];
  const alternatives = expansions[name]?.[language] ?? [];
  return alternatives.map((alternative) => phrase.replace(`{${name}}`, alternative));
}

/** Built when it is first used: most processes need only some lexicons, or none. */
export function buildLexicon(phrases: Phrases, expansions: Expansions = {}, compounds: readonly string[] = []): Lexicon {
  let built: Omit<Lexicon, 'compounds'> | undefined;
  const get = (): Omit<Lexicon, 'compounds'> => (built ??= indexPhrases(phrases, expansions));
  return {
    get root() {
      return get().root;
    },
    get vocabulary() {
      return get().vocabulary;
    },
    get longWords() {
      return get().longWords;
    },
    compounds,
  };
}

function indexPhrases(phrases: Phrases, expansions: Expansions): Omit<Lexicon, 'compounds'> {
  const root: Node = { next: new Map(), meanings: [], words: 0, mustStandAlone: true };
  const vocabulary = new Set<string>();
  const folded = new Map<string, string>();
  const tokensOf = (text: string): string[] =>
    [...text.matchAll(TOKEN)].map(([word]) => {
      const token = folded.get(word) ?? tokenOf(word);
      folded.set(word, token);
      return token;
    });
  const add = (tokens: readonly string[], meaning: Meaning, words: number, mustStandAlone: boolean): void => {
    let node = root;
    for (const token of tokens) {
      vocabulary.add(token);
      if (!node.next.has(token)) node.next.set(token, { next: new Map(), meanings: [], words: 0, mustStandAlone: true });
      node = node.next.get(token)!;
    }
    node.words = Math.max(node.words, words);
    node.mustStandAlone &&= mustStandAlone;
    if (!node.meanings.some(({ field, language }) => field === meaning.field && language === meaning.language)) node.meanings.push(meaning);
  };
  for (const [field, languages] of Object.entries(phrases)) {
    for (const [language, list] of Object.entries(languages)) {
      for (const phrase of list.flatMap((one) => expandPhrase(one, language, expansions))) {
        const tokens = tokensOf(phrase);
        if (tokens.length === 0) continue;
        add(tokens, { field, language }, tokens.length, phrase.endsWith(':'));
        const joined = tokens.join('');
        if (tokens.length > 1 && joined.length >= 6 && !tokens.some((token) => IS_UNSPACED.test(token)))
          add([joined], { field, language }, tokens.length, phrase.endsWith(':'));
      }
    }
  }
  const longWords = new SimilarTexts(
    [...vocabulary].filter((word) => word.length >= MIN_FUZZY_LENGTH).map((word) => [word, undefined] as const),
    () => MAX_EDITS_OF_WORD,
  );
  return { root, vocabulary, longWords };
}

/** Wrong letters that are allowed in a read word of this length. */
const allowedEdits = (length: number): number => (length < 9 ? 1 : MAX_EDITS_OF_WORD);

/** Shorter words must match exactly. */
const MIN_FUZZY_LENGTH = 5;
const MAX_EDITS_OF_WORD = 2;
const MAX_FUZZY_LENGTH = 30;
/** Limits fuzzy matching on adversarial files. */
const MAX_FUZZY_WORDS = 2500;

type SimilarWords = (token: string) => readonly { token: string; edits: number }[];

export interface PhraseMatch {
  start: number;
  end: number;
  meanings: readonly Meaning[];
  words: number;
  edits: number;
  colon: boolean;
}

/** Looks up phrases in texts; fuzzy matches of words are cached. */
export function createPhraseFinder(lexicon: Lexicon): (text: string) => PhraseMatch[] {
  const near = new Map<string, readonly { token: string; edits: number }[]>();
  const similarWords: SimilarWords = (token) => {
    let found = near.get(token);
    if (found === undefined) {
      found = findSimilarWords(token, lexicon, near.size < MAX_FUZZY_WORDS);
      near.set(token, found);
    }
    return found;
  };
  return (text) => matchPhrases(text, lexicon, similarWords);
}

function findSimilarWords(token: string, lexicon: Lexicon, allowFuzzy: boolean): readonly { token: string; edits: number }[] {
  if (lexicon.vocabulary.has(token)) return [{ token, edits: 0 }];
  const ending = lexicon.compounds.find((compound) => token.endsWith(compound));
  if (ending !== undefined) return [{ token: ending, edits: 0 }];
  return allowFuzzy ? findFuzzyMatches(token, lexicon) : [];
}

export function findLabels(segmented: SegmentedText, lexicon: Lexicon): Label[] {
  const find = createPhraseFinder(lexicon);
  const labels = segmented.segments.flatMap((segment): Label[] => find(segment.text).map((match) => ({ segment, ...match })));
  return withBrokenLabels(segmented, labels, find);
}

/** Longer lines are sentences, not labels. */
const MAX_BROKEN_LENGTH = 30;

/** Adds labels that begin on one line and end on the next; they replace the labels of their parts. */
function withBrokenLabels({ blocks }: SegmentedText, labels: readonly Label[], find: (text: string) => PhraseMatch[]): Label[] {
  const bySegment = Map.groupBy(labels, ({ segment }) => segment);
  const broken = new Map<Segment, Label>();
  const firstLines = new Set<Segment>();
  for (const { segments } of blocks) {
    for (const [i, upper] of segments.entries()) {
      const lower = segments[i + 1];
      if (lower === undefined || upper.text.length > MAX_BROKEN_LENGTH || lower.text.length > 2 * MAX_BROKEN_LENGTH) continue;
      const first = /-$/u.test(upper.text) ? upper.text.slice(0, -1) : `${upper.text} `;
      const [match] = find(`${first}${lower.text}`);
      // A number below a caption may begin with a letter: "Factura" above "A-1077".
      if (/^\p{L}{1,3}[-_/]?\d/u.test(lower.text)) continue;
      if (match === undefined || match.start > 2 || match.end <= first.length || /\d/u.test(upper.text)) continue;
      if (firstLines.has(upper) || broken.has(upper) || !isLongerThanParts(match, upper, lower, bySegment)) continue;
      const box = union([upper.box, lower.box]);
      if (overlap(upper.box.left, upper.box.right, lower.box.left, lower.box.right) <= 0 || heightOf(box) > 4 * heightOf(lower.box))
        continue;
      broken.set(lower, { ...match, segment: lower, start: 0, end: match.end - first.length, box });
      firstLines.add(upper);
    }
  }
  if (broken.size === 0) return [...labels];
  const kept = labels.filter(
    ({ segment, start }) => !firstLines.has(segment) && !(broken.has(segment) && start < broken.get(segment)!.end),
  );
  return [...kept, ...broken.values()].sort((a, b) => a.segment.index - b.segment.index || a.start - b.start);
}

/** Two lines that are labels on their own are two labels, unless the longer phrase is about neither. */
function isLongerThanParts(match: PhraseMatch, upper: Segment, lower: Segment, bySegment: ReadonlyMap<Segment, readonly Label[]>): boolean {
  const isWhole = ({ segment, start, end }: Label): boolean => start === 0 && end >= segment.text.length;
  const above = bySegment.get(upper)?.find(isWhole);
  const below = bySegment.get(lower)?.find(({ start }) => start === 0);
  if (above !== undefined && below !== undefined) return false;
  return match.words > Math.max(above?.words ?? 0, below?.words ?? 0);
}

interface Token {
  text: string;
  similarWords: readonly { token: string; edits: number }[];
  /** A word that is split by a space, together with the next token. */
  joined: readonly { token: string; edits: number }[];
  start: number;
  end: number;
  /** In parentheses, or part of a percentage: may be left out inside a phrase. */
  optional: boolean;
}

/** Shorter words are not joined with the next. */
const MIN_JOINED_LENGTH = 7;

function tokensWithMatches(text: string, lexicon: Lexicon, similarWords: SimilarWords): Token[] {
  const groups = [...text.matchAll(/[(（][^()（）]{1,40}[)）]|(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?\s?%/gu)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const tokens = [...text.matchAll(TOKEN)].map((match) => {
    const token = tokenOf(match[0]);
    const [start, end] = [match.index, match.index + match[0].length];
    return {
      text: token,
      similarWords: similarWords(token),
      start,
      end,
      optional: groups.some(([from, to]) => from <= start && end <= to),
    };
  });
  return tokens.map((token, i) => {
    const next = tokens[i + 1];
    const joined = next === undefined || next.start > token.end + 1 ? '' : token.text + next.text;
    const isWord = joined.length >= MIN_JOINED_LENGTH && lexicon.vocabulary.has(joined);
    return { ...token, joined: isWord ? [{ token: joined, edits: 0 }] : [] };
  });
}

/** Signs up to the colon, with a translation before it: "Seller (Người bán):". */
const BEHIND_LABEL = /^[\s.)）\]#*°]*(?:[(（][^()（）\d%]{2,40}[)）]\s?(?=[:：]))?[:：;]?/u;

function matchPhrases(text: string, lexicon: Lexicon, similarWords: SimilarWords): PhraseMatch[] {
  const tokens = tokensWithMatches(text, lexicon, similarWords);
  const found: PhraseMatch[] = [];
  let at = 0;
  while (at < tokens.length) {
    const best = longestPhrase(lexicon.root, tokens, at);
    if (best === undefined) {
      at += 1;
      continue;
    }
    const last = tokens[best.to - 1]!.end;
    const behind = BEHIND_LABEL.exec(text.slice(last))![0];
    const colon = /[:：;]$/u.test(behind);
    const isLineStart = tokens[at]!.start === 0 || /^[^\p{L}\d]*$/u.test(text.slice(0, tokens[at]!.start));
    const standsAlone = isLineStart && (colon || last + behind.length >= text.length);
    // "Total (incl. VAT)": what is in parentheses qualifies the label before.
    const isQualifier = found.length > 0 && tokens.slice(at, best.to).every(({ optional }) => optional);
    const isWhole = !isPartOfCode(text, tokens[at]!, last) && !isPartOfRun(text, tokens[at]!, last, best.to - at);
    if ((!best.node.mustStandAlone || standsAlone) && !isQualifier && isWhole)
      found.push({
        start: tokens[at]!.start,
        end: last + (colon ? behind.length : 0),
        meanings: best.node.meanings,
        words: best.node.words,
        edits: best.edits,
        colon,
      });
    at = best.to;
  }
  return found;
}

/** In scripts without spaces a label ends a run of letters, or begins one and has three letters or more. */
function isPartOfRun(text: string, { text: first, start }: Token, last: number, length: number): boolean {
  if (!IS_UNSPACED.test(first)) return false;
  const [startsInside, endsInside] = [/\p{L}$/u.test(text.slice(0, start)), /^\p{L}/u.test(text.slice(last))];
  return (startsInside && (endsInside || length < 2)) || (endsInside && length < 3);
}

/** The letters of a code such as PO-1234 are not its label. */
function isPartOfCode(text: string, { text: word, start, end }: Token, last: number): boolean {
  return end === last && /^[a-z\d#%]{1,3}$/u.test(word) && (/^[-_/]?\d/u.test(text.slice(end)) || /[\d_-]$/u.test(text.slice(0, start)));
}

/** Maximum number of edits in a phrase. */
const MAX_EDITS = 3;

function longestPhrase(root: Node, tokens: readonly Token[], from: number): { node: Node; to: number; edits: number } | undefined {
  let best: { node: Node; to: number; edits: number } | undefined;
  const walk = (node: Node, at: number, edits: number): void => {
    if (node.meanings.length > 0 && (best === undefined || at > best.to || (at === best.to && edits < best.edits)))
      best = { node, to: at, edits };
    const token = tokens[at];
    if (token === undefined) return;
    const step = (words: readonly { token: string; edits: number }[], length: number): void => {
      for (const similar of words) {
        const next = node.next.get(similar.token);
        if (next !== undefined && edits + similar.edits <= MAX_EDITS) walk(next, at + length, edits + similar.edits);
      }
    };
    step(token.similarWords, 1);
    step(token.joined, 2);
    if (token.optional && node !== root) walkAfterParentheses(node, at, edits);
  };
  const walkAfterParentheses = (node: Node, at: number, edits: number): void => {
    let next = at;
    while (tokens[next]?.optional === true) next += 1;
    for (const similar of tokens[next]?.similarWords ?? []) {
      const child = node.next.get(similar.token);
      if (child !== undefined && edits + similar.edits <= MAX_EDITS) walk(child, next + 1, edits + similar.edits);
    }
  };
  walk(root, from, 0);
  return best;
}

function findFuzzyMatches(token: string, { longWords }: Lexicon): { token: string; edits: number }[] {
  if (token.length < MIN_FUZZY_LENGTH || token.length > MAX_FUZZY_LENGTH || /\d/u.test(token)) return [];
  const found: { token: string; edits: number }[] = [];
  for (const { text, edits } of longWords.find(token, allowedEdits(token.length)))
    // A letter more or less makes another word of a short one.
    if (token.length > 5 || text.length === token.length) found.push({ token: text, edits });
  return found.sort((a, b) => a.edits - b.edits);
}
