/** What people correct in a result: a corrected value stands for words on the pages, which become the label of its field. */
import { escaped, flatFields, type AnalyzeResult, type Field, type FlatField, type Region } from './result.ts';

/** Types whose labels are words. */
const WORD_TYPES = new Set(['string', 'date', 'time', 'phoneNumber', 'number', 'integer', 'currency', 'address']);

export interface Correction {
  type?: string;
  content?: string;
  boundingRegions?: Region[];
  valueArray?: Correction[];
  valueObject?: Record<string, Correction>;
}
type Texts = Readonly<Record<string, string>>;

/** Values of the first document that can be corrected, also those in rows. */
export const correctableFields = ({ documents: [first] = [] }: AnalyzeResult): FlatField[] =>
  first ? flatFields(first, 0).filter(({ field: { type } }) => WORD_TYPES.has(type)) : [];

/** Fields of the first document that have rows, whose columns a further row has too. */
export const rowFields = ({ documents: [first] = [] }: AnalyzeResult): string[] =>
  Object.entries(first?.fields ?? {}).flatMap(([name, { valueArray = [] }]) => (valueArray.length > 0 ? [name] : []));

/** The result with further rows, empty, at the end of its lists. */
export function withRows(result: AnalyzeResult, added: Readonly<Record<string, number>>): AnalyzeResult {
  const [first, ...others] = result.documents ?? [];
  if (!first) return result;
  const fields = Object.entries(first.fields ?? {}).map(([name, field]) => {
    const { valueArray = [] } = field;
    const rows = Array.from({ length: added[name] ?? 0 }, () => emptyRow(valueArray));
    return [name, rows.length === 0 ? field : { ...field, valueArray: [...valueArray, ...rows] }] as const;
  });
  return { ...result, documents: [{ ...first, fields: Object.fromEntries(fields) }, ...others] };
}

/** With the columns of all rows. */
function emptyRow(rows: readonly Field[]): Field {
  const cells = rows.flatMap(({ valueObject }) => Object.entries(valueObject ?? {}));
  if (cells.length === 0) return { type: rows[0]?.type ?? 'string', content: '' };
  return { type: 'object', valueObject: Object.fromEntries(cells.map(([name, { type }]) => [name, { type, content: '' }])) };
}

const isChanged = ({ name, field: { content = '' } }: FlatField, texts: Texts): boolean => (texts[name] ?? content).trim() !== content;

/** The fields whose text differs from the result, lists as a whole; null for those that the document does not have. */
export function correctionsOf(result: AnalyzeResult, texts: Texts): Record<string, Correction | null> {
  const changed = new Set(correctableFields(result).flatMap((one) => (isChanged(one, texts) ? one.titles[0]! : [])));
  const fields = Object.entries(result.documents?.[0]?.fields ?? {}).filter(([name]) => changed.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, correct(result, escaped(name), field, texts)]));
}

/** Of one value, if it is changed. */
export const correctionOf = (result: AnalyzeResult, one: FlatField, texts: Texts): Correction | null | undefined =>
  isChanged(one, texts) ? correct(result, one.name, one.field, texts) : undefined;

function correct(result: AnalyzeResult, name: string, field: Field, texts: Texts): Correction | null {
  const { type, content = '', boundingRegions, valueArray, valueObject } = field;
  if (valueArray) return { valueArray: valueArray.flatMap((part, i) => correct(result, `${name}/${i}`, part, texts) ?? []) };
  if (valueObject) {
    const parts = Object.entries(valueObject).map(([key, part]) => [key, correct(result, `${name}/${escaped(key)}`, part, texts)] as const);
    const kept = parts.filter(([, part]) => part !== null);
    return kept.length === 0 ? null : { valueObject: Object.fromEntries(kept) as Record<string, Correction> };
  }
  const text = (texts[name] ?? content).trim();
  if (text === '') return null;
  return { type, content: text, boundingRegions: text === content ? boundingRegions : findWords(result, text, field) };
}

/** The words of a text on the pages, nearest to where the field was found; none if it is not there. */
export function findWords(
  { pages }: AnalyzeResult,
  text: string,
  { boundingRegions: [found] = [] }: Pick<Field, 'boundingRegions'>,
): Region[] {
  const wanted = squash(text);
  const runs = pages.flatMap(({ pageNumber, words = [] }) =>
    words.flatMap((_, from) => {
      let read = '';
      for (let to = from; to < words.length && wanted.startsWith(read); to++) {
        read += squash(words[to]!.content);
        if (read === wanted) return [words.slice(from, to + 1).map(({ polygon = [] }) => ({ pageNumber, polygon }))];
      }
      return [];
    }),
  );
  return runs.sort((one, other) => distance(one[0]!, found) - distance(other[0]!, found))[0] ?? [];
}

const squash = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** Another page is further away than anything on the same one. */
function distance({ pageNumber, polygon }: Region, from: Region | undefined): number {
  if (!from) return pageNumber;
  const [x = 0, y = 0] = polygon ?? [];
  const [left = 0, top = 0] = from.polygon ?? [];
  return Math.abs(pageNumber - from.pageNumber) * 1e6 + Math.hypot(x - left, y - top);
}

/** `invoice-2.pdf` if a set has `invoice.pdf`; a name without an ending gets one. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, end = '.pdf'] = /^(.*)(\.[^.]+)$/.exec(name) ?? [];
  let free = stem + end;
  for (let n = 2; taken.has(free); n++) free = `${stem}-${n}${end}`;
  return free;
}
