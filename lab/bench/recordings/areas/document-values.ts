/** Values of the fields of analyzed documents, by path. */
interface Field {
  type?: string;
  content?: string;
  valueArray?: Field[];
  valueObject?: Record<string, Field>;
  [value: string]: unknown;
}
interface Analysis {
  analyzeResult?: { documents?: { docType: string; fields?: Record<string, Field> }[] };
}

/** Empty for anything but an analysis. */
export function fieldValues(body: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (path: string, field: Field): void => {
    for (const [at, item] of (field.valueArray ?? []).entries()) add(`${path}[${at}]`, item);
    for (const [name, member] of Object.entries(field.valueObject ?? {})) add(`${path}.${name}`, member);
    if (field.valueArray || field.valueObject) return;
    const value = Object.entries(field).find(([name]) => name.startsWith('value'));
    values.set(path, value?.[1] ?? field.content);
  };
  const documents = (body as Analysis | null | undefined)?.analyzeResult?.documents ?? [];
  for (const [at, { docType, fields }] of documents.entries()) {
    values.set(`${at}.docType`, docType);
    for (const [name, field] of Object.entries(fields ?? {})) add(`${at}.${name}`, field);
  }
  return values;
}
