/** Extracts tax forms of one kind; each form on a page is a document. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import { createCaptionFinder } from '../captions/captions.ts';
import type { CaptionFinder, FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { centerX, centerY, pageText } from '../captions/page-text.ts';
import { arrayField, objectField } from '../captions/build-field.ts';
import type { ValueCell } from './cells.ts';
import { findCells, unreadCaptions } from './cells.ts';
import type { FieldWriter, Score } from './field-writer.ts';
import { createFieldWriter, scoreWithWeights } from './field-writer.ts';
import type { Form, FormBox } from './form.ts';
import type { Grid } from './form-grid.ts';
import { findGrids } from './form-grid.ts';
import { readListedValues } from './listed-values.ts';
import type { LocatedForm } from './locate-forms.ts';
import { locateForms } from './locate-forms.ts';
import { readMark, readMarkRow } from './marks.ts';
import type { PartBox } from './parties.ts';
import { partyFields } from './parties.ts';
import { readAmount, readCode, readCount, readDate, readShape, readTaxNumber, readText } from './readers.ts';
import { readCodedAmount, readRows } from './wage-rows.ts';
import { findCopyName, findVariant, findYear } from './headings.ts';

export type FormExtractor = (layout: DocumentLayout) => FoundDocument[];

/** `score` turns evidence into a confidence; training passes its own to record the evidence. */
export function formExtractor(form: Form, score: Score = scoreWithWeights): FormExtractor {
  const find = createCaptionFinder(form.boxes.map(({ id, phrases, number }) => ({ id, phrases, number })));
  const writer = createFieldWriter(score);
  return (layout) => {
    const documents = layout.pages.flatMap(({ rules }, index) => {
      const page = pageText(layout, index);
      return readForms(
        page,
        findGrids(
          rules,
          page.marks.map(({ box }) => box),
          page.height,
        ),
        form,
        find,
        writer,
      );
    });
    const filled = documents.filter(hasEntries);
    return filled.length > 0 ? filled : documents;
  };
}

/** What the blank form has too. */
const PRINTED_FIELDS = new Set(['TaxYear', 'W2FormVariant', 'W2Copy']);

/** Whether somebody has filled in the field: copies that were left blank are not documents of a file with filled ones. */
function isFilledIn(name: string, field: Field): boolean {
  if (PRINTED_FIELDS.has(name) || field.type === 'boolean' || field.type === 'selectionMark') return false;
  return !(field.type === 'string' && /^(?:true|false)$/u.test(field.value ?? ''));
}

function readForms(page: PageText, grids: readonly Grid[], form: Form, find: CaptionFinder, writer: FieldWriter): FoundDocument[] {
  const kinds = new Map(form.boxes.map((box) => [box.id, box]));
  const documents = locateForms(page, find(page), grids, form, kinds).flatMap((located) => {
    const document = buildDocument(page, form, kinds, located, writer);
    return located.grid !== undefined || isFilledForm(document) ? [document] : [];
  });
  return (documents.length < 2 ? listedForm(page, form, documents[0], writer) : undefined) ?? documents;
}

const hasEntries = ({ fields }: FoundDocument): boolean => Object.entries(fields).some(([name, field]) => isFilledIn(name, field));

/** A form that is printed as a list of captions and values. */
function listedForm(page: PageText, form: Form, unread: FoundDocument | undefined, writer: FieldWriter): FoundDocument[] | undefined {
  const listed = readListedValues(page, form.docType, writer);
  if (listed.size < Math.max(MIN_LISTED, countEntries(unread) + 1)) return undefined;
  const fields: Record<string, Field> = { ...unread?.fields };
  for (const [path, value] of listed)
    if (path.includes('Infos.')) addEntry(fields, path, value);
    else setField(fields, path, value);
  const confidence = Math.min(0.95, listed.size / 10);
  return [{ docType: form.docType, pages: [page.page], fields: orderFields(fields, form), confidence }];
}

/** Number of values that somebody has filled in. */
const countEntries = (document: FoundDocument | undefined): number =>
  Object.entries(document?.fields ?? {})
    .filter(([name, field]) => isFilledIn(name, field))
    .reduce((sum, [, field]) => sum + (field.type === 'object' ? Object.keys(field.value).length : 1), 0);

