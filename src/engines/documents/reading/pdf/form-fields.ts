/**
 * Form fields of a page: check boxes and radio buttons with their state. Text typed into fields, and notes drawn on the page,
 * become part of the page's text as displayed.
 */
import { applyToBox } from '../model/affine.ts';
import type { Affine, Box, SelectionMark } from '../model/page.ts';
import type { Pdfium } from './pdfium.ts';

export interface FormFields {
  marks: SelectionMark[];
  /** Text fields that display one character per cell. */
  combs: Box[];
  /** The page has notes or fields that display text. */
  showsText: boolean;
}

const WIDGET = 20;
const FREE_TEXT = 3;
const STAMP = 13;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const COMBO_BOX = 4;
const TEXT_FIELD = 6;
const HIDDEN_FLAG = 2;
const NO_VIEW_FLAG = 32;
const HIDDEN_FLAGS = 1 | HIDDEN_FLAG | NO_VIEW_FLAG;
const MULTILINE_FLAG = 1 << 12;
const PASSWORD_FLAG = 1 << 13;
const FILE_FLAG = 1 << 20;
const COMB_FLAG = 1 << 24;
/** A page with more is not a form: PDFium takes time quadratic in their number to flatten them. */
const MAX_ANNOTATIONS = 5000;
const MAX_COMBS = 200;
const NORMAL_APPEARANCE = 0;
/** Bytes of UTF-16 with the final zero. */
const EMPTY_BYTES = 2;
/** Larger appearances display something; all that are checked on a page have at most the total size. */
const MAX_APPEARANCE_BYTES = { one: 16_384, total: 8 * 2 ** 20 };
const EMPTY_TEXT = /(?:\(\s*\)|<\s*>)\s*Tj|\[\s*(?:\(\s*\)|<\s*>)?\s*\]\s*TJ/g;
const SHOWS_TEXT = /\b(?:Tj|TJ|Do)\b|['"]/;

const isShown = (subtype: number): boolean => subtype === WIDGET || subtype === FREE_TEXT || subtype === STAMP;

/**
 * Some programs fill in a field and keep its empty appearance: it is removed, so that PDFium generates one when the form loads
 * the page. The form's own functions search all fields of the document, so they are called for few annotations.
 */
export function removeEmptyAppearances(pdf: Pdfium, page: number, form: number): void {
  const { calls } = pdf;
  let checkedBytes = 0;
  forEachAnnotation(pdf, page, (annotation) => {
    if (checkedBytes > MAX_APPEARANCE_BYTES.total || calls.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return;
    const bytes = calls.FPDFAnnot_GetAP(annotation, NORMAL_APPEARANCE, 0, 0);
    checkedBytes += bytes;
    if (bytes <= EMPTY_BYTES || bytes > MAX_APPEARANCE_BYTES.one) return;
    if (SHOWS_TEXT.test(readAppearance(pdf, annotation, bytes).replace(EMPTY_TEXT, ''))) return;
    const type = calls.FPDFAnnot_GetFormFieldType(form, annotation);
    if ((type === TEXT_FIELD || type === COMBO_BOX) && calls.FPDFAnnot_GetFormFieldValue(form, annotation, 0, 0) > EMPTY_BYTES)
      calls.FPDFAnnot_SetAP(annotation, NORMAL_APPEARANCE, 0);
  });
}

const readAppearance = (pdf: Pdfium, annotation: number, bytes: number): string =>
  pdf.withBytes(new Uint8Array(bytes), (address) => {
    pdf.calls.FPDFAnnot_GetAP(annotation, NORMAL_APPEARANCE, address, bytes);
    return Buffer.from(pdf.bytes.subarray(address, address + bytes)).toString('utf16le');
  });

/** Also hides passwords and fields that are only printed, which flattening would make text of the page. */
export function readFormFields(pdf: Pdfium, page: number, form: number, toPage: Affine): FormFields {
  const { calls } = pdf;
  const fields: FormFields = { marks: [], combs: [], showsText: false };
  const boxOf = (annotation: number): Box => {
    calls.FPDFAnnot_GetRect(annotation, pdf.scratch);
    const [left, top, right, bottom] = pdf.floats(4) as [number, number, number, number];
    return applyToBox(toPage, { left, top, right, bottom });
  };
  forEachAnnotation(pdf, page, (annotation) => {
    const subtype = calls.FPDFAnnot_GetSubtype(annotation);
    const annotationFlags = calls.FPDFAnnot_GetFlags(annotation);
    if ((annotationFlags & NO_VIEW_FLAG) !== 0) calls.FPDFAnnot_SetFlags(annotation, annotationFlags | HIDDEN_FLAG);
    if ((annotationFlags & HIDDEN_FLAGS) !== 0 || !isShown(subtype)) return;
    const type = subtype === WIDGET ? calls.FPDFAnnot_GetFormFieldType(form, annotation) : 0;
    if (type === CHECK_BOX || type === RADIO_BUTTON) {
      const state = calls.FPDFAnnot_IsChecked(form, annotation) === 1 ? 'selected' : 'unselected';
      fields.marks.push({ box: boxOf(annotation), state, confidence: 1 });
      return;
    }
    const flags = type === TEXT_FIELD ? calls.FPDFAnnot_GetFormFieldFlags(form, annotation) : 0;
    if ((flags & PASSWORD_FLAG) !== 0) calls.FPDFAnnot_SetFlags(annotation, annotationFlags | HIDDEN_FLAG);
    else if (isComb(flags) && fields.combs.length < MAX_COMBS) fields.combs.push(boxOf(annotation));
    fields.showsText = true;
  });
  return fields;
}

const isComb = (flags: number): boolean => (flags & COMB_FLAG) !== 0 && (flags & (MULTILINE_FLAG | FILE_FLAG)) === 0;

function forEachAnnotation({ calls }: Pdfium, page: number, visit: (annotation: number) => void): void {
  const count = calls.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    visit(annotation);
    calls.FPDFPage_CloseAnnot(annotation);
  }
}

/** Whether the page has fields to read, checked without loading the form: most pages only have links. */
export function hasFormFields(pdf: Pdfium, page: number): boolean {
  if (pdf.calls.FPDFPage_GetAnnotCount(page) > MAX_ANNOTATIONS) return false;
  let found = false;
  forEachAnnotation(pdf, page, (annotation) => {
    found ||= isShown(pdf.calls.FPDFAnnot_GetSubtype(annotation));
  });
  return found;
}
