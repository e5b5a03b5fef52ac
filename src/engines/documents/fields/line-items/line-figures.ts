/**
 * A row of a receipt as figures and text: the amount at its end, "2 x 3.50" or "3.50 x 2" with a unit, tax codes and rates, and the words
 * that are left. Numbers that were split by OCR ("4, 10", "55 000") are joined first.
 */
import type { Row, SegmentWord } from '../text/segmented-text.ts';
import { CODES, SHARED, SIGNS } from '../values/currencies.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { localeOf, threeAreDecimals } from '../values/locale.ts';
import { numberOf } from '../values/numbers.ts';
import { isProduct } from './line-items.ts';
import data from './units.json' with { type: 'json' };

/** Words that are one figure or one word of text. */
export interface Token {
  text: string;
  words: readonly SegmentWord[];
  left: number;
  right: number;
  /** Space before the token. */
  gap: number;
}

export interface Figure {
  text: string;
  tokens: readonly Token[];
}

/** "2 kg x 3.50". */
export interface Count {
  quantity: Figure;
  price?: Figure;
  unit?: Figure;
}

export interface LineFigures {
  row: Row;
  tokens: readonly Token[];
  amount?: Figure & { value: number; isCertain: boolean };
  count?: Count;
  /** What is neither a figure nor a tax code. */
  name: readonly Token[];
  /** The reading with an amount where "2 x 3.50" may also be "2 x" and the amount. */
  priced?: LineFigures;
}

/** Whether amounts have decimals: yen, won, dong and rupiah have none, tills of Hong Kong print one. */
export type AmountStyle = 'decimal' | 'whole' | 'tenths';

export interface FigureContext {
  height: number;
  style: AmountStyle;
  locale?: string;
}

const UNITS = new Set(data.units.map(foldText));
/** Units that count pieces: "2 pcs". */
export const isPiece = (text: string): boolean =>
  /^(?:pcs?|pc\(s\)|pces?|ea|stk|stck|szt|ks|db|buc|kom|kos|tk|gab|vnt|kpl|шт|бр|ком|дана|τεμ|τμχ|ad|adet|ədəd|uds?|unid|un|pz|st|個|点|개|个|件|cái|buah|bh)\.?$/iu.test(
    text,
  );
export const isUnit = (text: string): boolean => UNITS.has(foldText(text).replace(/^.{0,4}\/|\.$/gu, ''));

