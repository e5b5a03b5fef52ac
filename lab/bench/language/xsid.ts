/** xSID: the same utterances in many languages, with intents and slots, as CoNLL files of one token a line. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Utterance } from './data.ts';

const FILE = /^(.+)\.valid\.conll\.gz$/;
/** Some languages have several translations of each utterance: the first is used. */
const MAX_ROWS = 300;

/** Reported first: the languages that figures are compared on. */
export const MAIN_LANGUAGES = ['ar', 'da', 'de', 'en', 'id', 'it', 'ja', 'nl', 'tr', 'zh'];

/** Languages that there are files of, the main ones first. */
export function xsidLanguages(folder: string): string[] {
  const path = join(folder, 'corpora', 'xsid');
  if (!existsSync(path)) return [];
  const found = readdirSync(path).flatMap((name) => FILE.exec(name)?.[1] ?? []);
  const rank = (language: string): number => (MAIN_LANGUAGES.includes(language) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The utterances of a language; the one at an index says the same in every language. */
export function readXsid(folder: string, language: string): Utterance[] {
  const file = gunzipSync(readFileSync(join(folder, 'corpora', 'xsid', `${language}.valid.conll.gz`))).toString('utf8');
  return file
    .split(/\n\s*\n/)
    .filter((block) => block.includes('# intent'))
    .slice(0, MAX_ROWS)
    .map(parseBlock);
}

/** The fold of each utterance; equal texts are in the same one. */
export function foldsOf(rows: readonly Utterance[], folds: number): number[] {
  const first = new Map<string, number>();
  return rows.map(({ text }, i) => {
    if (!first.has(text)) first.set(text, i);
    return first.get(text)! % folds;
  });
}

function parseBlock(block: string): Utterance {
  const lines = block.trim().split('\n');
  const field = (name: string): string =>
    lines
      .find((line) => line.startsWith(`# ${name} =`))!
      .slice(`# ${name} =`.length)
      .trim();
  const text = field('text');
  const entities: { entity: string; start: number; end: number }[] = [];
  let at = 0;
  for (const line of lines.filter((one) => /^\d/.test(one))) {
    const cells = line.split('\t');
    const [token, tag] = [cells[1]!.trim(), cells[3]!.trim()];
    const found = text.indexOf(token, at);
    if (found < 0) continue;
    const end = (at = found + token.length);
    const last = entities.at(-1);
    const name = tag.slice(2);
    if (tag.startsWith('B-')) entities.push({ entity: name, start: found, end });
    else if (tag.startsWith('I-') && last?.entity === name) last.end = end;
  }
  return { text, intent: field('intent'), entities };
}
