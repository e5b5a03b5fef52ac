/** The country and the state or province that issued a document, from its headings and from the holder's address. */
import type { Address } from '../field.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import { createHeadingFinder } from '../captions/phrase-index.ts';
import { ID_LEXICON } from './lexicon.ts';

const findCountries = createHeadingFinder(ID_LEXICON.countries, (length) => (length < 6 ? 0 : length < 10 ? 1 : 3));
const findLicenses = createHeadingFinder(ID_LEXICON.licenseCountries);
const REGIONS = Object.entries(ID_LEXICON.regions).flatMap(([country, own]) =>
  Object.entries(own).map(([code, name]) => ({ country, code, name })),
);
/** Names of states are large, often on a pattern: more letters may be wrong. */
const findRegions = createHeadingFinder(Object.fromEntries(REGIONS.map(({ name }) => [name, [name, `State of ${name}`]])), (length) =>
  length < 5 ? 0 : length < 8 ? 1 : 2,
);

export interface Places {
  country?: Draft;
  region?: Draft;
}

type Rows = readonly (readonly PlacedWord[])[];

/** `address` are words of the holder's address, which names a state too. */
export function findPlaces(rows: Rows, address: { value: Address; words: readonly PlacedWord[] } | undefined, isLicense: boolean): Places {
  const own = new Set(address?.words ?? []);
  const outside = rows.map((row) => row.filter((word) => !own.has(word))).filter((row) => row.length > 0);
  const region = isLicense ? findRegion(outside, address) : undefined;
  const headings = [...findCountries(outside)].sort((a, b) => b[1].quality * lettersOf(b[1].words) - a[1].quality * lettersOf(a[1].words));
  const [heading] = headings;
  if (heading !== undefined) {
    const [country, { words, quality }] = heading;
    if (region === undefined || region.country === country || quality * lettersOf(words) > 12)
      return { country: derivedDraft({ type: 'countryRegion', value: country }, words, 'heading', quality), region: region?.draft };
  }
  if (region !== undefined)
    return {
      region: region.draft,
      country: {
        ...derivedDraft({ type: 'countryRegion', value: region.country }, [], 'region'),
        evidence: { ...region.draft.evidence, region: 1 },
      },
    };
  const [license] = [...findLicenses(outside)].sort((a, b) => b[1].quality - a[1].quality);
  return license === undefined || !isLicense
    ? {}
    : { country: derivedDraft({ type: 'countryRegion', value: license[0] }, license[1].words, 'language', license[1].quality) };
}

const lettersOf = (words: readonly PlacedWord[]): number => words.reduce((sum, { text }) => sum + text.length, 0);

function findRegion(
  rows: Rows,
  address: { value: Address; words: readonly PlacedWord[] } | undefined,
): { draft: Draft; country: string } | undefined {
  const home = regionOfAddress(address?.value);
  const found = [...findRegions(rows)]
    .map(([name, { words, quality }]) => ({ name, words, quality: quality + (name === home?.name ? 0.3 : 0) + sizeBonus(words, rows) }))
    .sort((a, b) => b.quality - a.quality);
  const [best] = found;
  if (best !== undefined) {
    const { country } = REGIONS.find(({ name }) => name === best.name)!;
    const draft = derivedDraft({ type: 'string', value: best.name }, best.words, 'heading', Math.min(1, best.quality));
    return { country, draft: home?.name === best.name ? { ...draft, evidence: { ...draft.evidence, agrees: 1 } } : draft };
  }
  if (home === undefined) return undefined;
  const words = address!.words.filter(({ text }) => text.replace(/[^A-Za-z]/gu, '').toUpperCase() === home.code);
  return { country: home.country, draft: derivedDraft({ type: 'string', value: home.name }, words, 'address') };
}

function sizeBonus(words: readonly PlacedWord[], rows: Rows): number {
  const heights = rows
    .flat()
    .map(({ box }) => box.bottom - box.top)
    .sort((a, b) => a - b);
  return 0.1 * Math.min(2, (words[0]!.box.bottom - words[0]!.box.top) / Math.max(1e-6, heights[heights.length >> 1] ?? 1));
}

function regionOfAddress(address: Address | undefined): { country: string; code: string; name: string } | undefined {
  const code = address?.state?.toUpperCase();
  if (code === undefined || address?.postalCode === undefined) return undefined;
  const country = /^\d{5}/u.test(address.postalCode) ? 'USA' : /^\d{4}$/u.test(address.postalCode) ? 'AUS' : 'CAN';
  return REGIONS.find((region) => region.country === country && (region.code === code || region.name.toUpperCase() === code));
}
