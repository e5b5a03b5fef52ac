/** Reads the files of the engine of names. */
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../weights/names/', import.meta.url);

export function readNameFile(name: 'lexicon.bin' | 'english.bin' | 'others.bin'): Uint8Array {
  return readFileSync(new URL(name, FOLDER));
}
