/**
 * A text as a short dense vector without an encoder: each feature of its words adds a pseudo-random direction
 * (random indexing, Kanerva et al. 2000), so the dot product of two vectors is roughly the cosine of their
 * features. For languages that have no encoder, where texts are compared with each other.
 */
import { CHARACTERS, FeatureReader, WORDS } from '../../../shared/classifier/features.ts';

const SIZE = 256;
/** Directions a feature adds to. */
const NONZERO_COUNT = 4;
const CHARACTER_WEIGHT = 0.3;

const reader = new FeatureReader();

/** The vector of a text, of length 1; the zero vector where it has no features. */
export function wordVector(text: string, culture = ''): Float32Array {
  const features = reader.read(text, culture);
  const vector = new Float32Array(SIZE);
  for (const block of [WORDS, CHARACTERS]) {
    for (const hash of features[block]) {
      let state = hash;
      for (let i = 0; i < NONZERO_COUNT; i++) {
        state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + i;
        const place = (state >>> 8) % SIZE;
        vector[place]! += (state & 1 ? 1 : -1) * (block === WORDS ? 1 : CHARACTER_WEIGHT);
      }
    }
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
