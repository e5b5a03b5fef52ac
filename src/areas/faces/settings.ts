import { anyText } from '../../kernel/settings.ts';

export const faceSettings = {
  faceWeights: { env: 'PERENNIAL_FACE_WEIGHTS', help: 'folder of alternative weights for detecting and recognizing faces', ...anyText },
} as const;
