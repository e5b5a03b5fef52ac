/**
 * Sentence vectors for queries. They are computed in a thread of their own, so that requests and training do not
 * wait for each other, and cached, since people ask the same things again.
 */
const MODULE = new URL('../runtime/sentence-encoder.ts', import.meta.url);
const MAX_CACHED = 5000;

interface EncoderThreads {
  run<T>(task: { module: URL; function: string; input: unknown }): Promise<T>;
}

export class QueryEncoder {
  readonly #threads: EncoderThreads;
  readonly #cache = new Map<string, Float32Array>();

  constructor(threads: EncoderThreads) {
    this.#threads = threads;
  }

  async encode(text: string): Promise<Float32Array> {
    const cached = this.#cache.get(text);
    if (cached) return cached;
    const [vector] = await this.#threads.run<Float32Array[]>({ module: MODULE, function: 'embedTexts', input: [text] });
    if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(text, vector!);
    return vector!;
  }
}
