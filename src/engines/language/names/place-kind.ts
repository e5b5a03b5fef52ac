/** What sort of place a name is: by the lexicon, else by words such as "airport" or "lake", else a city. */
import type { Token } from '../../shared/text/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import { CITY_SHIFT, MARK, extendPhrase, foldWord } from './lexicon.ts';

export const PLACE_KINDS = ['city', 'countryRegion', 'continent', 'state', 'poi'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Words that say what sort of thing a place is, in the languages that are recognized. */
const POI_WORDS = new Set(
  (
    'airport station park square bridge tower museum palace castle cathedral church temple stadium arena mall hotel hospital university college school library theatre theater zoo ' +
    'beach bay lake river creek falls mountain mount mt mountains hill hills valley canyon desert island islands isle ocean sea gulf channel strait canal harbor harbour port ' +
    'street st avenue ave road rd boulevard blvd drive lane highway plaza center centre building hall house airfield terminal garden gardens forest national monument memorial cape peninsula ' +
    'aeroporto estação parque praça ponte torre museu palácio castelo catedral igreja templo estádio hotel hospital universidade praia baía lago rio serra monte ilha ilhas oceano mar avenida rua ' +
    'aeropuerto estación plaza puente museo palacio castillo iglesia estadio universidad playa bahía río sierra isla islas océano calle ' +
    'aéroport gare parc place pont tour musée château cathédrale église stade université plage baie lac rivière mont île îles mer rue ' +
    'flughafen bahnhof platz brücke turm schloss kirche stadion universität strand see fluss berg insel meer straße strasse ' +
    'aeroporto stazione parco piazza castello chiesa stadio università spiaggia fiume isola isole via ' +
    'luchthaven vliegveld plein brug toren kasteel kerk meer rivier eiland straat ' +
    'lufthavn plads bro tårn slot kirke sø flod bjerg hav gade vej flygplats torg bro torn slott kyrka sjö älv berg hav gata väg ö'
  ).split(' '),
);

/** Continents in the languages that are recognized, as the lexicon folds them. */
const CONTINENTS = new Set(
  'europa europe africa afrika afrique asia asien asie azie azija amerika amerique oceania oceanie ozeanien'.split(' '),
);

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
