/**
 * Fields of a form on a page: check boxes and radio buttons with their state; what is typed into fields, and notes that
 * are drawn on the page, become part of its text as they are shown.
 */
import { applyToBox } from '../model/affine.ts';
import type { Affine, SelectionMark } from '../model/page.ts';
import type { Pdfium } from './pdfium.ts';

export interface FormFields {
  marks: SelectionMark[];
  /** The page has notes or fields that show text. */
  showsText: boolean;
}

const WIDGET = 20;
const FREE_TEXT = 3;
const STAMP = 13;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const NOT_SHOWN = 1 | 2 | 32;
const MOST = 20_000;

const isShown = (subtype: number): boolean => subtype === WIDGET || subtype === FREE_TEXT || subtype === STAMP;

export function readFormFields(pdf: Pdfium, page: number, form: number, toPage: Affine): FormFields {
  const { calls } = pdf;
  const widgets: FormFields = { marks: [], showsText: false };
  const count = Math.min(calls.FPDFPage_GetAnnotCount(page), MOST);
  for (let index = 0; index < count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = calls.FPDFAnnot_GetSubtype(annotation);
    if ((calls.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN) === 0 && isShown(subtype)) {
      const field = subtype === WIDGET ? calls.FPDFAnnot_GetFormFieldType(form, annotation) : 0;
      if (field === CHECK_BOX || field === RADIO_BUTTON) {
        calls.FPDFAnnot_GetRect(annotation, pdf.scratch);
        const [left, top, right, bottom] = pdf.floats(4) as [number, number, number, number];
        const state = calls.FPDFAnnot_IsChecked(form, annotation) === 1 ? 'selected' : 'unselected';
        widgets.marks.push({ box: applyToBox(toPage, { left, top, right, bottom }), state, confidence: 1 });
      } else widgets.showsText = true;
    }
    calls.FPDFPage_CloseAnnot(annotation);
  }
  return widgets;
}

/** Whether a page has anything that `widgetsOf` would look at, told without the form: most pages only have links. */
export function hasFormFields({ calls }: Pdfium, page: number): boolean {
  const count = Math.min(calls.FPDFPage_GetAnnotCount(page), MOST);
  for (let index = 0; index < count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    const subtype = annotation === 0 ? 0 : calls.FPDFAnnot_GetSubtype(annotation);
    if (annotation !== 0) calls.FPDFPage_CloseAnnot(annotation);
    if (isShown(subtype)) return true;
  }
  return false;
}