/** Adds a value to the only entry of an array. */
function addEntry(fields: Record<string, Field>, path: string, value: Field): void {
  const [name, part] = path.split('.') as [string, string];
  const array = fields[name];
  const entry = array?.type === 'array' && array.value[0]?.type === 'object' ? array.value[0].value : {};
  fields[name] = arrayField([objectField({ ...entry, [part]: value })]);
}

/** Values of a form without names and numbers of persons. */
const MIN_AMOUNTS = 5;
/** Values of a list that is a form. */
const MIN_LISTED = 5;

/** Captions without rules around them may be those of instructions, which have nobody's name or number and hardly any amounts. */
function isFilledForm({ fields }: FoundDocument): boolean {
  const types = Object.values(fields).map(({ type }) => type);
  return types.includes('object') || types.filter((type) => type === 'number' || type === 'currency').length >= MIN_AMOUNTS;
}

function buildDocument(
  page: PageText,
  form: Form,
  kinds: ReadonlyMap<string, FormBox>,
  { captions: read, frame, limits, grid }: LocatedForm,
  writer: FieldWriter,
): FoundDocument {
  const neighbors = form.boxes.filter(({ under, rightOf }) => under !== undefined || rightOf !== undefined);
  const captions = grid === undefined ? read : [...read, ...unreadCaptions(read, neighbors, grid, page.height)];
  const fields: Record<string, Field> = {};
  const printed = new Set(form.printed);
  const inRows = captions.filter(({ id }) => kinds.get(id)!.kind === 'row');
  const names = Object.fromEntries(form.boxes.map(({ id, field }) => [id, field ?? '']));
  const rows = readRows(page, inRows, captions, names, limits, grid, writer);
  const phrases = new Map(form.boxes.map((box) => [box.id, box.phrases]));
  const cells = findCells(page, captions, limits, grid, phrases);
  for (const cell of cells.values()) cell.words = cell.words.filter((word) => !rows.used.has(word));
  const parties = new Map<string, PartBox[]>();
  const coded: Field[] = [];
  const markCaptions = captions.filter(({ id }) => kinds.get(id)!.kind === 'mark');
  for (const { id, kind, field, part, side } of form.boxes) {
    const cell = cells.get(id);
    if (cell === undefined || field === undefined) continue;
    const { words, ruled, caption } = cell;
    if (kind === 'party') parties.set(field, [...(parties.get(field) ?? []), { part: part!, words, ruled, score: caption.score }]);
    else if (kind === 'coded') {
      const entry = readCodedAmount(cell, writer);
      if (entry !== undefined) coded.push(entry);
    } else {
      const value = readCell({ kind, side }, cell, page, captions, printed, writer);
      if (value !== undefined && !(kind === 'mark' && isOfNeighbor(value, cell, page, markCaptions))) setField(fields, field, value);
      else if (value !== undefined) setField(fields, field, writer.write({ type: 'string', value: 'false' }, [], { kind: 'noMark' }));
    }
  }
  for (const { id, markRow, field, shape } of form.boxes) {
    if (markRow !== undefined) {
      const fieldOf = (other: string): string => kinds.get(other)!.field!;
      const missing = markRow.filter((other) => !cells.has(other));
      for (const [other, value] of readMarkRow(page, markRow, missing, limits, cells, writer)) setField(fields, fieldOf(other), value);
    }
    if (shape !== undefined && field !== undefined && !(field in fields)) {
      const value = readShape(page.words, new RegExp(shape, 'u'), limits, cells.get(id), writer);
      if (value !== undefined) setField(fields, field, value);
    }
  }
  for (const [field, parts] of parties)
    for (const [name, value] of Object.entries(partyFields(parts, printed, writer)))
      if (`${field}.${name}` in form.fields) setField(fields, `${field}.${name}`, value);
  if (coded.length > 0) fields['AdditionalInfo'] = arrayField(coded);
  Object.assign(fields, rows.fields);
  const year = findYear(page, captions, limits, frame, form.fields['TaxYear']![0] === 'number', writer);
  if (year !== undefined) fields['TaxYear'] = year;
  if ('W2FormVariant' in form.fields)
    Object.assign(fields, findVariant(page, limits, frame, writer), findCopyName(page, limits, frame, writer));
  return {
    docType: form.docType,
    pages: [page.page],
    fields: orderFields(fields, form),
    confidence: documentConfidence(read, kinds, form),
  };
}

