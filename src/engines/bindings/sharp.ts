/** Decodes, resizes and encodes images. Nothing is cached: one image is of no use for the next, and pages are large. */
import sharp from 'sharp';

export type { Sharp, SharpOptions } from 'sharp';
export { sharp };

sharp.cache(false);
