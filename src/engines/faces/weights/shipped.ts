/** What must be known of the networks that come with the package, beside their weights. */
import type { DetectorFile, LandmarkFile, RecognitionFile } from './folder.ts';

const COLOURS = { mean: [122.782, 117.001, 104.298], deviation: [255, 255, 255] };

export const SHIPPED: { detector: Omit<DetectorFile, 'file'>; landmarks: Omit<LandmarkFile, 'file'>; recognition: Omit<RecognitionFile, 'file'> } = {
  detector: {
    decoding: { kind: 'cells', cell: 32, anchors: [[1.603231, 2.094468], [6.041143, 7.080126], [2.882459, 3.518061], [4.266906, 5.178857], [9.041765, 10.66308]] },
    settings: {
      levels: { mean: [117.001, 114.697, 97.404], deviation: [255, 255, 255] },
      faces: { least: 36, most: 80 }, tile: { width: 1024, height: 1024, multiple: 32, fixed: false }, leastScore: 0.2,
    },
  },
  landmarks: { settings: { levels: COLOURS, side: 112, room: 1.1 } },
  recognition: { settings: { levels: COLOURS, mirror: true } },
};
