/** Builds the docs on the first request, in a thread, because that takes seconds. Nothing is downloaded. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServedFile } from '../docs/build-thread.ts';
import { describeAreas } from '../docs/table.ts';
import type { Area } from '../kernel/area.ts';
import { VERSION } from '../version.ts';
import { WorkerPool } from '../workers/pool.ts';
import { startThread } from '../workers/thread.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULE = new URL('../docs/build-thread.ts', import.meta.url);
const MEMORY_MB = 512;

export type DocsFiles = ReadonlyMap<string, ServedFile>;

/** Resolves with the files of the site below `base`. In development they are built again when a source has changed. */
export function docsBuilder(areas: readonly Area[], { base, dev }: { base: string; dev: boolean }): () => Promise<DocsFiles> {
  let built: { at: number; files: Promise<DocsFiles> } | undefined;
  return () => {
    const at = dev ? modifiedAt() : 0;
    if (built?.at !== at) {
      const current = { at, files: buildInThread(areas, base) };
      built = current;
      current.files.catch(() => {
        if (built === current) built = undefined;
      });
    }
    return built!.files;
  };
}

async function buildInThread(areas: readonly Area[], base: string): Promise<DocsFiles> {
  const input = { root: ROOT, base, version: VERSION, areas: describeAreas(areas) };
  const pool = new WorkerPool(startThread, { count: 1, memoryMb: MEMORY_MB });
  try {
    return await pool.run<DocsFiles>({ module: MODULE, function: 'buildFiles', input });
  } finally {
    await pool.close();
  }
}

function modifiedAt(): number {
  const sources = ['docs/**/*.{md,json,png}', 'src/docs/**/*.{ts,css}', '*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return Math.max(...sources.map((name) => statSync(join(ROOT, name)).mtimeMs));
}
