/** Loads the face networks: those of the operator's folder where it has them, the shipped ones for the rest. */
import { readFile } from 'node:fs/promises';
import { fromBoxes, fromCells } from '../../faces/detection/decodings.ts';
import { createAppearanceEstimator } from '../../faces/attributes/appearance.ts';
import { createDetector } from '../../faces/detection/detect.ts';
import { createLandmarkLocator } from '../../faces/detection/landmarks.ts';
import type { FaceEngine } from '../../faces/engine.ts';
import { createFaceEngine } from '../../faces/engine.ts';
import { createRecognizer } from '../../faces/recognition/template.ts';
import type { Network } from '../../bindings/onnx-session.ts';
import { openNetwork } from '../../bindings/onnx-session.ts';
import { APPEARANCE_FILE, SHIPPED_NETWORKS } from './shipped-networks.ts';
import { readWeightsFolder } from './weights-folder.ts';

export async function loadFaceEngine(folder?: string): Promise<FaceEngine> {
  const custom = folder === undefined ? {} : await readWeightsFolder(folder);
  const detector = custom.detector ?? SHIPPED_NETWORKS.detector;
  const landmarks = custom.landmarks ?? SHIPPED_NETWORKS.landmarks;
  const recognition = custom.recognition ?? SHIPPED_NETWORKS.recognition;
  const decode = detector.decoding.kind === 'cells' ? fromCells(detector.decoding) : fromBoxes;
  return createFaceEngine({
    detector: createDetector(await openFile(detector.file), decode, detector.settings),
    landmarks: createLandmarkLocator(await openFile(landmarks.file), landmarks.settings),
    recognition: createRecognizer(await openFile(recognition.file), recognition.settings),
    appearance: createAppearanceEstimator(await openFile(APPEARANCE_FILE)),
  });
}

async function openFile(file: string): Promise<Network> {
  return await openNetwork(await readFile(file));
}
