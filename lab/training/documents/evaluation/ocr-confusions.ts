/** Simulates OCR on a layout: wrong letters, lower confidences, shifted boxes, no fonts. Much cheaper than real OCR. */
import type { DocumentLayout, Item } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { SeededRandom } from '../seeded-random.ts';

const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  0: 'O',
  l: '1',
  1: 'l',
  I: 'l',
  S: '5',
  5: 'S',
  B: '8',
  8: 'B',
  e: 'c',
  c: 'e',
  o: 'a',
  a: 'o',
  n: 'r',
  u: 'v',
  t: 'f',
  '.': ',',
  ',': '.',
  ':': '.',
  é: 'e',
  ü: 'u',
  ß: 'B',
};

export function withOcrConfusions(layout: DocumentLayout, random: SeededRandom): DocumentLayout {
  const share = random.between(0.002, 0.02);
  const items = layout.items.map((item): Item => {
    if (item.kind !== 'word') return item;
    let isChanged = false;
    const text =
      [...item.text]
        .flatMap((letter) => {
          if (!random.chance(share)) return [letter];
          isChanged = true;
          return random.chance(0.2) ? [] : [LOOKALIKES[letter] ?? letter];
        })
        .join('') || item.text;
    const jitter = (): number => random.between(-0.06, 0.06) * ((item.box?.bottom ?? 1) - (item.box?.top ?? 0));
    const box =
      item.box === undefined
        ? undefined
        : {
            left: item.box.left + jitter(),
            right: item.box.right + jitter(),
            top: item.box.top + jitter(),
            bottom: item.box.bottom + jitter(),
          };
    return { ...item, text, box, confidence: isChanged ? random.between(0.5, 0.98) : random.between(0.85, 1) };
  });
  return { ...layout, items, lines: layout.lines.map((line) => ({ ...line, font: undefined })) };
}