const SIGN = String.raw`[(*=[]?(?:\p{Sc}|\p{L}{1,3}\.?|[^\p{L}\d\s]{1,2})?[-−]?\p{Sc}?`;
const TAIL = String.raw`[-−]?[^\d\s]{0,3}`;
const DECIMAL = new RegExp(
  String.raw`^${SIGN}(?:(?:\d{1,3}(?:[.,’' ]?\d{3})*)?[.,]\d{2}|(?:\d{1,4}|\d{1,3}(?: \d{3})+)[.,]\d{3})${TAIL}$`,
  'u',
);
const GROUPED = new RegExp(String.raw`^${SIGN}\d{1,3}(?:[.,]\d{3})+${TAIL}$`, 'u');
const TENTHS = new RegExp(String.raw`^${SIGN}\d{1,3}(?:,?\d{3})*\.\d${TAIL}$`, 'u');
const WHOLE = new RegExp(String.raw`^${SIGN}(?:\d{1,3}(?:[., ]\d{3})+|\d{1,7})${TAIL}$`, 'u');
/** With a currency, one decimal or none is enough: ¥1,000, 1,000円, $9.5. */
const SIGNED = /^\(?-?(?:[¥￥₩₫]\s?-?\d{1,3}(?:[,.]?\d{3})*|[$€£]-?\d{1,5}(?:[.,]\d)?|\d{1,3}(?:[,.]?\d{3})*[円원₫đ])\)?[^\d\s]{0,2}$/u;
const RATE = /^\(?(?:%\s?\d{1,2}(?:[.,]\d{1,2})?|\d{1,2}(?:[.,]\d{1,2})?\s?%)\)?$/u;
/** A letter after a price is a tax code; three are a currency. */
const TAX_CODE = /^(?:[*#€$£]{1,2}|[([]?\p{L}[*)\]]?|[\p{Lu}\p{Ll}]{2,3}\.?|\p{L}\d|\d\p{L})$/u;

const NUMBER = String.raw`\d{1,5}(?:[.,]\d{1,3})?`;
const MONEY = String.raw`(?:(?:\p{Sc}|\p{L}{1,4})\s?)?\d{1,3}(?:[.,’' ]?\d{3})*(?:[.,]\d{1,4})?`;
/** A capital A is a tax code. */
const TIMES = String.raw`(?:[x×*@хX✕]|(?<=\s)(?:(?-i:a|à|á)|at(?:\s1\sfor)?)(?=\s))`;
const COUNT_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d.,/%-])(?:n[.°º]\s?)?(${NUMBER})\s?(\p{L}{1,8}\.?)?\s?${TIMES}\s?(?:1\s?\p{L}{1,3}\s?\/\s?)?(${MONEY})(?!\d)`,
  'dgiu',
);
const PRICE_FIRST = new RegExp(String.raw`(?<![\p{L}\d.,/%-])@?(${MONEY})\s?[x×*хX✕]\s?(${NUMBER})(?![\d.,])()`, 'dgiu');
const COUNT_WORD = String.raw`(?:qty|quantity|cant|kol|menge|anz|anzahl|antal|aantal|qtd|qte|qté|sl|adet|数量|數量|수량)[.:]{0,2}`;
const IS_COUNT_WORD = new RegExp(`^${COUNT_WORD}$`, 'iu');
/** "2 kpl 4,50/kpl". */
const COUNT_RATE = new RegExp(String.raw`(?<![\p{L}\d.,/%-])(${NUMBER})\s?(\p{L}{1,8})\.?\s(${MONEY})\s?(?:\/\s?)?\2(?!\p{L})`, 'dgiu');
/** "Coffee (x2)", "Coffee x 2", "Coffee Qty 2"; "TISSUES X6" is a name. */
const COUNT_LAST = new RegExp(String.raw`(?:^|\s)(?:[x×*х]\s?|\(\s?X\s?|X\s|(?i:${COUNT_WORD})\s?)(\d{1,3})\s?\)?$`, 'u');

/** "2xCoffee" is a quantity and a name, "2*3.50=7.00" a count and an amount; "l x" and "lx" are 1 x. */
function splitCount(word: SegmentWord, row: readonly SegmentWord[]): SegmentWord[] {
  const i = row.indexOf(word);
  const glued = /^(?:(?:\d{1,3}|[lI|])[xX×](?=\p{Lu}\p{L})|[^=]*\d(?==\d))/u.exec(word.text);
  if (glued !== null) {
    const { left, right } = word.box;
    const end = left + ((right - left) * glued[0].length) / word.text.length;
    return [
      { ...word, text: glued[0].replace(/^[lI|]/u, '1'), box: { ...word.box, right: end } },
      { ...word, text: word.text.slice(glued[0].length), box: { ...word.box, left: end } },
    ];
  }
  // "40,10 l x 1,799" are liters.
  const isUnitOf = /^[\d.,]+$/u.test(row[i - 1]?.text ?? '');
  const isOne = !isUnitOf && /^[lI|]$/u.test(word.text) && /^[x×*]$/iu.test(row[i + 1]?.text ?? '');
  return [isOne ? { ...word, text: '1' } : word];
}

/** Joins figures that OCR split. */
function tokensOf({ segments }: Row, { height, style }: FigureContext): Token[] {
  const tokens: Token[] = [];
  const all = segments.flatMap(({ words }) => words);
  for (const { words } of segments)
    words
      .flatMap((word) => splitCount(word, all))
      .forEach((word, i) => {
        const { left, right } = word.box;
        const before = tokens.at(-1);
        const gap = before === undefined ? Infinity : left - before.right;
        const isApart = before !== undefined && (before.gap > 1.5 * height || tokens.at(-2)?.text === '=');
        const maxGap = (isApart ? 0.95 : 0.6) * height;
        const isSplit =
          before !== undefined &&
          ((/\d[.,]$/u.test(before.text) && /^\d{2}\D{0,2}$/u.test(word.text) && gap < 1.2 * height) ||
            (i > 0 &&
              gap < maxGap &&
              (style === 'whole'
                ? /(?<![.,\d])\d{1,3}$/u.test(before.text) && /^\d{3}(?!\d)/u.test(word.text)
                : /^\D{0,2}\d{1,3}$/u.test(before.text) && /^(?:0{3}(?!\d)|\d{3}[.,]\d{2}\D{0,2}$)/u.test(word.text))));
        if (isSplit)
          tokens[tokens.length - 1] = {
            ...before,
            text: before.text + word.text,
            words: [...before.words, word],
            right,
          };
        // A star far from the name is a mark of the amount, not a sign of multiplication.
        else if (!/^[*＊]$/u.test(word.text) || gap < 1.5 * height) tokens.push({ text: word.text, words: [word], left, right, gap });
      });
  return tokens;
}

/** Dinars and rials with thousandths. */
const THREE_DECIMALS = /(?<!\p{L})(?:TND|KWD|BHD|OMR|JOD|IQD|LYD|DT|KD|BD|JD)(?!\p{L})|د\.(?:ت|ك|ب)|ر\.ع/u;

/** Amounts without decimals outnumber those with decimals. */
export function amountStyleOf(rows: readonly Row[], locale?: string): AmountStyle {
  let [decimal, whole, tenths] = [0, 0, 0];
  const hasThree = threeAreDecimals(localeOf(locale)) === true;
  if (hasThree || rows.slice(0, 400).some(({ segments }) => segments.some(({ text }) => THREE_DECIMALS.test(text)))) return 'decimal';
  for (const { segments } of rows.slice(0, 400)) {
    if (/^\D{0,4}\d+\.\d$/u.test(segments.at(-1)?.words.at(-1)?.text ?? '')) tenths += 1;
    for (const { words } of segments)
      words.forEach(({ text }, i) => {
        if (/^\D{0,4}\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}\D{0,3}$/u.test(text)) decimal += 1;
        else if (GROUPED.test(text) || SIGNED.test(text)) whole += 1;
        else if (text === '000' && /^\d{1,3}$/u.test(words[i - 1]?.text ?? '')) whole += 1;
      });
  }
  if (tenths > Math.max(2, decimal + whole)) return 'tenths';
  return whole >= decimal ? 'whole' : 'decimal';
}

/** The values that digits may stand for: 1.312 is a weight or a number of thousands. */
export function readingsOf(text: string, style: AmountStyle, locale?: string): number[] {
  const grouped = /^(\D*)(\d{1,3})[.,](\d{3})\D*$/u.exec(text);
  const value = numberOf(text, { locale });
  if (grouped === null) return value === undefined ? [] : [value];
  const sign = /[-−]/u.test(grouped[1]!) ? -1 : 1;
  const both = [sign * Number(`${grouped[2]!}.${grouped[3]!}`), sign * Number(`${grouped[2]!}${grouped[3]!}`)];
  return style === 'whole' || value === both[1] ? both.reverse() : both;
}

/** Whether quantity × price is the amount for one reading of each. */
export function isCountOf({ quantity, price }: Count, amount: number, style: AmountStyle, locale?: string): boolean {
  if (price === undefined) return false;
  return readingsOf(quantity.text, 'decimal', locale).some((count) =>
    readingsOf(price.text, style, locale).some((each) => isProduct(count, each, Math.abs(amount))),
  );
}

export const isCurrency = (text: string): boolean => {
  const sign = text.replace(/\.$/u, '');
  return (
    CODES.has(sign) ||
    SIGNS[sign] !== undefined ||
    SHARED[sign] !== undefined ||
    /^(?:RM|Rp|Rs|Ft|Eur|kr|Kr|руб|грн|лв|дин|din|lei)$/u.test(sign)
  );
};

/** Digits with a separator or a currency; a bare integer may be anything. */
const isCertain = (text: string, style: AmountStyle): boolean =>
  DECIMAL.test(text) || GROUPED.test(text) || SIGNED.test(text) || (style === 'tenths' && TENTHS.test(text));
const isPrice = (text: string, style: AmountStyle): boolean =>
  DECIMAL.test(text) || SIGNED.test(text) || (style === 'whole' && WHOLE.test(text)) || (style === 'tenths' && TENTHS.test(text));

export function readFigures(row: Row, context: FigureContext): LineFigures {
  const { style, locale } = context;
  const tokens = tokensOf(row, context);
  let last = tokens.length - 1;
  while (last > Math.max(0, tokens.length - 3) && isTail(tokens[last]!, tokens[last - 1]!)) last -= 1;
  const priced = tokens[last];
  const sign = tokens[last - 1];
  const isOfOther = sign !== undefined && /\d$/u.test(tokens[last - 2]?.text ?? '') && sign.gap < priced!.gap;
  const hasSign = sign?.text === '-' || (isCurrency(sign?.text ?? '') && !isOfOther) ? 1 : 0;
  const value =
    priced !== undefined && !priced.text.startsWith('@') && isPrice(priced.text, style)
      ? readAmount(tokens.slice(last - hasSign, last + 1), style, locale)
      : undefined;
  const amount =
    value === undefined || Math.abs(value) > (style === 'whole' ? 1e9 : 1e7) || (value === 0 && !isCertain(priced!.text, style))
      ? undefined
      : {
          ...figureOf(tokens.slice(last - hasSign, last + 1)),
          value,
          isCertain: isCertain(priced!.text, style) || isCurrency(tokens[last + 1]?.text ?? '') || hasSign > 0,
        };
  const before = amount === undefined ? tokens : tokens.slice(0, last - hasSign);
  const own = findCount(before, amount?.value, style, locale);
  if (own !== undefined || amount === undefined) return { row, tokens, amount, ...withoutCount(before, own, tokens) };
  // "1.312 x 74.90" ends with the price, not with the amount.
  const whole = findCount(tokens.slice(0, last + 1), undefined, style, locale);
  const isDetail = whole?.price !== undefined && whole.price.tokens.includes(priced!);
  const alone: LineFigures = { row, tokens, amount, name: cleanName(before) };
  if (!isDetail) return alone;
  const detail = { row, tokens, ...withoutCount(tokens.slice(0, last + 1), whole, tokens) };
  return priced!.gap > 2 * context.height ? { ...detail, priced: alone } : detail;
}

const figureOf = (tokens: readonly Token[]): Figure => ({ tokens, text: tokens.map(({ text }) => text).join(' ') });

function readAmount(tokens: readonly Token[], style: AmountStyle, locale?: string): number | undefined {
  const text = tokens.map((token) => token.text).join(' ');
  const digits = text.replace(/^[^\d-]*?(?=[-−]?(?:(?<!\d)[.,])?\d)/u, '').replace(/[^\d)-]+$/u, '');
  const [value] = readingsOf(digits, style, locale);
  return value === undefined ? undefined : /^\D*[-−]|[-−]\D*$|^\(.*\)$/u.test(text) ? -Math.abs(value) : value;
}

/** What may follow an amount. */
function isTail({ text, gap }: Token, before: Token): boolean {
  if (isCurrency(text)) return true;
  if (isUnit(text) && (text.length > 1 || /^\p{Ll}/u.test(text)) && !/^(?:st|to|no|t|m|g|l|h|d|u)$/iu.test(text)) return false;
  return TAX_CODE.test(text) || RATE.test(text) || (/^\d$/u.test(text) && gap > 0 && DECIMAL.test(before.text));
}

function withoutCount(tokens: readonly Token[], count: Count | undefined, all: readonly Token[]): Pick<LineFigures, 'count' | 'name'> {
  if (count === undefined) return { name: cleanName(tokens) };
  const used = new Set([...count.quantity.tokens, ...(count.price?.tokens ?? []), ...(count.unit?.tokens ?? [])]);
  const first = all.findIndex((token) => used.has(token));
  const lastUsed = all.findLastIndex((token) => used.has(token));
  const rest = tokens.filter((token) => {
    const at = all.indexOf(token);
    return (
      (at < first || at > lastUsed) &&
      !(at === first - 1 && (IS_COUNT_WORD.test(token.text) || isPiece(token.text))) &&
      !(at > lastUsed && (isUnit(token.text) || isCurrency(token.text) || /^(?:\/|=|\p{Sc}|\p{L}{2,3}\/)/u.test(token.text)))
    );
  });
  return { count, name: cleanName(rest) };
}

/** Without marks, and without tax codes and rates at the end. */
function cleanName(tokens: readonly Token[]): Token[] {
  const own = tokens.filter(({ text }, i) => !/^[*#@=|:.\-()[\]+/_~]+$/u.test(text) || (i === 0 && /^[|\][]$/u.test(text)));
  while (
    own.length > 1 &&
    RATE.test(own.at(-1)!.text) &&
    (/^\(?%|[.,]\d\d\s?%/u.test(own.at(-1)!.text) || own.at(-1)!.gap > own.at(-1)!.right - own.at(-1)!.left)
  )
    own.pop();
  return own;
}

/** The best "2 x 3.50" among the tokens: its product is the amount, or its price looks like one. */
function findCount(tokens: readonly Token[], amount: number | undefined, style: AmountStyle, locale?: string): Count | undefined {
  if (tokens.length === 0 || tokens.length > 30) return undefined;
  const text = tokens.map((token) => token.text).join(' ');
  let found: Count | undefined;
  for (const [pattern, isPriceFirst] of [
    [COUNT_FIRST, false],
    [COUNT_RATE, false],
    [PRICE_FIRST, true],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const part = (group: number): Figure | undefined => {
        const [start, end] = match.indices![group] ?? [0, 0];
        return start === end ? undefined : { text: text.slice(start, end), tokens: tokensAt(tokens, start, end) };
      };
      const [quantity, price, unit] = isPriceFirst ? [part(2)!, part(1)!] : [part(1)!, part(3)!, part(2)];
      const count: Count = { quantity, price, ...(unit !== undefined && { unit }) };
      if (
        !isPriceFirst &&
        (/\p{Sc}\s?$/u.test(text.slice(0, match.index)) ||
          (/[.,]\d{2}$/u.test(quantity.text) && unit === undefined && /^(?:\d+|0[.,]\d{3})$/u.test(price.text)))
      )
        continue;
      if (amount !== undefined && isCountOf(count, amount, style, locale)) return count;
      if (unit !== undefined && !isUnit(unit.text)) continue;
      const looksLikePrice =
        /[.,]\d{2,4}$/u.test(price.text) || (style === 'whole' && amount === undefined && (!isPriceFirst || match[0].startsWith('@')));
      if (looksLikePrice && (!isPriceFirst || /^\d{1,3}$/u.test(quantity.text))) found ??= count;
    }
  if (found !== undefined) return found;
  const last = COUNT_LAST.exec(text);
  if (last === null) return undefined;
  return { quantity: { text: last[1]!, tokens: tokensAt(tokens, last.index + (last.index > 0 ? 1 : 0), text.length) } };
}

function tokensAt(tokens: readonly Token[], start: number, end: number): Token[] {
  let offset = 0;
  return tokens.filter(({ text }) => {
    const from = offset;
    offset += text.length + 1;
    return from < end && from + text.length > start;
  });
}
