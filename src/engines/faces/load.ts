/** Loads the networks: those of a folder where it has them, and those that come with the package for the rest. */
import { readFile } from 'node:fs/promises';
import { fromBoxes, fromCells } from './decodings.ts';
import type { Detector } from './detect.ts';
import { detectorOf } from './detect.ts';
import type { FaceEngine } from './engine.ts';
import { engineOf } from './engine.ts';
import { landmarksOf } from './landmarks.ts';
import { openNetwork } from '../onnx/network.ts';
import { recognitionOf } from './template.ts';
import { convertedNetwork } from './weights/cache.ts';
import type { DetectorFile } from './weights/folder.ts';
import { describedIn } from './weights/folder.ts';
import { SHIPPED } from './weights/shipped.ts';

export async function loadEngine(folder?: string): Promise<FaceEngine> {
  const other = folder === undefined ? {} : await describedIn(folder);
  const bytesOf = async (file: string | undefined, name: keyof typeof SHIPPED): Promise<Uint8Array> => file === undefined ? await convertedNetwork(name) : await readFile(file);
  const detector = await loadDetector(other.detector ?? SHIPPED.detector, await bytesOf(other.detector?.file, 'detector'));
  const landmarks = landmarksOf(await openNetwork(await bytesOf(other.landmarks?.file, 'landmarks')), other.landmarks?.settings ?? SHIPPED.landmarks.settings);
  const recognition = recognitionOf(await openNetwork(await bytesOf(other.recognition?.file, 'recognition')), other.recognition?.settings ?? SHIPPED.recognition.settings);
  return engineOf({ detector, landmarks, recognition });
}

async function loadDetector({ decoding, settings }: Pick<DetectorFile, 'decoding' | 'settings'>, bytes: Uint8Array): Promise<Detector> {
  return detectorOf(await openNetwork(bytes), decoding.kind === 'cells' ? fromCells(decoding) : fromBoxes, settings);
}
