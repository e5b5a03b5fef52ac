/** Extracts the fields of a document with a forms model. */
import type { Field, FoundDocument } from '../fields/field.ts';
import { typedValue } from '../fields/values/value.ts';
import type { SimpleType, SimpleValue } from '../fields/values/value.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import { valueConfidence } from './confidence/value-confidence.ts';
import type { FoundValue } from './decoding/decode.ts';
import type { Evidence } from './evidence.ts';
import { collectEvidence, decodeValues } from './evidence.ts';
import { formFromLayout } from './form/form.ts';
import type { InkMap } from './signatures/ink-map.ts';
import { collectConfidenceInputs } from './confidence/confidence-inputs.ts';
import type { FormsModel } from './model.ts';
import { extractSignatures } from './signatures/signatures.ts';
import { maxSimilarity, fingerprintOf } from './similarity.ts';
import { valueText } from './form/value-text.ts';

export interface ExtractOptions {
  docType?: string;
  /** For example en-US; resolves ambiguous dates and amounts. */
  locale?: string;
  /** By page of the layout: where it is dark, to detect signatures. */
  ink?: readonly (InkMap | undefined)[];
}

/** Similarity, relative to the training forms, from which pages count as another document of the model. */
const MIN_SIMILARITY = 0.6;
/** Pages with labels are searched where the similarity is at least this share of the best; the most filled-in ones win. */
const MIN_LABELED_SIMILARITY = 0.85;
const MAX_LABELED_RANGES = 8;
/** Locales that write dates in the order given by a field's format. */
const LOCALE_BY_DATE_ORDER: Readonly<Record<string, string>> = { dmy: 'en-GB', mdy: 'en-US', ymd: 'sv-SE' };

/** One document for each page range that resembles the training forms; at least one. */
export function extract(model: FormsModel, layout: DocumentLayout, options: ExtractOptions = {}): FoundDocument[] {
  return splitIntoDocuments(model, layout).map(({ pages, fit }) => extractDocument(model, layout, pages, fit, options));
}

/** Similarity of a layout to the training forms; 1 means as similar as these are to each other. */
export function similarityToModel(model: FormsModel, layout: DocumentLayout): number {
  return Math.max(0, ...splitIntoDocuments(model, layout).map(({ fit }) => fit));
}

/** Takes the pages as one document; of more pages than the training forms have, the most similar ones have the fields. */
export function extractFromPages(
  model: FormsModel,
  layout: DocumentLayout,
  pages: readonly number[],
  options: ExtractOptions = {},
): FoundDocument {
  const { pages: own, fit } = pageRanges(model, layout, pages)[0]!;
  return { ...extractDocument(model, layout, own, fit, options), pages };
}

interface PageRange {
  pages: readonly number[];
  fit: number;
}

/** Adjacent pages, as many as the training forms have, most similar first. */
function pageRanges(model: FormsModel, layout: DocumentLayout, all: readonly number[]): PageRange[] {
  return all
    .slice(0, Math.max(1, all.length - model.pages + 1))
    .map((_, first): PageRange => {
      const pages = all.slice(first, first + model.pages);
      const similarity = maxSimilarity(fingerprintOf(formFromLayout(layout, pages)), model.fingerprints);
      return { pages, fit: Math.min(1, similarity / model.trainingSimilarity) };
    })
    .sort((a, b) => b.fit - a.fit || a.pages[0]! - b.pages[0]!);
}

function splitIntoDocuments(model: FormsModel, layout: DocumentLayout): PageRange[] {
  const all = layout.pages.map((_, i) => i);
  const candidates = all.length === 0 ? [{ pages: [], fit: 0 }] : pageRanges(model, layout, all);
  const selected: PageRange[] = [];
  const used = new Set<number>();
  for (const one of candidates) {
    if ((selected.length > 0 && one.fit < MIN_SIMILARITY) || one.pages.some((page) => used.has(page))) continue;
    selected.push(one);
    for (const page of one.pages) used.add(page);
  }
  return selected.sort((a, b) => a.pages[0]! - b.pages[0]!);
}

interface FoundPages {
  pages: readonly number[];
  evidence: Evidence;
  found: FoundValue[];
}

/** The values of a document: of all its pages, or of those that are like the labeled ones and have most values. */
function findValues(model: FormsModel, layout: DocumentLayout, pages: readonly number[]): FoundPages {
  const all = labeledRanges(model, layout, pages).map((own) => {
    const evidence = collectEvidence(formFromLayout(layout, own), model, model.tags);
    return { pages: own, evidence, found: decodeValues(evidence, model.decodeSettings, model.tags) };
  });
  const weight = ({ found }: FoundPages): number =>
    found.reduce((sum, { tag, score }) => sum + (model.tags[tag]!.type === 'selectionMark' ? 0 : score), 0);
  return all.reduce((best, one) => (weight(one) > weight(best) ? one : best));
}