/** Whether a tick is nearer to the caption of another box of its row. */
function isOfNeighbor(value: Field, { caption }: ValueCell, { marks, words }: PageText, captions: readonly FoundCaption[]): boolean {
  if (value.type !== 'string' || value.value !== 'true') return false;
  const [item] = value.items;
  const tick = [...marks, ...words].find((one) => one.item === item)?.box;
  if (tick === undefined) return false;
  const gap = ({ box }: FoundCaption): number => Math.abs(centerX(tick) - centerX(box));
  const isInRow = ({ box }: FoundCaption): boolean => Math.abs(centerY(box) - centerY(caption.box)) < 1.5 * (box.bottom - box.top);
  return captions.some((other) => other.id !== caption.id && isInRow(other) && gap(other) < 0.5 * gap(caption));
}

/** Kinds of boxes that are read from their cell alone. */
const READERS: Partial<Record<FormBox['kind'], (cell: ValueCell, writer: FieldWriter, printed: ReadonlySet<string>) => Field | undefined>> =
  {
    amount: readAmount,
    count: readCount,
    date: readDate,
    code: readCode,
    text: readText,
  };

function readCell(
  { kind, side }: Pick<FormBox, 'kind' | 'side'>,
  cell: ValueCell,
  page: PageText,
  captions: readonly FoundCaption[],
  printed: ReadonlySet<string>,
  writer: FieldWriter,
): Field | undefined {
  if (kind === 'mark') return readMark(cell, page, captions, side, writer);
  if (kind !== 'ssn' && kind !== 'ein') return READERS[kind]?.(cell, writer, printed);
  return readTaxNumber(cell, kind, writer) ?? readTaxNumber(shiftedCell(cell, page), kind, writer);
}

/** Heights of text that a print may be below its cell. */
const MAX_PRINT_SHIFT = 3;

/**
 * What is printed just below a ruled cell, because the paper slipped or a rule separates caption and value; for values that are known
 * by their shape.
 */
function shiftedCell(cell: ValueCell, { words, height }: PageText): ValueCell {
  const { left, right, bottom } = cell.box;
  const isBelow = ({ box }: PlacedWord): boolean =>
    centerY(box) > bottom && centerY(box) < bottom + MAX_PRINT_SHIFT * height && box.left >= left && box.right <= right;
  return { ...cell, words: cell.ruled ? words.filter(isBelow) : [], ruled: false };
}

/** Sets a field by its path of one or two names. */
function setField(fields: Record<string, Field>, path: string, value: Field): void {
  const [name, part] = path.split('.') as [string, string?];
  if (part === undefined) fields[name] = value;
  else {
    const parent = fields[name];
    const own = parent?.type === 'object' ? { ...parent.value, [part]: value } : { [part]: value };
    fields[name] = {
      type: 'object',
      value: own,
      items: [],
      confidence: Math.min(1, ...Object.values(own).map(({ confidence }) => confidence)),
    };
  }
}

function orderFields(fields: Record<string, Field>, form: Form): Record<string, Field> {
  const names = [...new Set(Object.keys(form.fields).map((path) => path.split('.')[0]!))];
  return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]!]));
}

/** Share of the form's captions that were found. */
function documentConfidence(captions: readonly FoundCaption[], kinds: ReadonlyMap<string, FormBox>, form: Form): number {
  const anchors = form.anchors.filter((id) => captions.some((caption) => caption.id === id)).length / form.anchors.length;
  const amount = captions.filter(({ id }) => kinds.get(id)!.kind !== 'wall').length;
  return Math.min(0.99, 0.5 * anchors + 0.5 * Math.min(1, amount / 8));
}
