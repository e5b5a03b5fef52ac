/** The networks under weights/faces, with the settings they were trained and measured with. */
import { fileURLToPath } from 'node:url';
import type { DetectorFile, LandmarkFile, RecognitionFile } from './weights-folder.ts';

/**
 * Half precision is faster on processors that compute in it (arm64); others would convert to single precision at every step.
 * Both files hold the same weights.
 */
const RECOGNITION_FILE = process.arch === 'arm64' ? 'recognition-half.onnx' : 'recognition.onnx';

const weightsFile = (name: string): string => fileURLToPath(new URL(`../../../../weights/faces/${name}`, import.meta.url));

/** What faces wear. It has no settings, and no replacement in an operator's folder. */
export const APPEARANCE_FILE = weightsFile('attributes.onnx');

const FACE_LEVELS = { mean: [122.782, 117.001, 104.298], deviation: [255, 255, 255] };

export const SHIPPED_NETWORKS: { detector: DetectorFile; landmarks: LandmarkFile; recognition: RecognitionFile } = {
  detector: {
    file: weightsFile('detector.onnx'),
    decoding: {
      kind: 'cells',
      cell: 32,
      anchors: [
        [1.603231, 2.094468],
        [6.041143, 7.080126],
        [2.882459, 3.518061],
        [4.266906, 5.178857],
        [9.041765, 10.66308],
      ],
    },
    settings: {
      levels: { mean: [117.001, 114.697, 97.404], deviation: [255, 255, 255] },
      faces: { min: 36, max: 80 },
      tile: { width: 1024, height: 1024, multiple: 32, fixed: false },
      minScore: 0.2,
    },
  },
  landmarks: { file: weightsFile('landmarks.onnx'), settings: { levels: FACE_LEVELS, side: 112, margin: 1.1 } },
  recognition: { file: weightsFile(RECOGNITION_FILE), settings: { levels: FACE_LEVELS, mirror: true } },
};
