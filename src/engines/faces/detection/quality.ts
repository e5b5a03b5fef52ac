/** Image quality of a face, measured on the aligned face (align.ts), and its suitability for recognition. */
import type { Box, Pose, Quality, Suitability } from '../face.ts';
import type { RgbImage } from '../image.ts';

/** The part of the aligned face that is face, not hair or background. */
const FACE: Box = { left: 30, top: 28, width: 90, height: 100 };

/** The blur measure of a sharp face, and of one whose details are gone. */
const BLUR = { sharp: 0.32, gone: 0.7 };
/** The standard deviation of gray levels that counts as maximum noise. */
const MAX_NOISE = 25;

/** Pixels on each side that are averaged to blur the face again. */
const BLUR_RADIUS = 4;

interface Gray {
  width: number;
  height: number;
  data: Float32Array;
}

export function measureQuality(chip: RgbImage): Quality {
  const gray = toGray(chip, FACE);
  return {
    blur: clamp((blurEffect(gray) - BLUR.sharp) / (BLUR.gone - BLUR.sharp)),
    exposure: measureExposure(gray),
    noise: clamp(measureNoise(gray) / MAX_NOISE),
  };
}

/**
 * How little the face changes when it is blurred again: a sharp face loses most of its differences between neighboring pixels,
 * a blurred one few (Crete et al., "The blur effect", 2007). 0 to 1, independent of contrast.
 */
function blurEffect(gray: Gray): number {
  return Math.max(blurAlong(gray, 1, 0), blurAlong(gray, 0, 1));
}

/** In one direction: (1, 0) across, (0, 1) down. */
function blurAlong({ width, height, data }: Gray, dx: number, dy: number): number {
  const next = dy * width + dx;
  let [steps, lost] = [0, 0];
  for (let y = BLUR_RADIUS + 1; y < height - BLUR_RADIUS; y++) {
    for (let x = BLUR_RADIUS + 1; x < width - BLUR_RADIUS; x++) {
      const at = y * width + x;
      const step = Math.abs(data[at]! - data[at - next]!);
      // Means over two adjacent windows differ only in the pixels at their outer ends.
      const after = Math.abs(data[at + BLUR_RADIUS * next]! - data[at - (BLUR_RADIUS + 1) * next]!) / (2 * BLUR_RADIUS + 1);
      steps += step;
      lost += Math.max(0, step - after);
    }
  }
  return steps === 0 ? 1 : 1 - lost / steps;
}

/**
 * Halfway between the dark and bright parts. The mean would report dark skin in good light as underexposed; its highlights are bright
 * all the same.
 */
function measureExposure({ data }: Gray): number {
  const sorted = data.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return clamp((at(0.05) + at(0.95)) / 510);
}

/**
 * The standard deviation of noise, from what remains after removing smooth shading and straight edges (the mask of Immerkær 1996).
 * Uses the median, not the mean, because facial features cover less than half of the area.
 */
function measureNoise({ width, height, data }: Gray): number {
  const left = new Float32Array((width - 2) * (height - 2));
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const beside = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      left[count++] = Math.abs(4 * data[at]! - 2 * beside + corners);
    }
  }
  left.sort();
  // The mask amplifies noise sixfold; 0.6745 is the median absolute deviation of the standard normal distribution.
  return left[Math.floor(left.length / 2)]! / 6 / 0.6745;
}

function toGray({ width, data }: RgbImage, part: Box): Gray {
  const gray = new Float32Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const from = ((part.top + y) * width + part.left + x) * 3;
      gray[y * part.width + x] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
    }
  }
  return { width: part.width, height: part.height, data: gray };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

interface Bounds {
  eyes: number;
  blur: number;
  turn: number;
  nod: number;
  dark: number;
  bright: number;
  noise: number;
}

/**
 * Limits on the eye distance in pixels, the pose in degrees, and the measures above. Beyond the blur, turn and nod of HIGH, twice
 * as many pairs of one person (433 of LFW) are too far apart to be recognized in a group; the other limits were set by eye.
 */
const HIGH: Bounds = { eyes: 36, blur: 0.75, turn: 35, nod: 15, dark: 0.2, bright: 0.8, noise: 0.5 };
const MEDIUM: Bounds = { eyes: 16, blur: 0.95, turn: 50, nod: 30, dark: 0.1, bright: 0.9, noise: 0.8 };

export function rateSuitability(eyes: number, { yaw, pitch }: Pose, quality: Quality): Suitability {
  const keeps = (to: Bounds): boolean =>
    eyes >= to.eyes &&
    Math.abs(yaw) <= to.turn &&
    Math.abs(pitch) <= to.nod &&
    quality.blur <= to.blur &&
    quality.exposure >= to.dark &&
    quality.exposure <= to.bright &&
    quality.noise <= to.noise;
  return keeps(HIGH) ? 'high' : keeps(MEDIUM) ? 'medium' : 'low';
}
