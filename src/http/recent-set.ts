/** The names that were added last. */
export class RecentSet {
  readonly #names = new Set<string>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    this.#names.delete(name);
    this.#names.add(name);
    if (this.#names.size > this.#size) this.#names.delete(this.#names.values().next().value!);
  }
}
