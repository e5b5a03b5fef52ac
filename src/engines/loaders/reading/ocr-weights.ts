/**
 * Finds OCR weights and reads their settings: those shipped with the package, and those of a folder given by the operator
 * (reading/ocr/README.md).
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageWeights } from '../../documents/reading/ocr/recognition/beam-search.ts';
import { parseLetterModel } from '../../documents/reading/ocr/recognition/letter-model.ts';
import type { RecognizerSettings } from '../../documents/reading/ocr/recognition/recognizer.ts';

export interface RecognizerWeights {
  file: string;
  settings: RecognizerSettings;
}

const shippedFolder = (name: string): string => fileURLToPath(new URL(`../../../../weights/${name}`, import.meta.url));

export const shippedDetector = (): string => findDetector(shippedFolder('detector'))!;

export const shippedRecognizer = async (): Promise<RecognizerWeights> => (await findRecognizer(shippedFolder('recogniser')))!;

/** Undefined where it is not installed: similar letters are then read instead of those that the recognizer does not know. */
export const shippedLetterReader = async (): Promise<RecognizerWeights | undefined> => await findRecognizer(shippedFolder('more-letters'));

/** Undefined where it is not installed: handwriting is then read by the recognizer alone. */
export const shippedHandReader = async (): Promise<RecognizerWeights | undefined> => await findRecognizer(shippedFolder('hands'));

/** The detector network of a folder. */
export function findDetector(folder: string): string | undefined {
  const file = join(folder, 'detector.onnx');
  return existsSync(file) ? file : undefined;
}

interface RecognizerFile {
  kind?: string;
  height?: number;
  channels?: 1 | 3;
  mean?: number;
  deviation?: number;
  characters?: string | string[];
  charactersFile?: string;
  probabilities?: boolean;
  stretch?: number;
  margin?: number;
  contrast?: boolean;
  language?: LanguageWeights;
  certain?: number;
}

/** The recognizer of a folder: recogniser.onnx, recogniser.json, which must list its characters, and an optional letters.bin. */
export async function findRecognizer(folder: string): Promise<RecognizerWeights | undefined> {
  const file = join(folder, 'recogniser.onnx');
  if (!existsSync(file)) return undefined;
  const given = await readJson<RecognizerFile>(join(folder, 'recogniser.json'));
  if (given === undefined) throw new Error(`${folder} has a recogniser.onnx but no recogniser.json that lists its characters.`);
  const {
    kind = 'ctc',
    height = 32,
    channels = 1,
    mean = 0,
    deviation = 1,
    probabilities = false,
    stretch,
    margin,
    contrast,
    language,
    certain,
  } = given;
  if (kind !== 'ctc') throw new Error(`${folder}/recogniser.json: kind is ${kind}; only "ctc" is supported.`);
  const characters = await readCharacters(folder, given);
  const letters = join(folder, 'letters.bin');
  return {
    file,
    settings: {
      ...(existsSync(letters) && { letters: parseLetterModel(await readFile(letters)) }),
      height,
      channels,
      mean,
      deviation,
      characters,
      probabilities,
      ...(stretch !== undefined && { stretch }),
      ...(margin !== undefined && { margin }),
      ...(contrast !== undefined && { contrast }),
      ...(language !== undefined && { language }),
      ...(certain !== undefined && { certain }),
    },
  };
}

async function readCharacters(folder: string, { characters: given, charactersFile }: RecognizerFile): Promise<string[]> {
  const characters =
    charactersFile !== undefined ? await readDictionary(join(folder, charactersFile)) : typeof given === 'string' ? [...given] : given;
  if (characters === undefined || characters.length === 0)
    throw new Error(`${folder}/recogniser.json has neither characters nor charactersFile.`);
  return characters;
}

/** One character per line; the space, which such files leave out, is the last class. */
async function readDictionary(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return [...lines, ' '];
}

async function readJson<T>(file: string): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
}
