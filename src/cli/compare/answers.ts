/** Answers of the services in one form, in which those of an old resource and of this server are compared. */

/** What is compared of an answer: its decision, if it has one, and named parts with their values. */
export interface Answer {
  intent?: string;
  parts: Part[];
}
export interface Part {
  name: string;
  value: string;
}

export type AnswerForm = 'understanding v2.0' | 'understanding v3.0' | 'conversations' | 'documents';

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form of an answer, by what only it has; undefined for anything else. */
export function formOf(answer: unknown): AnswerForm | undefined {
  if (!isObject(answer)) return undefined;
  if (isObject(answer['topScoringIntent'])) return 'understanding v2.0';
  if (isObject(answer['analyzeResult'])) return 'documents';
  if (isObject(answer['result']) && isObject(answer['result']['prediction'])) return 'conversations';
  return isObject(answer['prediction']) && !Array.isArray(answer['prediction']['entities']) ? 'understanding v3.0' : undefined;
}

const READERS: Readonly<Record<AnswerForm, (answer: Fields) => Answer>> = {
  'understanding v2.0': ({ topScoringIntent, entities }) => ({
    intent: String((topScoringIntent as { intent?: unknown }).intent),
    parts: listOf(entities).map(({ type, role, entity }) => ({ name: textOf(role) || textOf(type), value: textOf(entity).toLowerCase() })),
  }),
  'understanding v3.0': ({ prediction }) => {
    const { topIntent, entities } = prediction as Fields;
    return { intent: String(topIntent), parts: isObject(entities) ? partsOf3(entities, '') : [] };
  },
  conversations: ({ result }) => {
    const { topIntent, entities } = (result as Fields)['prediction'] as Fields;
    return {
      intent: String(topIntent),
      parts: listOf(entities).map(({ category, text }) => ({ name: textOf(category), value: textOf(text) })),
    };
  },
  documents: ({ analyzeResult }) => ({
    parts: listOf((analyzeResult as Fields)['documents']).flatMap(({ fields }) => (isObject(fields) ? partsOfFields(fields, '') : [])),
  }),
};

/** Reads an answer of a known form. */
export function readAnswer(answer: unknown, form: AnswerForm): Answer {
  return READERS[form](answer as Fields);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(values: unknown): Fields[] {
  return Array.isArray(values) ? values.filter(isObject) : [];
}

/** By the text of an entity where the answer has it, else by its value. Dates differ from day to day: of them the expression counts. */
function partsOf3(entities: Fields, above: string): Part[] {
  const instances = isObject(entities['$instance']) ? entities['$instance'] : {};
  return Object.entries(entities).flatMap(([key, values]) => {
    if (key === '$instance' || !Array.isArray(values)) return [];
    const name = above + key;
    return values.flatMap((value: unknown, i): Part[] => {
      const text = listOf(instances[key])[i]?.['text'];
      if (isObject(value) && Object.values(value).some((one) => Array.isArray(one)) && !Array.isArray(value['values'])) {
        return [...(typeof text === 'string' ? [{ name, value: text }] : []), ...partsOf3(value, `${name}.`)];
      }
      return [{ name, value: typeof text === 'string' ? text : valueOf(value) }];
    });
  });
}

function valueOf(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value['values']))
    return listOf(value['values'])
      .map(({ timex }) => textOf(timex))
      .join(' ');
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Fields by name; members of lists and objects by the way to them. The value counts, or the text where there is none. */
function partsOfFields(fields: Fields, above: string): Part[] {
  return Object.entries(fields).flatMap(([key, field]) => (isObject(field) ? partsOfField(field, above + key) : []));
}

function partsOfField(field: Fields, name: string): Part[] {
  if (Array.isArray(field['valueArray'])) return listOf(field['valueArray']).flatMap((item, i) => partsOfField(item, `${name}[${i}]`));
  if (isObject(field['valueObject'])) return partsOfFields(field['valueObject'], `${name}.`);
  const [, value] = Object.entries(field).find(([key]) => key.startsWith('value')) ?? [];
  if (isObject(value) && 'amount' in value) return [{ name, value: String(value['amount']) }];
  if (value !== undefined && !isObject(value)) return [{ name, value: String(value) }];
  const content = textOf(field['content']).replace(/\s+/g, ' ').trim();
  return content === '' ? [] : [{ name, value: content }];
}
