import type { Writable } from 'node:stream';

const FLUSH_AT_CHARACTERS = 16_384;
const FLUSH_MS = 250;

/** Where log lines go: gathered and written together, since a write for each would cost as much as answering a small call. */
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
