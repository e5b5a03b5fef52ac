/**
 * Finds faces in an image: candidates, their landmarks, and what is measured from them. A port, so that other networks or another
 * program can replace it.
 */
import type { AppearanceEstimator } from './attributes/appearance.ts';
import { alignFace } from './recognition/align.ts';
import type { Detector } from './detection/detect.ts';
import { overlap } from './detection/detect.ts';
import type { Face, FacesInImage, Point } from './face.ts';
import type { LandmarkLocator } from './detection/landmarks.ts';
import { distance } from './detection/landmarks.ts';
import type { OpenedImage } from './open-image.ts';
import type { RgbImage } from './image.ts';
import { estimatePose } from './detection/pose.ts';
import { measureQuality, rateSuitability } from './detection/quality.ts';
import { eyeCenters, faceRectangle } from './detection/rectangle.ts';
import type { Recognizer } from './recognition/template.ts';

export interface FindOptions {
  /** Whether to compute templates, which takes about half of the time. */
  templates: boolean;
  /** Whether to estimate what each face wears. */
  appearance?: boolean;
  /** Returns only the largest faces, this many at most. */
  maxFaces: number;
}

export interface FaceEngine {
  find(image: OpenedImage, wants: FindOptions): Promise<FacesInImage>;
  close(): Promise<void>;
}

export interface Networks {
  detector: Detector;
  landmarks: LandmarkLocator;
  recognition: Recognizer;
  appearance: AppearanceEstimator;
}

/** Candidates whose rectangles overlap by more than this are one face. */
const SAME_FACE_OVERLAP = 0.4;

interface Candidate {
  points: Point[];
  score: number;
  box: Face['box'];
}

export function createFaceEngine({ detector, landmarks, recognition, appearance }: Networks): FaceEngine {
  return {
    async find({ image, width, height }, { templates, appearance: wantsAppearance = false, maxFaces }) {
      const scale = width / image.width;
      const found: Candidate[] = [];
      for (const candidate of await detector.find(image)) {
        const points = await landmarks.locate(image, candidate);
        if (points === undefined) continue;
        const box = faceRectangle(points);
        if (isInside(image, box) && !found.some((other) => overlap(other.box, box) > SAME_FACE_OVERLAP))
          found.push({ points, box, score: candidate.score });
      }
      const largest = found.toSorted((a, b) => b.box.width - a.box.width).slice(0, maxFaces);
      const faces: Face[] = [];
      const wanted = { ...(templates && { recognition }), ...(wantsAppearance && { appearance }) };
      for (const candidate of largest) faces.push(await describeFace(image, candidate, scale, wanted));
      return { width, height, faces };
    },
    close: async () => {
      await Promise.all([detector, landmarks, recognition, appearance].map((network) => network.close()));
    },
  };
}

/** Whether the center of the face is inside the image. */
function isInside({ width, height }: RgbImage, { left, top, width: side }: Face['box']): boolean {
  const [x, y] = [left + side / 2, top + side / 2];
  return x > 0 && y > 0 && x < width && y < height;
}

async function describeFace(
  image: RgbImage,
  { points, box, score }: Candidate,
  scale: number,
  { recognition, appearance }: Partial<Pick<Networks, 'recognition' | 'appearance'>>,
): Promise<Face> {
  const chip = alignFace(image, points);
  const [pose, quality, eyes] = [estimatePose(points), measureQuality(chip), eyeCenters(points)];
  return {
    box: { left: box.left * scale, top: box.top * scale, width: box.width * scale, height: box.height * scale },
    score,
    points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    pose,
    quality,
    suitability: rateSuitability(distance(eyes.left, eyes.right), pose, quality),
    ...(recognition !== undefined && { template: await recognition.computeTemplate(chip) }),
    ...(appearance !== undefined && { appearance: await appearance.estimate(image, points) }),
  };
}
