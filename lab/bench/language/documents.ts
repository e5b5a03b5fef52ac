/**
 * Real documents with labels, from FOLDER/corpora: contracts by type, by the clauses they have, and with parties, dates and law marked
 * (CUAD, lawyers' labels); clauses by type; parts of meetings by kind of meeting (QMSum). Contracts are split by issuer and meetings by
 * group, so that no test document comes from where a training document does.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Span } from '../../../src/engines/language/entities/tagging/tagger.ts';
import { foldOf, isHeldOut, readContracts } from '../../training/documents/contracts/corpus.ts';
import type { LabeledContract } from '../../training/documents/contracts/corpus.ts';

export interface LabeledDocument {
  readonly text: string;
  readonly labels: readonly string[];
}
export interface MarkedDocument {
  readonly text: string;
  readonly spans: readonly Omit<Span, 'score'>[];
}
export interface DocumentSplit<Document> {
  readonly name: string;
  readonly train: readonly Document[];
  readonly test: readonly Document[];
}
/** Settings are chosen on the training part alone: `choice` splits that part in the same way. */
export type Purpose = 'report' | 'choice';

const MAX_CHARACTERS = 125_000;
const MIN_PER_CLASS = 4;
const MAX_CLAUSES = 40;
const MEETING_PART = 4000;
const MEETING_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ES|IS|TS)\d/, 'product'],
  [/^B[a-z]{2}\d/, 'academic'],
  [/^(?:covid|education)/, 'committee'],
];
const TYPES =
  /affiliate|agency|co-branding|collaboration|consulting|cooperation|development|distribut(?:or|ion)|endorsement|franchise|hosting|intellectual property|joint filing|joint venture|license|maintenance|manufacturing|marketing|non-compet|outsourcing|promotion|reseller|servic(?:es?|ing)|sponsorship|supply|strategic alliance|transportation/i;

interface Contract extends LabeledContract {
  readonly text: string;
}

export function hasDocuments(folder: string): boolean {
  return existsSync(join(folder, 'corpora', 'cuad'));
}

function splitContracts(folder: string, purpose: Purpose): { train: Contract[]; test: Contract[] } {
  const all = readContracts(folder)
    .filter(({ file }) => !/\.pdf$/i.test(file) || existsSync(textFile(file) ?? ''))
    .map((contract): Contract => ({ ...contract, text: readText(textFile(contract.file)!).slice(0, MAX_CHARACTERS) }));
  const isTest = purpose === 'report' ? isHeldOut : (contract: Contract): boolean => foldOf(contract, 3) === 0;
  const kept = purpose === 'report' ? all : all.filter((contract) => !isHeldOut(contract));
  return { train: kept.filter((contract) => !isTest(contract)), test: kept.filter(isTest) };
}

