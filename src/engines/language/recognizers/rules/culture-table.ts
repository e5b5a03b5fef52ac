/**
 * What the rules know of a culture: words and how numbers are written. Entries are phrases; case, accents and, in Indian scripts, dots do
 * not matter. A class that a language does not need is left out.
 */
import type wordClasses from './word-classes.json';

/** Classes of words that the rules ask for by name. Those ending in `After` follow what they belong to, the others precede it. */
export type WordClass = keyof typeof wordClasses;

export type PartOfDay = 'MO' | 'AF' | 'EV' | 'NI' | 'DA' | 'AM' | 'PM';
/** Units of time as TIMEX writes them, with H, m and S for hours, minutes and seconds. */
export type TimeUnit = 'Y' | 'M' | 'W' | 'D' | 'H' | 'm' | 'S' | 'WE';
type Phrases = string | readonly string[];
type PhrasesOf<Key extends string> = { readonly [key in Key]?: Phrases };

export interface CultureTable {
  /** What separates decimals; the other of point and comma groups thousands. */
  readonly decimal: '.' | ',';
  /** The order of dates in digits. */
  readonly dateOrder: 'dmy' | 'ymd';
  /**
   * How words are made: `compound` numbers are written as one word (German), `syllables` are matched one by one with endings
   * attached (Korean), `characters` have no spaces (Chinese, Japanese).
   */
  readonly writing?: 'compound' | 'syllables' | 'characters';
  /** Number words by value, each one a list of phrases separated by commas. */
  readonly numbers: { readonly [value: string]: string };
  /** Words that multiply what precedes them. */
  readonly scales: { readonly [value: string]: string };
  /** Denominators: the value of one such part. */
  readonly fractions?: { readonly [value: string]: string };
  /** Words before a number that change it by a fraction. */
  readonly fractionsBefore?: { readonly [value: string]: string };
  readonly ordinals: { readonly [value: string]: string };
  /** Endings that make a number word an ordinal. */
  readonly ordinalEndings?: readonly string[];
  /** What a number word may have lost before such an ending. */
  readonly ordinalStemEndings?: readonly string[];
  /** What makes digits an ordinal when it follows without a space. */
  readonly ordinalMarks?: readonly string[];
  /** Ordinals counted from the end or the current place, as `end 0`, `end -1`, `current 1`. */
  readonly relativeOrdinals: { readonly [place: string]: string };
  /** Ones come before tens (five and twenty). */
  readonly onesFirst?: boolean;
  /** Ten and one make eleven. */
  readonly tenJoins?: boolean;
  /** 60 and 80 take ten to nineteen. */
  readonly vigesimal?: boolean;
  /** Digits in words stand side by side (二〇二六). */
  readonly positional?: boolean;
  /** A last digit counts tenths of the scale before it (一百五). */
  readonly shortEnd?: boolean;
  /** A unit of time alone is one of it, after words such as "in". */
  readonly unitAlone?: boolean;
  /** Spaces group thousands. */
  readonly spaceGroups?: boolean;
  /** Phrases that hold number words without meaning a number. */
  readonly notNumbers?: string;
  /** Numbers that are a number only beside another word that belongs to it. */
  readonly weakNumbers?: string;
  /** Prefixes written together with the next word, and endings of words, that are not part of the words listed here. */
  readonly prefixes?: readonly string[];
  readonly endings?: readonly string[];
  /** Words that may be written together with the word before them. */
  readonly attached?: readonly string[];
  readonly words: PhrasesOf<WordClass>;
  /** Units after a number that make it an age, and those that do unless they are a time span. */
  readonly age: PhrasesOf<'Year' | 'Month' | 'Week' | 'Day'>;
  readonly ageOrDuration?: PhrasesOf<'Year' | 'Month' | 'Week' | 'Day'>;
  /** By ISO 4217 code, or the name of a unit of several countries. */
  readonly currencies: { readonly [unit: string]: string };
  /** Hundredths of a currency. */
  readonly cents?: string;
  readonly dimensions: { readonly [unit: string]: string };
  readonly temperatures: { readonly [unit: string]: string };
  readonly yes: string;
  readonly no: string;
  /** Twelve, from January on, and seven, from Monday on; spellings separated by `|`. */
  readonly months?: string;
  readonly weekdays: string;
  /** Days by their distance from today. */
  readonly days: { readonly [offset: string]: string };
  readonly parts: PhrasesOf<PartOfDay>;
  /** Days with a part of the day in one word, as `0 EV`. */
  readonly daysWithPart?: { readonly [dayAndPart: string]: string };
  readonly timeUnits: PhrasesOf<TimeUnit>;
  /** Weeks, months and years by their distance from now, in one word: `W 1`, `M -1`. */
  readonly periods?: { readonly [unitAndOffset: string]: string };
  /** Time spans in one word, by TIMEX. */
  readonly durations?: { readonly [timex: string]: string };
  readonly sets?: { readonly [timex: string]: string };
  /** Times with a name, as `12:00`. */
  readonly times?: { readonly [time: string]: string };
  /** Minutes that follow an hour, as `+30`, `-15`. */
  readonly minutesAfterHour?: { readonly [minutes: string]: string };
  readonly holidays?: { readonly [monthAndDay: string]: string };
  readonly seasons?: PhrasesOf<'SP' | 'SU' | 'FA' | 'WI'>;
}
