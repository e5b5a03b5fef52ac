/** Scanned receipts of `document/sroie` with company, date, address and total. Nothing is fitted on them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments } from '../../../../src/engines/documents/fields/extract.ts';
import { dateOf } from '../../../../src/engines/documents/fields/values/dates.ts';
import { layoutOf } from '../../../training/documents/evaluation/read-generated.ts';
import { comparePaths } from './compare-paths.ts';
import type { ExpectedByPath } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

interface Keys {
  company: string;
  date: string;
  address: string;
  total: string;
}

export const scannedReceipts: RealSet = {
  name: 'document/sroie',
  groups: { company: /^MerchantName$/u, date: /^TransactionDate$/u, address: /^MerchantAddress$/u, total: /^Total$/u },
  async *judge({ data, reader, matching }: SetContext): AsyncIterable<Judged> {
    const folder = join(data, 'document', 'sroie');
    if (!existsSync(folder)) return;
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.json') || !file.includes(matching)) continue;
      const keys = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Keys;
      const expected: ExpectedByPath = {
        MerchantName: keys.company,
        TransactionDate: dateOf(keys.date, { locale: 'en-MY' }) ?? keys.date,
        MerchantAddress: keys.address,
        Total: Number(keys.total.replace(/[^\d.]/gu, '')),
      };
      const layout = await layoutOf(readFileSync(join(folder, file.replace('.json', '.jpg'))), reader);
      const found = fieldsOf(extractDocuments('prebuilt-receipt', layout));
      yield { name: file.replace('.json', ''), kind: 'scanned receipt', results: comparePaths(found, expected, layout) };
    }
  },
};
