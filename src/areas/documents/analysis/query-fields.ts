/** Adds the fields that the caller names to the documents of an analysis. The engine and the encoder of meaning are loaded when needed. */
import type { DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import type { ExtractedDocument } from './fields-view.ts';

export interface QueriedAnalysis {
  modelId: string;
  /** Of a model with fields; a layout has none. */
  documents: readonly ExtractedDocument[] | undefined;
  locale?: string;
}

/** A layout, and a file in which the model found no document, become one document with the fields that were asked for. */
export async function addQueryFields(
  askedOf: (docType: string) => readonly string[],
  layout: DocumentLayout,
  { modelId, documents = [], locale }: QueriedAnalysis,
): Promise<ExtractedDocument[]> {
  const { FieldQuery } = await import('../../../engines/documents/fields/query/query-fields.ts');
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const { encodeTexts } = await import('../../../engines/loaders/language/sentence-encoder.ts');
    return (await encodeTexts(texts)).map(({ sentence }) => sentence);
  };
  const query = new FieldQuery(layout, { modelId, encode, ...(locale !== undefined && { locale }) });
  if (documents.length === 0) {
    return [{ docType: modelId, pages: layout.pages.map((_, page) => page), fields: await query.find(askedOf(modelId)), confidence: 1 }];
  }
  const extended: ExtractedDocument[] = [];
  for (const { fields, ...document } of documents) {
    // What the model itself found is kept; a document that it does not analyze stays without fields.
    const missing = askedOf(document.docType).filter((name) => !Object.hasOwn(fields ?? {}, name));
    const found = fields && { fields: { ...fields, ...(await query.find(missing, { ...document, fields })) } };
    extended.push({ ...document, ...found });
  }
  return extended;
}