/** Contracts that have a PDF have a text as well. */
function textFile(file: string): string | undefined {
  if (!/\.pdf$/i.test(file)) return file;
  const base = file.replace(/pdf([/\\])([^/\\]+)\.pdf$/i, 'txt$1$2.txt');
  return [base, `${base}.gz`].find(existsSync);
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The type that the name of the file ends with. */
function typeOf({ name }: Contract): string | undefined {
  return TYPES.exec(name.replace(/^.*?(?:EX-|_|- )(?=[^_]*$)/i, ''))?.[0]
    .toLowerCase()
    .replace('distribution', 'distributor')
    .replace(/servic(?:es|ing)/, 'service');
}

export function contractsByType(folder: string, purpose: Purpose = 'report'): DocumentSplit<LabeledDocument> {
  const { train, test } = splitContracts(folder, purpose);
  const label = (contracts: readonly Contract[]): LabeledDocument[] =>
    contracts.flatMap((contract) => {
      const type = typeOf(contract);
      return type === undefined ? [] : [{ text: contract.text, labels: [type] }];
    });
  return { name: 'contracts by type', ...keepCommon(label(train), label(test)) };
}

/** Several labels: the kinds of clauses that lawyers found in a contract. */
export function contractsByClauses(folder: string, purpose: Purpose = 'report'): DocumentSplit<LabeledDocument> {
  const { train, test } = splitContracts(folder, purpose);
  const label = ({ text, labels }: Contract): LabeledDocument => ({
    text,
    labels: Object.entries(labels).flatMap(([name, value]) => (name.endsWith('-Answer') && value === 'Yes' ? [name.slice(0, -7)] : [])),
  });
  return { name: 'contracts by clauses', ...keepCommon(train.map(label), test.map(label)) };
}

export function clausesByType(folder: string, purpose: Purpose = 'report'): DocumentSplit<LabeledDocument> {
  const { train, test } = splitContracts(folder, purpose);
  const clauses = (contracts: readonly Contract[]): LabeledDocument[] => {
    const all = contracts.flatMap(({ labels }) =>
      Object.entries(labels).flatMap(([type, value]) =>
        labels[`${type}-Answer`] === 'Yes' ? parseList(value).map((text) => ({ text, labels: [type] })) : [],
      ),
    );
    const labeled = [...Map.groupBy(all, ({ text }) => text).values()].filter((same) => same.length === 1).flat();
    return [...Map.groupBy(labeled, ({ labels }) => labels[0]!).values()].flatMap((own) => own.slice(0, MAX_CLAUSES));
  };
  return { name: 'clauses by type', ...keepCommon(clauses(train), clauses(test)) };
}

export function meetingsByKind(folder: string, purpose: Purpose = 'report'): DocumentSplit<LabeledDocument> {
  const path = join(folder, 'corpora', 'qmsum', 'val');
  const names = existsSync(path) ? readdirSync(path).sort() : [];
  const groups = [...new Set(names.map(groupOf))];
  const part = (wanted: (group: number) => boolean): LabeledDocument[] =>
    names
      .filter((name) => wanted(groups.indexOf(groupOf(name))))
      .flatMap((name) => {
        const { meeting_transcripts: turns } = JSON.parse(readText(join(path, name))) as { meeting_transcripts: { content: string }[] };
        const text = turns.map(({ content }) => content).join('\n');
        const kind = MEETING_KINDS.find(([pattern]) => pattern.test(name))![1];
        return Array.from({ length: Math.floor(text.length / MEETING_PART) }, (_, i) => ({
          text: text.slice(i * MEETING_PART, (i + 1) * MEETING_PART),
          labels: [kind],
        }));
      });
  return purpose === 'report'
    ? { name: 'meetings by kind', train: part((group) => group % 2 === 0), test: part((group) => group % 2 === 1) }
    : { name: 'meetings by kind', train: part((group) => group % 4 === 0), test: part((group) => group % 4 === 2) };
}

function groupOf(name: string): string {
  return name.startsWith('education') ? name : name.replace(/[a-d]?\.json.*$/, '').replace(/^(B[a-z]{2}).*/, '$1');
}

/** Classes that enough training documents have. */
function keepCommon(
  train: readonly LabeledDocument[],
  test: readonly LabeledDocument[],
): { train: LabeledDocument[]; test: LabeledDocument[] } {
  const counts = new Map<string, number>();
  for (const { labels } of train) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const keep = (documents: readonly LabeledDocument[]): LabeledDocument[] =>
    documents
      .map(({ text, labels }) => ({ text, labels: labels.filter((label) => (counts.get(label) ?? 0) >= MIN_PER_CLASS) }))
      .filter(({ labels }) => labels.length > 0);
  return { train: keep(train), test: keep(test) };
}

/** The first place of each name, date and title in a whole contract, and the governing law inside its clause. */
export function markedContracts(folder: string, purpose: Purpose = 'report'): DocumentSplit<MarkedDocument> {
  const { train, test } = splitContracts(folder, purpose);
  const mark = ({ text, labels }: Contract): MarkedDocument => {
    const spans: Omit<Span, 'score'>[] = [];
    const add = (entity: string, value: string, from = 0, until = text.length): void => {
      const start = text.indexOf(value, from);
      if (value.length < 3 || start < 0 || start + value.length > until) return;
      if (!spans.some((span) => span.start < start + value.length && start < span.end))
        spans.push({ entity, start, end: start + value.length });
    };
    for (const value of parseList(labels['Document Name'] ?? '')) add('Title', value);
    for (const value of parseList(labels['Parties'] ?? '').filter((name) => /\s/.test(name))) add('Party', value);
    for (const value of parseList(labels['Agreement Date'] ?? '')) add('AgreementDate', value);
    for (const clause of parseList(labels['Governing Law'] ?? '')) {
      const at = text.indexOf(clause);
      for (const law of (labels['Governing Law-Answer'] ?? '').split(/[;,]/))
        if (at >= 0) add('GoverningLaw', law.trim(), at, at + clause.length);
    }
    return { text, spans: spans.sort((a, b) => a.start - b.start) };
  };
  const marked = (contracts: readonly Contract[]): MarkedDocument[] => contracts.map(mark).filter(({ spans }) => spans.length > 1);
  return { name: 'marked contracts', train: marked(train), test: marked(test) };
}

/** A list as the file writes it: strings in single or double quotes, in brackets. */
function parseList(value: string): string[] {
  return [...value.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\n/g, '\n').replace(/\\(.)/g, '$1').trim(),
  );
}
