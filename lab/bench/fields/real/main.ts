/** Counts the fields of real documents by set and kind: right, wrong, missing, and how far confidences of 0.9 and more can be trusted. */
import { loadReader } from '../../../../src/engines/loaders/reading/load-reader.ts';
import { cachedReader } from './cached-reader.ts';
import type { PathResult } from './compare-paths.ts';
import { contracts } from './contracts.ts';
import { realDocuments, splitDocuments } from './documents.ts';
import { eInvoices } from './e-invoices.ts';
import type { Judged, RealSet } from './real-set.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { scannedReceipts } from './receipts.ts';
import { taxForms } from './tax-forms.ts';

const SETS: readonly RealSet[] = [
  splitDocuments('open'),
  splitDocuments('blind'),
  realDocuments('real'),
  realDocuments('prebuilt'),
  scannedReceipts,
  eInvoices('held out'),
  eInvoices('development'),
  contracts('held out'),
  contracts('held out', 'baseline'),
  contracts('development'),
  recordedAnswers,
  taxForms('held out', ['clean']),
  taxForms('held out', ['scan', 'photo']),
  taxForms('development', ['clean']),
  taxForms('development', ['scan', 'photo']),
];

export interface RealBenchOptions {
  data: string;
  /** Names of sets that are run; all if empty. */
  sets: readonly string[];
  /** Documents whose name contains this text only. */
  matching: string;
  /** Prints every field that is not right. */
  worst: boolean;
  /** A folder in which read pages are stored; none reads every page again. */
  cache?: string;
}

export async function benchReal({ data, sets, matching, worst, cache }: RealBenchOptions): Promise<void> {
  const reader = cache === undefined ? await loadReader() : cachedReader(cache, loadReader);
  for (const set of SETS.filter(({ name }) => sets.length === 0 || sets.some((part) => name.includes(part)))) {
    const documents: Judged[] = [];
    for await (const judged of set.judge({ data, reader, matching })) {
      documents.push(judged);
      if (worst && !/held out|blind/u.test(set.name)) printWorst(judged);
    }
    if (documents.length === 0) console.log(`${set.name}: skipped, no documents found`);
    else printSet(set, documents);
  }
  await reader.close();
}

function printWorst({ name, results }: Judged): void {
  const right = results.filter(({ verdict }) => verdict === 'right').length;
  console.log(`  ${name}: ${String(right)} of ${String(results.length)}`);
  for (const { path, verdict, expected, given, confidence } of results)
    if (verdict !== 'right')
      console.log(
        `    ${verdict} ${path}: expected ${String(expected)}${verdict === 'wrong' ? `, given ${given ?? ''} (${(confidence ?? 0).toFixed(2)})` : ''}`,
      );
}

function printSet({ name, groups = {} }: RealSet, documents: readonly Judged[]): void {
  console.log(`${name}:`);
  const kinds = Map.groupBy(documents, ({ kind }) => kind);
  for (const [kind, own] of kinds)
    printRow(
      kind,
      own.length,
      own.flatMap(({ results }) => results),
    );
  const all = documents.flatMap(({ results }) => results);
  if (kinds.size > 1) printRow('all', documents.length, all);
  for (const [group, pattern] of Object.entries(groups))
    printRow(
      `· ${group}`,
      documents.length,
      all.filter(({ path }) => pattern.test(path)),
    );
}

function printRow(kind: string, documents: number, results: readonly PathResult[]): void {
  const expected = results.filter((result) => result.expected !== null || result.verdict === 'right');
  const count = (verdict: PathResult['verdict'], of = expected): number => of.filter((result) => result.verdict === verdict).length;
  const sure = results.filter(({ verdict, confidence }) => verdict !== 'missing' && (confidence ?? 0) >= 0.9);
  const given = results.filter(({ verdict }) => verdict !== 'missing').length;
  const right = count('right');
  const share = (part: number, of: number): string => (of === 0 ? '-' : (part / of).toFixed(3));
  console.log(
    `  ${kind.padEnd(16)} ${String(documents).padStart(4)} documents ${String(expected.length).padStart(5)} fields` +
      ` · right ${share(right, expected.length)} wrong ${String(results.filter(({ verdict }) => verdict === 'wrong').length)} missing ${String(count('missing'))}` +
      ` · F1 ${share(2 * right, given + expected.length)} · confidence ≥ 0.9: ${share(count('right', sure), sure.length)} of ${String(sure.length)} right, ${String(count('wrong', sure))} wrong`,
  );
}
