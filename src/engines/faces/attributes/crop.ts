/**
 * The square of the image that the attribute network sees: aligned like the face for recognition (recognition/align.ts), but with the top
 * of the head, for hats, and at a lower scale.
 */
import { inverse } from '../../documents/reading/model/affine.ts';
import type { Affine } from '../../documents/reading/model/page.ts';
import type { Point } from '../face.ts';
import type { RgbImage } from '../image.ts';
import { sample } from '../image.ts';
import { alignment } from '../recognition/align.ts';

/** Pixels along each side of what the network sees. */
export const CROP_SIDE = 160;
/** Pixels of the crop for one pixel of the aligned face, and where the aligned face's corner is in the crop. */
const SCALE = 0.8;
const CORNER: Point = { x: 21, y: 40 };

/** The transform from the image to the crop, which is `border` pixels wider on each side than what the network sees. */
export function cropTransform(points: readonly Point[], border = 0): Affine {
  const { a, b, c, d, e, f } = alignment(points);
  return {
    a: a * SCALE,
    b: b * SCALE,
    c: c * SCALE,
    d: d * SCALE,
    e: e * SCALE + CORNER.x + border,
    f: f * SCALE + CORNER.y + border,
  };
}

/** Training uses a border, so that it can move and turn the crops. */
export function cropFace(image: RgbImage, points: readonly Point[], border = 0): RgbImage {
  const side = CROP_SIDE + 2 * border;
  return sample(image, inverse(cropTransform(points, border)), side, side);
}
