/** A layout as if it had been read from a picture: slips in words, unsure words, boxes that wander, no fonts. Much cheaper than reading. */
import type { DocumentLayout, Item } from '../../../src/engines/layout/model/structure.ts';
import type { Dice } from '../generators/seeded-random.ts';

const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', 0: 'O', l: '1', 1: 'l', I: 'l', S: '5', 5: 'S', B: '8', 8: 'B', e: 'c', c: 'e', o: 'a', a: 'o', n: 'r', u: 'v', t: 'f', '.': ',', ',': '.', ':': '.', é: 'e', ü: 'u', ß: 'B' };

export function withSlips(layout: DocumentLayout, random: Dice): DocumentLayout {
  const share = random.between(0.002, 0.02);
  const items = layout.items.map((item): Item => {
    if (item.kind !== 'word') return item;
    let slipped = false;
    const text = [...item.text].flatMap((letter) => {
      if (!random.chance(share)) return [letter];
      slipped = true;
      return random.chance(0.2) ? [] : [LOOKALIKES[letter] ?? letter];
    }).join('') || item.text;
    const wander = (): number => random.between(-0.06, 0.06) * ((item.box?.bottom ?? 1) - (item.box?.top ?? 0));
    const box = item.box === undefined ? undefined : { left: item.box.left + wander(), right: item.box.right + wander(), top: item.box.top + wander(), bottom: item.box.bottom + wander() };
    return { ...item, text, box, confidence: slipped ? random.between(0.5, 0.98) : random.between(0.85, 1) };
  });
  return { ...layout, items, lines: layout.lines.map((line) => ({ ...line, font: undefined })) };
}
