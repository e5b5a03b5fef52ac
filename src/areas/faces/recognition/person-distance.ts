/** How far a face is from a person who has several. */
import { distanceBetween } from '../../../engines/faces/search/distance.ts';

const LEAST_FACES = 2;

/**
 * The mean distance to the nearer half of a person's faces, and at least to two. The nearest alone would let in the more strangers the more
 * faces a person has; the mean of all would keep a person out who has faces from both sides.
 */
export function distanceToPerson(face: Float32Array, ofPerson: readonly Float32Array[]): number {
  const distances = ofPerson.map((template) => distanceBetween(face, template)).sort((a, b) => a - b);
  const nearer = distances.slice(0, Math.max(LEAST_FACES, Math.ceil(distances.length / 2)));
  return nearer.reduce((sum, distance) => sum + distance, 0) / nearer.length;
}
