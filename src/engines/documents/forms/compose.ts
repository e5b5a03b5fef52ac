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

/** Documents with the types and the confidence of the classifier. Those that are not analyzed have no fields. */
export function routeDocuments(
  classifier: Classifier,
  split: Split,
  components: readonly Component[],
  routes: ReadonlyMap<string, Route>,
  layout: DocumentLayout,
  options: Omit<ExtractOptions, 'docType'> = {},
): (ClassifiedDocument & Partial<FoundDocument>)[] {
  const models = new Map(components.map(({ docType, model }) => [docType, model]));
  const analyzed = new Map<string, number>();
  return classify(classifier, layout, split).map((document) => {
    const { docType, pages, confidence } = document;
    const { minConfidence = NONE_THRESHOLD, maxDocuments = Infinity } = routes.get(docType) ?? {};
    const [model, before] = [models.get(docType), analyzed.get(docType) ?? 0];
    if (!model || confidence < minConfidence || before >= maxDocuments) return document;
    analyzed.set(docType, before + 1);
    return { ...extractFromPages(model, layout, pages, { ...options, docType }), confidence };
  });
}
