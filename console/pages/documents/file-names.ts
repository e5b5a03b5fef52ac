/** Names of the files of a training set: `X.pdf` has `X.pdf.labels.json` and `X.pdf.ocr.json` beside it; the fields are the whole set's. */
export const LABELS = '.labels.json';
export const LAYOUT = '.ocr.json';
export const FIELDS = 'fields.json';
