/** The ids of the rows of a block, sorted: the id of the face, preceded in a group by that of the person. */

const ID_BYTES = 16;

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
    let [low, high] = [0, this.rows];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.bytes.compare(key, 0, key.length, middle * key.length, (middle + 1) * key.length);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}

export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
}

function unpackId(bytes: Buffer, at: number): string {
  const digits = bytes.toString('hex', at, at + ID_BYTES);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}
