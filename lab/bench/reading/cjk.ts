/**
 * Lines in Korean, Chinese and Japanese. Drawn ones of `cjk-lines` in the data folder (lab/training/cjk/sheet.py), in typefaces that
 * nothing was trained on, by the shipped network and, with --weights, by the recognizer of that folder in the same run, with the curve of
 * confidence that fits every second line, and how well the one in the code fits the others; and the values
 * of the real documents in these languages (`document/real2`) that are among the words read. Of the blind half only the sum is printed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { openNetworkFile } from '../../../src/engines/bindings/onnx-session.ts';
import type { GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import { createRecognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import type { Recognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import { probabilityOf } from '../../../src/engines/documents/reading/ocr/recognition/confidence.ts';
import { markSpaces, toHalfWidth } from '../../../src/engines/documents/reading/ocr/recognition/scripts.ts';
import type { ScriptLetter } from '../../../src/engines/documents/reading/ocr/recognition/scripts.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { findRecognizer } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { createScriptReaders } from '../../../src/engines/loaders/reading/script-readers.ts';
import { splitAt } from '../../../src/engines/shared/collections.ts';
import { layoutOf } from '../../training/documents/evaluation/read-generated.ts';
import { halfOf } from '../fields/real/documents.ts';
import type { SplitDocument } from '../fields/real/documents.ts';
import { fitCurve, isForFitting } from './calibration.ts';
import { printJudged } from './confidence.ts';
import { measureCpu } from './cpu-time.ts';
import { editDistance } from './scores.ts';
import type { Settings } from './settings.ts';
import { printHeader, printRow } from './table.ts';

interface Line {
  language: (typeof LINE_LANGUAGES)[number];
  size: number;
  noisy: boolean;
  image: string;
  text: string;
}

const LINE_LANGUAGES = ['ko', 'zh-Hant', 'zh-Hans', 'ja'] as const;
const SIZES = [40, 24, 16, 12] as const;
const DOCUMENT_LANGUAGES: readonly string[] = ['ko', 'zh-Hant', 'zh', 'ja'];

export async function benchCjk(settings: Settings): Promise<void> {
  await benchLines(settings);
  await benchDocuments(settings);
}

async function benchLines({ data, reader: { weights } }: Settings): Promise<void> {
  const folder = join(data, 'cjk-lines');
  if (!existsSync(join(folder, 'lines.json'))) return;
  const lines = JSON.parse(readFileSync(join(folder, 'lines.json'), 'utf8')) as Line[];
  const readers = createScriptReaders();
  const shipped = (await readers.open('cjk'))!.recognizer;
  const given = weights === undefined ? undefined : await findRecognizer(weights);
  const words: DrawnWord[] = [];
  printHeader('Drawn lines: character errors', [...SIZES.map((size) => `${size} px`), ...SIZES.map((size) => `noisy ${size}`), 'CPU s']);
  for (const language of LINE_LANGUAGES) {
    const own = lines.filter((line) => line.language === language);
    const images = await Promise.all(own.map(async ({ image }) => await readGray(join(folder, image))));
    const judge = async (name: string, read: () => Promise<ScriptLetter[][]>): Promise<ScriptLetter[][]> => {
      const { result, seconds } = await measureCpu(read);
      const errors = [false, true].flatMap((noisy) => SIZES.map((size) => errorsOf(own, result, size, noisy)));
      printRow(`${language}, ${name}`, [...errors, seconds / own.length]);
      return result;
    };
    const read = await judge('shipped', async () => await readLetters(shipped, images));
    words.push(...own.flatMap((line, i) => wordsOf(line, i, markSpaces(read[i]!, images[i]!.height))));
    if (given === undefined) continue;
    const recognizer = createRecognizer(await openNetworkFile(given.file), given.settings);
    await judge('--weights', async () => await readLetters(recognizer, images));
    await recognizer.close();
  }
  await readers.close();
  const { offset, slope } = fitCurve(words.filter(({ at }) => isForFitting(at)));
  printHeader('Confidence of words', ['words', 'mean', 'right', 'ECE']);
  for (const isNoisy of [undefined, false, true]) {
    const judged = words.filter(({ at, noisy }) => !isForFitting(at) && noisy === (isNoisy ?? noisy));
    const name = isNoisy === undefined ? 'lines not fitted on' : isNoisy ? '– noisy' : '– clean';
    printJudged(
      name,
      judged.map(({ probability, right }) => ({ confidence: probabilityOf('cjk', probability), right })),
    );
  }
  console.log(`fitted: offset ${offset.toFixed(2)}, slope ${slope.toFixed(2)}`);
}

interface DrawnWord {
  /** The place of its line. */
  at: number;
  noisy: boolean;
  probability: number;
  right: boolean;
}

