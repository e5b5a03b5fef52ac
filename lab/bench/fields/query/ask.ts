import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { FieldQuery } from '../../../../src/engines/documents/fields/query/query-fields.ts';
import type { EncodeMeaning } from '../../../../src/engines/documents/fields/query/query-fields.ts';
import { extractDocuments } from '../../../../src/engines/documents/fields/extract.ts';
import { MODELS } from '../../../../src/engines/documents/fields/registry.ts';
import { layoutFlow } from '../../../../src/engines/documents/layout/layout-flow.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { encodeTexts } from '../../../../src/engines/loaders/language/sentence-encoder.ts';

const encode: EncodeMeaning = async (texts) => (await encodeTexts(texts)).map(({ sentence }) => sentence);

export const MAX_NAMES = 20;

/** Loads the encoder, the known names and the prebuilt models, which a process does once: no document is charged for it. */
export async function warmUp(): Promise<void> {
  await encode(['name']);
  const layout = layoutFlow({ pages: [[{ kind: 'paragraph', text: 'Order 4711 of 2 May 2024, total: 12.00' }]] });
  await new FieldQuery(layout, { modelId: 'prebuilt-layout', encode }).find(['name']);
  for (const { modelId } of MODELS) extractDocuments(modelId, layout, {});
}

/** Asks names on the layout of a document, as many at a time as a request may. */
export async function ask(names: readonly string[], layout: DocumentLayout): Promise<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  const query = new FieldQuery(layout, { modelId: 'prebuilt-layout', encode });
  for (let from = 0; from < names.length; from += MAX_NAMES) Object.assign(fields, await query.find(names.slice(from, from + MAX_NAMES)));
  return fields;
}
