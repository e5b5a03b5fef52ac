/** What makes a face hard to recognise, with advice. */
import type { DetectedFace } from './calls.ts';

export interface Hint {
  text: string;
  kind: 'good' | 'warn' | 'danger';
  about: string;
}

const MAX_YAW = 25;
const MAX_PITCH = 20;
const MAX_ROLL = 30;
const MIN_WIDTH = 80;

export function qualityHints({
  faceRectangle: { width },
  faceAttributes: {
    headPose: { yaw, pitch, roll },
    blur: { blurLevel },
    exposure: { exposureLevel },
    noise: { noiseLevel },
    qualityForRecognition = '',
  },
}: DetectedFace): Hint[] {
  const quality = qualityForRecognition.toLowerCase();
  const hints: (Hint | false)[] = [
    quality === 'high' && { text: 'good', kind: 'good', about: 'Good for recognition.' },
    quality === 'medium' && { text: 'fair', kind: 'warn', about: 'Good enough to identify someone; add a better image too.' },
    quality === 'low' && { text: 'poor', kind: 'danger', about: 'Not suitable for recognition: use another image.' },
    blurLevel.toLowerCase() !== 'low' && {
      text: 'blurred',
      kind: blurLevel.toLowerCase() === 'high' ? 'danger' : 'warn',
      about: 'Hold the camera still, or move closer.',
    },
    exposureLevel.toLowerCase() === 'underexposure' && { text: 'dark', kind: 'warn', about: 'Add light on the face.' },
    exposureLevel.toLowerCase() === 'overexposure' && { text: 'too bright', kind: 'warn', about: 'Reduce light on the face.' },
    noiseLevel.toLowerCase() === 'high' && { text: 'grainy', kind: 'warn', about: 'More light reduces noise.' },
    Math.abs(yaw) > MAX_YAW && {
      text: 'turned aside',
      kind: 'warn',
      about: `By ${Math.round(Math.abs(yaw))} degrees; look at the camera.`,
    },
    Math.abs(pitch) > MAX_PITCH && {
      text: pitch > 0 ? 'looks up' : 'looks down',
      kind: 'warn',
      about: `By ${Math.round(Math.abs(pitch))} degrees; look at the camera.`,
    },
    Math.abs(roll) > MAX_ROLL && {
      text: 'tilted',
      kind: 'warn',
      about: `By ${Math.round(Math.abs(roll))} degrees; hold the head upright.`,
    },
    width < MIN_WIDTH && { text: 'small', kind: 'warn', about: `${width} pixels wide; move closer, or use a larger image.` },
  ];
  return hints.filter((hint) => hint !== false);
}

/** Whether to ask before it is added. */
export function isPoor(face: DetectedFace): boolean {
  return qualityHints(face).some(({ kind }) => kind === 'danger');
}

/** The person of an image by its file name: "Ada 2.jpg" and "ada-1.png" are of Ada. */
const MAX_NAME = 128;

export function personName(file: string): string {
  const plain = file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const name = plain.replace(/[\s.-]*\(?\d+\)?$/, '').trim() || plain || 'Somebody';
  return name.slice(0, MAX_NAME);
}

/** Names that differ only in case are the same person. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function initials(name: string): string {
  const words = name.split(/[\s.-]+/).filter((word) => word !== '');
  return [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? '?')][0]!.toUpperCase()).join('');
}
