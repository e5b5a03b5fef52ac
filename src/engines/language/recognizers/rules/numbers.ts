/**
 * Numbers in digits and in words. Words are added up from the left: a word counts where it is smaller than what the word before leaves
 * room for (twenty leaves room for one to nine, thousand for 1 to 999), and a scale multiplies what is smaller than itself.
 */
import type { Reader } from './reader.ts';

export interface ReadNumber {
  readonly end: number;
  readonly value: number;
  /** Written with digits. */
  readonly hasDigits: boolean;
  /** Ends in thousand, million, … */
  readonly hasScale: boolean;
  readonly isFraction: boolean;
}

const FRACTION_SIGNS: Readonly<Record<string, number>> = { '1⁄2': 0.5, '1⁄3': 1 / 3, '2⁄3': 2 / 3, '1⁄4': 0.25, '3⁄4': 0.75 };
const MAX_COMPOUND = 80;
/** More number words than any number has. */
const MAX_WORDS = 40;

/** The number that begins at a token. */
export function numberAt(reader: Reader, at: number): ReadNumber | undefined {
  return reader.memo('number', at, () => readSigned(reader, at));
}

function readSigned(reader: Reader, at: number): ReadNumber | undefined {
  if (reader.find('notNumber', at) && !isLongerNumber(reader, at)) return undefined;
  const minus = reader.after('minus', at) ?? (isMinusSign(reader, at) ? at + 1 : undefined);
  if (minus !== undefined) {
    const number = readUnsigned(reader, minus);
    return number && { ...number, value: -number.value };
  }
  return readUnsigned(reader, at);
}

/** Whether the number reaches beyond the phrase that is none. */
function isLongerNumber(reader: Reader, at: number): boolean {
  const number = readUnsigned(reader, at);
  return number !== undefined && number.end > reader.find('notNumber', at)!.end;
}

function isMinusSign(reader: Reader, at: number): boolean {
  const next = reader.tokens[at + 1];
  return reader.isSign(at, '-') && next?.kind === 'digits' && next.isGlued && !reader.isGlued(at);
}

function readUnsigned(reader: Reader, at: number): ReadNumber | undefined {
  const before = reader.find('fractionBefore', at);
  if (before) {
    const number = wholeNumberAt(reader, before.end);
    return number && { ...number, value: number.value + Number(before.value), isFraction: true };
  }
  const number = wholeNumberAt(reader, at);
  if (!number) return undefined;
  return readTail(reader, number);
}

/** What may follow: a half, tenths in words, a denominator. */
function readTail(reader: Reader, number: ReadNumber): ReadNumber {
  const half = reader.after('half', number.end);
  if (half !== undefined && Number.isInteger(number.value)) return { ...number, end: half, value: number.value + 0.5, isFraction: true };
  const point = reader.after('point', number.end);
  if (point !== undefined && !number.hasDigits) {
    let end = point;
    let tenths = '';
    for (let digit = readOneDigit(reader, end); digit !== undefined; digit = readOneDigit(reader, end)) {
      tenths += digit.digit;
      end = digit.end;
    }
    if (tenths !== '' && reader.find('scale', end) === undefined)
      return { ...number, end, value: Number(`${number.value}.${tenths}`), isFraction: true };
  }
  const part = reader.find('fraction', number.end);
  if (part && Number.isInteger(number.value))
    return { ...number, end: part.end, value: number.value * Number(part.value), isFraction: true };
  const outOf = reader.after('outOf', number.end);
  if (outOf !== undefined) {
    const above = wholeNumberAt(reader, outOf);
    if (above && number.value > 0) return { ...above, value: above.value / number.value, isFraction: true };
  }
  return number;
}

function readOneDigit(reader: Reader, at: number): { digit: string; end: number } | undefined {
  const token = reader.tokens[at];
  if (token?.kind === 'digits') return { digit: token.norm, end: at + 1 };
  const word = reader.find('number', at);
  return word && Number(word.value) < 10 && Number.isInteger(word.value) ? { digit: String(word.value), end: word.end } : undefined;
}

/** A number without halves, tenths in words and denominators. */
export function wholeNumberAt(reader: Reader, at: number): ReadNumber | undefined {
  return reader.memo('whole number', at, () => readWhole(reader, at));
}

function readWhole(reader: Reader, at: number): ReadNumber | undefined {
  const token = reader.tokens[at];
  if (!token) return undefined;
  const sign = FRACTION_SIGNS[token.norm];
  if (sign !== undefined) return { end: at + 1, value: sign, hasDigits: true, hasScale: false, isFraction: true };
  if (token.kind === 'digits') return readDigits(reader, at);
  const sum = new Sum(reader);
  return sum.read(at) ? sum.result() : undefined;
}

