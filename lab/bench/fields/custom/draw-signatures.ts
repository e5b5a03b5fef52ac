/** Signatures of generated forms: a caption, a region to sign, and usually a signature. */
import type { Box } from '../../../../src/engines/documents/reading/model/page.ts';
import type { Canvas, Randomizer } from '../../layout/canvas.ts';
import { date } from './random-values.ts';

/** How a family of forms is printed. */
export type Setting = 'left' | 'above' | 'boxes' | 'lines' | 'dense';

export interface Signer {
  name: string;
  captions: readonly [string, string, string];
}

export const SIGNERS: readonly Signer[] = [
  { name: 'ApplicantSignature', captions: ['Signature of applicant', 'Applicant\u2019s signature', 'Signed by the applicant'] },
  { name: 'WitnessSignature', captions: ['Witness signature', 'Signature of witness', 'Signed before (witness)'] },
  { name: 'GuardianSignature', captions: ['Signature of parent or guardian', 'Guardian\u2019s signature', 'Parent or guardian sign here'] },
  { name: 'OfficerSignature', captions: ['Authorised signature', 'Signature (authorised officer)', 'For the office, signature'] },
];

export interface GeneratedSignature {
  name: string;
  /** The region to sign, as a person would draw it: in points, from the top. */
  region: Box;
  isSigned: boolean;
  /** Not all empty regions are labeled. */
  isLabeled: boolean;
}

export interface SigningPlan {
  setting: Setting;
  left: number;
  top: number;
  width: number;
  pickWording: () => 0 | 1 | 2;
}

/** Choices of `style` are shared by all forms of a variant, those of `random` are per form; neither is used without signers. */
export function drawSignatures(
  canvas: Canvas,
  signers: readonly Signer[],
  { setting, left, top, width, pickWording }: SigningPlan,
  style: Randomizer,
  random: Randomizer,
): GeneratedSignature[] {
  if (signers.length === 0) return [];
  const size = style.between(7.5, 9.5);
  const high = style.between(20, 30);
  const isUnder = style.chance(0.5);
  const inRow = signers.length > 1 && style.chance(0.5);
  const hasDate = style.chance(0.5);
  const ordered = style.chance(0.5) ? signers : signers.toReversed();
  return ordered.map(({ name, captions }, i): GeneratedSignature => {
    const cell = inRow ? width / 2 - 8 : width * (hasDate ? 0.6 : 0.75);
    const x = inRow ? left + (i * width) / 2 : left;
    const y = inRow ? top : top + i * (high + 22);
    const caption = captions[pickWording()]!;
    const wide = canvas.fonts.plain.widthOfTextAtSize(caption, size);
    const how = isUnder ? 'lines' : setting;
    const room: Box =
      how === 'lines'
        ? { left: x, top: y, right: x + cell, bottom: y + high }
        : how === 'above' || how === 'boxes'
          ? { left: x + 2, top: y + size * 1.4, right: x + cell - 2, bottom: y + size * 1.4 + high }
          : { left: x + wide + 8, top: y, right: x + cell, bottom: y + high };
    canvas.text(
      caption,
      x + (how === 'boxes' ? 3 : 0),
      how === 'lines' ? room.bottom + size + 1 : how === 'above' || how === 'boxes' ? y + size : room.bottom - 3,
      size,
    );
    if (how === 'boxes')
      for (const [x1, y1, x2, y2] of [
        [x, y, x + cell, y],
        [x, room.bottom, x + cell, room.bottom],
        [x, y, x, room.bottom],
        [x + cell, y, x + cell, room.bottom],
      ] as const)
        canvas.line(x1, y1, x2, y2, 0.7);
    else canvas.line(room.left, room.bottom, room.right, room.bottom, 0.6);
    if (hasDate && !inRow) canvas.text(`Date: ${date(random)}`, x + cell + 14, room.bottom - 2, size);
    const isSigned = random.chance(0.65);
    if (isSigned) drawScribble(canvas, room, random);
    const off = (): number => random.between(-3, 3);
    return {
      name,
      isSigned,
      isLabeled: isSigned ? random.chance(0.95) : random.chance(0.4),
      region: { left: room.left + off(), top: room.top + off(), right: room.right + off(), bottom: room.bottom + 1 + off() / 2 },
    };
  });
}

/** An oscillating stroke that resembles handwriting. */
function drawScribble(canvas: Canvas, { left, top, right, bottom }: Box, random: Randomizer): void {
  const width = Math.min(right - left - 10, random.between(60, 130));
  const x = left + random.between(2, Math.max(3, (right - left - width) * 0.6));
  const [steps, high] = [random.whole(40, 90), (bottom - top) * random.between(0.6, 1)];
  const [fast, slow, phase, thick] = [random.between(0.5, 1.2), random.between(0.06, 0.15), random.between(0, 6), random.between(0.7, 1.5)];
  let before: readonly [number, number] | undefined;
  for (let i = 0; i <= steps; i++) {
    const at = [
      x + (width * i) / steps + 4 * Math.cos(fast * i),
      bottom - high * (0.5 + 0.3 * Math.sin(fast * i) + 0.2 * Math.sin(slow * i * 3 + phase)),
    ] as const;
    if (before !== undefined) canvas.line(before[0], before[1], at[0], at[1], thick);
    before = at;
  }
}
