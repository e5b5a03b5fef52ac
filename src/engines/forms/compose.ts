/** Several models as one: the document goes to the model whose forms it looks like and whose fields are found most surely. */
import type { FoundDocument } from '../fields/field.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { ExtractOptions } from './extract.ts';
import { extract, fitOf } from './extract.ts';
import type { FormsModel } from './model.ts';

export interface Component { docType: string; model: FormsModel }

/** Models that fields are looked for with: those whose forms the document looks most like. */
const MOST_TRIED = 3;

/** Undefined where there is no component. Ties go to the component that is named first. */
export function chooseDocument(components: readonly Component[], layout: DocumentLayout, options: Omit<ExtractOptions, 'docType'> = {}): { component: number; documents: FoundDocument[] } | undefined {
  const likely = components.map(({ model }, component) => ({ component, fit: fitOf(model, layout) })).sort((a, b) => b.fit - a.fit || a.component - b.component).slice(0, MOST_TRIED);
  let best: { component: number; documents: FoundDocument[]; score: number } | undefined;
  for (const { component } of likely) {
    const { docType, model } = components[component]!;
    const documents = extract(model, layout, { ...options, docType });
    const score = Math.max(0, ...documents.map(({ confidence }) => confidence));
    if (best === undefined || score > best.score) best = { component, documents, score };
  }
  return best && { component: best.component, documents: best.documents };
}
