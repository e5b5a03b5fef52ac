/**
 * What a line of text can be in an address: a street, a place with its postal code, both, a country or region, plain text such as a
 * name, or something that is never part of an address. Formats of many countries; words and abbreviations are in address-words.json.
 */
import { parseCountryRegion } from '../values/countries.ts';
import { STATES, STATE_NAMES } from '../../../shared/text/states.ts';
import { MONTH_PATTERN } from '../values/months.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import words from './address-words.json' with { type: 'json' };

export type AddressLineKind = 'street' | 'place' | 'both' | 'region' | 'plain' | 'other';

/** Street, place, or both on one line. */
export const isAddressPart = ({ kind }: { kind: AddressLineKind }): boolean => kind === 'street' || kind === 'place' || kind === 'both';

const anyOf = (list: readonly string[]): string =>
  [...new Set(list.map(foldText))]
    .sort((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('.', String.raw`\.?`);

const STREET_WORD = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${anyOf(words.streetWords)}|(?:${anyOf(words.abbreviatedStreets)}|c|r)\.|c\/|v\.le|p\.za|p\.zza|c\.so)(?![\p{L}])`,
  'u',
);
const STREET_ENDING = new RegExp(
  String.raw`\p{L}{2,}-?(?<!super|hyper|mini|bau|getranke|bio|fach)(?:${anyOf(words.streetEndings)})(?:\.|(?![\p{L}]))`,
  'u',
);
const GERMAN_PREPOSITION = /^(?:am|an der|an den|auf der|auf dem|im|in der|in den|zum|zur|unter den|bei der|hinter der) \p{L}/u;
const UNIT_WORD = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.unitWords)})(?![\p{L}])`, 'u');
const POST_BOX = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.postBoxes).replaceAll(' ', '[ .]{0,2}')})\.?\s?#?\s?\d`, 'u');
const POST_BOX_NUMBER = new RegExp(String.raw`${POST_BOX.source}[\d-]*`, 'u');
const REGION = new RegExp(
  String.raw`(?<![\p{L}])(?:${anyOf([...words.regions, ...STATE_NAMES]).replaceAll(' ', '[ .]{1,2}')})\.?(?![\p{L}])`,
  'u',
);
/** A city ends a line that has neither a code nor a street. */
const CITY = new RegExp(String.raw`(?:^|[\s,(/–-])(?:${anyOf(words.cities).replaceAll(' ', '[ .-]{1,2}')})[).,\s]*$`, 'u');
const NOT_ADDRESS = new RegExp(
  String.raw`(?<![\p{L}])(?:${anyOf(words.notAddress).replaceAll(' ', '[ ./-]{0,2}')})(?![\p{L}])|${anyOf(words.asianNotAddress)}`,
  'u',
);
const ALL_NOT_ADDRESS = new RegExp(NOT_ADDRESS, 'gu');
/** "No: 9", "CEP: 30190-131": words of an address before a colon. */
const ADDRESS_COLON = new RegExp(String.raw`(?<![\p{L}])(?:${anyOf(words.colonWords).replaceAll(' ', '[ .]{1,2}')})\.?\s?[:：]\s?`, 'gu');
/** Words that occur in addresses too, in line with a street or a postal code. */
const WEAK_NOT_ADDRESS =
  /^(?:day|days|data|server|table|open|mail|internet|order|change|check|card|due|steuer|capital|box|net|central|client|cash)$/u;

