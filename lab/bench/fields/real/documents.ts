/**
 * Documents of `document/real`, `document/prebuilt` and `document/real2`, with values read by people.
 * `document/real2` is split by a hash of each document's source. Confidences are calibrated on the open half; nobody looks at the blind
 * half, only its scores are printed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments, isFieldModel } from '../../../../src/engines/documents/fields/extract.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { UnreadableFile } from '../../../../src/engines/documents/reading/model/unreadable-file.ts';
import { layoutOf } from '../../../training/documents/evaluation/read-generated.ts';
import { comparePaths, comparePrinted, toPaths } from './compare-paths.ts';
import type { PrintedValue } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

export const KINDS: Readonly<Record<string, string>> = {
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

export interface SplitDocument {
  model: string;
  source: string;
  fields: Readonly<Record<string, PrintedValue>>;
}

export type Half = 'open' | 'blind';

export const halfOf = (source: string): Half => (createHash('sha256').update(source).digest().readUInt32BE(0) % 2 === 0 ? 'open' : 'blind');

export const splitDocuments = (half: Half): RealSet => ({
  name: `document/real2, ${half}`,
  async *judge({ data, reader, matching }: SetContext): AsyncIterable<Judged> {
    const root = join(data, 'document', 'real2');
    if (!existsSync(root)) return;
    for (const folder of readdirSync(root).sort()) {
      if (!existsSync(join(root, folder, 'expected.json'))) continue;
      const expected = JSON.parse(readFileSync(join(root, folder, 'expected.json'), 'utf8')) as Record<string, SplitDocument>;
      for (const [file, { model, source, fields }] of Object.entries(expected)) {
        const name = `${folder}/${file}`;
        if (halfOf(source) !== half || !name.includes(matching) || !isFieldModel(model)) continue;
        const layout = await layoutOf(readFileSync(join(root, name)), reader).catch((error: unknown) => {
          if (error instanceof UnreadableFile) return layoutDocument([]);
          throw error;
        });
        const found = fieldsOf(extractDocuments(model, layout));
        yield { name, kind: KINDS[model] ?? model, results: comparePrinted(found, fields, layout) };
      }
    }
  },
});
