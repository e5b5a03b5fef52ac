/**
 * Face attributes and the models that measure them. Attributes that the vendor has retired or restricted (age, gender, emotion, smile,
 * hair, facial hair, makeup) are rejected as invalid; no value is ever invented.
 */
import { likeliest } from '../../../engines/faces/attributes/appearance.ts';
import type { Appearance, Face } from '../../../engines/faces/face.ts';
import { faceFailure } from '../failures.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

/** The spellings of the requested version. */
export interface AttributeNames {
  /** Writes a level such as `goodExposure`. */
  level(level: string): string;
  headwear: string;
}

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

/** Below this probability the kind of mask is uncertain. */
const CERTAIN_MASK = 0.6;

function describeGlasses({ glasses }: Appearance, { level }: AttributeNames): string {
  return level(likeliest(glasses).kind);
}

function describeOcclusion({ covered: { forehead, eyes, mouth } }: Appearance): object {
  return { foreheadOccluded: forehead >= 0.5, eyeOccluded: eyes >= 0.5, mouthOccluded: mouth >= 0.5 };
}

function describeAccessories({ glasses, headwear, mask }: Appearance, names: AttributeNames): object[] {
  return [
    { type: names.headwear, confidence: headwear },
    { type: 'glasses', confidence: 1 - glasses.noGlasses },
    { type: 'mask', confidence: mask.faceMask },
  ]
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ type, confidence }) => ({ type, confidence: round(confidence, 2) }));
}

function describeMask({ mask, covered }: Appearance): object {
  const { kind, share } = likeliest(mask);
  return {
    type: share < CERTAIN_MASK ? 'uncertain' : kind,
    noseAndMouthCovered: kind !== 'noMask' && covered.nose >= 0.5 && covered.mouth >= 0.5,
  };
}

const MEASURES = {
  headPose: ({ pose: { roll, yaw, pitch } }) => ({ roll: round(roll, 1), yaw: round(yaw, 1), pitch: round(pitch, 1) }),
  blur: ({ quality: { blur } }, { level }) => ({ blurLevel: level(bandName(blur, BLUR)), value: round(blur, 2) }),
  exposure: ({ quality: { exposure } }, { level }) => ({
    exposureLevel: level(bandName(exposure, EXPOSURE)),
    value: round(exposure, 2),
  }),
  noise: ({ quality: { noise } }, { level }) => ({ noiseLevel: level(bandName(noise, NOISE)), value: round(noise, 2) }),
  qualityForRecognition: ({ suitability }, { level }) => level(suitability),
  glasses: ({ appearance }, names) => describeGlasses(appearance!, names),
  occlusion: ({ appearance }) => describeOcclusion(appearance!),
  accessories: ({ appearance }, names) => describeAccessories(appearance!, names),
  mask: ({ appearance }) => describeMask(appearance!),
} satisfies Record<string, (face: Face, names: AttributeNames) => unknown>;

export type Attribute = keyof typeof MEASURES;

/** Attributes that need the appearance of a face. */
const OF_APPEARANCE: readonly Attribute[] = ['glasses', 'occlusion', 'accessories', 'mask'];

/** Attributes supported by each detection model. */
const SUPPORTED: Readonly<Record<DetectionModel, readonly Attribute[]>> = {
  detection_01: ['headPose', 'glasses', 'occlusion', 'accessories', 'blur', 'exposure', 'noise', 'qualityForRecognition'],
  detection_02: [],
  detection_03: ['headPose', 'blur', 'mask', 'qualityForRecognition'],
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

export function needsAppearance(attributes: readonly Attribute[]): boolean {
  return attributes.some((attribute) => OF_APPEARANCE.includes(attribute));
}

export function measureAttributes(
  face: Face,
  attributes: readonly Attribute[],
  names: AttributeNames,
): Partial<Record<Attribute, unknown>> {
  return Object.fromEntries(attributes.map((attribute) => [attribute, MEASURES[attribute](face, names)]));
}
