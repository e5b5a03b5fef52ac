/** The states in which pages are read: clean at three resolutions, and spoiled one way each and all together. */
import { all, blur, contrast, jpeg, noise, smaller, turn } from './drawing.ts';
import type { Spoil } from './drawing.ts';

export interface Condition { name: string; dpi: number; spoil: Spoil; kind: 'clean' | 'hard' | 'turned' }

const asItIs: Spoil = async (shot) => shot;

export const CONDITIONS: readonly Condition[] = [
  { name: 'clean, 150 dpi', dpi: 150, spoil: asItIs, kind: 'clean' },
  { name: 'clean, 200 dpi', dpi: 200, spoil: asItIs, kind: 'clean' },
  { name: 'clean, 300 dpi', dpi: 300, spoil: asItIs, kind: 'clean' },
  { name: 'blur 1.6', dpi: 200, spoil: blur(1.6), kind: 'hard' },
  { name: 'noise 25', dpi: 200, spoil: noise(25), kind: 'hard' },
  { name: '60 % size, JPEG 40', dpi: 200, spoil: all(smaller(0.6), jpeg(40)), kind: 'hard' },
  { name: 'low contrast', dpi: 200, spoil: contrast(105, 180), kind: 'hard' },
  { name: 'turned 3°', dpi: 200, spoil: turn(3), kind: 'turned' },
  { name: 'turned 90°', dpi: 200, spoil: turn(90), kind: 'turned' },
  { name: 'turned 180°', dpi: 200, spoil: turn(180), kind: 'turned' },
  { name: 'blur, noise, 1.5°, JPEG 40', dpi: 200, spoil: all(blur(1.2), noise(15), turn(1.5), jpeg(40)), kind: 'hard' },
];

/** Partly beyond reading: for what is said of words that are wrong. */
export const BEYOND: readonly Condition[] = [
  { name: 'half size, noise 25, JPEG 30', dpi: 200, spoil: all(smaller(0.5), blur(0.8), noise(25), jpeg(30)), kind: 'hard' },
  { name: '45 % size, noise 30, JPEG 30', dpi: 200, spoil: all(smaller(0.45), blur(1), noise(30), contrast(40, 220), jpeg(30)), kind: 'hard' },
];
