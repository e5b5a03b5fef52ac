/**
 * What a face wears and what covers it, estimated by one small network (lab/training/face-attributes) from the face and its mirror image.
 * The shares of the kinds of glasses are corrected, because glasses are far more frequent in training than in photographs.
 */
import type { Network } from '../../bindings/onnx-session.ts';
import type { Appearance, GlassesKind, MaskKind, Point } from '../face.ts';
import type { Normalization, RgbImage } from '../image.ts';
import { mirror, writeInput } from '../image.ts';
import { CROP_SIDE, cropFace } from './crop.ts';

/** Red, green and blue from -1 to 1. */
const LEVELS: Normalization = { mean: [127.5, 127.5, 127.5], deviation: [127.5, 127.5, 127.5] };

const GLASSES: readonly GlassesKind[] = ['noGlasses', 'readingGlasses', 'sunglasses', 'swimmingGoggles'];
const MASKS: readonly MaskKind[] = ['noMask', 'faceMask', 'otherMaskOrOcclusion'];
/** Outputs: the kinds of glasses, the kinds of masks, then one score each in this order. */
const SINGLE_SCORES = ['headwear', 'forehead', 'eyes', 'nose', 'mouth'] as const;
const OUTPUTS = GLASSES.length + MASKS.length + SINGLE_SCORES.length;

/** How much likelier than in training each kind of glasses is. The first was chosen on photographs, as many errors with as without them. */
const GLASSES_PRIOR = [10, 1, 1, 0.2];

export interface AppearanceEstimator {
  estimate(image: RgbImage, points: readonly Point[]): Promise<Appearance>;
  close(): Promise<void>;
}

export function createAppearanceEstimator(network: Network): AppearanceEstimator {
  return {
    async estimate(image, points) {
      const crop = cropFace(image, points);
      const length = 3 * CROP_SIDE ** 2;
      const input = new Float32Array(2 * length);
      for (const [i, part] of [crop, mirror(crop)].entries())
        writeInput(part, { left: 0, top: 0, width: CROP_SIDE, height: CROP_SIDE }, LEVELS, input.subarray(i * length, (i + 1) * length));
      const [answer] = Object.values(await network.run({ data: input, shape: [2, 3, CROP_SIDE, CROP_SIDE] }));
      const scores = [...answer!.data];
      const half = scores.length / 2;
      return toAppearance(scores.slice(0, half).map((score, i) => (score + scores[half + i]!) / 2));
    },
    close: async () => {
      await network.close();
    },
  };
}

export function toAppearance(scores: readonly number[]): Appearance {
  if (scores.length !== OUTPUTS) throw new Error(`The attribute network returns ${scores.length} numbers; expected ${OUTPUTS}.`);
  const masksAt = GLASSES.length;
  const single = (name: (typeof SINGLE_SCORES)[number]): number => {
    const score = scores[masksAt + MASKS.length + SINGLE_SCORES.indexOf(name)]!;
    return 1 / (1 + Math.exp(-score));
  };
  return {
    glasses: shares(
      GLASSES,
      GLASSES_PRIOR.map((prior, i) => scores[i]! + Math.log(prior)),
    ),
    mask: shares(MASKS, scores.slice(masksAt, masksAt + MASKS.length)),
    headwear: single('headwear'),
    covered: { forehead: single('forehead'), eyes: single('eyes'), nose: single('nose'), mouth: single('mouth') },
  };
}

/** The probability of each kind (softmax). */
function shares<Kind extends string>(kinds: readonly Kind[], scores: readonly number[]): Record<Kind, number> {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return Object.fromEntries(kinds.map((kind, i) => [kind, powers[i]! / total])) as Record<Kind, number>;
}

/** The likeliest kind and its probability. */
export function likeliest<Kind extends string>(shares: Readonly<Record<Kind, number>>): { kind: Kind; share: number } {
  const [kind, share] = (Object.entries(shares) as [Kind, number][]).reduce((best, other) => (other[1] > best[1] ? other : best));
  return { kind, share };
}
