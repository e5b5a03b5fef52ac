/** Finding faces in a picture: candidates, their points, and all that is measured from them. A port, so that other networks, or another program, can take its place. */
import { alignedChip } from './align.ts';
import type { Detector } from './detect.ts';
import { overlap } from './detect.ts';
import type { Face, FacesInPicture, Point } from './face.ts';
import type { Landmarks } from './landmarks.ts';
import { distance } from './landmarks.ts';
import type { Opened } from './open.ts';
import type { ColourPicture } from './picture.ts';
import { poseOf } from './pose.ts';
import { qualityOf, suitabilityOf } from './quality.ts';
import { eyesOf, rectangleOf } from './rectangle.ts';
import type { Recognition } from './template.ts';

export interface Wants {
  /** What faces are recognised by, which takes about half of the time. */
  templates: boolean;
  /** Of the largest faces only so many. */
  most: number;
}

export interface FaceEngine {
  find(picture: Opened, wants: Wants): Promise<FacesInPicture>;
  close(): Promise<void>;
}

export interface Networks { detector: Detector; landmarks: Landmarks; recognition: Recognition }

/** Two candidates whose faces overlap by more are one face. */
const SAME_FACE = 0.4;

interface Found { points: Point[]; score: number; box: Face['box'] }

export function engineOf({ detector, landmarks, recognition }: Networks): FaceEngine {
  return {
    async find({ picture, width, height }, { templates, most }) {
      const scale = width / picture.width;
      const found: Found[] = [];
      for (const candidate of await detector.find(picture)) {
        const points = await landmarks.pointsOf(picture, candidate);
        if (points === undefined) continue;
        const box = rectangleOf(points);
        if (isInside(picture, box) && !found.some((other) => overlap(other.box, box) > SAME_FACE)) found.push({ points, box, score: candidate.score });
      }
      const largest = found.toSorted((a, b) => b.box.width - a.box.width).slice(0, most);
      const faces: Face[] = [];
      for (const one of largest) faces.push(await described(picture, one, scale, templates ? recognition : undefined));
      return { width, height, faces };
    },
    close: async () => { await Promise.all([detector.close(), landmarks.close(), recognition.close()]); },
  };
}

/** Whether the middle of the face lies in the picture. */
function isInside({ width, height }: ColourPicture, { left, top, width: side }: Face['box']): boolean {
  const [x, y] = [left + side / 2, top + side / 2];
  return x > 0 && y > 0 && x < width && y < height;
}

async function described(picture: ColourPicture, { points, box, score }: Found, scale: number, recognition: Recognition | undefined): Promise<Face> {
  const chip = alignedChip(picture, points);
  const [pose, quality, eyes] = [poseOf(points), qualityOf(chip), eyesOf(points)];
  return {
    box: { left: box.left * scale, top: box.top * scale, width: box.width * scale, height: box.height * scale },
    score, points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    pose, quality, suitability: suitabilityOf(distance(eyes.left, eyes.right), pose, quality),
    ...recognition !== undefined && { template: await recognition.templateOf(chip) },
  };
}
