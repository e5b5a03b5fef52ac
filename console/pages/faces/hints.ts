/** What makes a face hard to recognize, with advice. */
import { t } from '../../i18n/messages.ts';
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
    quality === 'high' && { text: t('good'), kind: 'good', about: t('Good for recognition.') },
    quality === 'medium' && { text: t('fair'), kind: 'warn', about: t('Good enough to identify someone; add a better image too.') },
    quality === 'low' && { text: t('poor'), kind: 'danger', about: t('Not suitable for recognition: use another image.') },
    blurLevel.toLowerCase() !== 'low' && {
      text: t('blurred'),
      kind: blurLevel.toLowerCase() === 'high' ? 'danger' : 'warn',
      about: t('Hold the camera still, or move closer.'),
    },
    exposureLevel.toLowerCase() === 'underexposure' && { text: t('dark'), kind: 'warn', about: t('Add light on the face.') },
    exposureLevel.toLowerCase() === 'overexposure' && { text: t('too bright'), kind: 'warn', about: t('Reduce light on the face.') },
    noiseLevel.toLowerCase() === 'high' && { text: t('grainy'), kind: 'warn', about: t('More light reduces noise.') },
    Math.abs(yaw) > MAX_YAW && {
      text: t('turned aside'),
      kind: 'warn',
      about: t('By {Math} degrees; look at the camera.', { Math: Math.round(Math.abs(yaw)) }),
    },
    Math.abs(pitch) > MAX_PITCH && {
      text: pitch > 0 ? t('looks up') : t('looks down'),
      kind: 'warn',
      about: t('By {Math} degrees; look at the camera.', { Math: Math.round(Math.abs(pitch)) }),
    },
    Math.abs(roll) > MAX_ROLL && {
      text: t('tilted'),
      kind: 'warn',
      about: t('By {Math} degrees; hold the head upright.', { Math: Math.round(Math.abs(roll)) }),
    },
    width < MIN_WIDTH && {
      text: t('small'),
      kind: 'warn',
      about: t('{width} pixels wide; move closer, or use a larger image.', { width }),
    },
  ];
  return hints.filter((hint) => hint !== false);
}

/** Whether to ask before it is added. */
export function isPoor(face: DetectedFace): boolean {
  return qualityHints(face).some(({ kind }) => kind === 'danger');
}

const MAX_NAME = 128;
type NamedFile = Pick<File, 'name' | 'webkitRelativePath'>;

/**
 * The person of an image: by its file name, "Ada 2.jpg" and "ada-1.png" are of Ada; by its folder where there are several, or where the
 * file has only a number.
 */
export function personName(file: NamedFile, all: readonly NamedFile[] = []): string {
  const own = nameOfFile(file);
  const folder = folderOf(file);
  const isByFolder = folder !== '' && (/^\d*$/.test(own) || all.some((one) => folderOf(one) !== folder));
  return (isByFolder ? folder : own || 'Somebody').slice(0, MAX_NAME);
}

const folderOf = ({ webkitRelativePath }: NamedFile): string => webkitRelativePath.split('/').at(-2) ?? '';

function nameOfFile({ name }: NamedFile): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  return plain.replace(/[\s.-]*\(?\d+\)?$/, '').trim() || plain;
}

/** Names that differ only in case are the same person. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function initials(name: string): string {
  const words = name.split(/[\s.-]+/).filter((word) => word !== '');
  return [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? '?')][0]!.toUpperCase()).join('');
}
