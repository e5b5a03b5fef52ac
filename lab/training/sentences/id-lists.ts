/** Lists of numbers below 2^24 in files that compress well: lengths, then low, middle and high bytes apart. */
import { writeFileSync } from 'node:fs';

export class IdLists {
  readonly #lengths: number[] = [];
  readonly #ids: number[] = [];

  add(ids: readonly number[]): void {
    this.#lengths.push(ids.length);
    for (const id of ids) this.#ids.push(id);
  }

  save(path: string): void {
    writeFileSync(`${path}.lengths`, Uint8Array.from(this.#lengths));
    const planes = [0, 8, 16].map((shift) => Uint8Array.from(this.#ids, (id) => (id >>> shift) & 255));
    writeFileSync(`${path}.ids`, Buffer.concat(planes));
  }
}
