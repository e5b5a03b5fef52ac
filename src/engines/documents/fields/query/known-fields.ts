/**
 * Fields of the prebuilt models by what people call them: the names and descriptions of their schemas, other names (`synonyms.json`), and
 * the captions in about forty languages that the models look for on pages. Built when first used.
 */
import businessCard from '../cards/business-card.json' with { type: 'json' };
import healthCard from '../cards/health-insurance-card.json' with { type: 'json' };
import type { FieldSchema } from '../field-model.ts';
import idDocument from '../identity/id-document.json' with { type: 'json' };
import invoiceLabels from '../invoice/labels.json' with { type: 'json' };
import columnHeadings from '../line-items/column-headings.json' with { type: 'json' };
import partyHeadings from '../parties/headings.json' with { type: 'json' };
import receiptLabels from '../receipt/labels.json' with { type: 'json' };
import { MODELS } from '../registry.ts';
import { SimilarTexts } from '../text/similar-texts.ts';
import { expandPhrase } from '../text/lexicon.ts';
import type { Phrases } from '../text/lexicon.ts';
import { keysOf, parseName } from './names.ts';
import type { NameKeys } from './names.ts';
import synonyms from './synonyms.json' with { type: 'json' };

export interface KnownField {
  modelId: string;
  /** Steps from the document to the value; `*` is every entry of an array. */
  path: readonly string[];
  /** How surely the name means the field, from 0 to 1. */
  weight: number;
}

/**
 * By what says so: the path, the description or another name, a caption, the heading of a column, the last part of the path alone, or
 * that the field stands in for another one.
 */
const WEIGHTS = { path: 1, synonym: 0.9, caption: 0.8, column: 0.6, leaf: 0.5, substitute: 0.4 };

/** Of names that may have wrong letters. */
const MAX_LETTERS = 40;

class KnownFields {
  readonly #byKey = new Map<string, KnownField[]>();
  readonly #paths = new Map<string, readonly string[]>();
  /** By the letters of names; built for the first name that is not known. */
  #similar: SimilarTexts<readonly KnownField[]> | undefined;

  constructor() {
    for (const { modelId, docTypes } of MODELS)
      for (const { fieldSchema } of Object.values(docTypes)) this.#addSchemas(modelId, fieldSchema, []);
    for (const [modelId, fields] of Object.entries(synonyms))
      for (const [path, names] of Object.entries(fields)) this.#addAll(modelId, path, names, WEIGHTS.synonym);
    // An agreement that says nothing else takes effect on its own date.
    this.#addAll('prebuilt-contract', 'ExecutionDate', synonyms['prebuilt-contract'].EffectiveDate, WEIGHTS.substitute);
    this.#addLabels('prebuilt-invoice', invoiceLabels.fields, invoiceLabels.expansions);
    this.#addLabels('prebuilt-receipt', receiptLabels.fields);
    this.#addCaptions(idDocument.modelId, idDocument.captions);
    this.#addCaptions(healthCard.modelId, healthCard.captions);
    this.#addCaptions(businessCard.modelId, businessCard.phoneLabels);
    this.#addParties();
    for (const [column, languages] of Object.entries(columnHeadings as Phrases))
      this.#addAll('prebuilt-invoice', `Items.*.${column}`, Object.values(languages).flat(), WEIGHTS.column);
  }

  /** Fields of a name, or of the most similar one if it has wrong letters. */
  find([byWords, byLetters]: NameKeys): readonly KnownField[] {
    const own = [byWords, byLetters].flatMap((key) => this.#byKey.get(key) ?? []);
    if (own.length > 0 || byLetters.length > MAX_LETTERS) return own;
    this.#similar ??= new SimilarTexts(
      [...this.#byKey].filter(([key]) => key.startsWith('=')),
      (length) => (length < 8 ? 0 : length < 13 ? 1 : 2),
    );
    const [best] = this.#similar.find(byLetters).toSorted((a, b) => a.edits - b.edits);
    return best?.of ?? [];
  }

  #addSchemas(modelId: string, schemas: Readonly<Record<string, FieldSchema>>, parents: readonly string[]): void {
    for (const [name, { description, type, items, properties }] of Object.entries(schemas)) {
      const path = [...parents, name];
      this.#paths.set(`${modelId} ${name}`, this.#paths.get(`${modelId} ${name}`) ?? path);
      this.#paths.set(`${modelId} ${path.join('.')}`, path);
      const isLeaf = type !== 'array' && type !== 'object';
      const isList = type === 'array' && items?.type !== 'object';
      if (isLeaf || isList) {
        const values = isList ? [...path, '*'] : path;
        const words = path.filter((step) => step !== '*').join(' ');
        this.#add(words, { modelId, path: values, weight: WEIGHTS.path });
        if (parents.length === 0 && description !== undefined) this.#add(description, { modelId, path: values, weight: WEIGHTS.synonym });
        if (parents.length > 0) this.#add(name, { modelId, path: values, weight: WEIGHTS.leaf });
      }
      if (properties) this.#addSchemas(modelId, properties, path);
      if (items?.properties) this.#addSchemas(modelId, items.properties, [...path, '*']);
    }
  }

  #add(name: string, field: KnownField): void {
    for (const key of keysOf(name)) {
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, [field]);
      else if (!known.some(({ modelId, path }) => modelId === field.modelId && path.join('.') === field.path.join('.'))) known.push(field);
    }
  }

  /** A field is named by its path, or by its last step. */
  #addAll(modelId: string, field: string, names: readonly string[], weight: number): void {
    const path = this.#paths.get(`${modelId} ${field}`) ?? (field.includes('*') ? field.split('.') : undefined);
    if (path !== undefined) for (const name of names) this.#add(name, { modelId, path, weight });
  }

  #addLabels(modelId: string, fields: Phrases, expansions: Phrases = {}): void {
    for (const [field, languages] of Object.entries(fields))
      for (const [language, phrases] of Object.entries(languages)) {
        const names = phrases.flatMap((phrase) => expandPhrase(phrase, language, expansions));
        this.#addAll(modelId, field, names, WEIGHTS.caption);
      }
  }

  #addCaptions(modelId: string, captions: readonly { field: string; phrases: readonly string[] }[]): void {
    for (const { field, phrases } of captions) this.#addAll(modelId, field, phrases, WEIGHTS.caption);
  }

  /** Headings of parties name the party, or its address if they say so. */
  #addParties(): void {
    for (const party of ['vendor', 'customer', 'billing', 'shipping', 'remittance', 'service'] as const) {
      const field = `${party[0]!.toUpperCase()}${party.slice(1)}`;
      for (const phrase of Object.values((partyHeadings as unknown as Phrases)[party]!).flat()) {
        const isName = (party === 'vendor' || party === 'customer') && parseName(phrase).kind !== 'address';
        this.#addAll('prebuilt-invoice', `${field}${isName ? 'Name' : 'Address'}`, [phrase], WEIGHTS.caption);
      }
    }
  }
}

let known: KnownFields | undefined;

export const knownFields = (keys: NameKeys): readonly KnownField[] => (known ??= new KnownFields()).find(keys);
