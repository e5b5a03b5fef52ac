/** Pages whose words are known, and whether a word that was read is one of them. */
import { BEYOND, CONDITIONS } from './conditions.ts';
import { drawPage } from './drawing.ts';
import type { Shot } from './drawing.ts';
import { KINDS, makePage } from './pages.ts';
import type { TrueLine } from './scores.ts';

/** Whether the word whose middle lies at a place, in the frame of the truth, is right. */
export type Judge = (text: string, x: number, y: number) => boolean;

/** What was drawn there says the same; each of its words counts once. */
export function judgeOf(truth: readonly TrueLine[]): Judge {
  const left = truth.map(({ text }) => text.split(' '));
  return (text, x, y) => {
    const line = truth.findIndex(holds(x, y));
    const at = left[line]?.indexOf(text) ?? -1;
    if (at >= 0) left[line]!.splice(at, 1);
    return at >= 0;
  };
}

/** The line there has these letters, case and spaces aside: for truth that somebody typed, who spaced as he pleased. */
export function looseJudgeOf(truth: readonly TrueLine[]): Judge {
  const bare = (text: string): string => text.toLowerCase().replace(/\s/g, '');
  return (text, x, y) => bare(truth.find(holds(x, y))?.text ?? '').includes(bare(text));
}

const holds = (x: number, y: number) => ({ box: { left, top, right, bottom } }: TrueLine): boolean => x > left && x < right && y > top && y < bottom;

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
