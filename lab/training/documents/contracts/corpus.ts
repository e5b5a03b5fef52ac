/**
 * Contracts of CUAD v1 (The Atticus Project, CC BY 4.0) with the parties, dates and governing law that lawyers marked. The set is
 * split by issuer, the company that filed the contract: nothing is fitted on issuers held out.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { layoutFlow } from '../../../../src/engines/documents/layout/layout-flow.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { layoutOf } from '../evaluation/read-generated.ts';
import { parseCsv } from './csv.ts';

export interface LabeledContract {
  name: string;
  issuer: string;
  /** Absolute path of the PDF, or else of the text. */
  file: string;
  labels: Readonly<Record<string, string>>;
}

/** The company at the start of the file name; capitals and legal forms do not make another one. */
export function issuerOf(fileName: string): string {
  return fileName
    .split(/_| - /u)[0]!
    .toLowerCase()
    .replace(/[^a-z]/gu, '')
    .replace(/(?:inc|corp|ltd|llc|co|lp)$/u, '');
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return (value ^ (value >>> 15)) >>> 0;
}

/** Four issuers out of ten. Nobody looks at their contracts while developing: their counts are the measure. */
export const isHeldOut = ({ issuer }: Pick<LabeledContract, 'issuer'>): boolean => hash(issuer) % 10 < 4;

/** Which of `folds` parts an issuer of development belongs to, for fitting on some and judging on others. */
export const foldOf = ({ issuer }: Pick<LabeledContract, 'issuer'>, folds: number): number => hash(`${issuer}/fold`) % folds;

const fold = (name: string): string =>
  name
    .replace(/\.gz$/u, '')
    .replace(/\.(?:pdf|txt)$/iu, '')
    .toLowerCase()
    .replace(/[^a-z\d]/gu, '');

export function readContracts(data: string): LabeledContract[] {
  const root = join(data, 'corpora', 'cuad');
  if (!existsSync(root)) return [];
  const files = new Map<string, string>();
  for (const folder of ['txt', 'pdf'])
    for (const file of readdirSync(join(root, folder)).sort()) files.set(fold(file), join(root, folder, file));
  const [header, ...rows] = parseCsv(gunzipSync(readFileSync(join(root, 'master_clauses.csv.gz'))).toString('utf8'));
  return rows.flatMap((row): LabeledContract[] => {
    const labels = Object.fromEntries(header!.map((name, i) => [name.trim().replace(/- Answer$/u, '-Answer'), row[i] ?? '']));
    const name = labels['Filename'] ?? '';
    const file = files.get(fold(name));
    return file === undefined ? [] : [{ name, issuer: issuerOf(name), file, labels }];
  });
}

export async function layoutOfContract({ file }: LabeledContract, reader?: Reader): Promise<DocumentLayout> {
  const bytes = readFileSync(file);
  if (/\.pdf$/iu.test(file)) return layoutOf(bytes, reader);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  // Wide gaps are line breaks that the conversion to text lost.
  const paragraphs = text.split(/\n\s*\n/u).map((paragraph) => paragraph.replace(/ {3,}/gu, '\n'));
  return layoutFlow({ pages: [paragraphs.map((paragraph) => ({ kind: 'paragraph', text: paragraph }))] });
}
