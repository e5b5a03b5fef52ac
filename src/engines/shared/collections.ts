/** Binary search, lists in maps, and runs of neighbors. */

/** The first index at which something holds that holds from there on; `length` where it never does. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Adds to the list of a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Runs of neighbors: an item starts another one where `isApart` of it and the item before. */
export function splitWhere<T>(items: readonly T[], isApart: (before: T, item: T, index: number) => boolean): T[][] {
  const runs: T[][] = [];
  items.forEach((item, i) => {
    if (i === 0 || isApart(items[i - 1]!, item, i)) runs.push([item]);
    else runs.at(-1)!.push(item);
  });
  return runs;
}

/** The runs of items between separators. */
export function splitAt<T>(items: readonly T[], isSeparator: (item: T) => boolean): T[][] {
  const runs = splitWhere(items, (before, item) => isSeparator(before) !== isSeparator(item));
  return runs.filter(([first]) => !isSeparator(first!));
}
