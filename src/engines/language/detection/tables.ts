/**
 * The tables of the detector as bytes: "PLNG" · u32 version · tables in the order of the groups (bits, step, biases, weights) · CRC-32.
 */
import { Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { readLanguageFile } from '../../bindings/language-file.ts';
import { LanguageDetector } from './detector.ts';
import type { LanguageTable, LanguageTables } from './detector.ts';
import { GROUP_LANGUAGES } from './scripts.ts';
import type { ScriptGroup } from './scripts.ts';

const KIND = { magic: 0x474e4c50, version: 1 };
const GROUPS = Object.keys(GROUP_LANGUAGES) as ScriptGroup[];

let detector: LanguageDetector | undefined;

/** The detector, loaded once per thread. */
export function loadLanguageDetector(): LanguageDetector {
  return (detector ??= new LanguageDetector(readTables(readLanguageFile())));
}

export function writeTables(tables: LanguageTables): Uint8Array {
  const out = new Writer();
  out.begin(KIND);
  out.list(GROUPS, (group) => {
    const { bits, step, biases, weights } = tables[group];
    out.u32(bits);
    out.f32(step);
    out.floats(biases);
    out.bytes(new Uint8Array(weights.buffer, weights.byteOffset, weights.length));
  });
  return out.finish();
}

export function readTables(bytes: Uint8Array): LanguageTables {
  const input = new Reader(bytes);
  input.begin(KIND, 'the tables of the language detector', 'install the package again');
  const tables = input.list((): LanguageTable => {
    const [bits, step, biases, weights] = [input.u32(), input.f32(), input.floats(), input.bytes()];
    return { bits, step, biases, weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length) };
  });
  input.end();
  return Object.fromEntries(GROUPS.map((group, g) => [group, tables[g]!])) as Record<ScriptGroup, LanguageTable>;
}
