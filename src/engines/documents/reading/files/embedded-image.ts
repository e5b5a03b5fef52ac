/**
 * Opens images inside office files. Drawings in vector formats, icons, and damaged or huge images are left out, and do not make the
 * file unreadable.
 */
import { openImage } from './decode-image.ts';
import type { ImageFile } from './decode-image.ts';
import { detectFileKind } from './file-kind.ts';
import type { FileKind, ImageKind } from './file-kind.ts';
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import type { Archive } from '../office/zip.ts';

const KINDS: ReadonlySet<FileKind> = new Set<ImageKind>(['jpeg', 'png', 'bmp', 'tiff', 'gif', 'webp', 'avif', 'heic']);
const isImageKind = (kind: FileKind): kind is ImageKind => KINDS.has(kind);

/** Undefined for what is left out. */
export async function openEmbeddedImage(archive: Archive, part: string, limits: Limits): Promise<ImageFile | undefined> {
  return await imageOrNone(async () => {
    const bytes = archive.bytes(part);
    const kind = bytes && detectFileKind(bytes, limits);
    return kind && isImageKind(kind) ? await openImage(bytes, kind, limits) : undefined;
  });
}

export async function imageOrNone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (problem) {
    if (problem instanceof UnreadableFile) return undefined;
    throw problem;
  }
}
