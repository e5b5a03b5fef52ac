/** Training files by name, wherever they are stored. Reads count against a byte limit. */
import { documentFailure } from '../failures.ts';

export interface TrainingFiles {
  /** All names, or the names of documents in a file list. */
  names: readonly string[];
  /** Names under which `fields.json` may exist, most likely first. */
  fields: readonly string[];
  /** Undefined when there is no such file. */
  get(name: string): Promise<Uint8Array | undefined>;
}

export const LABELS_SUFFIX = '.labels.json';
export const OCR_SUFFIX = '.ocr.json';
const DOCUMENT = /\.(?:pdf|jpe?g|jfif|png|bmp|tiff?|gif|webp|avif|heif|heic|docx|xlsx|pptx|html?)$/i;

/** Whether the name is one of a training file: a document, its labels, its layout, or the fields. Folders are not allowed. */
export function isTrainingFile(name: string): boolean {
  if (/[/\\\x00-\x1f\x7f]/.test(name)) return false;
  const document = name.endsWith(LABELS_SUFFIX)
    ? name.slice(0, -LABELS_SUFFIX.length)
    : name.endsWith(OCR_SUFFIX)
      ? name.slice(0, -OCR_SUFFIX.length)
      : name;
  return name === 'fields.json' || (DOCUMENT.test(document) && !/^\.[^.]*$/.test(document));
}

/** Limits the bytes that are read in total. */
export function withByteLimit(
  maxBytes: number,
  read: (name: string, leftBytes: number) => Promise<Uint8Array | undefined>,
): TrainingFiles['get'] {
  let totalBytes = 0;
  return async (name) => {
    const bytes = await read(name, maxBytes - totalBytes + 1);
    totalBytes += bytes?.length ?? 0;
    if (totalBytes > maxBytes) throw contentTooLong(totalBytes, maxBytes);
    return bytes;
  };
}

function contentTooLong(bytes: number, maxBytes: number): Error {
  return documentFailure('InvalidTrainingContentLength', { bytes, maxBytes });
}

/** Names of documents, including those of which only the layout is stored. */
export function documentNames(names: readonly string[]): string[] {
  return [
    ...new Set(
      names.flatMap((name) => (DOCUMENT.test(name) ? [name] : name.endsWith(OCR_SUFFIX) ? [name.slice(0, -OCR_SUFFIX.length)] : [])),
    ),
  ];
}

/** A file list has one JSON object per line. */
export function parseFileList(content: Uint8Array): { names: string[] } | { badLine: number } {
  const names: string[] = [];
  const lines = new TextDecoder().decode(content).split('\n');
  for (const line of lines) {
    if (line.trim() === '') continue;
    const name = fileOf(line);
    if (name === undefined) return { badLine: names.length + 1 };
    names.push(name);
  }
  return { names };
}

function fileOf(line: string): string | undefined {
  try {
    const file = (JSON.parse(line) as { file?: unknown } | null)?.file;
    return typeof file === 'string' && file !== '' ? file : undefined;
  } catch {
    return undefined;
  }
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** In the folder of the list, at the root, or in the folder of the first document. */
export function fieldsFilesForList(list: string, names: readonly string[]): string[] {
  return [...new Set([folderOf(list), '', folderOf(names[0] ?? '')])].map((folder) => `${folder}fields.json`);
}

export function fieldsFilesIn(names: readonly string[]): string[] {
  return names
    .filter((name) => name === 'fields.json' || name.endsWith('/fields.json'))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
}
