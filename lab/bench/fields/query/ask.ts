import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { FieldQuery } from '../../../../src/engines/documents/fields/query/query-fields.ts';
import type { EncodeMeaning } from '../../../../src/engines/documents/fields/query/query-fields.ts';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { encodeTexts } from '../../../../src/engines/loaders/language/sentence-encoder.ts';

const encode: EncodeMeaning = async (texts) => (await encodeTexts(texts)).map(({ sentence }) => sentence);

export const MAX_NAMES = 20;

/** Loads the encoder and the known names, which a server does once: no document is charged for it. */
export async function warmUp(): Promise<void> {
  await encode(['name']);
  await new FieldQuery(layoutDocument([]), { modelId: 'prebuilt-layout', encode }).find(['name']);
}

/** Asks names on the layout of a document, as many at a time as a request may. */
export async function ask(names: readonly string[], layout: DocumentLayout): Promise<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  const query = new FieldQuery(layout, { modelId: 'prebuilt-layout', encode });
  for (let from = 0; from < names.length; from += MAX_NAMES) Object.assign(fields, await query.find(names.slice(from, from + MAX_NAMES)));
  return fields;
}
