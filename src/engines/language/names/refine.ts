/**
 * Corrects what the tagger marks in requests, which are short and often without capitals: verbs between two persons and words between two
 * places part them, and what has digits, is part of an e-mail address or URL or is the state of a postal address is no name.
 */
import type { Token } from '../../shared/text/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import { MARK, PLACE_MARKS, extendPhrase, foldWord } from './lexicon.ts';
import type { TaggedSpan } from './tagger.ts';

/** Less than this is as likely another word. */
const MIN_CONFIDENCE = 0.45;
const BETWEEN_PLACES = new Set(['via', 'to', 'from', 'and', 'or', 'through']);
const VERB = /(?:s|ed)$/;

export function refineSpans(tokens: readonly Token[], spans: readonly TaggedSpan[], lexicon: Lexicon, language: string): TaggedSpan[] {
  if (spans.length === 0) return [];
  const marksOf = (at: number): number => lexicon.find(extendPhrase(0, foldWord(tokens[at]!.norm))).marks;
  const isEnglish = language === 'en';
  return spans
    .filter(({ from, to }) => !hasDigit(tokens, from, to) && !isInAddress(tokens, from, to))
    .flatMap((span) => {
      const parts = isEnglish ? splitSpan(span, tokens, lexicon, marksOf) : [span];
      return parts.length > 1 || span.confidence >= MIN_CONFIDENCE ? parts : [];
    })
    .filter(({ kind, from, to }) => kind !== 'place' || !isStateOfAddress(tokens, from, to));
}

function hasDigit(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ text }) => /\p{N}/u.test(text));
}

/** Whether a name is joined to an at sign, or to a dot or slash with more behind it, as in e-mail addresses and URLs. */
function isInAddress(tokens: readonly Token[], from: number, to: number): boolean {
  const joined = (a: number, b: number): boolean => tokens[a] !== undefined && tokens[b] !== undefined && tokens[a].end === tokens[b].start;
  const isSign = (at: number): boolean => /^[@/]$/.test(tokens[at]?.text ?? '');
  if ((joined(from - 1, from) && isSign(from - 1)) || (joined(to - 1, to) && isSign(to))) return true;
  const [before, after] = [tokens[from - 1]?.text, tokens[to]?.text];
  return (
    (after === '.' && joined(to - 1, to) && joined(to, to + 1)) || (before === '.' && joined(from - 1, from) && joined(from - 2, from - 1))
  );
}

function splitSpan(span: TaggedSpan, tokens: readonly Token[], lexicon: Lexicon, marksOf: (at: number) => number): TaggedSpan[] {
  const { kind, from, to } = span;
  for (let at = from + 1; at < to - 1; at++) {
    const parts = [
      { ...span, to: at },
      { ...span, from: at + 1 },
    ];
    if (kind === 'person' && isVerbBetweenPersons(tokens[at]!, marksOf(at), marksOf(at - 1), marksOf(at + 1))) return parts;
    if (kind === 'place' && BETWEEN_PLACES.has(tokens[at]!.norm) && parts.every((part) => isPlace(tokens, part, lexicon))) return parts;
  }
  return [span];
}

const GIVEN = MARK.givenName | MARK.givenNameUS;

function isVerbBetweenPersons({ norm }: Token, own: number, before: number, after: number): boolean {
  return VERB.test(norm) && (own & (GIVEN | MARK.surname)) === 0 && (before & GIVEN) !== 0 && (after & GIVEN) !== 0;
}

function isPlace(tokens: readonly Token[], { from, to }: TaggedSpan, lexicon: Lexicon): boolean {
  const hash = tokens.slice(from, to).reduce((sum, { norm }) => extendPhrase(sum, foldWord(norm)), 0);
  return (lexicon.find(hash).marks & PLACE_MARKS) !== 0;
}

/** Two letters after a number: "90210 CA". */
function isStateOfAddress(tokens: readonly Token[], from: number, to: number): boolean {
  return to === from + 1 && /^\p{L}{2}$/u.test(tokens[from]!.text) && /^\p{N}+$/u.test(tokens[from - 1]?.text ?? '');
}
