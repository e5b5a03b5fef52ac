/** A face in an image. Lengths are pixels of the upright image, after its EXIF orientation is applied. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Degrees. Signs: see detection/pose.ts. */
export interface Pose {
  roll: number;
  pitch: number;
  yaw: number;
}

/** Each from 0 to 1. Exposure 0.5 is right and less is too dark; for the others 0 is best. */
export interface Quality {
  blur: number;
  exposure: number;
  noise: number;
}

/** How suitable a face is for recognition. */
export type Suitability = 'low' | 'medium' | 'high';

export type GlassesKind = 'noGlasses' | 'readingGlasses' | 'sunglasses' | 'swimmingGoggles';
export type MaskKind = 'noMask' | 'faceMask' | 'otherMaskOrOcclusion';

/** What a face wears, and which parts of it are covered by anything: probabilities from 0 to 1. */
export interface Appearance {
  glasses: Record<GlassesKind, number>;
  mask: Record<MaskKind, number>;
  headwear: number;
  covered: { forehead: number; eyes: number; nose: number; mouth: number };
}

export interface Face {
  box: Box;
  /** The detector's score, 0 to 1. */
  score: number;
  /** The 68 landmarks in the order of iBUG 300-W. */
  points: Point[];
  pose: Pose;
  quality: Quality;
  suitability: Suitability;
  /** The smaller the Euclidean distance of two templates, the likelier they are of one person. Present only if requested. */
  template?: Float32Array;
  /** Present only if requested. */
  appearance?: Appearance;
}

/** Numbers of a template. */
export const TEMPLATE_LENGTH = 128;

/** The faces of an image, largest first. */
export interface FacesInImage {
  width: number;
  height: number;
  faces: Face[];
}
