/** What is known of a face in a picture. Lengths are pixels of the picture as it is meant to be seen, its orientation applied. */

export interface Box { left: number; top: number; width: number; height: number }

export interface Point { x: number; y: number }

/** Degrees: to the left or right shoulder, up or down, and to the side. */
export interface Pose { roll: number; pitch: number; yaw: number }

/** Each from 0 to 1. For exposure 0.5 is right, less is too dark; for the others 0 is none. */
export interface Quality { blur: number; exposure: number; noise: number }

/** How well a face serves recognition. */
export type Suitability = 'low' | 'medium' | 'high';

export interface Face {
  box: Box;
  /** How sure the detector is, 0 to 1. */
  score: number;
  /** The 68 points of the face, in the order that is common for them. */
  points: Point[];
  pose: Pose;
  quality: Quality;
  suitability: Suitability;
  /** What it is recognised by: the smaller the euclidean distance of two, the likelier they are of one person. Only where it was asked for. */
  template?: Float32Array;
}

/** How long a template is. */
export const TEMPLATE_LENGTH = 128;

/** Found faces, the largest first. */
export interface FacesInPicture { width: number; height: number; faces: Face[] }
