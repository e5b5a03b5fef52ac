/** A paged list: more is loaded when its end becomes visible. */
import { useMemo, useState } from 'preact/hooks';
import type { Loaded } from '../../kit/use.ts';
import { useAction, useLoad } from '../../kit/use.ts';
import { PAGE } from './calls.ts';

export interface Paged<T> { first: Loaded<T[]>; rows: readonly T[]; isWhole: boolean; onEnd: () => void }

export function usePaged<T>(load: (start: string, signal?: AbortSignal) => Promise<T[]>, idOf: (row: T) => string, inputs: readonly unknown[]): Paged<T> {
  const first = useLoad((signal) => load('', signal), inputs);
  const [later, setLater] = useState<{ first: T[]; rows: T[]; ended: boolean }>();
  // A page after another first page does not belong here.
  const rest = later && later.first === first.value ? later : undefined;
  const rows = useMemo(() => [...first.value ?? [], ...rest?.rows ?? []], [first.value, rest]);
  const isWhole = first.value !== undefined && (first.value.length < PAGE || (rest?.ended ?? false));
  const more = useAction(async () => {
    const page = await load(idOf(rows.at(-1)!));
    setLater({ first: first.value!, rows: [...rest?.rows ?? [], ...page], ended: page.length < PAGE });
  });
  return { first, rows, isWhole, onEnd: () => void (rows.length > 0 && !isWhole && more.run()) };
}
