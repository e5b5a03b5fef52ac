/** Training files wherever they lie, by the names they have there. What is fetched counts against an allowance. */
import { documentFailure } from '../failures.ts';

export interface TrainingFiles {
  /** Names of all files, or of the documents that a list names. */
  names: readonly string[];
  /** Where `fields.json` may lie, the likeliest first. */
  fields: readonly string[];
  /** Undefined where there is no file of the name. */
  get(name: string): Promise<Uint8Array | undefined>;
}

export const LABELS_SUFFIX = '.labels.json';
export const OCR_SUFFIX = '.ocr.json';
const DOCUMENT = /\.(?:pdf|jpe?g|jfif|png|bmp|tiff?|heif|heic|docx|xlsx|pptx|html?)$/i;

/** Whether a file of the name can be part of training: a document, its labels, its layout, or the fields. No folders. */
export function isTrainingFile(name: string): boolean {
  if (/[/\\\x00-\x1f\x7f]/.test(name)) return false;
  const document = name.endsWith(LABELS_SUFFIX) ? name.slice(0, -LABELS_SUFFIX.length) : name.endsWith(OCR_SUFFIX) ? name.slice(0, -OCR_SUFFIX.length) : name;
  return name === 'fields.json' || (DOCUMENT.test(document) && !/^\.[^.]*$/.test(document));
}

/** Hands out files until they are more than a build may take. */
export function withByteLimit(mostBytes: number, read: (name: string, left: number) => Promise<Uint8Array | undefined>): TrainingFiles['get'] {
  let taken = 0;
  return async (name) => {
    const bytes = await read(name, mostBytes - taken + 1);
    taken += bytes?.length ?? 0;
    if (taken > mostBytes) throw contentTooLong(taken, mostBytes);
    return bytes;
  };
}

export function contentTooLong(bytes: number, maxBytes: number): Error {
  return documentFailure('InvalidTrainingContentLength', { bytes, maxBytes });
}

/** Documents by name: files that can be one, and those that only their layout is left of. */
export function documentNames(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => DOCUMENT.test(name) ? [name] : name.endsWith(OCR_SUFFIX) ? [name.slice(0, -OCR_SUFFIX.length)] : []))];
}

/** A list of files is JSON, one object a line. */
export function parseFileList(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    let file: unknown;
    try {
      file = (JSON.parse(line) as { file?: unknown } | null)?.file;
    } catch {
      file = undefined;
    }
    if (typeof file !== 'string' || file === '') throw documentFailure('InvalidContentSourceFormat', { details: `line ${index + 1} of the file list is not {"file": "…"}.` });
    return file;
  });
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** In the folder of the list, at the top, or beside the first document. */
export function fieldsFilesForList(list: string, names: readonly string[]): string[] {
  return [...new Set([folderOf(list), '', folderOf(names[0] ?? '')])].map((folder) => `${folder}fields.json`);
}

export function fieldsFilesIn(names: readonly string[]): string[] {
  return names.filter((name) => name === 'fields.json' || name.endsWith('/fields.json')).sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1));
}
