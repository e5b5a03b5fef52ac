/**
 * Composed models: a document is analyzed with the component models it resembles most, and the result with the highest
 * confidence wins; or a classifier finds the documents of a file and their types, and each type has a component.
 */
import type { FoundDocument } from '../fields/field.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { ExtractOptions } from './extract.ts';
import { NONE_THRESHOLD, classify } from './classifier/classify.ts';
import type { ClassifiedDocument, Split } from './classifier/classify.ts';
import type { Classifier } from './classifier/model.ts';
import { extract, extractFromPages, similarityToModel } from './extract.ts';
import type { FormsModel } from './model.ts';

export interface Component {
  docType: string;
  model: FormsModel;
}

/** Number of components that are tried. */
const MAX_TRIED = 3;

/** Undefined if there is no component. The first component wins a tie. */
export function chooseDocument(
  components: readonly Component[],
  layout: DocumentLayout,
  options: Omit<ExtractOptions, 'docType'> = {},
): { component: number; documents: FoundDocument[] } | undefined {
  const likely = components
    .map(({ model }, component) => ({ component, fit: similarityToModel(model, layout) }))
    .sort((a, b) => b.fit - a.fit || a.component - b.component)
    .slice(0, MAX_TRIED);
  let best: { component: number; documents: FoundDocument[]; score: number } | undefined;
  for (const { component } of likely) {
    const { docType, model } = components[component]!;
    const documents = extract(model, layout, { ...options, docType });
    const score = Math.max(0, ...documents.map(({ confidence }) => confidence));
    if (best === undefined || score > best.score) best = { component, documents, score };
  }
  return best && { component: best.component, documents: best.documents };
}

/** Which documents of a type are analyzed; by default all that are of one of the types at all. */
export interface Route {
  minConfidence?: number;
  maxDocuments?: number;
}

/** Analyzes pages as one document of a type. */
export type ExtractType = (docType: string, pages: readonly number[]) => Pick<FoundDocument, 'fields'> | undefined;

/** Documents with the types and the confidence of the classifier. Those that are not analyzed have no fields. */
export function routeDocuments(
  classifier: Classifier,
  split: Split,
  routes: ReadonlyMap<string, Route>,
  layout: DocumentLayout,
  extractType: ExtractType,
): (ClassifiedDocument & Partial<FoundDocument>)[] {
  const analyzed = new Map<string, number>();
  return classify(classifier, layout, split).map((document) => {
    const { docType, pages, confidence } = document;
    const { minConfidence = NONE_THRESHOLD, maxDocuments = Infinity } = routes.get(docType) ?? {};
    const before = analyzed.get(docType) ?? 0;
    const found = confidence < minConfidence || before >= maxDocuments ? undefined : extractType(docType, pages);
    if (!found) return document;
    analyzed.set(docType, before + 1);
    return { ...found, ...document };
  });
}

/** The components of a type; of several, as of a composed model, the one with the highest confidence. */
export function extractWith(
  components: readonly Component[],
  layout: DocumentLayout,
  options: Omit<ExtractOptions, 'docType'> = {},
): ExtractType {
  const byType = Map.groupBy(components, ({ docType }) => docType);
  return (docType, pages) =>
    (byType.get(docType) ?? [])
      .map(({ model }) => extractFromPages(model, layout, pages, { ...options, docType }))
      .reduce<FoundDocument | undefined>((best, one) => (best === undefined || one.confidence > best.confidence ? one : best), undefined);
}
