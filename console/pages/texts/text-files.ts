/** Dropped files, judged one by one: those that are texts, and why the others are not added. */
import { t } from '../../i18n/messages.ts';
import { formatCount } from '../../kit/format.ts';
import { MAX_CHARACTERS } from './assets.ts';

export interface TextFile {
  location: string;
  text: string;
}
export interface RejectedFile {
  name: string;
  why: string;
}

export async function readTextFiles(
  files: readonly Pick<File, 'name' | 'arrayBuffer'>[],
): Promise<{ read: TextFile[]; rejected: RejectedFile[] }> {
  const read: TextFile[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const text = decodeText(await file.arrayBuffer());
    const why = problemOf(text);
    if (why === undefined) read.push({ location: file.name, text: text! });
    else rejected.push({ name: file.name, why });
  }
  return { read, rejected };
}

function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function problemOf(text: string | undefined): string | undefined {
  if (text === undefined || text.includes('\0')) return t('not UTF-8 text');
  if (text.trim() === '') return t('empty');
  return text.length > MAX_CHARACTERS
    ? t('more than {count} characters; split it into several documents', { count: formatCount(MAX_CHARACTERS) })
    : undefined;
}
