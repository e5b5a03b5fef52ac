/** Pages of running text in one to three columns, with a title across, headings, lists, headers and page numbers. */
import { Canvas, Randomizer, HEIGHT, WIDTH, randomSentences, toTitleCase, randomWords } from './canvas.ts';

export async function columnPages(seed: number): Promise<Canvas> {
  const random = new Randomizer(seed);
  const canvas = await Canvas.create(random);
  const columns = random.pick([1, 2, 2, 2, 3]);
  const size = random.between(8.5, columns === 3 ? 9.5 : 11);
  const leading = size * random.between(1.18, 1.4);
  const gap = random.between(1.6, 3) * size;
  const margin = random.between(45, 70);
  const width = (WIDTH - 2 * margin - (columns - 1) * gap) / columns;
  const spaced = random.chance(0.7);
  const head = random.chance(0.6) ? toTitleCase(randomWords(random, 3)) : undefined;
  const { paragraphs } = canvas.truth;
  for (let page = 0; page < 2; page++) {
    if (page > 0) canvas.turnPage();
    if (head !== undefined) {
      canvas.text(head, margin, 32, 8, canvas.fonts.italic);
      paragraphs.push({ text: head, role: 'pageHeader' });
    }
    let top = 60;
    if (page === 0) {
      const title = toTitleCase(randomWords(random, random.whole(3, 5)));
      canvas.text(title, margin, top + 20, 20, canvas.fonts.bold);
      paragraphs.push({ text: title, role: 'title' });
      top += 44;
      if (columns > 1 && random.chance(0.5)) {
        const lines = canvas.wrap(randomSentences(random, 3), WIDTH - 2 * margin, size);
        top = canvas.block(lines, margin, top, size, leading) + 18;
        paragraphs.push({ text: lines.join(' ') });
      }
    }
    const shift = random.chance(0.3) ? random.between(0, leading) : 0;
    for (let column = 0; column < columns; column++) {
      const bottom = HEIGHT - 70 - (page === 1 && column === columns - 1 ? random.between(0, 250) : random.between(0, 30));
      fillColumn(canvas, random, margin + column * (width + gap), top + (column === 1 ? shift : 0), bottom, width, size, leading, spaced);
    }
    canvas.text(String(page + 1), WIDTH / 2, HEIGHT - 30, 9);
    paragraphs.push({ text: String(page + 1), role: 'pageNumber' });
  }
  return canvas;
}

function fillColumn(
  canvas: Canvas,
  random: Randomizer,
  x: number,
  top: number,
  bottom: number,
  width: number,
  size: number,
  leading: number,
  spaced: boolean,
): void {
  let y = top;
  const { paragraphs } = canvas.truth;
  while (y < bottom - 4 * leading) {
    if (random.chance(0.25)) {
      const heading = toTitleCase(randomWords(random, 2));
      canvas.text(heading, x, y + size, size * 1.15, canvas.fonts.bold);
      paragraphs.push({ text: heading, role: 'sectionHeading' });
      y += leading * 1.6;
    }
    const bullets = random.chance(0.12);
    const lines = canvas.wrap(
      bullets ? `${random.whole(1, 9)}. ${randomWords(random, 12)}` : randomSentences(random, random.whole(2, 5)),
      spaced ? width : width - 1.5 * size,
      size,
    );
    const fits = lines.slice(0, Math.floor((bottom - y) / leading));
    if (fits.length < 2) return;
    if (spaced || bullets) canvas.block(fits, x, y, size, leading);
    else {
      // Paragraphs without space between them start with an indent.
      canvas.text(fits[0]!, x + 1.5 * size, y + size * 0.8, size);
      canvas.block(fits.slice(1), x, y + leading, size, leading);
    }
    paragraphs.push({ text: fits.join(' ') });
    y += fits.length * leading + (spaced ? leading * 0.7 : 0);
  }
}
