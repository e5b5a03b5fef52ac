/** What differs between two states of a project. */
import type { Item } from './family.ts';

export interface Difference { sort: string; name: string; change: 'added' | 'removed' | 'changed' }

/** Things are told apart by sort and name; of those with the same name, the first with the first, the second with the second. */
export function differences(before: readonly Item[], after: readonly Item[]): Difference[] {
  const [old, now] = [keyed(before), keyed(after)];
  const found: Difference[] = [];
  for (const [key, { item: { sort, name }, content }] of now) {
    const was = old.get(key);
    if (was === undefined) found.push({ sort, name, change: 'added' });
    else if (was.content !== content) found.push({ sort, name, change: 'changed' });
  }
  for (const [key, { item: { sort, name } }] of old) if (!now.has(key)) found.push({ sort, name, change: 'removed' });
  return found;
}

function keyed(items: readonly Item[]): Map<string, { item: Item; content: string }> {
  const seen = new Map<string, number>();
  return new Map(items.map((item) => {
    const own = JSON.stringify([item.sort, item.name]);
    const nth = (seen.get(own) ?? 0) + 1;
    seen.set(own, nth);
    return [`${nth} ${own}`, { item, content: JSON.stringify(item.content) }];
  }));
}
