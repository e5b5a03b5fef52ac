/** The data of identity documents: captions by field, headings by type, fields by type. */
import type { KeyedCaption } from '../captions/inline-captions.ts';
import type { FieldPaths } from '../schema.ts';
import data from './id-document.json' with { type: 'json' };

export type IdKind = 'number' | 'date' | 'name' | 'address' | 'code' | 'sex' | 'height' | 'weight' | 'color' | 'country' | 'text';

export type IdCaption = KeyedCaption<IdKind>;

interface IdLexicon {
  modelId: string;
  description: string;
  headings: Readonly<Record<string, readonly string[]>>;
  driverLicense: readonly IdCaption[];
  card: readonly IdCaption[];
  docTypes: Readonly<Record<string, FieldPaths>>;
}

export const LEXICON = data as unknown as IdLexicon;