/** Digits with their separators, and the scales after them. */
function readDigits(reader: Reader, at: number): ReadNumber {
  const { tokens } = reader;
  const { decimal, spaceGroups } = reader.vocabulary.table;
  const groups = decimal === '.' ? ',٬' : '.';
  let end = at + 1;
  let whole = tokens[at]!.norm;
  let tenths = '';
  const next = (): string | undefined => {
    const token = tokens[end + 1];
    return token?.kind === 'digits' && token.isGlued && tokens[end]!.isGlued && tokens[end]!.kind === 'sign' ? token.norm : undefined;
  };
  const hasGroups = (): boolean => {
    const digits = next();
    if (digits === undefined || !(groups + "'").includes(tokens[end]!.norm)) return false;
    // Indian groups have two digits, but for the last.
    return digits.length === 3 || (digits.length === 2 && tokens[end]!.norm === ',' && tokens[end + 2]?.norm === ',');
  };
  if (whole.length <= 3) {
    while (hasGroups()) {
      whole += next()!;
      end += 2;
    }
    if (spaceGroups === true && end === at + 1) {
      while (isSpacedGroup(reader, end)) whole += tokens[end++]!.norm;
    }
  }
  const digits = next();
  if (digits !== undefined) {
    const sign = tokens[end]!.norm;
    const isLast = !(tokens[end + 2]?.isGlued === true && tokens[end + 2]!.norm === sign && tokens[end + 3]?.kind === 'digits');
    if (isLast && (sign === decimal || sign === '٫' || (sign === '.' && end === at + 1 && digits.length !== 3))) {
      tenths = digits;
      end += 2;
    } else if (sign === '/' && isLast && Number(digits) > 0 && !isDateLike(whole, digits)) {
      return { end: end + 2, value: Number(whole) / Number(digits), hasDigits: true, hasScale: false, isFraction: true };
    }
  }
  let value = Number(tenths === '' ? whole : `${whole}.${tenths}`);
  let hasScale = false;
  for (let scale = scaleAfterDigits(reader, end); scale; scale = scaleAfterDigits(reader, end)) {
    value = round(value * Number(scale.value));
    end = scale.end;
    hasScale = true;
    const rest = restAfterScale(reader, end, Number(scale.value));
    if (rest) {
      value += rest.value;
      end = rest.end;
    }
  }
  return { end, value, hasDigits: true, hasScale, isFraction: false };
}

function scaleAfterDigits(reader: Reader, at: number): { value: number | string; end: number } | undefined {
  const token = reader.tokens[at];
  if (token?.norm === 'k' && token.isGlued) return { value: 1000, end: at + 1 };
  const scale = reader.find('scale', at);
  return scale && Number(scale.value) >= 100 ? scale : undefined;
}

/** 3 thousand 500, 2万5千. */
function restAfterScale(reader: Reader, at: number, scale: number): ReadNumber | undefined {
  if (reader.vocabulary.table.writing === undefined || reader.vocabulary.table.writing === 'compound') return undefined;
  const token = reader.tokens[at];
  if (token?.kind !== 'digits' || !token.isGlued) return undefined;
  const rest = readDigits(reader, at);
  return rest.value < scale ? rest : undefined;
}

function isSpacedGroup({ tokens, text }: Reader, at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'digits' || token.norm.length !== 3) return false;
  return /^[ \u00a0\u202f]$/.test(text.slice(tokens[at - 1]!.end, token.start));
}

/** 24/12 is a day, 1/2 is a half. */
function isDateLike(above: string, below: string): boolean {
  return Number(above) > Number(below) || below.length > 2;
}

const round = (value: number): number => Number(value.toPrecision(15));

/** Number words that are added up. */
class Sum {
  readonly #reader: Reader;
  readonly #parts: { value: number; room: number }[] = [];
  #digits = '';
  #end = 0;
  #hasScale = false;
  #half = 0;
  #lastScale = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Reads as many words as fit; false when there is no number. */
  read(at: number): boolean {
    let next: number | undefined = this.#readWord(at);
    for (let words = 0; next !== undefined && words < MAX_WORDS; words++) {
      this.#end = next;
      const joined = this.#afterJoint(next);
      next = this.#readWord(next) ?? (joined === undefined ? undefined : this.#readWord(joined, true));
    }
    return this.#end > at;
  }

