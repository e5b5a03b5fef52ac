/** An index of feature hashes: a chain looks up every feature of every place in it, so it holds numbers only. */

/** Maps 32-bit hashes to indexes in insertion order, by open addressing. */
export class HashIndex {
  size = 0;
  #slots: Int32Array;
  #keys: Int32Array;

  constructor(expected: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)));
    this.#slots = new Int32Array(room).fill(-1);
    this.#keys = new Int32Array(room >> 1);
  }

  find(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const place = this.#slots[at]!;
      if (place < 0 || this.#keys[place] === hash) return place;
    }
  }

  add(hash: number): number {
    const found = this.find(hash);
    if (found >= 0) return found;
    if (this.size === this.#keys.length) this.#grow();
    this.#keys[this.size] = hash;
    this.#put(this.size);
    return this.size++;
  }

  hashes(): Int32Array {
    return this.#keys.slice(0, this.size);
  }

  #put(place: number): void {
    const mask = this.#slots.length - 1;
    let at = this.#keys[place]! & mask;
    while (this.#slots[at]! >= 0) at = (at + 1) & mask;
    this.#slots[at] = place;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let place = 0; place < this.size; place++) this.#put(place);
  }
}
