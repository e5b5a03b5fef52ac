/** Pages with check boxes and radio buttons, ticked in many ways, among similar letters and shapes. */
import { Canvas, Randomizer, HEIGHT, WIDTH, capital, randomSentences, toTitleCase, randomWords } from './canvas.ts';
import { rgb } from 'pdf-lib';

type Fill = 'empty' | 'cross' | 'tick' | 'solid' | 'dot' | 'scrawl';

export async function markPage(seed: number): Promise<Canvas> {
  const random = new Randomizer(seed);
  const canvas = await Canvas.create(random);
  const size = random.between(8.5, 12);
  canvas.text(toTitleCase(randomWords(random, 3)), 60, 70, 16, canvas.fonts.bold);
  let y = 100;
  while (y < HEIGHT - 120) {
    const round = random.chance(0.35);
    const side = size * random.between(0.75, 1.35);
    const thickness = random.between(0.5, 1.3);
    y = question(canvas, random, y, size, round, side, thickness) + random.between(10, 18);
    if (random.chance(0.5)) y = distraction(canvas, random, y, size) + random.between(12, 18);
  }
  return canvas;
}

function question(canvas: Canvas, random: Randomizer, top: number, size: number, round: boolean, side: number, thickness: number): number {
  canvas.text(`${capital(randomWords(random, random.whole(3, 6)))}?`, 60, top + size, size);
  const down = random.chance(0.5);
  let [x, y] = [70, top + 2.1 * Math.max(size, side)];
  for (let k = random.whole(2, 4); k > 0; k--) {
    const label = capital(randomWords(random, random.whole(1, 2)));
    const fill = random.chance(0.5)
      ? 'empty'
      : random.pick<Fill>(round ? ['dot', 'dot', 'solid', 'cross', 'tick'] : ['cross', 'cross', 'tick', 'tick', 'solid', 'scrawl']);
    const boxTop = y - 0.36 * size - side / 2;
    outline(canvas, x, boxTop, side, round, thickness);
    ink(canvas, random, x, boxTop, side, fill, round);
    canvas.truth.marks.push({ page: canvas.number, left: x, top: boxTop, size: side, selected: fill !== 'empty', round });
    canvas.text(label, x + side + 0.5 * size, y, size);
    if (down) y += 1.9 * Math.max(size, side);
    else x += side + canvas.fonts.plain.widthOfTextAtSize(label, size) + 3 * size;
  }
  return down ? y : y + 1.2 * size;
}

function outline(canvas: Canvas, left: number, top: number, side: number, round: boolean, thickness: number): void {
  if (round)
    canvas.page.drawCircle({
      x: left + side / 2,
      y: HEIGHT - top - side / 2,
      size: side / 2,
      borderWidth: thickness,
      borderColor: rgb(0, 0, 0),
    });
  else
    canvas.page.drawRectangle({
      x: left,
      y: HEIGHT - top - side,
      width: side,
      height: side,
      borderWidth: thickness,
      borderColor: rgb(0, 0, 0),
    });
}

function ink(canvas: Canvas, random: Randomizer, left: number, top: number, side: number, fill: Fill, round: boolean): void {
  const at = (u: number, v: number): [number, number] => [left + u * side, top + v * side];
  const stroke = (from: [number, number], to: [number, number], width: number): void => canvas.line(from[0], from[1], to[0], to[1], width);
  const width = random.between(0.8, 1.8);
  const slip = (): number => random.between(-0.06, 0.06);
  const out = round ? 0.22 : random.pick([0.2, 0.12, 0, -0.1]);
  if (fill === 'cross') {
    stroke(at(out + slip(), out + slip()), at(1 - out + slip(), 1 - out + slip()), width);
    stroke(at(1 - out + slip(), out + slip()), at(out + slip(), 1 - out + slip()), width);
  } else if (fill === 'tick') {
    stroke(at(0.22 + slip(), 0.5 + slip()), at(0.42 + slip(), 0.78), width);
    stroke(
      at(0.42, 0.78),
      at(round ? 0.74 : 0.8 + (random.chance(0.3) ? 0.3 : 0), round ? 0.3 : 0.2 - (random.chance(0.3) ? 0.3 : 0)),
      width,
    );
  } else if (fill === 'solid' || fill === 'dot') {
    const share = fill === 'dot' ? 0.5 : 0.86;
    const color = rgb(0, 0, 0);
    if (round) canvas.page.drawCircle({ x: left + side / 2, y: HEIGHT - top - side / 2, size: (side * share) / 2, color: color });
    else
      canvas.page.drawRectangle({
        x: left + (side * (1 - share)) / 2,
        y: HEIGHT - top - side + (side * (1 - share)) / 2,
        width: side * share,
        height: side * share,
        color: color,
      });
  } else if (fill === 'scrawl') {
    let from = at(random.between(0.15, 0.3), random.between(0.2, 0.8));
    for (let k = 0; k < 5; k++) {
      const to = at(k % 2 === 0 ? random.between(0.65, 0.85) : random.between(0.15, 0.35), random.between(0.15, 0.85));
      stroke(from, to, width);
      from = to;
    }
  }
}

/** Round letters, bullets, comb fields, a small table, an underline. */
function distraction(canvas: Canvas, random: Randomizer, top: number, size: number): number {
  switch (random.whole(0, 5)) {
    case 0:
      canvas.text(
        `O ${randomWords(random, 2)} D 0 Q ${random.whole(100, 900)} OO ${randomWords(random, 1).toUpperCase()} B8`,
        60,
        top + size,
        size,
        random.pick([canvas.fonts.plain, canvas.fonts.bold]),
      );
      return top + 1.5 * size;
    case 1:
      for (let k = 0; k < 3; k++) {
        canvas.text(random.pick(['■', '●', '◆']), 62, top + size * (1 + 1.5 * k), 0.6 * size, canvas.fonts.symbols);
        canvas.text(randomWords(random, 4), 62 + 1.6 * size, top + size * (1 + 1.5 * k), size);
      }
      return top + 4.5 * size;
    case 2:
      for (let k = 0; k < 8; k++)
        canvas.page.drawRectangle({
          x: 60 + k * 1.5 * size,
          y: HEIGHT - top - 1.5 * size,
          width: 1.5 * size,
          height: 1.5 * size,
          borderWidth: 0.7,
          borderColor: rgb(0, 0, 0),
        });
      return top + 2 * size;
    case 3:
      for (let r = 0; r <= 2; r++) canvas.line(60, top + r * 1.8 * size, 300, top + r * 1.8 * size, 0.8);
      for (let c = 0; c <= 3; c++) canvas.line(60 + c * 80, top, 60 + c * 80, top + 3.6 * size, 0.8);
      for (let r = 0; r < 2; r++)
        for (let c = 0; c < 3; c++)
          canvas.text(
            c === 0 ? capital(randomWords(random, 1)) : String(random.whole(1, 99)),
            66 + c * 80,
            top + r * 1.8 * size + 1.2 * size,
            size * 0.9,
          );
      return top + 4 * size;
    case 4:
      canvas.page.drawRectangle({
        x: 60,
        y: HEIGHT - top - 4 * size,
        width: 4 * size,
        height: 4 * size,
        borderWidth: 1,
        borderColor: rgb(0, 0, 0),
      });
      canvas.page.drawCircle({ x: 60 + 8 * size, y: HEIGHT - top - 2 * size, size: 2 * size, borderWidth: 1, borderColor: rgb(0, 0, 0) });
      return top + 4.6 * size;
    default:
      return canvas.block(canvas.wrap(randomSentences(random, 2), WIDTH - 120, size), 60, top, size, 1.3 * size);
  }
}
