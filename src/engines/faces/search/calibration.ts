/**
 * What a distance between two templates means.
 *
 * The distances of faces of different persons are normally distributed down to one pair in ten thousand, the limit of the data, and
 * so are those of one person's faces. The verification threshold is where both are equally likely.
 * A *confidence* is a scale, not a probability: 1 at no distance, 0.5 at that line, and spread so that each tenth
 * above it makes a false match several times rarer; `falseMatchRate` gives its meaning. (The probability
 * itself would be above 0.99 for most true pairs, and of no use as a threshold.)
 *
 * In a group the nearest of many strangers counts, so the threshold must be stricter: with n independent comparisons
 * a stranger passes with probability 1 − (1 − p)ⁿ, p being the false-match rate. The faces of one person are alike,
 * so m of them count as m^⅔ comparisons.
 *
 * The constants are means and deviations of all pairs among 224 faces of 132 persons (LFW, every other person of the
 * developers' set) as the shipped networks see them, and the power from the persons among them who have four faces;
 * `node lab/bench/faces/calibration.ts` prints them and their figures on the other persons. Those are adults in news
 * photographs: children and close relatives are nearer to each other than these constants say.
 */
import { shareBelow } from './normal.ts';

const SAME = { mean: 0.4145, deviation: 0.0708 };
const DIFFERENT = { mean: 0.8042, deviation: 0.0908 };
const FACES_POWER = 2 / 3;
/** How fast confidence falls with distance. */
const STEEPNESS = 6;

/** From this confidence on two faces are reported as identical. */
export const IDENTICAL = 0.5;
/** The default rate at which strangers may be identified as somebody. */
export const FALSE_IDENTIFICATION_RATE = 0.05;

/** The distance at which one person's faces and those of two are equally likely. */
export const VERIFY_DISTANCE = equallyLikely();

/** How many persons are searched, and how many faces they have in all. */
export interface SearchedSize {
  persons: number;
  faces: number;
}

/** From 1 at distance 0 down to 0; 0.5 at the verification distance. */
export function confidenceAt(distance: number): number {
  return 1 / (1 + (distance / VERIFY_DISTANCE) ** STEEPNESS);
}

/** The distance at which confidence falls to this. */
export function distanceAt(confidence: number): number {
  return VERIFY_DISTANCE * (1 / confidence - 1) ** (1 / STEEPNESS);
}

/** How often faces of two different persons reach a confidence. */
export function falseMatchRate(confidence: number): number {
  return shareBelow((distanceAt(confidence) - DIFFERENT.mean) / DIFFERENT.deviation);
}

/** How often two faces of one person stay below a confidence. */
export function missRate(confidence: number): number {
  return shareBelow((SAME.mean - distanceAt(confidence)) / SAME.deviation);
}

/** How often somebody who is not among those searched is taken for one of them, when a confidence is enough. */
export function falseIdentificationRate(confidence: number, size: SearchedSize): number {
  return -Math.expm1(comparisons(size) * Math.log1p(-falseMatchRate(confidence)));
}

/** The confidence that keeps false identifications at a rate; never below that of verification. */
export function identifyThreshold(size: SearchedSize, rate = FALSE_IDENTIFICATION_RATE): number {
  let [low, high] = [IDENTICAL, 1];
  if (falseIdentificationRate(low, size) <= rate) return low;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (falseIdentificationRate(middle, size) > rate) low = middle;
    else high = middle;
  }
  return high;
}

/** The confidence from which a face of a list is taken to be of the person who is looked for. */
export function similarThreshold(faces: number): number {
  return identifyThreshold({ persons: faces, faces });
}

function comparisons({ persons, faces }: SearchedSize): number {
  return persons * Math.max(1, faces / Math.max(1, persons)) ** FACES_POWER;
}

/** Where the two normal densities cross between their means. */
function equallyLikely(): number {
  const logDensity = (distance: number, { mean, deviation }: typeof SAME): number =>
    -(((distance - mean) / deviation) ** 2) / 2 - Math.log(deviation);
  let [low, high] = [SAME.mean, DIFFERENT.mean];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (logDensity(middle, SAME) > logDensity(middle, DIFFERENT)) low = middle;
    else high = middle;
  }
  return low;
}
