/** Three-way merge of one utterance, model or feature, and its parts as named items to compare. */
import { isEqual, mergeLists, type Item } from '../../kit/differences.ts';
import type { EntityChoice, Label, LabeledText } from '../../shared/language/entities.ts';

/** Of overlapping labels mine are kept. */
export function mergeUtterance(
  before: LabeledText | undefined,
  mine: LabeledText,
  theirs: LabeledText,
  entities: readonly EntityChoice[],
): LabeledText {
  const over = new Set(entities.filter((one) => one.over).map(({ name }) => name));
  const level = ({ entity }: Label): boolean => over.has(entity);
  const labels = mergeLists(before?.labels ?? [], mine.labels, theirs.labels, (label) => `${level(label)} ${label.start} ${label.end}`);
  const own = labels.filter((label) => mine.labels.includes(label));
  const retained = labels.filter(
    (label) => own.includes(label) || !own.some((one) => level(one) === level(label) && one.start < label.end && label.start < one.end),
  );
  return {
    text: before?.text === mine.text ? theirs.text : mine.text,
    intent: before?.intent === mine.intent ? theirs.intent : mine.intent,
    labels: retained.sort((a, b) => a.start - b.start || b.end - a.end),
  };
}

export function utteranceItems({ text, intent, labels }: LabeledText): Item[] {
  // Utterances that differ only in case are the same.
  return [
    { sort: 'the', name: 'text', content: text, says: text },
    { sort: 'the', name: 'intent', content: intent, says: intent },
    ...labels.map((label) => ({
      sort: 'label of',
      name: text.slice(label.start, label.end),
      content: label,
      says: label.role === undefined ? label.entity : `${label.entity} : ${label.role}`,
    })),
  ];
}

/** Something edited as fields: a list field contains texts, or items with a canonical form. */
export type Fields = Readonly<Record<string, string | boolean | readonly (string | ListedItem)[] | undefined>>;
export interface ListedItem {
  canonicalForm: string;
  list: readonly string[];
}

const itemName = (one: string | ListedItem): string => (typeof one === 'string' ? one : one.canonicalForm);

/** If both changed a field mine is kept; lists are merged item by item. */
export function mergeFields<T extends Fields>(before: T, mine: T, theirs: T): T {
  return Object.fromEntries(
    Object.keys(mine).map((field) => {
      const [was, mineNow, theirsNow] = [before[field], mine[field], theirs[field]];
      if (Array.isArray(was) && Array.isArray(mineNow) && Array.isArray(theirsNow))
        return [field, mergeLists<string | ListedItem>(was, mineNow, theirsNow, itemName)];
      return [field, isEqual(was, mineNow) ? theirsNow : mineNow];
    }),
  ) as T;
}

export function fieldItems(fields: Fields): Item[] {
  return Object.entries(fields).flatMap(([field, content]): Item[] =>
    Array.isArray(content)
      ? (content as readonly (string | ListedItem)[]).map((one) => ({
          sort: 'entry',
          name: itemName(one),
          content: one,
          ...(typeof one !== 'string' && { says: one.list.join(', ') }),
        }))
      : [{ sort: 'the', name: field, content, says: String(content) }],
  );
}
