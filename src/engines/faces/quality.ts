/** How good the picture of a face is, measured on the aligned face (align.ts), and how well it serves recognition. */
import type { Box, Pose, Quality, Suitability } from './face.ts';
import type { ColourPicture } from './picture.ts';

/** The part of the aligned face that is face, not hair or background. */
const FACE: Box = { left: 30, top: 28, width: 90, height: 100 };

/** What the measure of blur is for a face that is sharp, and for one of which little is left. */
const BLUR = { sharp: 0.32, gone: 0.7 };
/** How far grey levels stray, by noise, when it is as bad as can be. */
const MOST_NOISE = 25;

/** Pixels on each side that are averaged to blur a face once more. */
const REACH = 4;

interface Grey { width: number; height: number; data: Float32Array }

export function qualityOf(chip: ColourPicture): Quality {
  const grey = greyOf(chip, FACE);
  return { blur: clamped((reblurred(grey) - BLUR.sharp) / (BLUR.gone - BLUR.sharp)), exposure: exposureOf(grey), noise: clamped(noiseOf(grey) / MOST_NOISE) };
}

/**
 * How little a face loses when it is blurred: a sharp one loses most of its steps between neighbours, a blurred one hardly any
 * (Crete and others, "The blur effect", 2007). 0 to 1, whatever the contrast.
 */
function reblurred(grey: Grey): number {
  return Math.max(lossless(grey, 1, 0), lossless(grey, 0, 1));
}

/** In one direction: (1, 0) across, (0, 1) down. */
function lossless({ width, height, data }: Grey, dx: number, dy: number): number {
  const next = dy * width + dx;
  let [steps, lost] = [0, 0];
  for (let y = REACH + 1; y < height - REACH; y++) {
    for (let x = REACH + 1; x < width - REACH; x++) {
      const at = y * width + x;
      const step = Math.abs(data[at]! - data[at - next]!);
      // Two means over neighbouring stretches differ by what is at their far ends.
      const after = Math.abs(data[at + REACH * next]! - data[at - (REACH + 1) * next]!) / (2 * REACH + 1);
      steps += step;
      lost += Math.max(0, step - after);
    }
  }
  return steps === 0 ? 1 : 1 - lost / steps;
}

/** Half way between its dark and its bright parts. The mean would call dark skin in good light too dark; its bright spots are bright all the same. */
function exposureOf({ data }: Grey): number {
  const sorted = data.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return clamped((at(0.05) + at(0.95)) / 510);
}

/**
 * The deviation of noise from what is left when smooth shades and straight edges are taken away (the mask of Immerkær 1996).
 * The median is taken, not the mean: features of the face take up less than half of it.
 */
function noiseOf({ width, height, data }: Grey): number {
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
  // The mask makes noise six times as large; 0.6745 is the median of what is normally distributed.
  return left[Math.floor(left.length / 2)]! / 6 / 0.6745;
}

function greyOf({ width, data }: ColourPicture, part: Box): Grey {
  const grey = new Float32Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const from = ((part.top + y) * width + part.left + x) * 3;
      grey[y * part.width + x] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
    }
  }
  return { width: part.width, height: part.height, data: grey };
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

interface Bounds { eyes: number; blur: number; turn: number; nod: number; dark: number; bright: number; noise: number }

/**
 * What a face must keep to: distance of the eyes in pixels of the picture, degrees, and the measures above. Beyond the blur, turn and nod
 * of HIGH twice as many pairs of one person (433 of LFW) lie too far apart to be recognised in a group; the others are judged by eye.
 */
const HIGH: Bounds = { eyes: 36, blur: 0.75, turn: 35, nod: 15, dark: 0.2, bright: 0.8, noise: 0.5 };
const MEDIUM: Bounds = { eyes: 16, blur: 0.95, turn: 50, nod: 30, dark: 0.1, bright: 0.9, noise: 0.8 };

export function suitabilityOf(eyes: number, { yaw, pitch }: Pose, quality: Quality): Suitability {
  const keeps = (to: Bounds): boolean => eyes >= to.eyes && Math.abs(yaw) <= to.turn && Math.abs(pitch) <= to.nod
    && quality.blur <= to.blur && quality.exposure >= to.dark && quality.exposure <= to.bright && quality.noise <= to.noise;
  return keeps(HIGH) ? 'high' : keeps(MEDIUM) ? 'medium' : 'low';
}
