/** Real samples if present: documents with an expected.json, and SROIE receipts with their keys. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments, isFieldModel } from '../../src/engines/fields/extract.ts';
import type { Field } from '../../src/engines/fields/field.ts';
import { dateOf } from '../../src/engines/fields/values/dates.ts';
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import type { Leaf } from '../../training/documents/evaluation/compare.ts';
import { compare, isSimilarText, textOf } from '../../training/documents/evaluation/compare.ts';
import { layoutOf } from '../../training/documents/evaluation/read-generated.ts';
import type { ExpectedValue } from '../../training/documents/evaluation/expected-fields.ts';

/** `expected` is file → { model, fields }; fields of objects may be named A.B. */
export async function benchSamples(folder: string, expected: string, reader: () => Promise<Reader>, worst: boolean): Promise<void> {
  if (!existsSync(expected)) {
    console.log(`real samples: skipped, ${expected} not found`);
    return;
  }
  const samples = JSON.parse(readFileSync(expected, 'utf8')) as Record<string, { model: string; fields: Record<string, ExpectedValue> }>;
  let [right, total] = [0, 0];
  for (const [file, { model, fields }] of Object.entries(samples)) {
    if (!isFieldModel(model) || !existsSync(join(folder, file))) {
      console.log(`  ${file}: skipped, ${isFieldModel(model) ? 'file not found' : `unknown model ${model}`}`);
      continue;
    }
    const layout = await layoutOf(readFileSync(join(folder, file)), await reader());
    const [found] = extractDocuments(model, layout);
    const leaves = compare(found?.fields ?? {}, nested(fields), layout).filter((leaf) => leaf.isExpected);
    const own = leaves.filter((leaf) => leaf.right).length;
    console.log(`  ${file} (${model}): ${String(own)} of ${String(leaves.length)} expected fields`);
    if (worst) for (const leaf of leaves) if (!leaf.right) console.log(`    wrong: ${leaf.path}${given(leaf)}`);
    right += own;
    total += leaves.length;
  }
  if (total > 0) console.log(`real samples with expected fields: ${(right / total).toFixed(3)} of ${String(total)} fields`);
}

const given = ({ field }: Leaf): string => (field === undefined ? ' (not given)' : ` (given as ${JSON.stringify(field.value)})`);

function nested(fields: Readonly<Record<string, ExpectedValue>>): Record<string, ExpectedValue> {
  const root: Record<string, ExpectedValue> = {};
  for (const [path, value] of Object.entries(fields)) {
    const [first, ...rest] = path.split('.');
    if (rest.length === 0) root[first!] = value;
    else root[first!] = { ...(root[first!] as Record<string, ExpectedValue> | undefined), [rest.join('.')]: value };
  }
  return root;
}

/** Company, date, total and address of receipts; two of them (000, 200) were used in development. */
export async function benchSroie(folder: string, reader: () => Promise<Reader>): Promise<void> {
  if (!existsSync(folder)) {
    console.log(`SROIE receipts: skipped, ${folder} not found`);
    return;
  }
  const right = { company: 0, date: 0, total: 0, address: 0 };
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''));
  for (const name of names) {
    const keys = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<keyof typeof right, string>;
    const layout = await layoutOf(readFileSync(join(folder, `${name}.jpg`)), await reader());
    const fields: Readonly<Record<string, Field | undefined>> = extractDocuments('prebuilt-receipt', layout)[0]?.fields ?? {};
    const [merchant, day, total, address] = [fields.MerchantName, fields.TransactionDate, fields.Total, fields.MerchantAddress];
    const ok = {
      company: merchant?.type === 'string' && isSimilarText(merchant.value ?? '', keys.company),
      date: day?.type === 'date' && day.value === dateOf(keys.date, { locale: 'en-MY' }),
      total: total?.type === 'currency' && total.value?.amount === Number(keys.total.replace(/[^\d.]/gu, '')),
      address: address !== undefined && isSimilarText(textOf(layout, address), keys.address),
    };
    for (const key of Object.keys(right) as (keyof typeof right)[]) right[key] += Number(ok[key]);
    console.log(
      `  ${name}: ${Object.entries(ok)
        .map(([key, value]) => `${key} ${value ? 'right' : 'wrong'}`)
        .join(' · ')}`,
    );
  }
  const shares = Object.entries(right).map(([key, count]) => [key, count / Math.max(1, names.length)] as const);
  console.log(
    `SROIE, ${String(names.length)} receipts: ${shares.map(([key, share]) => `${key} ${share.toFixed(2)}`).join(' · ')} · mean ${(shares.reduce((sum, [, share]) => sum + share, 0) / shares.length).toFixed(3)}`,
  );
}
