/** Files dropped on a training set: forms, and the files of labelling tools. */
import { FIELDS, LABELS, LAYOUT } from './file-names.ts';

/** Suffixes of documents and of files beside them. */
export const FORM_SUFFIXES = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.bmp,.heif,.heic,.docx,.xlsx,.pptx,.html,.htm,.json';

const DOCUMENT = /\.(?:pdf|png|jpe?g|tiff?|bmp|heif|heic|docx|xlsx|pptx|html?)$/i;

interface NamedFile { name: string; size: number }

export interface DroppedFiles<F> {
  forms: F[];
  /** `fields.json`, labels and layouts. */
  beside: F[];
  refused: string[];
}

/** Why a file is not uploaded. */
export const emptyProblem = ({ name, size }: NamedFile): string | undefined => size === 0 ? `${name} is empty.` : undefined;

export function sortDropped<F extends NamedFile>(files: readonly F[]): DroppedFiles<F> {
  const dropped: DroppedFiles<F> = { forms: [], beside: [], refused: [] };
  for (const file of files) {
    const { name } = file;
    const empty = emptyProblem(file);
    if (empty !== undefined) dropped.refused.push(empty);
    else if (DOCUMENT.test(name)) dropped.forms.push(file);
    else if (name === FIELDS || [LABELS, LAYOUT].some((end) => name.endsWith(end) && DOCUMENT.test(name.slice(0, -end.length)))) dropped.beside.push(file);
    else dropped.refused.push(`${name} is not a supported document or labelling file.`);
  }
  return dropped;
}

/** Files to delete when forms are replaced: old labels and layouts, unless new ones were dropped with them. */
export function replacedFiles(replaced: readonly NamedFile[], existing: ReadonlySet<string>, sent: readonly NamedFile[]): string[] {
  const names = new Set(sent.map(({ name }) => name));
  return replaced.flatMap(({ name }) => [name + LABELS, name + LAYOUT]).filter((name) => existing.has(name) && !names.has(name));
}
