import type { Writable } from 'node:stream';

const FLUSH_AT_CHARACTERS = 16_384;
const FLUSH_MS = 250;

/** Buffers log lines and writes them together: a write per line would cost as much as a small call. */
export class LogOutput {
  readonly #to: Writable;
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(to: Writable) {
    this.#to = to;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FLUSH_AT_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines === '') return;
    this.#to.write(this.#lines);
    this.#lines = '';
  }
}
