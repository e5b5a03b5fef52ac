/**
 * Query fields: names of expected fields asked on the layout of real documents, beside what key-value pairs alone give; fields of
 * confidentiality agreements; names in five languages; CPU seconds a page. Nobody looks at the blind half, only its scores are printed.
 */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { loadReader } from '../../../../src/engines/loaders/reading/load-reader.ts';
import { cachedReader } from '../real/cached-reader.ts';
import { agreements } from './agreements.ts';
import { ask, MAX_NAMES, warmUp } from './ask.ts';
import { askedDocuments, layoutsWith } from './asked-documents.ts';
import type { AskedDocument, OpenLayout } from './asked-documents.ts';
import { keyValueFields } from './baseline.ts';
import { isHeldOut } from '../../../training/documents/contracts/corpus.ts';
import { clauseDocuments } from './clauses.ts';
import { contracts } from './contracts.ts';
import { benchLanguages } from './languages.ts';

export interface QueryBenchOptions {
  data: string;
  /** Names of sets that are run; all if empty. */
  sets: readonly string[];
  matching: string;
  /** Prints every field that is not right, never of the blind half. */
  worst: boolean;
  cache?: string;
}

interface Counts {
  expected: number;
  right: number;
  given: number;
  sure: number;
  sureRight: number;
}

const emptyCounts = (): Counts => ({ expected: 0, right: 0, given: 0, sure: 0, sureRight: 0 });

export async function benchQuery(options: QueryBenchOptions): Promise<void> {
  const reader = options.cache === undefined ? await loadReader() : cachedReader(options.cache, loadReader);
  await warmUp();
  await benchLayouts(options, layoutsWith(reader));
  await reader.close();
}

async function benchLayouts({ data, sets, matching, worst }: QueryBenchOptions, open: OpenLayout): Promise<void> {
  const isRun = (set: string): boolean => sets.length === 0 || sets.some((part) => set.endsWith(part));
  for (const [set, documents] of Object.entries({
    'document/real2, open': askedDocuments(data, open, 'open'),
    'document/real2, blind': askedDocuments(data, open, 'blind'),
    'document/real': askedDocuments(data, open, 'real'),
    'corpora/queryfields-nda': agreements(data, open),
    'corpora/cuad, held out': contracts(data, isHeldOut),
    'clauses, seen': clauseDocuments('seen'),
    'clauses, unseen': clauseDocuments('unseen'),
  }))
    if (isRun(set)) await benchSet(set, documents, matching, worst && !set.includes('blind'));
  if (isRun('languages')) await benchLanguages(data, open);
}

async function benchSet(
  set: string,
  documents: AsyncIterable<AskedDocument> | Iterable<AskedDocument>,
  matching: string,
  worst: boolean,
): Promise<void> {
  const kinds = new Map<string, [query: Counts, baseline: Counts]>();
  let [seconds, pages, most] = [0, 0, 0];
  for await (const document of documents) {
    if (!document.name.includes(matching)) continue;
    const { layout, asked, kind } = document;
    const before = process.cpuUsage();
    const fields = await ask(asked, layout);
    const { user, system } = process.cpuUsage(before);
    const own = (user + system) / 1e6 / Math.max(1, Math.ceil(asked.length / MAX_NAMES));
    seconds += own;
    pages += layout.pages.length;
    most = Math.max(most, own / Math.max(1, layout.pages.length));
    const baseline = keyValueFields(asked, layout);
    for (const name of asked)
      for (const group of [kind === undefined || kind === 'contract' ? name : kind, 'all']) {
        const counts = kinds.get(group) ?? [emptyCounts(), emptyCounts()];
        count(counts[0], document, name, fields[name], worst && group !== 'all');
        count(counts[1], document, name, baseline[name], false);
        kinds.set(group, counts);
      }
  }
  if (kinds.size === 0) return void console.log(`${set}: skipped, no documents found`);
  console.log(`${set}: ${(seconds / Math.max(1, pages)).toFixed(3)} CPU s a page (most ${most.toFixed(3)})`);
  for (const [kind, [query, baseline]] of kinds) if (kind !== 'all' || kinds.size > 2) printCounts(kind, query, baseline);
}

/** Each entry that is given counts for precision; of lists of which only some entries are known, as many as are. */
function count(counts: Counts, { name, expected, layout }: AskedDocument, asked: string, field: Field | undefined, worst: boolean): void {
  const own = expected.filter((one) => one.asked === asked);
  const entries = field?.type === 'array' ? field.value : field === undefined ? [] : [field];
  const right = own.filter(({ accepts }) => entries.some((entry) => accepts(entry, layout)));
  counts.expected += own.length;
  counts.right += right.length;
  counts.given += own.some(({ isOpenList }) => isOpenList) ? Math.min(entries.length, own.length) : entries.length;
  if (field !== undefined && field.confidence >= 0.9) {
    counts.sure++;
    if (right.length > 0) counts.sureRight++;
  }
  if (!worst || (right.length === own.length && entries.length <= right.length)) return;
  const given = entries.map((entry) => describe(entry, layout)).join(' | ');
  console.log(
    `  ${name} ${asked}: ${own.map(({ shown }) => shown).join(' & ') || 'none'} ≠ ${given} ${field?.confidence.toFixed(2) ?? ''}`,
  );
}

const describe = (field: Field, { items }: DocumentLayout): string =>
  field.items
    .map((index) => items[index]!)
    .map((item) => (item.kind === 'word' ? item.text : item.state))
    .join(' ') || JSON.stringify('value' in field ? field.value : '');

function printCounts(kind: string, query: Counts, baseline: Counts): void {
  const share = (part: number, of: number): string => (of === 0 ? '-' : (part / of).toFixed(3));
  const f1 = ({ right, given, expected }: Counts): string => share(2 * right, given + expected);
  console.log(
    `  ${kind.padEnd(16)} ${String(query.expected).padStart(5)} fields · right ${share(query.right, query.expected)} F1 ${f1(query)}` +
      ` · confidence ≥ 0.9: ${share(query.sureRight, query.sure)} of ${String(query.sure)}` +
      ` · key-value pairs alone: right ${share(baseline.right, baseline.expected)} F1 ${f1(baseline)}`,
  );
}
