/** Filtering of utterances. */
import type { LabeledText } from './entities.ts';

export interface Utterance extends LabeledText {
  /** Unique in the list. */
  id: string;
  /** What is wrong with it, in short. */
  problem?: string;
}

export interface Filter {
  find: string;
  intent: string;
  /** A labeled entity. */ entity: string;
  /** Only those with problems. */ problems: boolean;
  /** The class predicted instead of the intent. */ predicted: string;
}

/** The filter in the URL. */
export function parseFilter(query: URLSearchParams): Filter {
  const getText = (name: string): string => query.get(name) ?? '';
  return {
    find: getText('find'),
    intent: getText('intent'),
    entity: getText('entity'),
    problems: getText('problems') === '1',
    predicted: getText('predicted'),
  };
}

export function isFiltering({ problems, ...rest }: Filter): boolean {
  return problems || Object.values(rest).some((one) => one !== '');
}

export function filterUtterances<U extends Utterance & { predicted?: string }>(
  rows: readonly U[],
  { find, intent, entity, problems, predicted }: Filter,
): U[] {
  const search = find.toLowerCase();
  return rows.filter(
    (row) =>
      (intent === '' || row.intent === intent) &&
      (predicted === '' || row.predicted === predicted) &&
      (!problems || row.problem !== undefined) &&
      (entity === '' || row.labels.some((label) => label.entity === entity)) &&
      (search === '' || row.text.toLowerCase().includes(search)),
  );
}
