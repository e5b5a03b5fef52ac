/** Whether words are right: what was drawn where they stand says the same, each of its words once. */
import { BEYOND, CONDITIONS } from './conditions.ts';
import { drawPage } from './drawing.ts';
import type { Shot } from './drawing.ts';
import { KINDS, makePage } from './pages.ts';
import type { TrueLine } from './scores.ts';

/** The word whose middle lies at a place, in the frame of the truth. */
export type Judge = (text: string, x: number, y: number) => boolean;

export function judgeOf(truth: readonly TrueLine[], fold = (text: string): string => text): Judge {
  const left = truth.map(({ text }) => fold(text).split(/\s+/));
  return (text, x, y) => {
    const line = truth.findIndex(({ box }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    const at = left[line]?.indexOf(fold(text)) ?? -1;
    if (at >= 0) left[line]!.splice(at, 1);
    return at >= 0;
  };
}

export interface JudgedPage { condition: string; shot: Shot; truth: TrueLine[] }

/** A page of each kind in every condition, their texts new in each. */
export async function* pagesBy(seed: number): AsyncGenerator<JudgedPage> {
  for (const [i, { name, dpi, spoil }] of [...CONDITIONS, ...BEYOND].entries()) {
    for (const kind of KINDS) {
      const { pdf, lines } = await makePage(kind, seed + i);
      yield { condition: name, shot: await spoil(await drawPage(pdf, dpi), seed + i), truth: lines.map(({ text, ...box }) => ({ text, box })) };
    }
  }
}
