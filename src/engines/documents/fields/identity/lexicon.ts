/** Data of identity documents: headings by type, captions by field, names of countries and regions, schemas by type. */
import type { FieldCaption } from '../captions/caption-matches.ts';
import type { FieldPaths } from '../schema.ts';
import data from './id-document.json' with { type: 'json' };

export type IdKind =
  | 'number'
  | 'date'
  | 'name'
  | 'address'
  | 'code'
  | 'codes'
  | 'classes'
  | 'sex'
  | 'height'
  | 'weight'
  | 'color'
  | 'country'
  | 'text';

export type IdCaption = FieldCaption<IdKind>;

interface IdLexicon {
  modelId: string;
  description: string;
  headings: Readonly<Record<string, readonly string[]>>;
  captions: readonly IdCaption[];
  /** Words of cards of countries in which cards of states or provinces are alike. */
  countrySigns: Readonly<Record<string, readonly string[]>>;
  /** Captions of the full name if no other is there, and captions of numbers that yield to others. */
  loneNames: readonly string[];
  generalNumbers: readonly string[];
  /** Letters and words by sex. */
  sexes: Readonly<Record<string, readonly string[]>>;
  /** Colors of eyes and hair: codes of AAMVA's standard, spellings of states, and words. */
  colors: readonly string[];
  /** Short captions of licenses, for which one wrong letter is allowed. */
  shortCaptions: Readonly<Record<string, readonly string[]>>;
  /** Fields of the numbered captions of driving licenses; some differ in America. */
  numbers: Readonly<Record<string, string>>;
  americanNumbers: Readonly<Record<string, string>>;
  /** Fields and phrases whose captions are typical of a type of document. */
  typeCaptions: Readonly<Record<string, readonly string[]>>;
  typePhrases: Readonly<Record<string, readonly string[]>>;
  countries: Readonly<Record<string, readonly string[]>>;
  licenseCountries: Readonly<Record<string, readonly string[]>>;
  regions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  nationalities: Readonly<Record<string, string>>;
  docTypes: Readonly<Record<string, FieldPaths>>;
}

export const ID_LEXICON = data as unknown as IdLexicon;
