/** A folder of other networks, described by its faces.json (README.md): each of the three may be there, and what is said of it is checked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DetectorSettings } from '../detect.ts';
import { overlapOf } from '../detect.ts';
import type { LandmarkSettings } from '../landmarks.ts';
import type { Levels } from '../picture.ts';
import type { RecognitionSettings } from '../template.ts';

export type Decoding = { kind: 'cells'; cell: number; anchors: readonly (readonly [number, number])[] } | { kind: 'boxes' };
export interface DetectorFile { file: string; decoding: Decoding; settings: DetectorSettings }
export interface LandmarkFile { file: string; settings: LandmarkSettings }
export interface RecognitionFile { file: string; settings: RecognitionSettings }
export interface Described { detector?: DetectorFile; landmarks?: LandmarkFile; recognition?: RecognitionFile }

type Said = Record<string, unknown>;

export async function describedIn(folder: string): Promise<Described> {
  const name = join(folder, 'faces.json');
  const said = parsed(name, await readFile(name, 'utf8'));
  const part = <T>(key: string, read: (from: Reader) => T): Partial<Record<string, T>> =>
    said[key] === undefined ? {} : { [key]: read(new Reader(objectIn(said[key], `${name}: ${key}`), `${name}: ${key}`)) };
  return {
    ...part('detector', (from) => ({ file: join(folder, from.text('file')), decoding: decodingOf(from), settings: detectorSettings(from) })),
    ...part('landmarks', (from) => ({ file: join(folder, from.text('file')), settings: { levels: levelsOf(from), side: from.positive('side'), room: from.positive('room', 1.1) } })),
    ...part('recognition', (from) => ({ file: join(folder, from.text('file')), settings: { levels: levelsOf(from), mirror: from.flag('mirror', true) } })),
  };
}

function decodingOf(from: Reader): Decoding {
  const kind = from.text('decoding');
  if (kind === 'boxes') return { kind };
  if (kind !== 'cells') throw from.problem('decoding', '"cells" or "boxes"');
  const anchors = from.list('anchors').map((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((side) => typeof side === 'number' && side > 0) ? pair as [number, number] : undefined);
  if (anchors.length === 0 || anchors.includes(undefined)) throw from.problem('anchors', 'pairs of numbers above 0');
  return { kind, cell: from.positive('cell'), anchors: anchors as [number, number][] };
}

function detectorSettings(from: Reader): DetectorSettings {
  const [least, most] = [from.positive('leastFace'), from.positive('mostFace')];
  if (most < 2 * least) throw from.problem('mostFace', 'at least twice leastFace, since sizes are halved');
  const fixed = from.has('width');
  const multiple = fixed ? 1 : from.positive('multiple', 32);
  const tile = fixed ? { width: from.positive('width'), height: from.positive('height') } : { width: 1024, height: 1024 };
  if (Math.min(tile.width, tile.height) < 2 * overlapOf(least)) throw from.problem('leastFace', 'less, or the tiles larger: they would be hardly more than what they have in common');
  return { levels: levelsOf(from), faces: { least, most }, tile: { ...tile, multiple, fixed }, leastScore: from.positive('leastScore', 0.5) };
}

function levelsOf(from: Reader): Levels {
  const three = (key: string): number[] => {
    const values = from.list(key);
    if (values.length !== 3 || !values.every((value) => typeof value === 'number' && Number.isFinite(value))) throw from.problem(key, 'three numbers');
    return values as number[];
  };
  const [mean, deviation] = [three('mean'), three('deviation')];
  if (deviation.some((value) => value <= 0)) throw from.problem('deviation', 'three numbers above 0');
  return { mean, deviation };
}

/** What is said, with the place where it is said for whoever has to put it right. */
class Reader {
  readonly #said: Said;
  readonly #place: string;

  constructor(said: Said, place: string) {
    this.#said = said;
    this.#place = place;
  }

  has(key: string): boolean {
    return this.#said[key] !== undefined;
  }

  text(key: string): string {
    const value = this.#said[key];
    if (typeof value !== 'string' || value === '') throw this.problem(key, 'a text');
    return value;
  }

  positive(key: string, otherwise?: number): number {
    const value = this.#said[key] ?? otherwise;
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) throw this.problem(key, 'a number above 0');
    return value;
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.#said[key] ?? otherwise;
    if (typeof value !== 'boolean') throw this.problem(key, 'true or false');
    return value;
  }

  list(key: string): unknown[] {
    const value = this.#said[key];
    if (!Array.isArray(value)) throw this.problem(key, 'a list');
    return value;
  }

  problem(key: string, wanted: string): Error {
    return new Error(`${this.#place}.${key} is ${JSON.stringify(this.#said[key]) ?? 'missing'}; it must be ${wanted}.`);
  }
}

function parsed(name: string, text: string): Said {
  try {
    return objectIn(JSON.parse(text), name);
  } catch (problem) {
    throw new Error(`${name} is not JSON with an object in it.`, { cause: problem });
  }
}

function objectIn(value: unknown, place: string): Said {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${place} is no object.`);
  return value as Said;
}
