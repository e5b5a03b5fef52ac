/** Decides what a number is: by its form and check digits, by the words around it, and by the question that it answers. */
import { firstEndingAfter } from './words.ts';
import { isIban, isLuhnValid, isSocialSecurityNumber } from './checksums.ts';
import type { Cue, FoundCue } from './cues.ts';
import type { PersonalData, PersonalDataKind } from './entity.ts';
import { findNumberRuns } from './number-runs.ts';
import type { NumberRun } from './number-runs.ts';
import type { Word } from './words.ts';

/** Characters between a cue and the number that it announces. */
const CUE_REACH = 60;
const CUE_REACH_AFTER = 30;
const MAX_CUES_AFTER = 5;

const MONEY_BEFORE = /([$€£¥]|\b(usd|eur|gbp|dollars?|euros?|pounds?))\s*$/i;
const QUANTITY_AFTER =
  /^\s*(%|°|dollars?|bucks|euros?|pounds?|cents?|pence|percent|per cent|minutes?|mins?|hours?|hrs?|seconds?|secs?|days?|weeks?|months?|years?|times?|people|persons?|items?|degrees?|a\.?m\b|p\.?m\b|o'?clock|gigs?|gb|mb|tb|megabytes?|gigabytes?|terabytes?|megabits?|mbps|miles?|kilometers?|km|kilos?|kg|lbs?|inch(es)?|feet|foot|ft|points?|stars?|units?|pieces?|boxes|copies|steps?|or \w+ (minutes|hours|days|weeks|months|years)|to \w+ (minutes|hours|days|weeks|months|years|business))\b/i;
const DATE = /^(\d{1,2}[/.-]\d{1,2}[/.-](\d{4}|\d{2})|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})$/;
const CARD_EXPIRY = /^(0?[1-9]|1[0-2])\s*(\/|-|\s|slash)\s*(\d{2}|20\d{2})$/i;
const TIME = /^\d{1,2}:\d{2}/;
const IP_ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;
const PHONE_FORM =
  /^(\+\d{1,3}[\s.-]?)?(1[\s.-])?\(?\d{3}\)?[\s.-]+\d{3}[\s.-]+\d{4}$|^\d{3}[.-]\d{4}$|^\+\d[\d\s().-]{7,}$|^0\d{2,4}[\s-]\d{3,4}[\s-]?\d{3,4}$/;
const SOCIAL_FORM = /^\d{3}[\s.-]\d{2}[\s.-]\d{4}$/;
const YEAR = /^(19|20)\d{2}$/;

interface Context {
  text: string;
  words: readonly Word[];
  cues: readonly FoundCue[];
  /** What was asked for before. */
  expected: readonly Cue[];
}

interface Decision {
  kind: PersonalDataKind;
  score: number;
}

export function findNumbers(context: Context): PersonalData[] {
  return findNumberRuns(context.words).flatMap((run) => {
    const decision = decide(run, context);
    return decision ? [{ ...decision, start: run.start, end: run.end }] : [];
  });
}

function decide(run: NumberRun, { text, cues, expected }: Context): Decision | undefined {
  const { digits, letters, start, end } = run;
  const written = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(end, end + 40);
  const cue = nearestCue(run, cues, text);
  if (MONEY_BEFORE.test(before) || TIME.test(text.slice(start, end + 3))) return undefined;
  if (IP_ADDRESS.test(written)) return { kind: 'numericIdentifier', score: 0.95 };
  if (letters >= 2 && isIban(written)) return { kind: 'numericIdentifier', score: 0.99 };
  if (cue === 'cardDetail' || (cue === undefined && expected.includes('cardDetail'))) {
    if (CARD_EXPIRY.test(written) || (digits.length >= 3 && digits.length <= 6)) return { kind: 'creditCard', score: 0.8 };
  }
  if (DATE.test(written)) return undefined;
  if (digits.length <= 4 && QUANTITY_AFTER.test(after)) return undefined;
  if (QUANTITY_AFTER.test(after) && /^\s*(dollars?|bucks|euros?|pounds?|percent|%)/i.test(after)) return undefined;
  return decideByForm(run, written, cue) ?? decideByWords(run, written, cue, expected);
}

