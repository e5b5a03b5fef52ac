/** Caches the console that was built from its source in a checkout, so that the next start of a server need not build it again. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

interface Entry<T> {
  key: string;
  value: T;
}

/** The value of the file if it has this key, else a new one, which replaces it. The key identifies all that the value depends on. */
export async function cached<T>(file: string, key: () => string, make: () => Promise<T>): Promise<T> {
  const before = key();
  const found = read<T>(file);
  if (found?.key === before) return found.value;
  const value = await make();
  // Not if the source has changed meanwhile.
  if (key() === before) write(file, { key: before, value });
  return value;
}

function read<T>(file: string): Entry<T> | undefined {
  try {
    return deserialize(readFileSync(file)) as Entry<T>;
  } catch {
    // Absent, or written by another version of Node.
    return undefined;
  }
}

/** Replaces the file as a whole: several servers may start at the same time. */
function write(file: string, entry: Entry<unknown>): void {
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(written, serialize(entry));
    renameSync(written, file);
  } catch {
    // A checkout that cannot be written to: the next start builds again.
    if (existsSync(written)) rmSync(written);
  }
}
