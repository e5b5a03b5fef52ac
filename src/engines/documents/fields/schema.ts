/** Field schemas as data: one line per field path, where `A.B` is a property and `A.*` an array element. */
import type { FieldType } from './field.ts';
import type { FieldModel, FieldSchema } from './field-model.ts';

export type FieldPaths = Readonly<Record<string, readonly [type: FieldType, description: string]>>;

/** Parents must precede their parts. */
export function buildSchema(paths: FieldPaths): Record<string, FieldSchema> {
  const root: Record<string, FieldSchema> = {};
  for (const [path, [type, description]] of Object.entries(paths)) {
    const steps = path.split('.');
    const name = steps.pop()!;
    const parent = steps.reduce<FieldSchema>((at, step) => (step === '*' ? at.items : at.properties?.[step])!, {
      type: 'object',
      properties: root,
    });
    if (parent === undefined) throw new Error(`The parent of ${path} must be listed before it.`);
    const schema: FieldSchema = { type, description };
    if (name === '*') parent.items = schema;
    else (parent.properties ??= {})[name] = schema;
  }
  return root;
}

/** A model with one type of document, from its data file. */
export function singleTypeModel(
  data: { modelId: string; description: string; docType: string; fields: unknown },
  extract: FieldModel['extract'],
): FieldModel {
  const { modelId, description, docType, fields } = data;
  return { modelId, description, docTypes: { [docType]: { description, fieldSchema: buildSchema(fields as FieldPaths) } }, extract };
}
