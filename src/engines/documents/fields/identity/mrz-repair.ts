/** Cleans lines that may belong to a machine-readable zone, and repairs them with the decoder of reading. */
import { cellsOfText } from '../../reading/ocr/recognition/mrz-cells.ts';
import { decodeZone } from '../../reading/ocr/recognition/mrz-decode.ts';
import { ZONE_FORMATS } from '../../reading/ocr/recognition/mrz-formats.ts';

export type ZoneFormat = 'TD1' | 'TD2' | 'TD3' | 'French card';

export const LENGTHS: Readonly<Record<ZoneFormat, { lines: number; length: number }>> = {
  TD1: { lines: 3, length: 30 },
  TD2: { lines: 2, length: 36 },
  TD3: { lines: 2, length: 44 },
  'French card': { lines: 2, length: 36 },
};

/** Keeps capitals, digits and fillers; other characters that stand for a filler become one. */
export function cleanZoneLine(text: string): string {
  return text
    .replace(/[\s'’`"“”.,_~-]/gu, '')
    .replace(/[«]/gu, '<<')
    .replace(/[‹({[⟨≤く]/gu, '<')
    .replace(/[»›)}\]]/gu, '<')
    .replace(/[c¢€kes](?=[<ckes])|(?<=<)[ckes¢€]/gu, '<')
    .toUpperCase()
    .replace(/[^A-Z0-9<]/gu, '<');
}

/** Whether an OCR line can belong to a zone by length and characters. */
export function looksLikeZone(text: string): boolean {
  const compact = text.replace(/\s/gu, '');
  if (compact.length < 24 || compact.length > 60) return false;
  const cleanedText = cleanZoneLine(text);
  const fillers = cleanedText.replace(/[^<]/gu, '').length;
  const figures = cleanedText.replace(/\D/gu, '').length;
  const small = compact.replace(/[^a-z]/gu, '').length;
  return small < compact.length / 4 && (fillers >= 3 || (figures >= 12 && fillers >= 1) || figures >= 20);
}

/** Adds or removes fillers at the longest run to match the length. */
export function fitLength(line: string, length: number): string {
  if (line.length === length) return line;
  const runs = [...line.matchAll(/<+/gu)].sort((a, b) => b[0].length - a[0].length);
  const [run] = runs;
  const at = run === undefined ? line.length : run.index + run[0].length;
  if (line.length < length) return line.slice(0, at) + '<'.repeat(length - line.length) + line.slice(at);
  const extra = line.length - length;
  if (run !== undefined && run[0].length > extra) return line.slice(0, at - extra) + line.slice(at);
  return line.slice(0, length);
}

/** A mean log probability below this means that hardly a character fits the format. */
const MIN_SCORE = -0.6;

/** Lines of the format's length with the most probable characters that its layout and its check digits allow. */
export function repairZone(lines: readonly string[], format: ZoneFormat): string[] | undefined {
  const { length } = LENGTHS[format];
  const fitted = lines.map((line) => fitLength(line, length));
  const { lines: repaired, score } = decodeZone(
    ZONE_FORMATS.find(({ name }) => name === format)!,
    fitted.map(cellsOfText),
  );
  if (score < MIN_SCORE) return undefined;
  // A filler and a K are worth the same in check digits: what was read decides.
  return repaired.map((line, i) => [...line].map((letter, k) => (letter === 'K' && fitted[i]![k] === '<' ? '<' : letter)).join(''));
}
