/** Keeps what was built from the console's source in a checkout, so that the next start of a server need not build it again. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

interface Kept<T> {
  key: string;
  value: T;
}

/** What the file has for the key, else what is made, which replaces what the file has. The key names all that the value depends on. */
export async function kept<T>(file: string, key: () => string, make: () => Promise<T>): Promise<T> {
  const before = key();
  const found = read<T>(file);
  if (found?.key === before) return found.value;
  const value = await make();
  // Not if the source has changed meanwhile.
  if (key() === before) write(file, { key: before, value });
  return value;
}

function read<T>(file: string): Kept<T> | undefined {
  try {
    return deserialize(readFileSync(file)) as Kept<T>;
  } catch {
    // Absent, or written by another version of Node.
    return undefined;
  }
}

/** Replaces the file as a whole: several servers may start at the same time. */
function write(file: string, entry: Kept<unknown>): void {
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
