/**
 * Cheap tests that say whether a text can hold a kind at all. The library takes milliseconds to find nothing;
 * a prefilter takes microseconds. A prefilter may let through what holds nothing; it must not stop what the library would
 * find, so the word lists are wider than they need be. Units are taken from the library's own tables.
 */
import type { Kind, Language } from './kinds.ts';
import { units } from '../runtime/recognizers-library.ts';

export type Prefilter = (text: string) => boolean;

const DIGIT = /\p{N}/u;
/** Beginnings of words that denote numbers. */
const NUMBER_WORDS: Record<Language, RegExp> = {
  en: /\b(?:zero|nought|nil|an?\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|thir|fort|fift|twent|hundred|thousand|million|billion|trillion|lakh|crore|dozen|couple|half|halves|quarter|first|second|ninth|tenth|last|next|prev|current|end|penult|double)/i,
  es: /(?:cero|un|dos|tres|tre[cis]|cuatr|cuar|cinco|cinc|quin|seis|sesen|sexto|s[eé]p|siete|set|ocho|och|oct|nueve|nov|diez|die|d[eé]c|once|doce|cator|vein|vig|cien|mil|bill|trill|medi|primer|segund|terc|[uú]ltim|pr[oó]xim|anterior)/i,
  fr: /(?:z[eé]ro|un|deux|trois|trei|quatr|quar|quin|cinq|six|sep|huit|hui|oct|neuf|neuv|nona|dix|onze|douz|seiz|soix|vingt|trent|cent|mill|bill|demi|moiti|tiers|premi|second|derni|prochain|pr[eé]c[eé]dent)/i,
  pt: /(?:zero|um|uma|dois|duas|tr[eê]s|trez|trin|terc|quatr|quar|quin|cinco|cinq|cinc|seis|sess|sext|sete|set|s[eé]t|oito|oit|nove|non|dez|d[eé]c|onze|doze|cator|vint|vig|cem|cent|mil|bil|tril|mei[ao]|ter[çc]|primeir|segund|[uú]ltim|pr[oó]xim|anterior|d[uú]zi)/i,
  zh: /[零〇一二三四五六七八九十百千万萬亿億两兩俩仨半几壹贰貳叁肆伍陆陸柒捌玖拾佰仟廿卅对双打第末个]/,
  ja: /[零〇一二三四五六七八九十百千万億兆半半壱弐参拾個対ダ最初第]/,
  de: /./,
  nl: /./,
};
/** What dates and times are written with beside digits. */
const DATE_WORDS: Partial<Record<Language, RegExp>> = {
  en: /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:r?s)?|fri|sat(?:ur)?|sun)(?:days?)?\b|(?:jan|febr?|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b|may\b|\w*days?\b|(?:bi-?|semi-?)?(?:week|month|annual|year|daily|hourly|night|quarter)\w*|yrs?\b|hours?\b|hrs?\b|min(?:ute)?s?\b|sec(?:ond)?s?\b|centur|decade|fortnight|to?m(?:or)?r|tmr|tonight|tonite|morning|noon|afternoon|evening|midnight|midday|now\b|asap|recent|lately|later|previously|soon|simultaneous|eod|eom|eoy|spring|summer|autumn|fall\b|winter|o'?\s?clock|half|first|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|twen|thir|fort|fift|hundred|few|couple|several|lunch|breakfast|dinner|brunch|supper|mid-?|christmas|xmas|easter|thanksgiving|hallow|all[ -]?(?:saints|souls)|mardi|ramad|eid\b|diwali|new year|yule|lent\b|passover|hanuk|kwanz|ash wed|cinco|juneteenth|mlk)/i,
  es: /(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom|ene|feb|abr|may|jun|jul|ago|sep|set|oct|nov|dic|d[ií]a|seman|mes|a[ñn]o|hora|min|seg|hoy|ma[ñn]an|ayer|noche|tarde|medio|mediod|ahora|pasad|pr[oó]xim|siguient|este|esta|[uú]ltim|cada|todos|diari|verano|invier|oto[ñn]o|primav|navidad|siglo|d[eé]cad|trimest|quinc|madrug|un|dos|tres|cuatr|cinco|seis|siete|ocho|nueve|diez|once|doce|vein|trein|media|cuarto|fin|pascua|reyes|acci|muert|anteay|anteno|previ)/i,
  fr: /(?:lun|mar|mer|jeu|ven|sam|dim|jan|f[eé]v|avr|mai|juin|juil|ao[uû]t|sep|oct|nov|d[eé]c|jour|semain|mois|an\b|ans\b|ann|heur|h\b|min|sec|aujourd|demain|hier|soir|nuit|matin|midi|apr[eè]s|maintenant|derni|proch|pass|ce\b|cet|chaq|tous|quotid|[eé]t[eé]|hiver|autom|printem|no[eë]l|si[eè]cl|trimest|quinz|un|deux|trois|quatr|cinq|six|sept|huit|neuf|dix|onze|douz|vingt|trent|demi|quart|fin|p[aâ]que|saint|toussaint|veill|lendem|avant|prec|pr[eé]c|suiv|tard|t[oô]t)/i,
  zh: /[零〇一二三四五六七八九十两半年月日号號天周礼星期拜时時点點刻分秒今明昨前后後上下本这這早晚午夜春夏秋冬节節现現刚旬初末每各元旦除夕世纪]/,
};
const CJK = new Set<string>(['zh', 'ja']);

