/** What sort of place a name is: by the lexicon, else by words such as "airport" or "lake", else a city. */
import type { Token } from '../../shared/text/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import { CITY_SHIFT, MARK, extendPhrase, foldWord } from './lexicon.ts';
import words from './place-words.json' with { type: 'json' };

export const PLACE_KINDS = ['city', 'countryRegion', 'continent', 'state', 'poi'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Words that say what sort of thing a place is, in the languages that are recognized. */
const POI_WORDS = new Set(words.poiWords);

/** Continents in the languages that are recognized, as the lexicon folds them. */
const CONTINENTS = new Set(words.continents);

export function placeKind(words: readonly Token[], lexicon: Lexicon): PlaceKind {
  const norms = words.map(({ norm }) => norm);
  const { marks } = lexicon.find(norms.reduce((hash, norm) => extendPhrase(hash, foldWord(norm)), 0));
  const size = (marks & MARK.city) >> CITY_SHIFT;
  if (marks & MARK.continent || CONTINENTS.has(foldWord(norms.join(' ')))) return 'continent';
  if (marks & MARK.country) return 'countryRegion';
  if (marks & MARK.landmark) return 'poi';
  if (marks & MARK.state && size < 3) return 'state';
  if (size >= 2) return 'city';
  if (marks & MARK.foreignCountry) return 'countryRegion';
  if (size > 0) return 'city';
  return norms.some((norm) => POI_WORDS.has(norm)) ? 'poi' : 'city';
}