/** A word, by the mean probability of its letters, is right if it occurs in its line. */
function wordsOf({ text: truth, noisy }: Line, at: number, letters: readonly ScriptLetter[]): DrawnWord[] {
  return splitAt(letters, ({ text }) => text.trim() === '').map((word) => ({
    at,
    noisy,
    probability: Math.exp(word.reduce((sum, { probability }) => sum + Math.log(probability), 0) / word.length),
    right: bare(truth).includes(bare(word.map(({ text }) => text).join(''))),
  }));
}

const readLetters = async (recognizer: Recognizer, images: readonly GrayImage[]): Promise<ScriptLetter[][]> =>
  (await recognizer.read(images)).map(({ letters, pixelsPerStep }) =>
    letters.map(({ text, at, probability }) => ({ text, x: (at + 0.5) * pixelsPerStep, probability })),
  );

async function readGray(file: string): Promise<GrayImage> {
  const { data, info } = await sharp(file).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

function errorsOf(lines: readonly Line[], read: readonly ScriptLetter[][], size: number, noisy: boolean): number {
  let [wrong, total] = [0, 0];
  lines.forEach((line, i) => {
    if (line.size !== size || line.noisy !== noisy) return;
    const truth = bare(line.text);
    wrong += editDistance([...truth], [...bare(read[i]!.map(({ text }) => text).join(''))]);
    total += [...truth].length;
  });
  return wrong / Math.max(1, total);
}

/** Without spaces; letters, signs and half-width kana that differ in width alone are the same. */
const bare = (text: string): string => toHalfWidth(text).normalize('NFKC').toLowerCase().replace(/\s/gu, '').replaceAll('〜', '~');

async function benchDocuments({ data, reader: options, list }: Settings): Promise<void> {
  const root = join(data, 'document', 'real2');
  if (!existsSync(root)) return;
  const reader = await loadReader(options);
  const sums = new Map<string, { pages: number; found: number; values: number; seconds: number }>();
  for (const folder of ['business-cards', 'ids', 'invoices', 'receipts']) {
    const expected = JSON.parse(readFileSync(join(root, folder, 'expected.json'), 'utf8')) as Record<
      string,
      SplitDocument & { language: string }
    >;
    for (const [file, { source, language, fields }] of Object.entries(expected)) {
      if (!DOCUMENT_LANGUAGES.includes(language)) continue;
      const half = halfOf(source);
      const { result, seconds } = await measureCpu(async () => await layoutOf(readFileSync(join(root, folder, file)), reader));
      const text = bare(result.items.map((item) => (item.kind === 'word' ? item.text : '')).join(''));
      const values = valuesOf(fields);
      const found = values.filter((value) => value.some((one) => text.includes(bare(one))));
      if (list && half === 'open')
        console.log(`  ${folder}/${file}: not found ${values.filter((value) => !found.includes(value)).join(' | ')}`);
      for (const key of [half, `${half}, ${language}`].slice(0, half === 'open' ? 2 : 1)) {
        const sum = sums.get(key) ?? { pages: 0, found: 0, values: 0, seconds: 0 };
        sums.set(key, {
          pages: sum.pages + 1,
          found: sum.found + found.length,
          values: sum.values + values.length,
          seconds: sum.seconds + seconds,
        });
      }
    }
  }
  await reader.close();
  printHeader('Real documents', ['pages', 'found', 'values', 'share', 'CPU s']);
  for (const [name, { pages, found, values, seconds }] of sums)
    printRow(name, [String(pages), String(found), String(values), found / values, seconds / pages]);
}

const OWN_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The printed values with letters of these languages, each with its alternatives. */
function valuesOf(value: unknown): string[][] {
  if (typeof value === 'string') return OWN_LETTER.test(value) ? [[value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (!('any' in value)) return Object.values(value).flatMap(valuesOf);
  const all = Object.values(value.any as object).filter((one): one is string => typeof one === 'string' && OWN_LETTER.test(one));
  return all.length === 0 ? [] : [all];
}
