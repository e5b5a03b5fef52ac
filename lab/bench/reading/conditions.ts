/** Conditions in which pages are read: clean at three resolutions, and degraded in one way or several. */
import { combine, blur, contrast, jpeg, noise, shrink, rotate } from './degrade.ts';
import type { Degradation } from './degrade.ts';

export interface Condition {
  name: string;
  dpi: number;
  degrade: Degradation;
  kind: 'clean' | 'hard' | 'rotated';
}

const unchanged: Degradation = async (shot) => shot;

export const CONDITIONS: readonly Condition[] = [
  { name: 'clean, 150 dpi', dpi: 150, degrade: unchanged, kind: 'clean' },
  { name: 'clean, 200 dpi', dpi: 200, degrade: unchanged, kind: 'clean' },
  { name: 'clean, 300 dpi', dpi: 300, degrade: unchanged, kind: 'clean' },
  { name: 'blur 1.6', dpi: 200, degrade: blur(1.6), kind: 'hard' },
  { name: 'noise 25', dpi: 200, degrade: noise(25), kind: 'hard' },
  { name: '60 % size, JPEG 40', dpi: 200, degrade: combine(shrink(0.6), jpeg(40)), kind: 'hard' },
  { name: 'low contrast', dpi: 200, degrade: contrast(105, 180), kind: 'hard' },
  { name: 'rotated 3°', dpi: 200, degrade: rotate(3), kind: 'rotated' },
  { name: 'rotated 90°', dpi: 200, degrade: rotate(90), kind: 'rotated' },
  { name: 'rotated 180°', dpi: 200, degrade: rotate(180), kind: 'rotated' },
  { name: 'blur, noise, 1.5°, JPEG 40', dpi: 200, degrade: combine(blur(1.2), noise(15), rotate(1.5), jpeg(40)), kind: 'hard' },
];

/** Partly illegible: for the confidence of wrong words. */
export const EXTREME_CONDITIONS: readonly Condition[] = [
  { name: 'half size, noise 25, JPEG 30', dpi: 200, degrade: combine(shrink(0.5), blur(0.8), noise(25), jpeg(30)), kind: 'hard' },
  {
    name: '45 % size, noise 30, JPEG 30',
    dpi: 200,
    degrade: combine(shrink(0.45), blur(1), noise(30), contrast(40, 220), jpeg(30)),
    kind: 'hard',
  },
];
