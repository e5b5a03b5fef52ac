/** Copayments: benefit and amount on one line, or amounts in a row below their benefits. */
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { gapBefore } from '../captions/phrase-index.ts';
import { moneyIn } from '../values/money.ts';
import data from './health-insurance-card.json' with { type: 'json' };

export interface Copay {
  benefit?: Draft;
  amount: Draft;
}

type Row = readonly PlacedWord[];

const MAX_COPAYS = 20;
const NOT_A_BENEFIT = /^(?:co-?pay(?:s|ment|ments)?:?|amount:?|\$|[-–:/|]+)$/iu;
const COPAY = /^co-?pay(?:s|ment|ments)?:?$/iu;
/** Heights of text between the words of a benefit. */
const MAX_GAP = 2.6;

export function findCopays(rows: readonly Row[]): Copay[] {
  const out: Copay[] = [];
  rows.forEach((row, index) => {
    let from = 0;
    const amounts = joinedAmounts(row);
    for (const [i, group] of amounts.entries()) {
      const { words, at } = group[0]!;
      const own = lastBenefit(row.slice(from, at));
      from = at + new Set(group.flatMap((amount) => amount.words)).size;
      const above = own.length > 0 ? own : benefitAbove(words[0]!, rows, index);
      const found = above.length > 0 ? above : firstBenefit(row.slice(from - 1, amounts[i + 1]?.[0]!.at));
      if (found.length === 0 || out.length >= MAX_COPAYS) continue;
      const kept = found.filter(({ text }) => !NOT_A_BENEFIT.test(text));
      const name = textOf(kept).replace(/[:,/]+$/u, '');
      const names = name.split(/\s*\/\s*/u);
      const source = own.length > 0 ? 'caption' : 'position';
      group.forEach((amount, k) => {
        const benefit = names.length === group.length ? names[k]! : name;
        out.push({
          ...(kept.length > 0 && { benefit: derivedDraft({ type: 'string', value: benefit }, kept, source) }),
          amount: derivedDraft({ type: 'currency', value: amount.value }, amount.words, source),
        });
      });
    }
  });
  return out;
}

/** Amounts of a row; those with slashes between them, `$20/$40`, are one group. */
function joinedAmounts(row: Row): Amount[][] {
  const groups: Amount[][] = [];
  for (const amount of amountsOf(row)) {
    const last = groups.at(-1)?.at(-1);
    const end = last === undefined ? -1 : last.at + last.words.length;
    const isJoined =
      last !== undefined && (amount.at < end || (amount.at <= end + 1 && /\/$/u.test(row[end - 1]!.text) !== (row[end]?.text === '/')));
    if (isJoined) groups.at(-1)!.push(amount);
    else groups.push([amount]);
  }
  return groups;
}

interface Amount {
  value: ReturnType<typeof moneyIn>[number]['value'];
  words: PlacedWord[];
  at: number;
}

function amountsOf(row: Row): Amount[] {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of row) {
    starts.push(length);
    length += text.length + 1;
  }
  // A number before a sign belongs to something else.
  const text = textOf(row).replace(/(?<=\d)\s(?=\$)/gu, '|');
  return moneyIn(text, { locale: 'en-US' })
    .filter(({ value }) => value.symbol === '$')
    .flatMap(({ value, start, end }) => {
      const at = row.findIndex(({ text }, i) => starts[i]! + text.length > start);
      const words = row.filter(({ text }, i) => starts[i]! < end && starts[i]! + text.length > start);
      return at < 0 || words.length === 0 ? [] : [{ value, words, at }];
    });
}

const nameOf = (words: Row): string =>
  textOf(words)
    .toLowerCase()
    .replace(/[^a-z0-9 -]/gu, '')
    .replace(/\b(?:co-?pay(?:ment)?s?|visits?)\b/gu, '')
    .trim();

const isBenefit = (name: string): boolean =>
  data.benefits.some((benefit) => name === benefit || (benefit.length > 3 && name.includes(benefit)) || name.split(' ').includes(benefit));

/** The words directly before an amount that name a benefit; without gaps and other captions. */
function lastBenefit(words: Row): PlacedWord[] {
  let from = words.length;
  while (
    from > Math.max(0, words.length - 5) &&
    (from === words.length || gapBefore(words, from) <= MAX_GAP) &&
    (from === words.length || from === words.length - 1 || !/[:|]$/u.test(words[from - 1]!.text))
  )
    from--;
  const own = words.slice(from).filter(({ text }) => /\p{L}|\d/u.test(text));
  return isBenefit(nameOf(own)) || own.some(({ text }) => COPAY.test(text)) ? own : [];
}

/** The words behind an amount, which is the first word: `$20 Office Visit`. */
function firstBenefit(words: Row): PlacedWord[] {
  let to = 1;
  while (to < Math.min(words.length, 5) && gapBefore(words, to) <= MAX_GAP && /^[\p{L}/&-]+$/u.test(words[to]!.text)) to++;
  const own = words.slice(1, to);
  return isBenefit(nameOf(own)) ? own : [];
}

/** The words above an amount, in its column. */
function benefitAbove(amount: PlacedWord, rows: readonly Row[], index: number): PlacedWord[] {
  const height = amount.box.bottom - amount.box.top;
  for (let i = index - 1; i >= Math.max(0, index - 2); i--) {
    const row = rows[i]!;
    if (amountsOf(row).length > 0) continue;
    const center = (amount.box.left + amount.box.right) / 2;
    const near = row.findIndex(({ box }) => box.left - 1.2 * height < center && box.right + 1.2 * height > center);
    if (near < 0) continue;
    let [from, to] = [near, near + 1];
    while (from > 0 && row[from]!.box.left - row[from - 1]!.box.right < 0.8 * height) from--;
    while (to < row.length && row[to]!.box.left - row[to - 1]!.box.right < 0.8 * height) to++;
    const own = row.slice(from, to).filter(({ text }) => /\p{L}/u.test(text));
    if (isBenefit(nameOf(own))) return own;
  }
  return [];
}
