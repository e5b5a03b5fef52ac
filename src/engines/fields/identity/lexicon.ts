/** Data of identity documents: captions by field, headings by type, schemas by type. */
import type { InlineCaption } from '../captions/inline-captions.ts';
import type { FieldPaths } from '../schema.ts';
import data from './id-document.json' with { type: 'json' };

export type IdKind = 'number' | 'date' | 'name' | 'address' | 'code' | 'sex' | 'height' | 'weight' | 'color' | 'country' | 'text';

export type IdCaption = InlineCaption<IdKind>;

interface IdLexicon {
  modelId: string;
  description: string;
  headings: Readonly<Record<string, readonly string[]>>;
  driverLicense: readonly IdCaption[];
  card: readonly IdCaption[];
  docTypes: Readonly<Record<string, FieldPaths>>;
}

export const ID_LEXICON = data as unknown as IdLexicon;
