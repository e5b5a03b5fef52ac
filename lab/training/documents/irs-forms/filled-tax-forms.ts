/**
 * Filled tax forms: every copy of every blank form at hand, alone on a page, with instructions above or below, and with other forms on
 * the page. Copies for development and copies for judging are disjoint where a form has enough of them; seeds always are.
 */
import type { ExpectedDocument } from '../generators/generated-page.ts';
import { SeededRandom } from '../seeded-random.ts';
import type { PagePart } from './arrange-forms.ts';
import { arrangeParts } from './arrange-forms.ts';
import type { Rect } from './fill-form.ts';
import { fillForm, randomFillStyle } from './fill-form.ts';
import type { FormCopy } from './tax-form-boxes.ts';
import { randomTaxValues } from './tax-values.ts';

export type Use = 'development' | 'held out';
export type Arrangement = 'alone' | 'instructions below' | 'instructions above' | 'same twice' | 'two people' | 'other form below';

export interface FilledTaxForm {
  modelId: string;
  name: string;
  pdf: Uint8Array;
  documents: readonly ExpectedDocument[];
}

/** Seeds from here on are held out. */
const FIRST_HELD_OUT_SEED = 5000;
/** Copies that development does not use. */
const HELD_OUT_COPIES = new Set([
  'fw2 page 3',
  'fw2 page 6',
  'fw2 page 10',
  'fw2as page 2',
  'fw2as page 4',
  'fw2gu page 3',
  'fw2gu page 6',
]);
const ARRANGEMENTS: readonly Arrangement[] = [
  'alone',
  'alone',
  'instructions below',
  'instructions above',
  'same twice',
  'two people',
  'other form below',
];
/** Fields that depend on the copy's text or that some forms print in several ways. */
export const OPTIONAL_FIELDS: ReadonlySet<string> = new Set(['W2Copy']);

export const copiesFor = (copies: readonly FormCopy[], use: Use): FormCopy[] =>
  copies.filter(({ name, modelId }) => (modelId.endsWith('w2') ? HELD_OUT_COPIES.has(name) === (use === 'held out') : true));

export const seedsFor = (use: Use, count: number, first = 0): number[] =>
  Array.from({ length: count }, (_, i) => first + i + (use === 'held out' ? FIRST_HELD_OUT_SEED : 0));

/** A form of the given model; the seed decides copy, values, print and arrangement. */
export async function filledTaxForm(copies: readonly FormCopy[], modelId: string, seed: number): Promise<FilledTaxForm> {
  const random = new SeededRandom(seed * 7 + modelId.length);
  const own = copies.filter((copy) => copy.modelId === modelId);
  const others = copies.filter((copy) => copy.modelId !== modelId);
  const copy = own[seed % own.length]!;
  const arrangement = ARRANGEMENTS[Math.floor(seed / own.length) % ARRANGEMENTS.length]!;
  const second = arrangement === 'two people' || arrangement === 'same twice' ? random.pick(own) : undefined;
  const first = await fill(copy, new SeededRandom(seed + 11), random);
  const parts: PagePart[] = [];
  const documents = [first.document];
  const area = areaOf(copy);
  const height = area[3] - area[1];
  const top = 780 - height;
  if (arrangement === 'alone' || (arrangement.startsWith('instructions') && copy.instructions === undefined))
    return { modelId, name: `${copy.name}, alone, seed ${String(seed)}`, pdf: first.pdf, documents };
  if (arrangement === 'instructions below' || arrangement === 'instructions above') {
    const isAbove = arrangement === 'instructions above';
    parts.push({ pdf: first.pdf, page: 1, rect: area, x: area[0], y: isAbove ? 20 : top });
    parts.push({
      pdf: copy.pdf,
      page: copy.instructions!,
      rect: [0, 60 + height, 612, 760],
      x: 0,
      y: isAbove ? height + 40 : 20,
      scale: 0.97,
    });
  } else {
    const other = second ?? random.pick(others);
    const filled = await fill(other, arrangement === 'same twice' ? new SeededRandom(seed + 11) : random, random);
    const otherArea = areaOf(other);
    parts.push({ pdf: first.pdf, page: 1, rect: area, x: area[0], y: top });
    parts.push({ pdf: filled.pdf, page: 1, rect: otherArea, x: otherArea[0], y: 15 });
    if (second !== undefined) documents.push(filled.document);
  }
  return { modelId, name: `${copy.name}, ${arrangement}, seed ${String(seed)}`, pdf: await arrangeParts([parts]), documents };
}

async function fill(copy: FormCopy, values: SeededRandom, style: SeededRandom): Promise<{ pdf: Uint8Array; document: ExpectedDocument }> {
  const { boxes, fields } = randomTaxValues(copy, values);
  return {
    pdf: await fillForm(copy.pdf, boxes, randomFillStyle(style), [copy.page]),
    document: { docType: copy.modelId.replace('prebuilt-', ''), fields },
  };
}

/** The part of the page with the form: all boxes, the heading above and the title below. */
function areaOf({ boxes, modelId }: FormCopy): Rect {
  const tops = boxes.map(({ rect }) => rect[3]);
  const bottoms = boxes.map(({ rect }) => rect[1]);
  const isW2 = modelId.endsWith('w2');
  return [24, Math.min(...bottoms) - (isW2 ? 75 : 22), 596, Math.max(...tops) + (isW2 ? 18 : 8)];
}
