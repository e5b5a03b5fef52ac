/**
 * Splits words in which a number, a caption and a value are glued: `9aEND:`, `CLASS:D`, `4a.01.01.2013`, `4dDLN12-345-6789`,
 * `DOB01/02/1990`, `2PAT`, and on American licenses also `LNSAMPLE` and `EYESBRO`, whose values are few.
 */
import type { PlacedWord } from '../captions/page-text.ts';
import { foldShapes } from '../captions/phrase-index.ts';
import { dateOf } from '../values/dates.ts';
import { ID_LEXICON } from './lexicon.ts';

const LABELS: ReadonlySet<string> = new Set(
  ID_LEXICON.captions
    .flatMap(({ phrases, weak = [] }) => [...phrases, ...weak])
    .filter((phrase) => !/\s/u.test(phrase))
    .map(foldShapes)
    .filter((label) => label.length >= 2),
);
const MAX_LABEL = 16;
/** What a misread caption that ends with # stands for. */
const NUMBER_LABEL = 'LIC#';

/** Captions of endorsements and restrictions that are a letter, as in New York. */
const LETTER_LABELS: Readonly<Record<string, string>> = { E: 'END:', R: 'REST:' };

/** Captions for what Japanese licenses print behind dates. */
const DATE_LABELS: Readonly<Record<string, string>> = { 生: '生年月日', まで有効: '有効期限' };

