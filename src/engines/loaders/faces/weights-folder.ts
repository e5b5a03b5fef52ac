/**
 * Reads a folder of other networks, described by its faces.json (faces/README.md): any of the three may be present, and its description
 * is validated.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DetectorSettings } from '../../faces/detection/detect.ts';
import { tileOverlap } from '../../faces/detection/detect.ts';
import type { LandmarkSettings } from '../../faces/detection/landmarks.ts';
import type { Normalization } from '../../faces/image.ts';
import type { RecognitionSettings } from '../../faces/recognition/template.ts';

export type Decoding = { kind: 'cells'; cell: number; anchors: readonly (readonly [number, number])[] } | { kind: 'boxes' };
export interface DetectorFile {
  file: string;
  decoding: Decoding;
  settings: DetectorSettings;
}
export interface LandmarkFile {
  file: string;
  settings: LandmarkSettings;
}
export interface RecognitionFile {
  file: string;
  settings: RecognitionSettings;
}
export interface CustomNetworks {
  detector?: DetectorFile;
  landmarks?: LandmarkFile;
  recognition?: RecognitionFile;
}

type JsonObject = Record<string, unknown>;

/** Former names of settings, which are still read. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  leastFace: 'minFaceSize',
  mostFace: 'maxFaceSize',
  leastScore: 'minScore',
  room: 'margin',
};
const withNewNames = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [OLD_NAMES[name] ?? name, value]));

export async function readWeightsFolder(folder: string): Promise<CustomNetworks> {
  const path = join(folder, 'faces.json');
  const description = parseObject(path, await readFile(path, 'utf8'));
  const part = <T>(key: string, read: (reader: DescriptionReader) => T): Partial<Record<string, T>> => {
    const label = `${path}: ${key}`;
    return description[key] === undefined
      ? {}
      : { [key]: read(new DescriptionReader(withNewNames(requireObject(description[key], label)), label)) };
  };
  return {
    ...part('detector', (reader) => ({
      file: join(folder, reader.text('file')),
      decoding: readDecoding(reader),
      settings: readDetectorSettings(reader),
    })),
    ...part('landmarks', (reader) => ({
      file: join(folder, reader.text('file')),
      settings: { levels: readNormalization(reader), side: reader.positive('side'), margin: reader.positive('margin', 1.1) },
    })),
    ...part('recognition', (reader) => ({
      file: join(folder, reader.text('file')),
      settings: { levels: readNormalization(reader), mirror: reader.flag('mirror', true) },
    })),
  };
}

function readDecoding(reader: DescriptionReader): Decoding {
  const kind = reader.text('decoding');
  if (kind === 'boxes') return { kind };
  if (kind !== 'cells') throw reader.invalid('decoding', '"cells" or "boxes"');
  const anchors = reader.list('anchors');
  if (anchors.length === 0 || !anchors.every(isAnchor)) throw reader.invalid('anchors', 'pairs of numbers above 0');
  return { kind, cell: reader.positive('cell'), anchors };
}

function isAnchor(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((side) => typeof side === 'number' && side > 0);
}

function readDetectorSettings(reader: DescriptionReader): DetectorSettings {
  const [min, max] = [reader.positive('minFaceSize'), reader.positive('maxFaceSize')];
  if (max < 2 * min) throw reader.invalid('maxFaceSize', 'at least twice minFaceSize, because each scale is half the one before');
  const fixed = reader.has('width');
  const multiple = fixed ? 1 : reader.positive('multiple', 32);
  const tile = fixed ? { width: reader.positive('width'), height: reader.positive('height') } : { width: 1024, height: 1024 };
  if (Math.min(tile.width, tile.height) < 2 * tileOverlap(min))
    throw reader.invalid('minFaceSize', 'smaller, or the tiles larger: they would mostly overlap');
  return {
    levels: readNormalization(reader),
    faces: { min, max },
    tile: { ...tile, multiple, fixed },
    minScore: reader.positive('minScore', 0.5),
  };
}

function readNormalization(reader: DescriptionReader): Normalization {
  const threeNumbers = (key: string): number[] => {
    const values = reader.list(key);
    if (values.length !== 3 || !values.every((value) => typeof value === 'number' && Number.isFinite(value)))
      throw reader.invalid(key, 'three numbers');
    return values as number[];
  };
  const [mean, deviation] = [threeNumbers('mean'), threeNumbers('deviation')];
  if (deviation.some((value) => value <= 0)) throw reader.invalid('deviation', 'three numbers above 0');
  return { mean, deviation };
}

/** Reads the properties of a description; errors name the file and the property. */
class DescriptionReader {
  readonly #description: JsonObject;
  readonly #label: string;

  constructor(description: JsonObject, label: string) {
    this.#description = description;
    this.#label = label;
  }

  has(key: string): boolean {
    return this.#description[key] !== undefined;
  }

  text(key: string): string {
    const value = this.#description[key];
    if (typeof value !== 'string' || value === '') throw this.invalid(key, 'a non-empty string');
    return value;
  }

  positive(key: string, defaultValue?: number): number {
    const value = this.#description[key] ?? defaultValue;
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) throw this.invalid(key, 'a number above 0');
    return value;
  }

  flag(key: string, defaultValue: boolean): boolean {
    const value = this.#description[key] ?? defaultValue;
    if (typeof value !== 'boolean') throw this.invalid(key, 'true or false');
    return value;
  }

  list(key: string): unknown[] {
    const value = this.#description[key];
    if (!Array.isArray(value)) throw this.invalid(key, 'a list');
    return value;
  }

  invalid(key: string, expected: string): Error {
    return new Error(`${this.#label}.${key} is ${JSON.stringify(this.#description[key]) ?? 'missing'}; it must be ${expected}.`);
  }
}

function parseObject(path: string, text: string): JsonObject {
  try {
    return requireObject(JSON.parse(text), path);
  } catch (problem) {
    throw new Error(`${path} is not a JSON object.`, { cause: problem });
  }
}

function requireObject(value: unknown, label: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${label} is not an object.`);
  return value as JsonObject;
}
