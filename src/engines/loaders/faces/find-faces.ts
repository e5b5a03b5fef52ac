/** Finds the faces of an untrusted image. Runs in a process of its own, which loads the networks once. */
import type { FaceEngine } from '../../faces/engine.ts';
import type { FacesInImage } from '../../faces/face.ts';
import { openImage } from '../../faces/open-image.ts';
import { loadFaceEngine } from './load-face-engine.ts';

export interface FindFacesRequest {
  bytes: Uint8Array;
  wanted: { templates: boolean; appearance?: boolean };
  /** A folder of other networks (faces/README.md). */
  weights?: string;
  /** Returns only the largest faces, this many at most. */
  maxFaces?: number;
}

/** What the interface returns for one image. */
const MAX_FACES = 100;

const engines = new Map<string | undefined, Promise<FaceEngine>>();

/** Throws UnreadableFile if the bytes are not a readable image. */
export async function findFaces({ bytes, wanted, weights, maxFaces = MAX_FACES }: FindFacesRequest): Promise<FacesInImage> {
  const image = await openImage(bytes);
  return await (await engineFor(weights)).find(image, { ...wanted, maxFaces });
}

async function engineFor(weights: string | undefined): Promise<FaceEngine> {
  const loading = engines.get(weights) ?? loadFaceEngine(weights);
  engines.set(weights, loading);
  try {
    return await loading;
  } catch (problem) {
    // The operator may fix the folder while the process lives.
    engines.delete(weights);
    throw problem;
  }
}