const COUNTRY_PREFIX = String.raw`(?:[a-z]{1,3}\s?[-–]\s?|(?:de|at|ch|fr|it|es|nl|be|lu|dk|se|no|fi|pl|cz|sk|hu|pt|gb|ie|us|gr|ro|si|hr)\s)?`;
/** Codes with letters or a hyphen: hardly anything else looks like them. */
const DISTINCT_CODE = String.raw`az\s?\d{4}|[a-z]{1,2}\d[a-z\d]?\s?\d[abd-hjlnp-uw-z]{2}|[a-z]\d[a-z]\s?\d[a-z]\d|\d{4}-\d{3}|\d{2}-\d{3}|\d{5}-\d{3,4}|[acdefhknprtvwxy]\d[\dw]\s[a-z\d]{4}|\d{4}\s?[a-z]{2}(?=[\s,]+\p{L}{2})|〒?\d{3}-\d{4}`;
const FIGURES_CODE = String.raw`\d{5,6}|\d{3}\s\d{2}(?=\s\p{L})|\d{3}\s\d{3}`;
const CODE_AND_CITY = new RegExp(
  String.raw`(?:^|[\s,;(])${COUNTRY_PREFIX}(?:${DISTINCT_CODE}|${FIGURES_CODE})(?![\d])[\s,]*[\s,.-]\s?(?:\p{L}[\p{L}.'’/-]*)`,
  'u',
);
const CITY_AND_CODE = new RegExp(
  String.raw`\p{L}{2,}\.?[\s,.-]*(?:[\s,.(–-])\s?(?:${DISTINCT_CODE}|\d{5,6}|\d{3}\s\d{3})[).,]*(?:[\s,(]+\p{L}[\p{L}\s.,)-]*)?$`,
  'u',
);
const SHORT_CODE_AND_CITY = new RegExp(String.raw`^${COUNTRY_PREFIX}\d{4}[\s,]+\p{L}{2,}[\p{L}\s.,'’/()-]*$`, 'u');
const STATE_CODE = new RegExp(
  String.raw`(?:^|[\s,])(?:${anyOf(
    Object.values(STATES)
      .flat()
      .map((code) => code.toLowerCase()),
  )})\.?[\s,]+(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z]\s?\d[a-z]\d|\d{4})[.,]*(?:[\s,]+\p{L}[\p{L}\s.]*)?$`,
  'u',
);
/** "3-8-1 Kita-Aoyama, Minato-ku": block, lot and house. */
const JAPANESE_STREET = /^\d{1,2}(?:-\d{1,3}){1,2},?\s\p{L}.*-(?:ku|cho|machi|shi)(?!\p{L})/u;
const EAST_ASIAN =
  /[省市区县區縣州][^:：]{0,30}[路街道巷弄镇鎮村园號号](?!.*(?:公司|商店)$)|[都道府県][^:：]{0,20}[市区町村郡]|[市区町村][^:：\d]{1,12}\d{1,3}(?:[-−ー]\d{1,4}){1,2}|\d(?:丁目|番地)|〒\s?\d{3}-?\d{4}\s*\S|(?:시|도|군|구)\s[^:：]{0,20}[구동로길읍면리](?:\s?\d|\s|$)/u;

/** Ward, district, city and province: "P. 5, Q. 3, TP. X". */
const VIETNAMESE = /(?<![\p{L}\d])(?:p|q|tp|tx|tt|phuong|quan|duong|thanh pho|tinh|huyen|thi xa|thi tran)(?:\.\s?|\s)[\p{L}\d]/gu;

