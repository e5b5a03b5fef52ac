/** File names in a training set: `X.pdf` has `X.pdf.labels.json` and `X.pdf.ocr.json` beside it; `fields.json` belongs to the set. */
export const LABELS = '.labels.json';
export const LAYOUT = '.ocr.json';
export const FIELDS = 'fields.json';
