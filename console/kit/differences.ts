/** Differences between two lists of named items, and a three-way merge. */

/** One item; names are unique within a kind. */
export interface Item {
  sort: string;
  name: string;
  content: unknown;
  /** The content in short, if it has one. */ says?: string;
}

export interface Difference {
  sort: string;
  name: string;
  change: 'added' | 'removed' | 'changed';
  /** The content now. */ says?: string;
}

export function findDifferences(before: readonly Item[], after: readonly Item[]): Difference[] {
  const key = ({ sort, name }: Item): string => JSON.stringify([sort, name]);
  const [old, now] = [numberDuplicates(before, key), numberDuplicates(after, key)];
  const found: Difference[] = [];
  for (const [at, { sort, name, content, says }] of now) {
    const was = old.get(at);
    const item = { sort, name, ...(says !== undefined && { says }) };
    if (was === undefined) found.push({ ...item, change: 'added' });
    else if (!isEqual(was.content, content)) found.push({ ...item, change: 'changed' });
  }
  for (const [at, { sort, name }] of old) if (!now.has(at)) found.push({ sort, name, change: 'removed' });
  return found;
}

/**
 * Three-way merge of a list: additions, changes and removals of both sides apply. If both changed an item, mine wins;
 * an item that one side changed and the other removed stays.
 */
export function mergeLists<T>(before: readonly T[], mine: readonly T[], theirs: readonly T[], nameOf: (one: T) => string): T[] {
  const [old, own, other] = [numberDuplicates(before, nameOf), numberDuplicates(mine, nameOf), numberDuplicates(theirs, nameOf)];
  const mergedItem = (at: string): T | undefined => {
    const [was, mineNow, theirsNow] = [old.get(at), own.get(at), other.get(at)];
    if (was === undefined) return mineNow ?? theirsNow;
    if (mineNow === undefined || theirsNow === undefined) return isEqual(was, mineNow ?? theirsNow) ? undefined : (mineNow ?? theirsNow);
    return isEqual(was, mineNow) ? theirsNow : mineNow;
  };
  return [...new Set([...other.keys(), ...own.keys()])].flatMap((at) => mergedItem(at) ?? []);
}

/** Whether two values are equal, ignoring field order and empty lists. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other);
}

function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part !== 'object' || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(
          Object.entries(part)
            .filter(([, field]) => !(Array.isArray(field) && field.length === 0))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
  );
}

/** Pairs items by name; items with the same name are paired in order. */
function numberDuplicates<T>(list: readonly T[], nameOf: (one: T) => string): Map<string, T> {
  const seen = new Map<string, number>();
  return new Map(
    list.map((one) => {
      const name = nameOf(one);
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      return [`${nth} ${name}`, one];
    }),
  );
}