/** Signs before a word are misread numbers of captions. */
export const splitWords = (words: readonly PlacedWord[], american = false): PlacedWord[] =>
  words.flatMap((word, i) => {
    const isLetter = words[i + 1]?.text === 'NONE' || (words[i - 1]?.text === 'NONE' && /^[A-Z\d]{1,2}$/u.test(words[i + 1]?.text ?? ''));
    const letter = american && isLetter ? LETTER_LABELS[word.text.replace(/:$/u, '')] : undefined;
    if (letter !== undefined) return [{ ...word, text: letter }];
    const dated = /^(.*\d\s?日)(生|まで有効)$/u.exec(word.text);
    if (dated !== null) return [{ ...word, text: DATE_LABELS[dated[2]!]! }, cut(word, 0, dated[1]!.length)];
    const signs = /^[^\p{L}\p{M}\p{N}\s#(/[<'’‘+-]+(?=[\p{L}\p{N}]{2})/u.exec(word.text)?.[0].length ?? 0;
    return splitWord(signs === 0 ? word : cut(word, signs, word.text.length), american);
  });

function splitWord(given: PlacedWord, american: boolean, depth = 0): PlacedWord[] {
  // A small `a` may be lost: 9 is the class, 9a the endorsements.
  const word = american && /^9END/iu.test(given.text) ? { ...given, text: `9a${given.text.slice(1)}` } : given;
  const hash = /^([^\s#]{1,7}#):?(?=[A-Z\d-]{5})/u.exec(word.text);
  if (hash !== null && !isLabel(hash[1]!))
    return [{ ...cut(word, 0, hash[0].length), text: NUMBER_LABEL }, cut(word, hash[0].length, word.text.length)];
  const isShort = word.text.length < 3 || word.text.length > 60;
  const at = depth > 3 || isShort ? 0 : splitPoint(word.text) || dateStart(word.text) || (american ? americanPoint(word.text) : 0);
  if (at <= 0 || at >= word.text.length) return [word];
  return [cut(word, 0, at), cut(word, at, word.text.length)].flatMap((part) => splitWord(part, american, depth + 1));
}

export function cut(word: PlacedWord, from: number, to: number): PlacedWord {
  const width = (word.box.right - word.box.left) / word.text.length;
  return {
    ...word,
    isPart: true,
    text: word.text.slice(from, to),
    box: { ...word.box, left: word.box.left + from * width, right: word.box.left + to * width },
  };
}

const CAPTION_NUMBER = /^\(?(\d)\p{L}?[.,:)]*$/u;

/**
 * On European licenses numbers stand in a column left of their values, in ascending order: a line that starts in this column with the
 * number that is missing there is that number and a value.
 */
export function splitColumn(rows: readonly (readonly PlacedWord[])[]): readonly (readonly PlacedWord[])[] {
  const numbers = rows.flatMap(([word]) => {
    const number = CAPTION_NUMBER.exec(word?.text ?? '')?.[1];
    return word === undefined || number === undefined ? [] : [{ number: Number(number), box: word.box }];
  });
  return rows.map(([word, ...rest]) => {
    if (word === undefined) return [];
    const height = word.box.bottom - word.box.top;
    const column = numbers.filter(({ box }) => Math.abs(box.left - word.box.left) < 0.7 * height);
    const glued = /^([1-359]|8)[.,:]?(?=[\p{L}\d]{2})/u.exec(word.text);
    const number = Number(glued?.[1]);
    const fits = column.every((own) => own.number !== number && own.box.top < word.box.top === own.number < number);
    return glued === null || column.length < 3 || !fits
      ? [word, ...rest]
      : [cut(word, 0, glued[0].length), cut(word, glued[0].length, word.text.length), ...rest];
  });
}

const isLabel = (text: string): boolean => LABELS.has(foldShapes(text));

/** Where the word must be cut, or 0. */
function splitPoint(text: string): number {
  if (/^[\p{Script=Han}\p{Script=Hangul}]{3}/u.test(text))
    for (let length = Math.min(6, text.length - 1); length >= 2; length--) if (isLabel(text.slice(0, length))) return length;
  const range = /^\d{1,4}[./]\d\d?[./]\d{2,4}[-–](?=\d{1,4}[./]\d\d?[./]\d)/u.exec(text);
  if (range !== null) return range[0].length;
  const bracket = /^[\d./-]{8,}(?=\()/u.exec(text);
  if (bracket !== null) return bracket[0].length;
  for (const numbered of [/^\(?\d{1,2}[.:)]?(?=\p{L}{2})/u, /^\(?\d{1,2}[a-dA-D][.:)]?(?=\p{L}{2})/u]) {
    const length = numbered.exec(text)?.[0].length ?? 0;
    if (length > 0 && startsWithLabel(text.slice(length))) return length;
  }
  const labeled = /^(\p{L}[\p{L}.]{0,15})(?:[:#=]+\.?|-(?=\d{3}))(?=\S)/u.exec(text);
  if (labeled !== null && isLabel(labeled[1]!)) return labeled[0].length;
  const joined = /^(?=.*\d)DD(?=[A-Z0-9]{9,}$)/u.exec(text) ?? /^\p{L}{2,}(?=\/\p{L}{3,})/u.exec(text);
  if (joined !== null) return joined[0].length;
  for (let length = Math.min(MAX_LABEL, text.length - 1); length >= 3; length--)
    if (/\d/u.test(text[length]!) && /^\p{L}+$/u.test(text.slice(0, length)) && isLabel(text.slice(0, length))) return length;
  const point = /^(?:[1-9]|[1-9][a-d]|[Aa][ab]|4\p{L})[.,:](?=\S{2})/iu.exec(text);
  if (point !== null) {
    const rest = text.slice(point[0].length);
    if (/^\p{L}[\p{L}'’-]/u.test(rest) || /^(?=.*\p{L})[\p{L}\d-]{5,}/u.test(rest) || isDate(rest)) return point[0].length;
  }
  return /^[12](?=\p{Lu}{3,}[,.]?$)/u.exec(text)?.[0].length ?? 0;
}

const DATE = String.raw`(?:\d\d[/.-]\d\d[/.-](?:19|20)\d\d|(?:19|20)\d\d[/.-]\d\d[/.-]\d\d)`;
const GLUED_DATE = new RegExp(`^(.{1,14}?)(?<![/.-]|\\d[/.-]?\\d)${DATE}|^${DATE}(?=\\D.|\\d{1,2}\\p{L}{3})`, 'u');

/** 4a and 4b, also misread. */
const NUMBERED_DATE = new RegExp(`^4[a-d568]${DATE}$`, 'u');

/** Where a date starts that is glued to its caption, or ends before something else. */
function dateStart(text: string): number {
  if (NUMBERED_DATE.test(text)) return 2;
  const found = GLUED_DATE.exec(text);
  return found === null ? 0 : (found[1] ?? found[0]).length;
}

/** No English name starts with LN or FN; sexes, classes and colors are few. */
const AMERICAN_LABEL =
  /^\d{0,2}(?:[LF]N(?=[A-Z]{2})|SEX(?=[MFX]$)|CLASS(?=[A-EM]$)|(?:E[YV]ES?|HAIR|REST[A-Z]{0,9}|END[A-Z]{0,9}?|RES)(?=(?:NONE|BLK|BLU|BR[ONW]|GR[YN]|HAZ|MAR|PNK|DIC|BAL|BLN|RED|SDY|WHI)$))/u;
const MISREAD_NUMBER = /^(?:[^A-Z\s]{1,2}|[A-Z])(?=(?:SEX|Sex|HGT|Hgt|WGT|Wgt|EYES|Eyes|DOB|EXP|Exp)[:.]?$)/u;
/** A misread 4 before the letter and the caption of issue, expiration and number. */
const MISREAD_FOUR = /^\S?(?:a(?=ISS)|[b6](?=EXP)|d(?=DLN|LIC#|DL#|ID#))/iu;
const LOST_FOUR = /^d(?=[A-Z]\d{3}-?\d{2})/u;
const STATE_AND_CODE = /^[A-Z]{2}(?=\d{5}(?:-\d{4})?$)/u;
/** A caption with its number behind a value, or behind another word if a value of few letters follows it. */
const NEXT_LABEL =
  /^.+?(?=\d{1,2}[a-d]?(?:SEX|HGT|WGT|EYES?|HAIR|CLASS|ENDO?|RESTR?|DOB|EXP|ISS)|(?<=[A-Z]{4})CLASS[A-EM]{1,2}$|(?<=[a-z"”'’])(?:SEX[MFX]|(?:EYES|HAIR)[A-Z]{3})$)/iu;
const VALUE_AFTER_NUMBER = /^[^A-Z\s]{1,2}(?=(?:BLK|BLU|BRO|BRN|GRY|GRN|HAZ|BLN)$)/u;

const americanPoint = (text: string): number =>
  (AMERICAN_LABEL.exec(text.toUpperCase()) ??
    MISREAD_NUMBER.exec(text) ??
    VALUE_AFTER_NUMBER.exec(text) ??
    MISREAD_FOUR.exec(text) ??
    LOST_FOUR.exec(text) ??
    STATE_AND_CODE.exec(text) ??
    NEXT_LABEL.exec(text))?.[0].length ?? 0;

const isDate = (text: string): boolean => /^\d\d[./-]?\d\d[./-]?\d{4}/u.test(text) && dateOf(text.slice(0, 10)) !== undefined;

function startsWithLabel(text: string): boolean {
  const letters = /^\p{L}+/u.exec(text)?.[0] ?? '';
  if (isLabel(letters)) return true;
  const digit = /^(\p{L}{2,})\d/u.exec(text)?.[1];
  return digit !== undefined && isLabel(digit);
}
