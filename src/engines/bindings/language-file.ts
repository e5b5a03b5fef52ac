/** Reads the tables of the language detector. */
import { readFileSync } from 'node:fs';

const FILE = new URL('../../../weights/languages/detector.bin', import.meta.url);

export function readLanguageFile(): Uint8Array {
  return readFileSync(FILE);
}
