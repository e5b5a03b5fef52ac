/** Draws and fills substitute forms: four quarters on a page, two halves, one with notes below, letters. */
import { PdfCanvas } from '../generators/pdf-canvas.ts';
import { SeededRandom } from '../seeded-random.ts';
import type { PagePart } from './arrange-forms.ts';
import { arrangeParts } from './arrange-forms.ts';
import type { Rect } from './fill-form.ts';
import { fillForm, randomFillStyle } from './fill-form.ts';
import type { FilledTaxForm } from './filled-tax-forms.ts';
import type { SubstituteCell, SubstituteLayout } from './substitute-layouts.ts';
import { SUBSTITUTE_LAYOUTS } from './substitute-layouts.ts';
import type { FieldBox, FormCopy } from './tax-form-boxes.ts';
import { randomTaxValues } from './tax-values.ts';

const CAPTION_SIZE = 5.5;
const MARK_SIZE = 8;
const QUARTER_SCALE = 0.82;
const NOTES = [
  'Notice to Employee',
  'Do you have to file? Refer to the instructions for your tax return to determine if you are required to file.',
  'Box 1. Wages, tips, other compensation: enter this amount on the wages line of your tax return.',
  'Box 2. Federal income tax withheld: enter this amount on the tax withheld line of your return.',
  'Box 3. Social security wages and box 5. Medicare wages and tips may differ from box 1.',
  'Box 12. Codes D through H, S, Y, AA, BB and EE: elective deferrals are limited to $23,500 in 2025.',
  'Box 13. If the Retirement plan box is checked, special limits may apply to contributions.',
];

/** The layout changes with the seed. */
export async function substituteForm(seed: number): Promise<FilledTaxForm> {
  const layout = SUBSTITUTE_LAYOUTS[seed % SUBSTITUTE_LAYOUTS.length]!;
  const random = new SeededRandom(seed * 13 + 5);
  const year = String(random.integer(2019, 2025));
  const copy = await drawSubstitute(layout, year, random);
  const { boxes, fields } = randomTaxValues(copy, new SeededRandom(seed + 17));
  const pdf = await fillForm(copy.pdf, boxes, randomFillStyle(random));
  const [width, height] = layout.size;
  const place = (x: number, top: number, scale = 1): PagePart => ({ pdf, page: 1, x, y: 792 - top - height * scale, scale });
  const parts =
    layout.name === 'W-2 quarter'
      ? [0, 1].flatMap((across) => [0, 1].map((down) => place(25 + across * 310 * 0.95, 5 + down * 395, QUARTER_SCALE)))
      : layout.name === 'W-2 half' && random.chance(0.5)
        ? [place(16, 20), place(16, 400)]
        : [place((612 - width) / 2, 20)];
  const hasNotes = parts.length === 1 && layout.modelId.endsWith('w2');
  const pages = [[...parts, ...(hasNotes ? [{ pdf: await drawNotes(random), page: 1, x: 0, y: 20 }] : [])]];
  const document = { docType: layout.modelId.replace('prebuilt-', ''), fields };
  return {
    modelId: layout.modelId,
    name: `${layout.name}, ${String(parts.length)} on a page, seed ${String(seed)}`,
    pdf: await arrangeParts(pages),
    documents: parts.map(() => document),
  };
}

async function drawNotes(random: SeededRandom): Promise<Uint8Array> {
  const canvas = await PdfCanvas.create(random, { width: 612, height: 320, size: 7 });
  canvas.lines(NOTES, 30, 30);
  return canvas.bytes();
}

async function drawSubstitute(layout: SubstituteLayout, year: string, random: SeededRandom): Promise<FormCopy> {
  const { modelId, name, cells, texts, ruled, singleState, size } = layout;
  const [width, height] = size;
  const canvas = await PdfCanvas.create(random, { width, height, size: CAPTION_SIZE, family: 0 });
  for (const [text, x, y] of texts) canvas.text(text, x, y, { size: 7, bold: true });
  canvas.text(year, layout.year[0], layout.year[1], { size: 14, bold: true });
  const boxes = cells.flatMap((cell) => drawCell(canvas, cell, ruled));
  return {
    modelId,
    name,
    pdf: await canvas.bytes(),
    page: 1,
    boxes,
    printed: { year, ...(modelId.endsWith('w2') && { variant: 'W-2' }) },
    singleState,
  };
}

/** Draws the walls and the caption of a cell, and returns where its values are. */
function drawCell(canvas: PdfCanvas, { at, caption, field, kind, value }: SubstituteCell, ruled: boolean): FieldBox[] {
  const [left, top, right, bottom] = at;
  if (ruled) rectangle(canvas, left, top, right, bottom);
  const lines = canvas.wrap(caption, (value === 'right' ? 0.7 : 1) * (right - left) - 4);
  const below = canvas.lines(lines, left + 2, top + (value === 'right' ? 11 : CAPTION_SIZE + 1)) - CAPTION_SIZE;
  if (field === undefined) return [];
  const toRect = (x1: number, y1: number, x2: number, y2: number): Rect => [x1, canvas.height - y2, x2, canvas.height - y1];
  if (kind === 'checkbox') {
    const x = value === 'right' ? right - 40 : (left + right - MARK_SIZE) / 2;
    const y = value === 'right' ? top + 4 : bottom - MARK_SIZE - 2;
    rectangle(canvas, x, y, x + MARK_SIZE, y + MARK_SIZE);
    return [{ rect: toRect(x, y, x + MARK_SIZE, y + MARK_SIZE), field, kind }];
  }
  if (field.startsWith('AdditionalInfo'))
    return [
      { rect: toRect(left + 4, below, left + 34, bottom - 1), field: `${field}.LetterCode`, kind: 'text' },
      { rect: toRect(left + 36, below, right, bottom - 1), field: `${field}.Amount`, kind: 'text' },
    ];
  if (value === 'right') return [{ rect: toRect(right - 140, top + 1, right, bottom - 1), field, kind: 'text' }];
  // The second row of states is below the first.
  const isTall = /^(?:State|Local)Tax/u.test(field) && bottom - top > 40;
  return [{ rect: toRect(left, below, right, isTall ? below + 14 : bottom - 1), field, kind: 'text' }];
}

function rectangle(canvas: PdfCanvas, left: number, top: number, right: number, bottom: number): void {
  canvas.line(left, top, right, top);
  canvas.line(left, bottom, right, bottom);
  canvas.line(left, top, left, bottom);
  canvas.line(right, top, right, bottom);
}
