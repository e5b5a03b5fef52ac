/**
 * Face attributes and the models that measure them. Attributes of the interface that are not measured here (age, gender, emotion, smile,
 * hair, facial hair, makeup, glasses, accessories, occlusion, mask) are rejected as invalid; no value is ever invented.
 */
import type { Face } from '../../../engines/faces/face.ts';
import { faceFailure } from '../failures.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

/** Writes a level such as `goodExposure` as the requested version does. */
export type FormatLevel = (level: string) => string;

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The name of the first band whose upper limit is above the value. */
function bandName(value: number, bands: readonly (readonly [below: number, name: string])[]): string {
  return (bands.find(([below]) => value < below) ?? bands.at(-1)!)[1];
}

const BLUR = [
  [0.25, 'low'],
  [0.75, 'medium'],
  [Infinity, 'high'],
] as const;
const NOISE = [
  [0.3, 'low'],
  [0.7, 'medium'],
  [Infinity, 'high'],
] as const;
const EXPOSURE = [
  [0.25, 'underExposure'],
  [0.75, 'goodExposure'],
  [Infinity, 'overExposure'],
] as const;

const MEASURES = {
  headPose: ({ pose: { roll, yaw, pitch } }) => ({ roll: round(roll, 1), yaw: round(yaw, 1), pitch: round(pitch, 1) }),
  blur: ({ quality: { blur } }, formatLevel) => ({ blurLevel: formatLevel(bandName(blur, BLUR)), value: round(blur, 2) }),
  exposure: ({ quality: { exposure } }, formatLevel) => ({
    exposureLevel: formatLevel(bandName(exposure, EXPOSURE)),
    value: round(exposure, 2),
  }),
  noise: ({ quality: { noise } }, formatLevel) => ({ noiseLevel: formatLevel(bandName(noise, NOISE)), value: round(noise, 2) }),
  qualityForRecognition: ({ suitability }, formatLevel) => formatLevel(suitability),
} satisfies Record<string, (face: Face, formatLevel: FormatLevel) => unknown>;

export type Attribute = keyof typeof MEASURES;

/** Attributes supported by each detection model. */
const SUPPORTED: Readonly<Record<DetectionModel, readonly Attribute[]>> = {
  detection_01: ['headPose', 'blur', 'exposure', 'noise', 'qualityForRecognition'],
  detection_02: [],
  detection_03: ['headPose', 'blur', 'qualityForRecognition'],
};
const QUALITY_MODELS: readonly RecognitionModel[] = ['recognition_03', 'recognition_04'];

/** The requested attributes, separated by commas; throws if one is not supported. */
export function parseAttributes(
  given: string | readonly string[] | undefined,
  { detectionModel, recognitionModel }: { detectionModel: DetectionModel; recognitionModel: RecognitionModel },
): Attribute[] {
  const names = new Set(
    [given ?? []]
      .flat()
      .flatMap((text) => text.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  if (names.size > 0 && SUPPORTED[detectionModel].length === 0) throw faceFailure('AttributesUnsupported', { detectionModel });
  return [...names].map((name) => {
    if (!Object.hasOwn(MEASURES, name)) throw faceFailure('AttributesInvalid');
    const attribute = name as Attribute;
    if (!SUPPORTED[detectionModel].includes(attribute)) throw faceFailure('AttributesUnsupported', { detectionModel });
    if (attribute === 'qualityForRecognition' && !QUALITY_MODELS.includes(recognitionModel)) throw faceFailure('AttributesInvalid');
    return attribute;
  });
}

export function measureAttributes(
  face: Face,
  attributes: readonly Attribute[],
  formatLevel: FormatLevel,
): Partial<Record<Attribute, unknown>> {
  return Object.fromEntries(attributes.map((attribute) => [attribute, MEASURES[attribute](face, formatLevel)]));
}
