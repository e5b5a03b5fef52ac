/** The addresses of this server, which it may fetch from itself: the public one, and those that it listens on. */
export class OwnAddresses {
  #all: readonly string[];

  constructor(publicUrl: string | undefined) {
    this.#all = publicUrl === undefined ? [] : [publicUrl];
  }

  get all(): readonly string[] {
    return this.#all;
  }

  listen(bound: readonly string[]): void {
    this.#all = [...bound, ...this.#all];
  }
}