/** Forms that need no words around them. */
function decideByForm({ digits, letters, isSpoken }: NumberRun, written: string, cue: Cue | undefined): Decision | undefined {
  const { length } = digits;
  if (letters === 0 && length >= 13 && length <= 19 && isLuhnValid(digits) && cue !== 'numericIdentifier') {
    return { kind: 'creditCard', score: cue === 'creditCard' ? 0.99 : 0.9 };
  }
  if (letters > 0) return undefined;
  if (SOCIAL_FORM.test(written) && isSocialSecurityNumber(digits) && cue !== 'numericIdentifier' && cue !== 'phoneNumber') {
    return { kind: 'socialSecurityNumber', score: 0.9 };
  }
  const isPhoneForm = PHONE_FORM.test(written) || (isSpoken && length === 10);
  if (isPhoneForm && (cue === undefined || cue === 'phoneNumber' || cue === 'address' || cue === 'name' || cue === 'email')) {
    return { kind: 'phoneNumber', score: cue === 'phoneNumber' ? 0.95 : 0.85 };
  }
  return undefined;
}

function decideByWords(
  { digits, letters, isSpoken }: NumberRun,
  written: string,
  cue: Cue | undefined,
  expected: readonly Cue[],
): Decision | undefined {
  const { length } = digits;
  const score = cue === undefined ? 0.75 : 0.9;
  const wanted = cue === undefined ? expected : [cue];
  for (const one of wanted) {
    if (one === 'socialSecurityNumber' && letters === 0 && (length === 9 || length === 4)) return { kind: one, score };
    if (one === 'creditCard' && letters === 0 && length >= 12 && length <= 19) return { kind: one, score };
    if (one === 'cardDetail' && letters === 0 && (length === 3 || length === 4 || (length >= 12 && length <= 19))) {
      return { kind: 'creditCard', score };
    }
    if (one === 'phoneNumber' && letters === 0 && length >= 7 && length <= 15) return { kind: one, score };
    if (one === 'numericIdentifier' && isIdentifier(digits, letters, written, cue !== undefined)) return { kind: one, score };
    if (one === 'address' && letters === 0 && (length === 5 || (length === 9 && /\d{5}-\d{4}/.test(written))))
      return { kind: one, score: score - 0.1 };
  }
  if (letters === 0 && (length === 10 || (length === 11 && digits.startsWith('1'))) && cue !== 'numericIdentifier') {
    return { kind: 'phoneNumber', score: 0.7 };
  }
  if (looksLikeIdentifier(digits, letters, written, isSpoken)) return { kind: 'numericIdentifier', score: 0.6 };
  return undefined;
}

/** Whether a number that was announced as an identifier is one: not a year, and not a mere count. */
function isIdentifier(digits: string, letters: number, written: string, isAnnounced: boolean): boolean {
  if (letters === 0 && YEAR.test(written)) return false;
  return digits.length + letters >= (isAnnounced ? 4 : 5) && digits.length >= 2;
}

/** Long numbers, and capitals mixed with digits, are identifiers whatever the surrounding words are. */
function looksLikeIdentifier(digits: string, letters: number, written: string, isSpoken: boolean): boolean {
  if (letters === 0) return digits.length >= 8 && !/,\d{3}\b/.test(written);
  const isUpperCase = written === written.toUpperCase();
  return digits.length >= 3 && digits.length + letters >= 6 && (isUpperCase || isSpoken);
}

/** The cue before a number, or else right after it: "… is my account number". */
function nearestCue({ start, end }: NumberRun, cues: readonly FoundCue[], text: string): Cue | undefined {
  const next = firstEndingAfter(cues, start);
  const previous = cues[next - 1];
  const before = previous && start - previous.end <= CUE_REACH ? previous : undefined;
  const isFarther = before !== undefined && /[.?!;]\s/.test(text.slice(before.end, start));
  const after = cues.slice(next, next + MAX_CUES_AFTER).find((cue) => cue.start >= end && cue.start - end <= CUE_REACH_AFTER);
  const announcesBack = after !== undefined && /^[\s,]*(is|was|that's|that is|it's|as|for|being)\b/i.test(text.slice(end, after.start));
  if (announcesBack) return after.cue;
  return before === undefined || (isFarther && start - before.end > CUE_REACH / 2) ? undefined : before.cue;
}
