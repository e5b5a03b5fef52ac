/** What people correct in a result: a corrected value stands for words on the pages, which become the label of its field. */
import type { AnalyzeResult, Field, Region } from './result.ts';

/** Types whose labels are words. */
const WORD_TYPES = new Set(['string', 'date', 'time', 'phoneNumber', 'number', 'integer', 'currency', 'address']);

export interface Correction {
  type: string;
  content: string;
  boundingRegions: Region[];
}

/** Fields of the first document that can be corrected, by name. */
export function correctableFields({ documents }: AnalyzeResult): [name: string, field: Field][] {
  return Object.entries(documents?.[0]?.fields ?? {}).filter(([, { type }]) => WORD_TYPES.has(type));
}

/** The fields whose text differs from the result; null for those that the document does not have. */
export function correctionsOf(result: AnalyzeResult, texts: Readonly<Record<string, string>>): Record<string, Correction | null> {
  return Object.fromEntries(
    correctableFields(result).flatMap(([name, field]) => {
      const content = texts[name]?.trim();
      if (content === undefined || content === (field.content ?? '')) return [];
      return [[name, content === '' ? null : { type: field.type, content, boundingRegions: findWords(result, content, field) }]];
    }),
  );
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
