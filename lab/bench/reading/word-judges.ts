/** Pages with known words, and judges whether a word that was read is right. */
import { EXTREME_CONDITIONS, CONDITIONS } from './conditions.ts';
import { renderPdf } from './degrade.ts';
import type { DegradedImage } from './degrade.ts';
import { KINDS, createPage } from './pages.ts';
import type { TrueLine } from './scores.ts';

/** Whether the word centerd at (x, y), in the frame of the truth, is right. */
export type Judge = (text: string, x: number, y: number) => boolean;

/** Right if the line drawn there contains the word; each of its words counts once. */
export function createJudge(truth: readonly TrueLine[]): Judge {
  const left = truth.map(({ text }) => text.split(' '));
  return (text, x, y) => {
    const line = truth.findIndex(contains(x, y));
    const at = left[line]?.indexOf(text) ?? -1;
    if (at >= 0) left[line]!.splice(at, 1);
    return at >= 0;
  };
}

/** Ignores case and spaces: for typed truth with inconsistent spacing. */
export function createLooseJudge(truth: readonly TrueLine[]): Judge {
  const bare = (text: string): string => text.toLowerCase().replace(/\s/g, '');
  return (text, x, y) => bare(truth.find(contains(x, y))?.text ?? '').includes(bare(text));
}

const contains =
  (x: number, y: number) =>
  ({ box: { left, top, right, bottom } }: TrueLine): boolean =>
    x > left && x < right && y > top && y < bottom;

export interface KnownPage {
  condition: string;
  shot: DegradedImage;
  truth: TrueLine[];
}

/** A page of each kind in every condition, with new texts in each. */
export async function* generatePages(seed: number): AsyncGenerator<KnownPage> {
  for (const [i, { name, dpi, degrade }] of [...CONDITIONS, ...EXTREME_CONDITIONS].entries()) {
    for (const kind of KINDS) {
      const { pdf, lines } = await createPage(kind, seed + i);
      yield {
        condition: name,
        shot: await degrade(await renderPdf(pdf, dpi), seed + i),
        truth: lines.map(({ text, ...box }) => ({ text, box })),
      };
    }
  }
}
