/** Fields of a document by a model of forms. */
import type { Field, FoundDocument } from '../fields/field.ts';
import { typedValue } from '../fields/values/value.ts';
import type { SimpleType, SimpleValue } from '../fields/values/value.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import { confidenceOf } from './confidence/value-confidence.ts';
import type { Found } from './decoding/decode.ts';
import type { Evidence } from './decoding/evidence.ts';
import { evidenceOf, valuesOf } from './decoding/evidence.ts';
import { formOf } from './form/form.ts';
import type { InkMap } from './signatures/ink-map.ts';
import { knownOf } from './confidence/confidence-inputs.ts';
import type { FormsModel } from './model.ts';
import { signaturesOf } from './signatures/signatures.ts';
import { nearest, printOf } from './form/similarity.ts';
import { valueText } from './form/value-text.ts';

export interface ExtractOptions {
  docType?: string;
  /** Such as en-US: decides between readings of dates and money that the document leaves open. */
  locale?: string;
  /** By page of the layout: where it is dark, to tell signed from unsigned. */
  ink?: readonly (InkMap | undefined)[];
}

/** Share of the usual likeness from which pages are taken for another document of the model. */
const ALIKE = 0.6;
/** Locales in which dates are written in the order that a field's format names. */
const ORDERS: Readonly<Record<string, string>> = { dmy: 'en-GB', mdy: 'en-US', ymd: 'sv-SE' };

/** One document a stretch of pages that looks like the forms of training, at least one. */
export function extract(model: FormsModel, layout: DocumentLayout, options: ExtractOptions = {}): FoundDocument[] {
  return stretchesOf(model, layout).map(({ pages, fit }) => documentOf(model, layout, pages, fit, options));
}

/** How much a layout looks like the forms of training: 1 for as much as these look like each other. */
export function fitOf(model: FormsModel, layout: DocumentLayout): number {
  return Math.max(0, ...stretchesOf(model, layout).map(({ fit }) => fit));
}

interface Stretch { pages: number[]; fit: number }

function stretchesOf(model: FormsModel, layout: DocumentLayout): Stretch[] {
  const count = layout.pages.length;
  const fitOfPages = (pages: readonly number[]): number => Math.min(1, nearest(printOf(formOf(layout, pages)), model.prints) / model.typical);
  const all = layout.pages.map((_, i) => i);
  if (count <= model.pages) return [{ pages: all, fit: fitOfPages(all) }];
  const candidates = all.slice(0, count - model.pages + 1).map((first): Stretch => {
    const pages = all.slice(first, first + model.pages);
    return { pages, fit: fitOfPages(pages) };
  }).sort((a, b) => b.fit - a.fit || a.pages[0]! - b.pages[0]!);
  const taken: Stretch[] = [];
  const used = new Set<number>();
  for (const one of candidates) {
    if ((taken.length > 0 && one.fit < ALIKE) || one.pages.some((page) => used.has(page))) continue;
    taken.push(one);
    for (const page of one.pages) used.add(page);
  }
  return taken.sort((a, b) => a.pages[0]! - b.pages[0]!);
}

function documentOf(model: FormsModel, layout: DocumentLayout, pages: readonly number[], fit: number, options: ExtractOptions): FoundDocument {
  const form = formOf(layout, pages);
  const evidence = evidenceOf(form, model, model.tags);
  const found = valuesOf(evidence, model.reading, model.tags);
  const fields: Record<string, Field> = {};
  const rows = new Map<string, Map<number, Found[]>>();
  for (const one of found) {
    const tag = model.tags[one.tag]!;
    if (tag.type === 'signature') continue;
    if (tag.isColumn) {
      const table = rows.get(tag.path[0]!) ?? new Map<number, Found[]>();
      rows.set(tag.path[0]!, table.set(one.row, [...(table.get(one.row) ?? []), one]));
    } else put(fields, tag.path, fieldOf(model, evidence, one, options));
  }
  for (const [name, table] of rows) fields[name] = arrayOf(model, evidence, table, options);
  for (const { tag, ...signature } of signaturesOf(model, evidence, found, pages, options.ink)) put(fields, model.tags[tag]!.path, signature);
  return { docType: options.docType ?? 'custom', pages, fields, confidence: documentConfidence(fit, fields) };
}

/** Half by how much the document looks like the forms, half by how sure its fields are. */
function documentConfidence(fit: number, fields: Readonly<Record<string, Field>>): number {
  const all = Object.values(fields).map(({ confidence }) => confidence);
  const mean = all.length === 0 ? 0 : all.reduce((sum, one) => sum + one, 0) / all.length;
  return Math.sqrt(fit * mean);
}

function fieldOf(model: FormsModel, evidence: Evidence, found: Found, options: ExtractOptions): Field {
  const { form } = evidence;
  const { type, format } = model.tags[found.tag]!;
  const items = found.tokens.map((token) => form.tokens[token]!.item).sort((a, b) => a - b);
  const confidence = confidenceOf(model.confidence, knownOf(found, evidence, model.tags, model.accuracy, model.kinds));
  if (type === 'selectionMark') return { type, value: form.tokens[found.tokens[0]!]!.state!, items, confidence };
  const locale = (format === undefined ? undefined : ORDERS[format.toLowerCase()]) ?? options.locale;
  const value = typedValue(type as SimpleType, valueText(form, found.tokens, type === 'address' ? '\n' : ' '), locale === undefined ? {} : { locale }) as SimpleValue;
  return { ...value, items, confidence };
}

function arrayOf(model: FormsModel, evidence: Evidence, table: ReadonlyMap<number, readonly Found[]>, options: ExtractOptions): Field {
  const rows = [...table].sort(([a], [b]) => a - b).map(([, cells]): Field => {
    const first = model.tags[cells[0]!.tag]!;
    if (first.path.length === 1) return fieldOf(model, evidence, cells[0]!, options);
    const row: Record<string, Field> = {};
    for (const cell of cells) put(row, model.tags[cell.tag]!.path.slice(1), fieldOf(model, evidence, cell, options));
    return { type: 'object', value: row, items: [], confidence: meanOf(Object.values(row)) };
  });
  return { type: 'array', value: rows, items: [], confidence: meanOf(rows) };
}

const meanOf = (fields: readonly Field[]): number => fields.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, fields.length);

/** Puts a field at its path, with objects on the way; an object is as sure as its parts are on average. */
function put(fields: Record<string, Field>, path: readonly string[], field: Field): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    fields[name] = field;
    return;
  }
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const parts: Record<string, Field> = before?.type === 'object' ? { ...before.value } : {};
  put(parts, rest, field);
  fields[name] = { type: 'object', value: parts, items: [], confidence: meanOf(Object.values(parts)) };
}
