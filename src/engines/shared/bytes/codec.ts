/** Codecs write and read a value by one description, so that the two cannot differ. Reading throws `InvalidModel` for what does not fit. */
import type { Reader } from './reader.ts';
import { InvalidModel } from './reader.ts';
import type { Writer } from './writer.ts';

export interface Codec<T> {
  write(out: Writer, value: T): void;
  read(input: Reader): T;
}

export const u32: Codec<number> = { write: (out, value) => out.u32(value), read: (input) => input.u32() };
export const f64: Codec<number> = { write: (out, value) => out.f64(value), read: (input) => input.f64() };
/** An integer that is usually small. */
export const varint: Codec<number> = { write: (out, value) => out.difference(value), read: (input) => input.difference() };
export const flag: Codec<boolean> = { write: (out, value) => out.difference(value ? 1 : 0), read: (input) => input.difference() === 1 };
/** A hash of 32 bits with a sign. */
export const hash: Codec<number> = { write: (out, value) => out.u32(value >>> 0), read: (input) => input.u32() | 0 };
export const text: Codec<string> = { write: (out, value) => out.text(value), read: (input) => input.text() };
export const ascending: Codec<Uint32Array> = { write: (out, value) => out.ascending(value), read: (input) => input.ascending() };
export const floats: Codec<Float32Array> = { write: (out, value) => out.floats(value), read: (input) => input.floats() };

/** A value as another one that has a codec. */
export const mapped = <T, U>(codec: Codec<U>, from: (value: T) => U, to: (value: U) => T): Codec<T> => ({
  write: (out, value) => codec.write(out, from(value)),
  read: (input) => to(codec.read(input)),
});

/** A count and the items. */
export const list = <T>(item: Codec<T>): Codec<T[]> => ({
  write: (out, items) => out.list(items, (one) => item.write(out, one)),
  read: (input) => input.list(() => item.read(input)),
});

/** Items whose number is known. */
export const repeated = <T>(count: number, item: Codec<T>): Codec<T[]> => ({
  write: (out, items) => items.forEach((one) => item.write(out, one)),
  read: (input) => Array.from({ length: count }, () => item.read(input)),
});

export const optional = <T>(codec: Codec<T>): Codec<T | undefined> =>
  mapped(
    list(codec),
    (value) => (value === undefined ? [] : [value]),
    ([value]) => value,
  );

/** The fields of an object, in the order of their codecs. */
export const record = <T extends object>(fields: { readonly [Name in keyof T]-?: Codec<T[Name]> }): Codec<T> => {
  const names = Object.keys(fields) as (keyof T)[];
  return {
    write: (out, value) => names.forEach((name) => fields[name].write(out, value[name])),
    read: (input) => Object.fromEntries(names.map((name) => [name, fields[name].read(input)])) as T,
  };
};

export const map = <K, V>(key: Codec<K>, value: Codec<V>): Codec<ReadonlyMap<K, V>> => ({
  write: (out, entries) =>
    out.list([...entries], ([name, one]) => {
      key.write(out, name);
      value.write(out, one);
    }),
  read: (input) => new Map(input.list(() => [key.read(input), value.read(input)] as const)),
});

export const checked = <T>(codec: Codec<T>, isValid: (value: T) => boolean, reason = 'a number is out of range'): Codec<T> => ({
  write: (out, value) => codec.write(out, value),
  read: (input) => {
    const value = codec.read(input);
    if (!isValid(value)) throw new InvalidModel(reason);
    return value;
  },
});

export const within = (codec: Codec<number>, min: number, max: number): Codec<number> =>
  checked(codec, (value) => value >= min && value <= max);

/** An index into something of which there are `count`. */
export const index = (count: number): Codec<number> => checked(varint, (value) => value < count, 'an index is out of range');

/** What formats before `version` lack. */
export const since = <T>(version: number, codec: Codec<T>, before: T): Codec<T> => ({
  write: (out, value) => codec.write(out, value),
  read: (input) => (input.version < version ? before : codec.read(input)),
});
