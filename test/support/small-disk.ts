/** A small file system in memory, for tests of full and read-only disks. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  /** Writes a file until nothing more fits. */
  fill(): void;
  /** Frees what `fill` has taken. */
  free(): void;
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

/** Undefined where this user may not mount a file system. */
export function mountedFolder(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'perennial-disk-'));
  const mount = (...args: string[]): boolean => spawnSync('mount', [...args, path]).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs')) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => void mount('-o', 'remount,ro'),
    makeWritable: () => void mount('-o', 'remount,rw'),
    remove: () => {
      // Lazily, since a server that was killed may still be ending.
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let bytes = 1 << 20; bytes >= 512;) {
      try {
        writeSync(file, Buffer.alloc(bytes, 1));
      } catch {
        bytes /= 2;
      }
    }
    fsyncSync(file);
  } catch {
    // Full, as intended.
  } finally {
    closeSync(file);
  }
}
