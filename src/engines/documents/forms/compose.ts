/**
 * Composed models: a document is analyzed with the component models it resembles most, and the result with the highest
 * confidence wins.
 */
import type { FoundDocument } from '../fields/field.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { ExtractOptions } from './extract.ts';
import { extract, similarityToModel } from './extract.ts';
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
