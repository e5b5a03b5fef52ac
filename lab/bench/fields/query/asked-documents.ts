/** Documents with the names that are asked on them: those of the prebuilt fields that people read off them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFieldModel } from '../../../../src/engines/documents/fields/extract.ts';
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { UnreadableFile } from '../../../../src/engines/documents/reading/model/unreadable-file.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { isRight } from '../../../training/documents/evaluation/compare.ts';
import { layoutOf } from '../../../training/documents/evaluation/read-generated.ts';
import { isPrinted, toPaths } from '../real/compare-paths.ts';
import type { PrintedValue } from '../real/compare-paths.ts';
import { KINDS, halfOf } from '../real/documents.ts';
import type { SplitDocument } from '../real/documents.ts';

export interface ExpectedField {
  asked: string;
  /** Whether an entry of the field is right. */
  accepts(field: Field, layout: DocumentLayout): boolean;
  shown: string;
  /** Whether only some entries of the list are known. */
  isOpenList?: boolean;
}

export interface AskedDocument {
  name: string;
  /** Row of the table; each name has its own if there is none. */
  kind?: string;
  layout: DocumentLayout;
  asked: readonly string[];
  expected: readonly ExpectedField[];
}

/** `Items[0].Amount` is asked as `ItemsAmount`. Counts of entries have no name. */
const nameOf = (path: string): string => path.replace(/\[\d+\]|\./gu, '');

/** Reads the layout of a file; empty if it is unreadable. */
export type OpenLayout = (path: string) => Promise<DocumentLayout>;

export const layoutsWith =
  (reader: Reader): OpenLayout =>
  async (path) =>
    await layoutOf(readFileSync(path), reader).catch((error: unknown) => {
      if (error instanceof UnreadableFile) return layoutDocument([]);
      throw error;
    });

export async function* askedDocuments(data: string, open: OpenLayout, set: 'open' | 'blind' | 'real'): AsyncIterable<AskedDocument> {
  const root = join(data, 'document', set === 'real' ? 'real' : 'real2');
  if (!existsSync(root)) return;
  for (const folder of set === 'real' ? [''] : readdirSync(root).sort()) {
    if (!existsSync(join(root, folder, 'expected.json'))) continue;
    const documents = JSON.parse(readFileSync(join(root, folder, 'expected.json'), 'utf8')) as Record<string, SplitDocument>;
    for (const [file, { model, source, fields }] of Object.entries(documents)) {
      const path = join(root, folder, file);
      if ((set !== 'real' && halfOf(source) !== set) || !isFieldModel(model) || !existsSync(path)) continue;
      const expected = set === 'real' ? expectedValues(fields) : expectedPrints(fields);
      const layout = await open(path);
      yield {
        name: join(folder, file),
        kind: KINDS[model] ?? model,
        layout,
        asked: [...new Set(expected.map(({ asked }) => asked))],
        expected,
      };
    }
  }
}

function expectedPrints(fields: Readonly<Record<string, PrintedValue>>): ExpectedField[] {
  return Object.entries(fields).flatMap(([path, value]): ExpectedField[] => {
    const accepted = value !== null && typeof value === 'object' ? value.any : [value];
    if (path.endsWith('#')) return [];
    return [
      {
        asked: nameOf(path),
        accepts: (field, layout) => accepted.some((one) => isPrinted(one, field, layout)),
        shown: accepted.join(' | '),
        isOpenList: path.includes('['),
      },
    ];
  });
}

function expectedValues(fields: object): ExpectedField[] {
  return Object.entries(toPaths(fields)).flatMap(([path, value]): ExpectedField[] =>
    path.endsWith('#') || value === null
      ? []
      : [
          {
            asked: nameOf(path),
            accepts: (field, layout) => isRight(path, field, value, layout),
            shown: String(value),
            isOpenList: path.includes('['),
          },
        ],
  );
}
