/** Documents of `document/real` and `document/prebuilt`, with values read by people. Nothing is fitted on them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments, isFieldModel } from '../../../../src/engines/documents/fields/extract.ts';
import { layoutOf } from '../../../training/documents/evaluation/read-generated.ts';
import { comparePaths, toPaths } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

const KINDS: Readonly<Record<string, string>> = {
  'prebuilt-invoice': 'invoice',
  'prebuilt-receipt': 'receipt',
  'prebuilt-idDocument': 'id',
  'prebuilt-businessCard': 'business card',
  'prebuilt-healthInsuranceCard.us': 'health card',
  'prebuilt-contract': 'contract',
  'prebuilt-tax.us.w2': 'W-2',
  'prebuilt-tax.us.1098T': '1098-T',
};

export const realDocuments = (folder: string): RealSet => ({
  name: `document/${folder}`,
  async *judge({ data, reader, matching }: SetContext): AsyncIterable<Judged> {
    const path = join(data, 'document', folder);
    if (!existsSync(join(path, 'expected.json'))) return;
    const expected = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as Record<string, { model: string; fields: object }>;
    for (const [name, { model, fields }] of Object.entries(expected)) {
      if (!name.includes(matching) || !isFieldModel(model) || !existsSync(join(path, name))) continue;
      const layout = await layoutOf(readFileSync(join(path, name)), reader);
      const found = fieldsOf(extractDocuments(model, layout));
      yield { name, kind: KINDS[model] ?? model, results: comparePaths(found, toPaths(fields), layout) };
    }
  },
});
