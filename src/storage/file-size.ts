import { stat } from 'node:fs/promises';

/** The total size of files; a missing one counts as empty. */
export async function sizeOf(...paths: string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(fileSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
