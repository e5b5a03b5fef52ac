/** Extracts tax forms of one kind; each form on a page is a document. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { CaptionBox } from '../captions/caption-boxes.ts';
import { findCaptionBoxes, findMark } from '../captions/caption-boxes.ts';
import { createCaptionFinder } from '../captions/captions.ts';
import type { CaptionFinder, FoundCaption } from '../captions/captions.ts';
import type { FormCopy } from '../captions/form-copies.ts';
import { splitCopies } from '../captions/form-copies.ts';
import type { PageText } from '../captions/page-text.ts';
import { centerY, pageText } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import { arrayField, buildField } from '../captions/build-field.ts';
import type { Form, FormBox } from './form.ts';
import type { PartBox } from './parties.ts';
import { partyFields } from './parties.ts';
import { readAmount, readCode, readCount, readDate, captionCertainty, readTaxNumber, readText } from './readers.ts';
import { readCodedAmount, readRows } from './wage-rows.ts';
import { findCopyName, findVariant, findYear } from './headings.ts';

export type FormExtractor = (layout: DocumentLayout) => FoundDocument[];

/** Minimum number of captions of a form. */
const MIN_CAPTIONS = 4;

export function formExtractor(form: Form): FormExtractor {
  const find = createCaptionFinder(form.boxes.map(({ id, phrases, number }) => ({ id, phrases, number })));
  return (layout) => layout.pages.flatMap((_, page) => readForms(pageText(layout, page), form, find));
}

function readForms(page: PageText, form: Form, find: CaptionFinder): FoundDocument[] {
  const kinds = new Map(form.boxes.map((box) => [box.id, box]));
  const found = find(page);
  const copies = splitCopies(found, form.anchors).filter(
    ({ captions }) => captions.filter(({ id }) => kinds.get(id)!.kind !== 'wall').length >= MIN_CAPTIONS,
  );
  return copies.map((copy, i) => buildDocument(page, form, kinds, copy, findLimits(copies, i, page)));
}

/** A form ends where its neighbor starts. */
function findLimits(copies: readonly FormCopy[], index: number, page: PageText): Box {
  const { frame } = copies[index]!;
  const others = copies.filter((_, i) => i !== index).map((copy) => copy.frame);
  const beside = (other: Box): boolean => other.top < frame.bottom && other.bottom > frame.top;
  const under = (other: Box): boolean => other.left < frame.right && other.right > frame.left;
  return {
    left: frame.left - page.height,
    top: Math.max(-Infinity, ...others.filter((other) => under(other) && other.bottom <= centerY(frame)).map(({ bottom }) => bottom)),
    right: Math.min(
      Math.max(page.width, frame.right) + 1,
      ...others.filter((other) => beside(other) && other.left > frame.left + 5 * page.height).map(({ left }) => left - 0.5 * page.height),
    ),
    bottom: Math.min(
      frame.bottom + 8 * page.height,
      ...others.filter((other) => under(other) && other.top >= centerY(frame)).map(({ top }) => top),
    ),
  };
}

function buildDocument(
  page: PageText,
  form: Form,
  kinds: ReadonlyMap<string, FormBox>,
  { captions, frame }: FormCopy,
  limits: Box,
): FoundDocument {
  const fields: Record<string, Field> = {};
  const printed = new Set(form.printed);
  const inRows = captions.filter(({ id }) => kinds.get(id)!.kind === 'row');
  const rows = readRows(page, inRows, captions, Object.fromEntries(form.boxes.map(({ id, field }) => [id, field ?? ''])), limits);
  const boxes = findCaptionBoxes(page, captions, limits);
  for (const box of boxes.values()) box.words = box.words.filter((word) => !rows.used.has(word));
  const parties = new Map<string, PartBox[]>();
  const coded: Field[] = [];
  for (const { id, kind, field, part, side } of form.boxes) {
    const box = boxes.get(id);
    if (box === undefined || field === undefined) continue;
    if (kind === 'party') parties.set(field, [...(parties.get(field) ?? []), { part: part!, words: box.words, score: box.caption.score }]);
    else if (kind === 'coded') {
      const entry = readCodedAmount(box);
      if (entry !== undefined) coded.push(entry);
    } else {
      const value = readBox(kind, box, page, captions, side, printed);
      if (value !== undefined) setField(fields, field, value);
    }
  }
  for (const [field, parts] of parties)
    for (const [name, value] of Object.entries(partyFields(parts, printed)))
      if (`${field}.${name}` in form.fields) setField(fields, `${field}.${name}`, value);
  if (coded.length > 0) fields['AdditionalInfo'] = arrayField(coded);
  Object.assign(fields, rows.fields);
  const year = findYear(page, captions, limits, frame, form.fields['TaxYear']![0] === 'number');
  if (year !== undefined) fields['TaxYear'] = year;
  if ('W2FormVariant' in form.fields) Object.assign(fields, findVariant(page, limits, frame), findCopyName(page, limits, frame));
  return {
    docType: form.docType,
    pages: [page.page],
    fields: orderFields(fields, form),
    confidence: candidateConfidence(captions, kinds, form),
  };
}

function readBox(
  kind: FormBox['kind'],
  box: CaptionBox,
  page: PageText,
  captions: readonly FoundCaption[],
  side: 'left' | undefined,
  printed: ReadonlySet<string>,
): Field | undefined {
  switch (kind) {
    case 'amount':
      return readAmount(box);
    case 'count':
      return readCount(box);
    case 'date':
      return readDate(box);
    case 'code':
      return readCode(box, printed);
    case 'text':
      return readText(box, printed);
    case 'ssn':
    case 'ein':
      return readTaxNumber(box, kind);
    case 'mark':
      return markField(box, page, captions, side);
    default:
      return undefined;
  }
}

/** Ticks that OCR reads as letters. */
const TICK = /^[Xx✓✔√☒☑8KVv%*]$/u;

/** 'true' or 'false'; a mark nearer to another caption belongs to that one. */
function markField(box: CaptionBox, page: PageText, captions: readonly FoundCaption[], side: 'left' | undefined): Field | undefined {
  const mark = findMark(page.marks, box, page.height, side);
  if (mark !== undefined)
    return buildField({ type: 'string', value: String(mark.selected) }, [mark], 0.97 * captionCertainty(box.caption.score));
  const tick = box.words.find(({ text }) => TICK.test(text));
  if (tick !== undefined && side === undefined) return buildField({ type: 'string', value: 'true' }, [tick], 0.85);
  const before =
    side === 'left'
      ? page.words.find(
          (word) =>
            TICK.test(word.text) &&
            Math.abs(centerY(word.box) - centerY(box.caption.box)) < page.height &&
            word.box.right <= box.caption.box.left &&
            box.caption.box.left - word.box.right < 2 * page.height,
        )
      : undefined;
  if (before !== undefined && !captions.some(({ words }) => words.includes(before)))
    return buildField({ type: 'string', value: 'true' }, [before], 0.85);
  return buildField({ type: 'string', value: 'false' }, [], 0.7);
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
function candidateConfidence(captions: readonly FoundCaption[], kinds: ReadonlyMap<string, FormBox>, form: Form): number {
  const anchors = form.anchors.filter((id) => captions.some((caption) => caption.id === id)).length / form.anchors.length;
  const amount = captions.filter(({ id }) => kinds.get(id)!.kind !== 'wall').length;
  return Math.min(0.99, 0.5 * anchors + 0.5 * Math.min(1, amount / 8));
}
