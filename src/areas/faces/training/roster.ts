/** The ids of the rows of a block, sorted: the id of the face, preceded in a group by that of the person. */

export const ID_BYTES = 16;

export class Roster {
  readonly bytes: Buffer;
  /** Ids per row. */
  readonly width: 1 | 2;

  constructor(bytes: Buffer, width: 1 | 2) {
    this.bytes = bytes;
    this.width = width;
  }

  get rows(): number {
    return this.bytes.length / (ID_BYTES * this.width);
  }

  /** The ids of a row; the face's id is last. */
  idsAt(row: number): string[] {
    return Array.from({ length: this.width }, (_, part) => unpackId(this.bytes, ID_BYTES * (row * this.width + part)));
  }

  has(ids: readonly string[]): boolean {
    const key = packIds(ids);
    const row = this.#firstNotBefore(key);
    return row < this.rows && this.#compare(row, key) === 0;
  }

  /** The rows of a person, from the first up to but not including the last. */
  rowsOf(personId: Uint8Array): [first: number, end: number] {
    const first = this.#firstNotBefore(personId);
    let end = first;
    while (end < this.rows && this.#compare(end, personId) === 0) end++;
    return [first, end];
  }

  /** The first row whose ids do not sort before the key, by as many bytes as the key has. */
  #firstNotBefore(key: Uint8Array): number {
    let [low, high] = [0, this.rows];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(row: number, key: Uint8Array): number {
    const start = row * ID_BYTES * this.width;
    return this.bytes.compare(key, 0, key.length, start, start + key.length);
  }
}

export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
}

function unpackId(bytes: Buffer, at: number): string {
  const digits = bytes.toString('hex', at, at + ID_BYTES);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}
