/**
 * Form fields of a page: check boxes and radio buttons with their state. Text typed into fields, and notes drawn on the page,
 * become part of the page's text as displayed.
 */
import { applyToBox } from '../model/affine.ts';
import type { Affine, SelectionMark } from '../model/page.ts';
import type { Pdfium } from './pdfium.ts';

export interface FormFields {
  marks: SelectionMark[];
  /** The page has notes or fields that display text. */
  showsText: boolean;
}

const WIDGET = 20;
const FREE_TEXT = 3;
const STAMP = 13;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const HIDDEN_FLAGS = 1 | 2 | 32;
const MAX_ANNOTATIONS = 20_000;

const isShown = (subtype: number): boolean => subtype === WIDGET || subtype === FREE_TEXT || subtype === STAMP;

export function readFormFields(pdf: Pdfium, page: number, form: number, toPage: Affine): FormFields {
  const { calls } = pdf;
  const fields: FormFields = { marks: [], showsText: false };
  const count = Math.min(calls.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = calls.FPDFAnnot_GetSubtype(annotation);
    if ((calls.FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAGS) === 0 && isShown(subtype)) {
      const field = subtype === WIDGET ? calls.FPDFAnnot_GetFormFieldType(form, annotation) : 0;
      if (field === CHECK_BOX || field === RADIO_BUTTON) {
        calls.FPDFAnnot_GetRect(annotation, pdf.scratch);
        const [left, top, right, bottom] = pdf.floats(4) as [number, number, number, number];
        const state = calls.FPDFAnnot_IsChecked(form, annotation) === 1 ? 'selected' : 'unselected';
        fields.marks.push({ box: applyToBox(toPage, { left, top, right, bottom }), state, confidence: 1 });
      } else fields.showsText = true;
    }
    calls.FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

/** Whether `readFormFields` is needed, checked without loading the form: most pages only have links. */
export function hasFormFields({ calls }: Pdfium, page: number): boolean {
  const count = Math.min(calls.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    const subtype = annotation === 0 ? 0 : calls.FPDFAnnot_GetSubtype(annotation);
    if (annotation !== 0) calls.FPDFPage_CloseAnnot(annotation);
    if (isShown(subtype)) return true;
  }
  return false;
}
