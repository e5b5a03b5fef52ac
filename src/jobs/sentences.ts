/**
 * Sentence vectors for queries. They are computed in a thread of their own, so that neither requests nor
 * training wait for each other, and remembered: people ask the same things again.
 */
import { Threads } from './threads.ts';

const REMEMBERED = 5000;
const THREAD_MB = 512;

export class Sentences {
  readonly #threads = new Threads({ count: 1, memoryMb: THREAD_MB });
  readonly #module: URL;
  readonly #known = new Map<string, Float32Array>();

  /** The module's `embedTexts` does the work. */
  constructor(module: URL) {
    this.#module = module;
  }

  async vector(text: string): Promise<Float32Array> {
    const known = this.#known.get(text);
    if (known) return known;
    const [vector] = await this.#threads.run<Float32Array[]>({ module: this.#module, function: 'embedTexts', input: [text] });
    if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(text, vector!);
    return vector!;
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }
}