const DATE_LIKE = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|\d{1,2}:\d{2}/u;
const NAMED_DATE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\d{1,2}[\s.-]*(?:de\s)?${MONTH_PATTERN}[\s.,-]*(?:de\s)?(?:\d{4}|\d{2})?|${MONTH_PATTERN}\s\d{1,2},?\s\d{4})(?![\p{L}\d])`,
  'u',
);
const SINCE =
  /(?<![\p{L}])(?:since|seit|depuis|desde|dal|sinds|est|established|founded|gegrundet|fondee|od|sedan|siden|anno)\.?\s(?:in\s)?\d{4}(?!\d)/u;
const MONEY_LIKE = /(?:[€$£¥₹]|\b(?:eur|usd|gbp|rm|chf|inr|myr)\b)\s?\d|\d+[.,]\d{2}(?:\s?(?:€|eur|usd))?$|%/u;
const MAX_LENGTH = 220;

const lastPart = (folded: string): string => folded.split(/[,\n]/u).at(-1)!.trim();

const ONLY_CODE = new RegExp(
  String.raw`^${COUNTRY_PREFIX}(?:[a-z]{1,2}\d[a-z\d]?\s?\d[abd-hjlnp-uw-z]{2}|[acdefhknprtvwxy]\d[\dw]\s[a-z\d]{4}|〒\s?\d{3}-?\d{4})[.,]?$`,
  'u',
);

/** "#08-118": floor and unit in Singapore. */
const FLOOR_AND_UNIT = /^#\s?b?\d{1,2}\s?-\s?\d{1,4}[a-z]?$/u;

/** "PL17 7AD" below the town. */
export const isOnlyCode = (text: string): boolean => ONLY_CODE.test(foldText(text));

/** "6200 Kiskőrös, Petőfi tér 12": the city comes first. */
const CITY_FIRST = new RegExp(String.raw`^${COUNTRY_PREFIX}\d{4,6},?\s+\p{L}[\p{L}\s.'’-]+,\s*(?=\p{L}.*\d)`, 'u');
/** "Kirchgasse 3/2/14": house, stairs and flat. */
const HOUSE_PARTS = /\p{L}\.?\s\d{1,3}[a-z]?\/\d{1,2}\/\d{1,3}$/u;

/** "Vestergade 51 2100 København", "Grote Markt 3 - 9000 Gent". */
const MID_CODE = /\p{L}{3,}\.?\s\d{1,4}[a-z]?(?:\s|\s?[–-]\s?)\d{4}\s\p{L}{3,}/u;

function isPlaceLike(folded: string): boolean {
  if (ONLY_CODE.test(folded)) return true;
  // "ABC 10234" is a number of the invoice's series.
  if (/^[a-z]{2,3}\s\d{5,6}$/u.test(folded)) return false;
  if (!/\p{L}{2}/u.test(folded)) return false;
  if (
    folded
      .split(/,\s*/u)
      .slice(1)
      .some((part) => SHORT_CODE_AND_CITY.test(part))
  )
    return true;
  return (
    MID_CODE.test(folded) ||
    STATE_CODE.test(folded) ||
    CODE_AND_CITY.test(folded) ||
    CITY_AND_CODE.test(folded) ||
    SHORT_CODE_AND_CITY.test(folded)
  );
}

/** A code of four figures at the start may as well be a house number. */
export const isShortCode = (folded: string): boolean =>
  SHORT_CODE_AND_CITY.test(folded) && !STATE_CODE.test(folded) && !CODE_AND_CITY.test(folded) && !CITY_AND_CODE.test(folded);

function isStreetLike(folded: string): boolean {
  if (!/\p{L}{2}/u.test(folded)) return false;
  if (POST_BOX.test(folded)) return true;
  if (!/\d/u.test(folded))
    return /^(?:ul|c\/|calle|rue|via|jalan|jln|rua|avenue|avenida|viale|piazza)[ .]\s?\p{L}|\s(?:mah|mahallesi)(?:[.\s]|$)/u.test(folded);
  return (
    STREET_WORD.test(folded) ||
    STREET_ENDING.test(folded) ||
    UNIT_WORD.test(folded) ||
    (GERMAN_PREPOSITION.test(folded) && /\d/u.test(folded)) ||
    /^(?:no|nr|n°|#)[.:]?\s?\d/u.test(folded) ||
    /^\d{1,5}\s?(?:[a-z]|bis|ter)?(?:\s?[-/]\s?\d{1,4}[a-z]?)?,?\s+\p{L}{2,}/u.test(folded) ||
    /\p{L}{3,}\.?,?\s+(?:n[or°º.]*\s?)?\d{1,4}(?:\s?[-–/]\s?\d{1,4})?\s?[a-fh]?(?:\/\d+)?$/u.test(folded)
  );
}

const BUILDING_END =
  /(?<![\p{L}])(?:house|tower|towers|building|centre|center|court|park|mall|plaza|estate|village|haus|hof|gebaude|zentrum|gebouw|complex|arcade|mansion)\.?,?$/u;
const BUILDING_START =
  /^(?:batiment|bat|immeuble|residence|edificio|ed|palazzo|menara|wisma|kompleks|bangunan|zone|za|zi|zac|zona|poligono|taman|tmn|bandar|kampung|kg|kawasan|pusat|level|floor|unit|suite|block|blk|lot|flat|room|tower|haus|gebaude|opp|opposite|behind|near|nr|beside|next to|adj|adjacent)(?![\p{L}])/u;

/** "Bât. C", "Block B". */
const LETTERED_UNIT = new RegExp(String.raw`${UNIT_WORD.source}\.?\s\p{L}(?![\p{L}])`, 'u');

/** Whether the words alone, without figures, say that the line is a building or a part of a town. */
export function isBuildingLike(text: string): boolean {
  const folded = foldText(text);
  if (NOT_ADDRESS.test(folded) || folded.split(/\s+/u).length > 7) return false;
  return (
    BUILDING_END.test(folded) ||
    BUILDING_START.test(folded) ||
    LETTERED_UNIT.test(folded) ||
    (/\d/u.test(folded) && (UNIT_WORD.test(folded) || STREET_WORD.test(folded) || STREET_ENDING.test(folded)))
  );
}

/** "Fortaleza - CE", "Milano (MI)". */
const CITY_AND_REGION = /^\p{Lu}[\p{L}\s.'’]{2,30}\s?(?:[-–/]\s?|\()[A-Z]{2}\)?\.?$/u;

/** "гр. Пловдив" and "м. Київ" have the word for a town. */
const SLAVIC_TOWN = /^(?:гр|г|м|с|смт|пгт|общ|обл)\.\s?\p{Lu}\D*$/u;
/** "第2田中ビル5F". */
const JAPANESE_BUILDING = /^[^:：]{1,20}(?:ビル|ビルディング|タワー|マンション)[^:：]{0,8}$/u;

function isRegionLike(text: string): boolean {
  if (CITY_AND_REGION.test(text) || SLAVIC_TOWN.test(text) || JAPANESE_BUILDING.test(text)) return true;
  const folded = foldText(text)
    .replace(/[.,;()\s]+$/u, '')
    .trim();
  if (folded === '' || folded.length > 60) return false;
  if (folded.length > 3 && parseCountryRegion(folded) !== undefined) return true;
  const tail = lastPart(folded);
  if (/^(?:usa|uk|u k|u s a|hk|us|de|gb|fr|nl|it|es)$/u.test(tail.replaceAll('.', '')) && (tail !== folded || /^(?:usa|uk)$/u.test(tail)))
    return true;
  if (tail !== folded && tail.length > 3 && parseCountryRegion(tail) !== undefined) return true;
  if (CITY.test(folded) && folded.split(/[\s,.]+/u).length <= 4 && !/\d{3}/u.test(folded)) return true;
  const match = REGION.exec(folded);
  return match !== null && folded.split(/[\s,.]+/u).length <= match[0].split(/[\s.]+/u).length + 3;
}

/** "Av. Paulista, 1500 - Bela Vista - São Paulo - SP". */
function endsWithRegion(text: string): boolean {
  const parts = text.split(/\s*,\s*|\s[–-]\s/u);
  return parts.length > 1 && (isRegionLike(parts.at(-1)!) || (parts.length > 2 && CITY_AND_REGION.test(parts.slice(-2).join(' - '))));
}

/** "Av. 18 de Julio 1455" and "Rue du 8 mai 1945, 12" are streets. */
const isNamedDate = (folded: string): boolean => {
  const date = NAMED_DATE.exec(folded);
  return date !== null && !STREET_WORD.test(folded.slice(0, date.index));
};

export function classifyAddressLine(text: string): AddressLineKind {
  if (text.length > MAX_LENGTH || text.trim() === '') return 'other';
  const folded = foldText(text)
    .replace(/(?<![\p{L}])c\.?\s?p\.?:?\s?(?=\d{4,5}(?!\d))/u, '')
    // Registration numbers in brackets are no postal codes.
    .replace(/[([][a-z.:\s]*\d{4,}\s?-\s?[a-z][)\]]?/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (EAST_ASIAN.test(text)) return 'both';
  if (
    /[@]|www\.|https?:|\.(?:com|de|net|org|nl|fr|it|es|eu|co\.uk)(?:$|[\s/])/u.test(folded) ||
    (DATE_LIKE.test(folded) && !(HOUSE_PARTS.test(folded) && hasStreetWord(folded))) ||
    isNamedDate(folded) ||
    SINCE.test(folded) ||
    MONEY_LIKE.test(folded)
  )
    return 'other';
  // "Kalyan (W) - 421301".
  const place = isPlaceLike(
    folded
      .replace(POST_BOX_NUMBER, ' ')
      .replace(/\s\(\p{L}{1,12}\.?\)/gu, '')
      .trim(),
  );
  const street = isStreetLike(folded) || JAPANESE_STREET.test(folded);
  if ((folded.match(VIETNAMESE)?.length ?? 0) >= 2 && /,/u.test(folded)) return 'both';
  const isNumbered = (end: number): boolean => /^\s?(?:#|n[or°]\b)/u.test(folded.slice(end));
  const mayRefuse = ({ 0: word, index }: RegExpExecArray): boolean =>
    !(place || street) || !WEAK_NOT_ADDRESS.test(word) || folded.length <= word.length + 6 || (index === 0 && isNumbered(word.length));
  if ([...folded.matchAll(ALL_NOT_ADDRESS)].some(mayRefuse)) return 'other';
  if (/[:：]/u.test(folded.replace(ADDRESS_COLON, ''))) return 'other';
  if (FLOOR_AND_UNIT.test(folded)) return 'street';
  if (!place && !/\p{L}{2}/u.test(folded)) return 'other';
  if (isLongSentence(text)) return 'other';
  if (CITY_FIRST.test(folded) && hasStreetWord(folded.replace(CITY_FIRST, ''))) return 'both';
  if (place && street)
    return isShortCode(folded) ? (STREET_WORD.test(folded) ? 'street' : 'place') : isStreetBeforeCode(folded) ? 'both' : 'place';
  if (place) return 'place';
  if (street && /\d/u.test(folded) && (STREET_WORD.test(folded) || STREET_ENDING.test(folded)))
    return endsWithRegion(text) ? 'both' : 'street';
  if (isRegionLike(text)) return 'region';
  return street ? 'street' : 'plain';
}

/** Where a line goes on with phone numbers, tax numbers or web addresses. */
export function contactStart(text: string): number | undefined {
  const folded = foldText(text);
  const match = NOT_ADDRESS.exec(folded) ?? /www\.|https?:|\S+@/u.exec(folded);
  if (match === null || folded.length !== text.length) return undefined;
  return match.index > 0 && (/\d{3}|@|www/u.test(folded.slice(match.index)) || /[:：]\s*$/u.test(folded)) ? match.index : undefined;
}

/** "75008 Paris" has one number, "12 rue X, 75008 Paris" and "Hauptstr. 5, 10115 Berlin" have more. */
function isStreetBeforeCode(folded: string): boolean {
  const numbers = [...folded.matchAll(/\d+/gu)];
  if (numbers.length < 2)
    return (
      /\p{L}[^,\d]{3,}[,–-]\s?.*\d/u.test(folded) && STREET_WORD.test(folded.slice(0, STATE_CODE.exec(folded)?.index ?? numbers[0]!.index))
    );
  const codeAt =
    /(?<!\d)(?:\d{4,6}|\d{2}-\d{3})(?!\d)|[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}|\d{4}\s?[a-z]{2}\b/u.exec(folded)?.index ?? folded.length;
  const before = folded.slice(0, codeAt);
  if (/^[a-z]{0,3}[-\s]?$/u.test(before)) return false;
  return /\d/u.test(before) || STREET_WORD.test(before) || /^\d{1,5}\s/u.test(folded);
}

/** Whether a word for a street is in the line, with or without a number. */
export function hasStreetWord(text: string): boolean {
  const folded = foldText(text);
  return STREET_WORD.test(folded) || STREET_ENDING.test(folded);
}

/** Sentences are not names and not addresses. */
export function isLongSentence(text: string): boolean {
  const parts = text.split(/\s+/u);
  if (parts.length < 7) return false;
  const small = parts.filter((word) => /^\p{Ll}{2,}/u.test(word)).length;
  return small >= 0.55 * parts.length && !/\d{4}/u.test(text);
}
