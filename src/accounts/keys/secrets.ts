/** Secrets that are generated on first start and stored in files beside the database, readable by their owner only. */
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

export function secretsFolder(data: string): string {
  return join(data, 'secrets');
}

/** The stored secret, generated when there is none. Concurrent processes get the same one. */
export function storedSecret(data: string, name: string): string {
  const folder = secretsFolder(data);
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    const file = openSync(temporary, 'wx', 0o600);
    writeSync(file, randomBytes(32).toString('hex'));
    fsyncSync(file);
    closeSync(file);
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
