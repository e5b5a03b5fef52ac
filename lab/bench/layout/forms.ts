/** Forms with known labels and values: with colons, in boxes with captions, with totals at the right. */
import { Canvas, Randomizer, HEIGHT, WIDTH, capital, toTitleCase, randomWords } from './canvas.ts';
import { rgb } from 'pdf-lib';

const LABELS = [
  'Name',
  'Address',
  'City',
  'Date of birth',
  'Account number',
  'Phone',
  'Invoice date',
  'Due date',
  'Customer ID',
  'Policy number',
  'Employer',
  'Reference',
  'Country',
  'Postal code',
  'Contact person',
  'Branch',
  'Order no.',
  'Tax ID',
  'Email',
  'Department',
];
const TOTALS = ['Subtotal', 'Sales tax', 'Shipping', 'Discount', 'Total', 'Amount due'];

export async function formPage(seed: number): Promise<Canvas> {
  const random = new Randomizer(seed);
  const canvas = await Canvas.create(random);
  const size = random.between(8.5, 11.5);
  canvas.text(toTitleCase(randomWords(random, 3)), 60, 70, 17, canvas.fonts.bold);
  const labels = [...LABELS].sort(() => random.next() - 0.5);
  let y = 105;
  y = colons(canvas, random, y, size, labels.splice(0, random.whole(4, 7))) + 30;
  y = boxes(canvas, random, y, size, labels.splice(0, 6)) + 36;
  totals(canvas, random, y, size);
  return canvas;
}

function valueFor(random: Randomizer): string {
  return random.pick([
    () => toTitleCase(randomWords(random, 2)),
    () => `${random.whole(1, 12)}/${random.whole(1, 28)}/${random.whole(1960, 2026)}`,
    () => `${random.pick(['A', 'KD', 'X'])}-${random.whole(1000, 99999)}`,
    () => `${random.whole(1, 900)} ${toTitleCase(randomWords(random, 1))} Street`,
    () => `${randomWords(random, 1)}@${randomWords(random, 1)}.example`,
  ])();
}

function colons(canvas: Canvas, random: Randomizer, top: number, size: number, labels: readonly string[]): number {
  const way = random.pick(['inline', 'aligned', 'columns'] as const);
  labels.forEach((label, i) => {
    const key = `${label}:`;
    const value = valueFor(random);
    const [column, row] = way === 'columns' ? [i % 2, Math.floor(i / 2)] : [0, i];
    const [x, y] = [60 + column * 250, top + row * 1.8 * size + size];
    const font = random.chance(0.5) ? canvas.fonts.bold : canvas.fonts.plain;
    canvas.text(key, x, y, size, font);
    canvas.text(value, way === 'aligned' ? x + 120 : x + font.widthOfTextAtSize(key, size) + 0.4 * size, y, size);
    canvas.truth.pairs.push({ key, value });
  });
  return top + Math.ceil(labels.length / (way === 'columns' ? 2 : 1)) * 1.8 * size;
}

/** Boxes of different widths, a small caption on top and the value below. */
function boxes(canvas: Canvas, random: Randomizer, top: number, size: number, labels: readonly string[]): number {
  const height = size * random.between(2.7, 3.4);
  let [x, y] = [60, top];
  labels.forEach((label) => {
    const width = random.pick([120, 160, 200]);
    if (x + width > WIDTH - 60) [x, y] = [60, y + height];
    canvas.page.drawRectangle({ x, y: HEIGHT - y - height, width, height, borderWidth: 0.7, borderColor: rgb(0, 0, 0) });
    canvas.text(label, x + 3, y + 0.75 * size + 2, 0.7 * size);
    const value = random.chance(0.85) ? valueFor(random) : '';
    if (value !== '') canvas.text(value, x + 5, y + height - 0.35 * size, size);
    canvas.truth.pairs.push({ key: label, value });
    x += width;
  });
  return y + height;
}

function totals(canvas: Canvas, random: Randomizer, top: number, size: number): void {
  TOTALS.slice(random.whole(0, 2)).forEach((label, i) => {
    const value = `$${random.whole(1, 999)}.${random.whole(10, 99)}`;
    const y = top + i * 1.7 * size + size;
    const key = random.chance(0.5) ? label.toUpperCase() : capital(label);
    canvas.text(key, 360, y, size);
    canvas.text(value, 540 - canvas.fonts.plain.widthOfTextAtSize(value, size), y, size);
    canvas.truth.pairs.push({ key, value });
  });
}
