/**
 * What may be told of a face beyond its place, and by which models. Attributes of the interface that nothing here measures (age, gender,
 * emotion, smile, hair, facial hair, makeup, glasses, accessories, occlusion, mask) are refused as invalid: none is ever made up.
 */
import type { Face } from '../../../engines/faces/face.ts';
import { faceFailure } from '../failures.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

/** How the version that is called writes a level such as `goodExposure`. */
export type Spelling = (level: string) => string;

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The name of the first band whose end lies above the value. */
function band(value: number, bands: readonly (readonly [below: number, name: string])[]): string {
  return (bands.find(([below]) => value < below) ?? bands.at(-1)!)[1];
}

const BLUR = [[0.25, 'low'], [0.75, 'medium'], [Infinity, 'high']] as const;
const NOISE = [[0.3, 'low'], [0.7, 'medium'], [Infinity, 'high']] as const;
const EXPOSURE = [[0.25, 'underExposure'], [0.75, 'goodExposure'], [Infinity, 'overExposure']] as const;

const MEASURED = {
  headPose: ({ pose: { roll, yaw, pitch } }) => ({ roll: rounded(roll, 1), yaw: rounded(yaw, 1), pitch: rounded(pitch, 1) }),
  blur: ({ quality: { blur } }, spelt) => ({ blurLevel: spelt(band(blur, BLUR)), value: rounded(blur, 2) }),
  exposure: ({ quality: { exposure } }, spelt) => ({ exposureLevel: spelt(band(exposure, EXPOSURE)), value: rounded(exposure, 2) }),
  noise: ({ quality: { noise } }, spelt) => ({ noiseLevel: spelt(band(noise, NOISE)), value: rounded(noise, 2) }),
  qualityForRecognition: ({ suitability }, spelt) => spelt(suitability),
} satisfies Record<string, (face: Face, spelt: Spelling) => unknown>;

export type Attribute = keyof typeof MEASURED;

/** Those that each detection model tells. */
const BY_MODEL: Readonly<Record<DetectionModel, readonly Attribute[]>> = {
  detection_01: ['headPose', 'blur', 'exposure', 'noise', 'qualityForRecognition'],
  detection_02: [],
  detection_03: ['headPose', 'blur', 'qualityForRecognition'],
};
const QUALITY_FOR: readonly RecognitionModel[] = ['recognition_03', 'recognition_04'];

/** The attributes that a caller asks for, separated by commas; throws where one cannot be told. */
export function attributesAskedFor(given: string | readonly string[] | undefined, { detectionModel, recognitionModel }: { detectionModel: DetectionModel; recognitionModel: RecognitionModel }): Attribute[] {
  const names = new Set([given ?? []].flat().flatMap((text) => text.split(',')).map((name) => name.trim()).filter((name) => name !== ''));
  if (names.size > 0 && BY_MODEL[detectionModel].length === 0) throw faceFailure('AttributesUnsupported', { detectionModel });
  return [...names].map((name) => {
    if (!Object.hasOwn(MEASURED, name)) throw faceFailure('AttributesInvalid');
    const attribute = name as Attribute;
    if (!BY_MODEL[detectionModel].includes(attribute)) throw faceFailure('AttributesUnsupported', { detectionModel });
    if (attribute === 'qualityForRecognition' && !QUALITY_FOR.includes(recognitionModel)) throw faceFailure('AttributesInvalid');
    return attribute;
  });
}

export function attributesOf(face: Face, attributes: readonly Attribute[], spelt: Spelling): Partial<Record<Attribute, unknown>> {
  return Object.fromEntries(attributes.map((attribute) => [attribute, MEASURED[attribute](face, spelt)]));
}
