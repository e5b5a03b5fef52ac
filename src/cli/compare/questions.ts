/** What an old resource was asked, and what it answered: from its log, from stored answers, or from texts and documents to ask it now. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import { readTextFile } from '../authoring.ts';
import { formOf } from './answers.ts';
import type { AnswerForm } from './answers.ts';

export interface Question {
  name: string;
  /** The text of a query, or the bytes of a document. */
  input: string | Buffer;
  /** What was answered, where it is recorded. */
  recorded?: { answer: unknown; form: AnswerForm };
}

/** Reads a folder of documents, a log as CSV, JSON or one JSON value per line, or a text with one query per line. */
export function readQuestions(path: string): Question[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return readFolder(path);
  const text = readTextFile(path).replace(/^\ufeff/, '');
  if (/\.csv$/i.test(path)) return readCsv(path, text);
  if (/\.jsonl?$/i.test(path)) return readJson(path, text).map((entry) => questionOf(path, entry));
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line, input: line }));
}

/** Results are beside their documents: `a.pdf` and `a.pdf.ocr.json`, `a.pdf.json` or `a.json`. */
function readFolder(path: string): Question[] {
  const files = readdirSync(path).sort();
  const results = new Map(
    files.flatMap((file): [string, string][] => (/\.json$/i.test(file) ? [[file.replace(/(\.ocr)?\.json$/i, ''), file]] : [])),
  );
  return files
    .filter((file) => !/\.json$/i.test(file) && statSync(join(path, file)).isFile())
    .map((file) => {
      const result = results.get(file) ?? results.get(file.replace(/\.[^.]*$/, ''));
      const input = readFileSync(join(path, file));
      return result === undefined
        ? { name: file, input }
        : { name: file, input, recorded: recordedOf(result, parse(result, readTextFile(join(path, result)))) };
    });
}

function recordedOf(file: string, answer: unknown): NonNullable<Question['recorded']> {
  const form = formOf(answer);
  if (form === undefined) throw new UsageError(`${file} has something that is not an answer of these services.`);
  return { answer, form };
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} has something that is not JSON.`);
  }
}

function readJson(path: string, text: string): unknown[] {
  if (/\.jsonl$/i.test(path)) {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => parse(path, line));
  }
  const value = parse(path, text);
  return Array.isArray(value) ? value : [value];
}

/** An answer, which repeats its query, or an object with `query` and `response`. */
function questionOf(path: string, entry: unknown): Question {
  const { query, response, result } = (entry ?? {}) as { query?: unknown; response?: unknown; result?: { query?: unknown } };
  const text = query ?? result?.query;
  if (typeof text !== 'string') throw new UsageError(`${path} has an entry without a query.`);
  return { name: text, input: text, recorded: recordedOf(path, response ?? entry) };
}

/** The log of an app as it is downloaded: a column with queries, and one with answers. */
function readCsv(path: string, text: string): Question[] {
  const [header = [], ...rows] = parseCsv(text);
  const at = (name: string): number => header.findIndex((one) => one.trim().toLowerCase() === name);
  const [query, response] = [at('query'), at('response')];
  if (query < 0) throw new UsageError(`${path} has no column Query.`);
  return rows
    .filter((row) => (row[query] ?? '') !== '')
    .map((row) => {
      const answer = response < 0 || !row[response] ? undefined : recordedOf(path, parse(path, row[response]!));
      return { name: row[query]!, input: row[query]!, ...(answer && { recorded: answer }) };
    });
}

/** RFC 4180. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}
