/** Finds the faces of a picture that a stranger sent. Runs in a process of its own: the networks are loaded once a process and kept. */
import type { FaceEngine } from './engine.ts';
import type { FacesInPicture } from './face.ts';
import { loadEngine } from './load.ts';
import { openPicture } from './open.ts';

export interface FindFaces {
  bytes: Uint8Array;
  wanted: { templates: boolean };
  /** A folder of other networks (README.md). */
  weights?: string;
  /** Of the largest faces only so many. */
  most?: number;
}

/** What the interface tells of one picture. */
const MOST_FACES = 100;

const engines = new Map<string | undefined, Promise<FaceEngine>>();

/** Throws UnreadableFile where there is no picture that can be read. */
export async function findFaces({ bytes, wanted, weights, most = MOST_FACES }: FindFaces): Promise<FacesInPicture> {
  const picture = await openPicture(bytes);
  return await (await engineFor(weights)).find(picture, { ...wanted, most });
}

async function engineFor(weights: string | undefined): Promise<FaceEngine> {
  const loaded = engines.get(weights) ?? loadEngine(weights);
  engines.set(weights, loaded);
  try {
    return await loaded;
  } catch (problem) {
    // What could not be loaded may be put right while the process lives.
    engines.delete(weights);
    throw problem;
  }
}