export function prefilterFor(kind: Kind, language: Language | undefined): Prefilter {
  switch (kind) {
    case 'email':
      return (text) => text.includes('@') || text.includes('＠');
    case 'url':
      return (text) => text.includes('.') || text.includes('://') || text.includes('。');
    case 'phonenumber':
      return (text) => DIGIT.test(text);
    case 'boolean':
      return () => true;
    default:
      break;
  }
  if (language === undefined) return () => false;
  const numbers: Prefilter = (text) => DIGIT.test(text) || NUMBER_WORDS[language].test(text);
  if (kind === 'percentage') return (text) => numbers(text) && /%|％|per|pour|por|cent|pct|百|分|割|percent|パ/i.test(text);
  if (kind === 'datetimeV2') return (text) => DIGIT.test(text) || DATE_WORDS[language]!.test(text);
  if (kind === 'number' || kind === 'ordinal' || kind === 'ordinalV2') return numbers;
  const hasUnit = unitPrefilter(kind, language);
  return (text) => numbers(text) && hasUnit(text);
}

type Tables = { suffixList?: ReadonlyMap<string, string>; prefixList?: ReadonlyMap<string, string> };
const TABLE_NAMES: Partial<Record<Language, string>> = { en: 'English', es: 'Spanish', pt: 'Portuguese', zh: 'Chinese', ja: 'Japanese' };

/**
 * Whether some unit of the library's tables occurs: words by set, signs by search. A unit may be written of
 * several words; its first says enough. French has no public table and is not gated by unit.
 */
function unitPrefilter(kind: Kind, language: Language): Prefilter {
  const family = TABLE_NAMES[language];
  const make =
    family &&
    (units() as unknown as Record<string, (new () => Tables) | undefined>)[
      `${family}${kind[0]!.toUpperCase()}${kind.slice(1)}ExtractorConfiguration`
    ];
  if (!make) return () => true;
  const tables = new make();
  const words = new Set<string>();
  const signs = new Set<string>();
  for (const table of [tables.suffixList, tables.prefixList]) {
    for (const written of table?.values() ?? []) {
      for (const unit of written.toLowerCase().split('|')) {
        const word = CJK.has(language) ? undefined : /^[\p{L}\p{M}]+/u.exec(unit)?.[0];
        if (word !== undefined && (word.length === unit.length || /[\s-]/.test(unit[word.length]!))) words.add(word);
        else if (unit.trim() !== '') signs.add(unit.trim());
      }
    }
  }
  const list = [...signs];
  return (text) => {
    const lower = text.toLowerCase();
    for (const [word] of lower.matchAll(/[\p{L}\p{M}]+/gu)) if (words.has(word)) return true;
    return list.some((sign) => lower.includes(sign));
  };
}
