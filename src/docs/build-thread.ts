/** Runs in a thread of the server: builds the site as compressed files. */
import { gzipSync } from 'node:zlib';
import { hashOf } from './content-hash.ts';
import { buildSite } from './build.ts';
import type { SiteInput } from './context.ts';

/** A file of the site as it is served. */
export interface ServedFile {
  bytes: Uint8Array;
  isCompressed: boolean;
  /** A hash of the content. */
  tag: string;
}

/** Images are compressed already. */
const COMPRESSED_TYPES = /\.(html|css|js|json|svg)$/;

export async function buildFiles(input: SiteInput): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
  for (const [path, content] of await buildSite(input)) {
    const isCompressed = COMPRESSED_TYPES.test(path);
    // A copy of its own: small buffers share memory, all of which would be sent.
    files.set(path, { bytes: Uint8Array.from(isCompressed ? gzipSync(content) : content), isCompressed, tag: hashOf(content) });
  }
  return files;
}
