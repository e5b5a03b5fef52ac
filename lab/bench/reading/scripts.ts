/**
 * Printed lines of other scripts, from `corpora/print-*` of the data folder: whole pages by our reader; --list prints each true line
 * with what was read. None of these lines was trained on. There is no peer: Tesseract is installed without these scripts.
 */
import { applyToBox } from '../../../src/engines/documents/reading/model/affine.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { measureCpu } from './cpu-time.ts';
import { readHandPages } from './hand-pages.ts';
import { scorePage } from './scores.ts';
import type { FoundWord } from './scores.ts';
import type { Settings } from './settings.ts';
import { mean, printBar, printHeader, printRow } from './table.ts';

const SETS = [
  { name: 'Arabic and Persian', folder: 'print-arabic-lines' },
  { name: 'Tamil', folder: 'print-tamil-lines' },
  { name: 'Kannada', folder: 'print-kannada' },
] as const;
const MIN_F1 = 0.85;

export async function benchScripts({ data, reader: options, list }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const results: { name: string; f1: number }[] = [];
  printHeader('Other scripts, whole pages', ['pages', 'F1', 'F1n', 'CER', 'CPU s']);
  for (const { name, folder } of SETS) {
    const pages = [...(await readHandPages(data, folder, true)), ...(await readHandPages(data, folder, false))];
    if (pages.length === 0) continue;
    const scores = [];
    for (const { image, lines } of pages) {
      const { result, seconds } = await measureCpu(async () => await reader.read(image));
      const words = result.lines
        .flatMap((line) => line.words)
        .map(({ text, box }): FoundWord => ({ text: foldLetters(text), box: applyToBox(result.toOriginal, box) }));
      const truth = lines.map(({ text, box }) => ({ text: foldLetters(text), box }));
      scores.push({ ...scorePage(truth, words, false), seconds });
      if (!list) continue;
      for (const { text, box } of truth) {
        const own = words.filter(
          (word) => (word.box.top + word.box.bottom) / 2 > box.top && (word.box.top + word.box.bottom) / 2 < box.bottom,
        );
        console.log(`  ${text}\n    ${own.map((word) => word.text).join(' ')}`);
      }
    }
    const f1 = mean(scores.map((score) => score.f1));
    const figures = [f1, mean(scores.map(({ lettersF1 }) => lettersF1)), mean(scores.map((one) => one.characterErrors))];
    printRow(name, [String(pages.length), ...figures, mean(scores.map(({ seconds }) => seconds))]);
    results.push({ name, f1 });
  }
  await reader.close();
  for (const { name, f1 } of results) printBar(f1 >= MIN_F1, `${name}: words F1 at least ${MIN_F1}`);
}

const LETTERS: Readonly<Record<string, string>> = { ک: 'ك', ی: 'ي', ى: 'ي', ھ: 'ه', ہ: 'ه' };
/** Letters that are printed alike as one; digits of any script as ours; without vowel signs, stretched letters and joiners. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u064b-\u0652\u0670\u0640\u200b-\u200f]/gu, '')
    .replace(/[کیىھہ]/gu, (letter) => LETTERS[letter]!)
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** The digits of each script follow one another in Unicode. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0)!;
  const start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1)) && start - code < 9) code--;
  return start - code;
}
