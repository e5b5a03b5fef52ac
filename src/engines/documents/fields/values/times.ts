/** Parses times of day as hh:mm:ss: 7:45 PM, 07:45P, 19:45:12, 19h45, 19.45 Uhr, kl. 19.45, 13時10分, 오후 1:10, noon. */
import type { Found } from './dates.ts';
import { MAX_TEXT_LENGTH } from './dates.ts';
import { foldText } from '../../../shared/text/fold-text.ts';

const CLOCK =
  /(?<![\d.,]|(?<![./-]\d{4})\/)(?<!\d\s?:)(?:(오후|午後|下午|pm|오전|午前|上午|am)\s?)?(\d{1,2})\s?(?:[:h]\s?(\d{2})(?:\s?[:m.]\s?(\d{2})s?)?|\.(\d{2}):(\d{2})|\.(\d{2})(?=\s?(?:uhr|[ap]\.?\s?m\b)))(?!\d|\/\d{1,2}\/|[.,]\d)(?:\s?(?:uhr|hrs?|h)\b)?(?:\s?([ap])\.?\s?m\b\.?|([ap])\b|\s?(م|مساء|ص|صباحا|μ\.?\s?μ|π\.?\s?μ|ch|sa)(?![\p{L}\d]))?/gu;
/** A point between hours and minutes counts only after a word for time or a date. */
const DOTTED =
  /(?<=(?:(?<!\p{L})(?:kl|klo|kello|ore|ora|pukul|jam|saat|gio|cas|vrijeme|vreme|ura|время|час|ωρα|tid|zeit|time)\s?[.:]{0,2}\s?|[./-]\d{2,4}[\s,]{1,3}))(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.,])/gu;
/** Hyphens count only after a word for time, as on Romanian receipts. */
const DASHED = /(?<=(?<!\p{L})(?:ora|ore|hora|time)[.:]{0,2}\s?)(\d{1,2})-(\d{2})(?:-(\d{2}))?(?![\d.,-])/gu;
/** "1407 hrs". */
const MILITARY = /(?<![\d.,:/-])([01]\d|2[0-3])([0-5]\d)\s?(?:hrs|uhr)(?!\p{L})/gu;
const BARE = /(?<![\d.,:/\-])(\d{1,2})\s?(?:([ap])\.?\s?m\b\.?|uhr\b|o'clock\b)/gu;
const JAPANESE = /(午後|下午|오후)?\s?(?<!\d)(\d{1,2})\s?[時时시]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/gu;
const NAMED = /\b(noon|midnight|mittag|mitternacht|midi|minuit)\b/gu;
const NAMES: Readonly<Record<string, number>> = { noon: 12, mittag: 12, midi: 12, midnight: 0, mitternacht: 0, minuit: 0 };

const write = (hour: number, minute: number, second: number): string =>
  [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');

const halfOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : /^(?:오후|午後|下午|pm|م|μ|ch)/u.test(name) ? 'p' : 'a';

/** All times of a text, in order. */
export function timesIn(text: string): Found<string>[] {
  const folded = foldText(text.slice(0, MAX_TEXT_LENGTH));
  const found: Found<string>[] = [];
  const add = (match: RegExpExecArray, hour: number, minute: number, second: number, half: string | undefined): void => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (minute > 59 || second > 59 || hour > 24 || (hour === 24 && minute + second > 0)) return;
    if (half !== undefined && (hour < 1 || hour > 23)) return;
    if (found.some((other) => other.start < end && start < other.end)) return;
    const whole = half === 'p' && hour < 12 ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour % 24;
    found.push({ value: write(whole, minute, second), start, end });
  };
  for (const match of folded.matchAll(CLOCK)) {
    const [, named, hour, minute, second, pointed, afterPoint, spoken, half, letter, word] = match;
    add(
      match,
      Number(hour),
      Number(minute ?? pointed ?? spoken),
      Number(second ?? afterPoint ?? 0),
      half ?? letter ?? halfOf(named ?? word),
    );
  }
  for (const match of folded.matchAll(JAPANESE))
    add(match, Number(match[2]), Number(match[3]), Number(match[4] ?? 0), match[1] === undefined ? undefined : 'p');
  for (const match of folded.matchAll(MILITARY)) add(match, Number(match[1]), Number(match[2]), 0, undefined);
  for (const match of folded.matchAll(DASHED)) add(match, Number(match[1]), Number(match[2]), Number(match[3] ?? 0), undefined);
  for (const match of folded.matchAll(DOTTED)) add(match, Number(match[1]), Number(match[2]), Number(match[3] ?? 0), undefined);
  for (const match of folded.matchAll(BARE)) add(match, Number(match[1]), 0, 0, match[2]);
  for (const match of folded.matchAll(NAMED)) add(match, NAMES[match[1]!]!, 0, 0, undefined);
  return found.sort((a, b) => a.start - b.start);
}

export const timeOf = (text: string): string | undefined => timesIn(text)[0]?.value;
