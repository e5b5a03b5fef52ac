/** The API versions of the area, and the sets of them that operations exist in. */
import type { Mount } from '../../kernel/area.ts';

export const V1 = ['v1.0', 'v1.1-preview.3'];
export const PREVIEW = ['v1.1-preview.3'];
export const FEATURE_IMPORTANCE = ['2022-09-01-preview'];

export const MOUNTS: readonly Mount[] = [
  { base: '/ranking/v1.1-preview.3', version: 'v1.1-preview.3', marker: 'path' },
  { base: '/ranking/v1.0', version: 'v1.0', marker: 'path' },
  { base: '/ranking', version: '2022-09-01-preview', marker: 'query' },
];
