/** Address vocabulary: road types, parts of buildings, counties. Supporting a country needs no code. */
import words from './address-words.json' with { type: 'json' };

/** Last words of American, Canadian, Australian and British roads. */
export const ROAD_ENDINGS: ReadonlySet<string> = new Set(words.roadEndings);
/** Road types that also start city names and do not end a road on their own. */
export const WEAK_ENDINGS: ReadonlySet<string> = new Set(words.weakEndings);
export const DIRECTIONS: ReadonlySet<string> = new Set(words.directions);
/** Numbered roads whose type precedes the number. */
export const NUMBERED_ROADS: ReadonlySet<string> = new Set(words.numberedRoads);
export const UNIT_WORDS = words.unitWords.join('|');
export const UK_COUNTIES: ReadonlySet<string> = new Set(words.ukCounties);
/** Road types that precede the name, by country. */
export const ROAD_BEGINNINGS: Readonly<Record<string, readonly string[]>> = words.roadBeginnings;
/** Suffixes of one-word road names, by country. */
export const JOINED_ENDINGS: Readonly<Record<string, readonly string[]>> = words.joinedEndings;
