/**
 * Cheap tests that say whether an English text can hold a kind at all. The library takes milliseconds to find nothing;
 * a prefilter takes microseconds. A prefilter may let through what holds nothing; it must not stop what the library would
 * find, so the word lists are wider than they need be. Units are taken from the library's own tables.
 */
import type { Kind } from './entity.ts';
import { recognizersPackage } from '../../bindings/recognizers-library.ts';

export type Prefilter = (text: string) => boolean;

const DIGIT = /\p{N}/u;
/** Beginnings of words that denote numbers. */
const NUMBER_WORDS =
  /\b(?:zero|nought|nil|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|thir|fort|fift|twent|hundred|thousand|million|billion|trillion|lakh|crore|dozen|couple|half|halves|quarter|first|second|ninth|tenth|last|next|prev|current|end|penult|double)/i;
/** Before a unit these say how many, too. */
const ARTICLE = /\ban?\b/i;
/** Emoji count too, and letters whose accents are cut. */
const YES_OR_NO = /[^\x20-\x7e]|\b(?:true|y|yes|yep|yup|yeah|sure|ok|agree|false|no|nope?|not|disagree)\b/i;
/** What dates and times are written with beside digits. */
const DATE_WORDS =
  /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:r?s)?|fri|sat(?:ur)?|sun)(?:days?)?\b|(?:jan|febr?|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b|may\b|\w*days?\b|(?:bi-?|semi-?)?(?:week|month|annual|year|daily|hourly|night|quarter)\w*|yrs?\b|hours?\b|hrs?\b|min(?:ute)?s?\b|sec(?:ond)?s?\b|centur|decade|fortnight|to?m(?:or)?r|tmr|tonight|tonite|morning|noon|afternoon|evening|midnight|midday|now\b|asap|recent|lately|later|previously|soon|simultaneous|eod|eom|eoy|spring|summer|autumn|fall\b|winter|o'?\s?clock|half|first|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|twen|thir|fort|fift|hundred|few|couple|several|lunch|breakfast|dinner|brunch|supper|mid-?|christmas|xmas|easter|thanksgiving|hallow|all[ -]?(?:saints|souls)|mardi|ramad|eid\b|diwali|new year|yule|lent\b|passover|hanuk|kwanz|ash wed|cinco|juneteenth|mlk)/i;

export function prefilterFor(kind: Kind): Prefilter {
  switch (kind) {
    case 'email':
      return (text) => text.includes('@') || text.includes('＠');
    case 'url':
      return (text) => text.includes('.') || text.includes('://') || text.includes('。');
    case 'phonenumber':
      return (text) => DIGIT.test(text);
    case 'boolean':
      return (text) => YES_OR_NO.test(text);
    default:
      break;
  }
  const numbers: Prefilter = (text) => DIGIT.test(text) || NUMBER_WORDS.test(text);
  if (kind === 'percentage') return (text) => numbers(text) && /%|％|per|cent|pct/i.test(text);
  if (kind === 'datetimeV2') return (text) => DIGIT.test(text) || DATE_WORDS.test(text);
  if (kind === 'number' || kind === 'ordinal' || kind === 'ordinalV2') return numbers;
  const hasUnit = unitPrefilter(kind);
  return (text) => (numbers(text) || ARTICLE.test(text)) && hasUnit(text);
}

type Tables = {
  suffixList?: ReadonlyMap<string, string>;
  prefixList?: ReadonlyMap<string, string>;
  ambiguousUnitList?: readonly string[];
};

/**
 * Whether some unit of the library's tables occurs: words by set, signs by search. The library takes an ambiguous unit, such as "in",
 * for one beside a number only.
 */
function unitPrefilter(kind: Kind): Prefilter {
  const name = `English${kind[0]!.toUpperCase()}${kind.slice(1)}ExtractorConfiguration`;
  const make = (recognizersPackage('number-with-unit') as unknown as Record<string, (new () => Tables) | undefined>)[name];
  if (!make) return () => true;
  const { suffixList, prefixList, ambiguousUnitList = [] } = new make();
  const ambiguous = new Set(ambiguousUnitList);
  /** Units by their first words. */
  const units = new Map<string, string[]>();
  const signs = new Set<string>();
  for (const written of [...(suffixList?.values() ?? []), ...(prefixList?.values() ?? [])]) {
    for (const unit of written.split('|')) {
      const lower = unit.toLowerCase();
      const word = /^[\p{L}\p{M}]+/u.exec(lower)?.[0];
      if (word !== undefined && (word.length === lower.length || /[\s-]/.test(lower[word.length]!)))
        units.set(word, [...(units.get(word) ?? []), lower]);
      else if (lower.trim() !== '') signs.add(lower.trim());
    }
  }
  const list = [...signs];
  const isNumber = (token: string | undefined): boolean =>
    token !== undefined && (DIGIT.test(token) || NUMBER_WORDS.test(token) || ARTICLE.test(token));
  return (text) => {
    const lower = text.toLowerCase();
    const tokens = lower.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
    const isCounted = (i: number): boolean => isNumber(tokens[i - 1]) || (prefixList !== undefined && isNumber(tokens[i + 1]));
    const isUnit = (token: string, i: number): boolean =>
      units.get(token)?.some((unit) => (ambiguous.has(unit) ? isCounted(i) : unit === token || lower.includes(unit))) === true;
    return tokens.some(isUnit) || list.some((sign) => lower.includes(sign));
  };
}
