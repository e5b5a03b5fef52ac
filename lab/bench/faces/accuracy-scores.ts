/** Figures of recognition from templates: verification, all pairs, and finding a person among those enrolled. */
import { IDENTICAL, confidenceAt, identifyThreshold } from '../../../src/engines/faces/search/calibration.ts';
import { distanceBetween } from '../../../src/engines/faces/search/distance.ts';
import type { FaceData } from './data.ts';
import { personOf } from './data.ts';

export interface Scores {
  /** Share of pairs that isIdentical classifies correctly. */
  verified: number;
  /** How often a pair of the same person is nearer than a pair of different persons. */
  auc: number;
  /** True match rate at a false match rate of one in a thousand. */
  passing: number;
  /** Share of probes whose nearest enrolled face is of the right person. */
  rankOne: number;
  /** Probes identified correctly, and strangers identified as anybody, at the default threshold of identify. */
  byDefault: { right: number; strangers: number };
  /** Probes identified correctly where at most 5 % of strangers are identified as anybody. */
  atFivePercent: number;
}

export function scoresOf(data: FaceData, templates: ReadonlyMap<string, Float32Array>): Scores {
  const apart = (one: string, other: string): number => {
    const [a, b] = [templates.get(one), templates.get(other)];
    return a === undefined || b === undefined ? Infinity : distanceBetween(a, b);
  };
  const pairs = data.pairs.map(({ one, other, same }) => ({ same, distance: apart(one, other) }));
  const enrolled = data.roles.filter(({ role }) => role === 'gallery');
  const nearest = (file: string): { person: string; distance: number } =>
    enrolled
      .map((one) => ({ person: one.person, distance: apart(one.file, file) }))
      .reduce((best, one) => (one.distance < best.distance ? one : best));
  const probes = data.roles.filter(({ role }) => role === 'probe').map(({ file, person }) => ({ wanted: person, ...nearest(file) }));
  const strangers = data.roles
    .filter(({ role }) => role === 'stranger')
    .map(({ file }) => nearest(file).distance)
    .sort((a, b) => a - b);
  const size = { persons: new Set(enrolled.map(({ person }) => person)).size, faces: enrolled.length };
  const threshold = identifyThreshold(size);
  const rightWithin = (passes: (distance: number) => boolean): number =>
    share(probes, ({ person, wanted, distance }) => person === wanted && passes(distance));
  return {
    verified: share(pairs, ({ same, distance }) => confidenceAt(distance) >= IDENTICAL === same),
    auc: areaUnder(pairs),
    passing: passingAt(data.files, apart),
    rankOne: rightWithin(() => true),
    byDefault: {
      right: rightWithin((distance) => confidenceAt(distance) >= threshold),
      strangers: share(strangers, (distance) => confidenceAt(distance) >= threshold),
    },
    atFivePercent: rightWithin((distance) => distance < strangers[Math.floor(0.05 * strangers.length)]!),
  };
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / all.length;
}

function areaUnder(pairs: readonly { same: boolean; distance: number }[]): number {
  const [same, different] = [true, false].map((wanted) => pairs.filter((pair) => pair.same === wanted));
  let wins = 0;
  for (const { distance: near } of same!) for (const { distance: far } of different!) wins += near < far ? 1 : near === far ? 0.5 : 0;
  return wins / (same!.length * different!.length);
}

function passingAt(files: readonly string[], apart: (one: string, other: string) => number): number {
  const own: number[] = [];
  const strange: number[] = [];
  files.forEach((one, i) =>
    files.slice(0, i).forEach((other) => (personOf(one) === personOf(other) ? own : strange).push(apart(one, other))),
  );
  const line = strange.sort((a, b) => a - b)[Math.floor(strange.length / 1000)]!;
  return share(own, (distance) => distance < line);
}
