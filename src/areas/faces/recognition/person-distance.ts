import { distanceBetween } from '../../../engines/faces/search/distance.ts';

const MIN_FACES = 2;

/**
 * Distance between a face and a person with several faces: the mean distance to the nearer half of them, at least two. The nearest face
 * alone would match more strangers the more faces a person has; the mean of all would reject a person with profiles from both sides.
 */
export function distanceToPerson(face: Float32Array, personTemplates: readonly Float32Array[]): number {
  const distances = personTemplates.map((template) => distanceBetween(face, template)).sort((a, b) => a - b);
  const nearer = distances.slice(0, Math.max(MIN_FACES, Math.ceil(distances.length / 2)));
  return nearer.reduce((sum, distance) => sum + distance, 0) / nearer.length;
}