function labeledRanges({ labeledPages }: FormsModel, layout: DocumentLayout, pages: readonly number[]): (readonly number[])[] {
  if (labeledPages === undefined || pages.length <= labeledPages.count) return [pages];
  const { count, fingerprints } = labeledPages;
  const ranges = pages.slice(0, pages.length - count + 1).map((_, first) => {
    const own = pages.slice(first, first + count);
    return { own, similarity: maxSimilarity(fingerprintOf(formFromLayout(layout, own)), fingerprints) };
  });
  const best = Math.max(...ranges.map(({ similarity }) => similarity));
  return ranges
    .filter(({ similarity }) => similarity >= MIN_LABELED_SIMILARITY * best)
    .slice(0, MAX_LABELED_RANGES)
    .map(({ own }) => own);
}

function extractDocument(
  model: FormsModel,
  layout: DocumentLayout,
  pages: readonly number[],
  fit: number,
  options: ExtractOptions,
): FoundDocument {
  const { found, evidence, pages: own } = findValues(model, layout, pages);
  const fields: Record<string, Field> = {};
  const rows = new Map<string, Map<number, FoundValue[]>>();
  for (const one of found) {
    const tag = model.tags[one.tag]!;
    if (tag.type === 'signature') continue;
    if (tag.isColumn) {
      const table = rows.get(tag.path[0]!) ?? new Map<number, FoundValue[]>();
      rows.set(tag.path[0]!, table.set(one.row, [...(table.get(one.row) ?? []), one]));
    } else setField(fields, tag.path, buildField(model, evidence, one, options));
  }
  for (const [name, table] of rows) fields[name] = buildArrayField(model, evidence, table, options);
  for (const { tag, ...signature } of extractSignatures(model, evidence, found, own, options.ink))
    setField(fields, model.tags[tag]!.path, signature);
  return { docType: options.docType ?? 'custom', pages, fields, confidence: documentConfidence(fit, fields) };
}

/** Geometric mean of the similarity to the training forms and the mean field confidence. */
function documentConfidence(fit: number, fields: Readonly<Record<string, Field>>): number {
  const all = Object.values(fields).map(({ confidence }) => confidence);
  const mean = all.length === 0 ? 0 : all.reduce((sum, one) => sum + one, 0) / all.length;
  return Math.sqrt(fit * mean);
}

function buildField(model: FormsModel, evidence: Evidence, found: FoundValue, options: ExtractOptions): Field {
  const { form } = evidence;
  const { type, format } = model.tags[found.tag]!;
  const items = found.tokens.map((token) => form.tokens[token]!.item).sort((a, b) => a - b);
  const confidence = valueConfidence(model.confidence, collectConfidenceInputs(found, evidence, model.tags, model.accuracy, model.shapes));
  if (type === 'selectionMark') return { type, value: found.state ?? form.tokens[found.tokens[0]!]!.state!, items, confidence };
  const locale = (format === undefined ? undefined : LOCALE_BY_DATE_ORDER[format.toLowerCase()]) ?? options.locale;
  const value = typedValue(
    type as SimpleType,
    valueText(form, found.tokens, type === 'address' ? '\n' : ' '),
    locale === undefined ? {} : { locale },
  ) as SimpleValue;
  return { ...value, items, confidence };
}

function buildArrayField(
  model: FormsModel,
  evidence: Evidence,
  table: ReadonlyMap<number, readonly FoundValue[]>,
  options: ExtractOptions,
): Field {
  const rows = [...table]
    .sort(([a], [b]) => a - b)
    .map(([, cells]): Field => {
      const first = model.tags[cells[0]!.tag]!;
      if (first.path.length === 1) return buildField(model, evidence, cells[0]!, options);
      const row: Record<string, Field> = {};
      for (const cell of cells) setField(row, model.tags[cell.tag]!.path.slice(1), buildField(model, evidence, cell, options));
      return { type: 'object', value: row, items: [], confidence: meanConfidence(Object.values(row)) };
    });
  return { type: 'array', value: rows, items: [], confidence: meanConfidence(rows) };
}

const meanConfidence = (fields: readonly Field[]): number =>
  fields.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, fields.length);

/** Sets a field at its path and creates objects on the way; an object has the mean confidence of its parts. */
function setField(fields: Record<string, Field>, path: readonly string[], field: Field): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    fields[name] = field;
    return;
  }
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const parts: Record<string, Field> = before?.type === 'object' ? { ...before.value } : {};
  setField(parts, rest, field);
  fields[name] = { type: 'object', value: parts, items: [], confidence: meanConfidence(Object.values(parts)) };
}