  result(): ReadNumber {
    const { shortEnd } = this.#reader.vocabulary.table;
    let value = this.#parts.reduce((sum, part) => sum + part.value, 0);
    const last = this.#parts.at(-1);
    if (shortEnd === true && this.#parts.length > 1 && last!.value < 10 && this.#lastScale >= 100) {
      value += last!.value * (this.#lastScale / 10 - 1);
    }
    if (this.#digits.length > 1) value = Number(this.#digits);
    return {
      end: this.#end,
      value: round(value + this.#half),
      hasDigits: false,
      hasScale: this.#hasScale,
      isFraction: this.#half > 0 || !Number.isInteger(value),
    };
  }

  /** The value so far, for ordinals whose last word is one. */
  addOrdinal(value: number): number | undefined {
    return this.#parts.length === 0 || this.#add(value, true) ? this.#parts.reduce((sum, part) => sum + part.value, 0) || value : undefined;
  }

  get end(): number {
    return this.#end;
  }

  #afterJoint(at: number): number | undefined {
    return this.#reader.after('and', at) ?? (this.#reader.isSign(at, '-') && this.#reader.isGlued(at) ? at + 1 : undefined);
  }

  /** The token after the word, if it fits. */
  #readWord(at: number, isJoined = false): number | undefined {
    const reader = this.#reader;
    const scale = reader.find('scale', at);
    const word = reader.find('number', at);
    if (scale && (!word || scale.end >= word.end) && this.#multiply(Number(scale.value))) return scale.end;
    if (word && this.#add(Number(word.value), isJoined)) return word.end;
    if (word || scale || reader.vocabulary.pieces.size === 0 || reader.tokens[at]?.kind !== 'word') return undefined;
    const pieces = splitCompound(reader, reader.tokens[at].norm);
    return pieces && this.addPieces(pieces) ? at + 1 : undefined;
  }

  addPieces(pieces: readonly Piece[]): boolean {
    let isJoined = false;
    for (const { category, value } of pieces) {
      if (category === 'and') {
        isJoined = true;
        continue;
      }
      if (category === 'half') this.#half = 0.5;
      else if (category === 'scale' ? !this.#multiply(value) : !this.#add(value, isJoined)) return false;
      isJoined = false;
    }
    return true;
  }

  #add(value: number, isJoined: boolean): boolean {
    const { onesFirst, tenJoins, vigesimal, positional } = this.#reader.vocabulary.table;
    const last = this.#parts.at(-1);
    const isDigit = Number.isInteger(value) && value < 10;
    if (last && positional === true && isDigit && this.#digits.length === this.#parts.length) {
      this.#digits += String(value);
      this.#parts.push({ value, room: 1 });
      return true;
    }
    if (last && onesFirst === true && isJoined && last.value < 10 && value >= 20 && value < 100 && value % 10 === 0) {
      this.#parts[this.#parts.length - 1] = { value: last.value + value, room: 1 };
      return true;
    }
    if (last && (value >= last.room || value === 0) && !(value === 0 && positional === true)) return false;
    const isTens = value < 100 && value % 10 === 0 && (value >= 20 || (value === 10 && tenJoins === true));
    const room = isTens ? (vigesimal === true && (value === 60 || value === 80) ? 20 : 10) : value >= 100 ? 100 : 1;
    this.#parts.push({ value, room });
    if (isDigit) this.#digits += String(value);
    else this.#digits = '';
    return true;
  }

  #multiply(scale: number): boolean {
    let sum = 0;
    let popped = 0;
    while (this.#parts.length > popped && this.#parts.at(-1 - popped)!.value < scale) sum += this.#parts.at(-1 - popped++)!.value;
    const before = this.#parts.at(-1 - popped);
    if (before && (sum || 1) * scale >= before.room) return false;
    this.#parts.splice(this.#parts.length - popped, popped, { value: round((sum || 1) * scale), room: scale });
    this.#digits = '';
    this.#hasScale ||= scale >= 1000;
    this.#lastScale = scale;
    return true;
  }
}

type Piece = { readonly category: string; readonly value: number };

/** The pieces of a number written as one word; undefined where something else is in it. */
function splitCompound({ vocabulary: { pieces, maxPiece } }: Reader, word: string): Piece[] | undefined {
  if (word.length > MAX_COMPOUND) return undefined;
  const failed = new Set<number>();
  const split = (from: number): Piece[] | undefined => {
    if (from === word.length) return [];
    if (failed.has(from)) return undefined;
    for (let length = Math.min(maxPiece, word.length - from); length > 0; length--) {
      const piece = pieces.get(word.slice(from, from + length));
      const rest = piece && split(from + length);
      if (rest) return [piece, ...rest];
    }
    failed.add(from);
    return undefined;
  };
  const found = split(0);
  return found?.some(({ category }) => category === 'number' || category === 'scale') === true ? found : undefined;
}

/** Reads number words up to a token, for ordinals. */
export function sumBefore(reader: Reader, at: number): { sum: Sum; end: number } {
  const sum = new Sum(reader);
  return sum.read(at) ? { sum, end: sum.end } : { sum: new Sum(reader), end: at };
}

/** The value of one number word, possibly a compound. */
export function wordValue(reader: Reader, word: string): number | undefined {
  const piece = reader.vocabulary.root.next.get(word)?.meanings.find(({ category }) => category === 'number' || category === 'scale');
  if (piece) return Number(piece.value);
  const pieces = splitCompound(reader, word);
  if (!pieces) return undefined;
  const sum = new Sum(reader);
  return sum.addPieces(pieces) ? sum.result().value : undefined;
}
