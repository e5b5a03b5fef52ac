/**
 * Fields that a prebuilt model has for what is asked. The model that analyzed the document is used; for a layout, the two models that have
 * most of the asked names.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { arrayField } from '../captions/build-field.ts';
import { extractDocuments, isFieldModel } from '../extract.ts';
import type { Field, FoundDocument } from '../field.ts';
import { knownFields } from './known-fields.ts';
import type { KnownField } from './known-fields.ts';
import type { AskedName } from './names.ts';

const MAX_MODELS = 2;
/** Of the names that the first model has, the share that the second must have to be tried. */
const MIN_SHARE = 0.6;

export interface PrebuiltField {
  modelId: string;
  field: Field;
  weight: number;
}

/** What the model of contracts does not find in an English contract is not there: it was fitted on what contracts leave out, too. */
export const CONTRACT_MODEL = 'prebuilt-contract';
const MIN_JUDGED = 0.5;

export function findPrebuilt(
  names: readonly AskedName[],
  layout: DocumentLayout,
  ran: { modelId: string; document?: FoundDocument | undefined },
  locale: string | undefined,
): { found: Map<AskedName, PrebuiltField>; judged: ReadonlySet<AskedName> } {
  const known = new Map(names.map((name) => [name, knownFields(name.keys)]));
  const models = isFieldModel(ran.modelId) ? [ran.modelId] : rankModels([...known.values()]);
  const found = new Map<AskedName, PrebuiltField>();
  for (const modelId of models) {
    const document = modelId === ran.modelId ? ran.document : extractDocuments(modelId, layout, locale === undefined ? {} : { locale })[0];
    if (document === undefined) continue;
    for (const [name, fields] of known)
      for (const { path, weight } of fields.filter((one) => one.modelId === modelId)) {
        const field = fieldAt(document.fields, path);
        const best = found.get(name);
        if (field !== undefined && (best === undefined || best.weight * best.field.confidence < weight * field.confidence))
          found.set(name, { modelId, field, weight });
      }
  }
  const isJudged = (fields: readonly KnownField[]): boolean =>
    models.includes(CONTRACT_MODEL) && fields.some((field) => field.modelId === CONTRACT_MODEL && field.weight >= MIN_JUDGED);
  return { found, judged: new Set(names.filter((name) => isJudged(known.get(name)!))) };
}

function rankModels(known: readonly (readonly KnownField[])[]): string[] {
  const scores = new Map<string, number>();
  for (const fields of known)
    for (const [modelId, own] of Map.groupBy(fields, (field) => field.modelId))
      scores.set(modelId, (scores.get(modelId) ?? 0) + Math.max(...own.map(({ weight }) => weight)));
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  return ranked
    .filter(([, score]) => score >= MIN_SHARE * ranked[0]![1])
    .slice(0, MAX_MODELS)
    .map(([modelId]) => modelId);
}

/** The value at a path; values of several entries are an array, that of a single one is itself. */
function fieldAt(fields: Readonly<Record<string, Field>>, path: readonly string[]): Field | undefined {
  let found = fields[path[0]!] === undefined ? [] : [fields[path[0]!]!];
  for (const step of path.slice(1))
    found = found.flatMap((field) => {
      if (step === '*') return field.type === 'array' ? field.value : [];
      return field.type === 'object' ? (field.value[step] ?? []) : [];
    });
  return found.length > 1 ? arrayField(found) : found[0];
}
