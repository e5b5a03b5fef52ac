/** Events of the log, loaded in pages while scrolling. */
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import { BASE, type EventList, type EventRow } from './types.ts';

export interface EventFilter {
  eventId?: string;
  actionId?: string;
  startDate?: string;
  endDate?: string;
}

const PAGE = 1000;

export async function loadEventPage(
  client: Client,
  filter: EventFilter & { before?: number; top?: number },
  { signal, quiet }: { signal?: AbortSignal; quiet?: boolean } = {},
): Promise<EventList> {
  return await client.get<EventList>(`${BASE}/logs/events`, { signal, quiet, query: { top: PAGE, ...filter } });
}

export interface EventPages {
  rows: readonly EventRow[];
  /** How far back the search went. */ oldestTime?: string;
  busy: boolean;
  ended: boolean;
  error?: Error;
  more: () => void;
  reload: () => void;
}

interface LoadedEvents {
  rows: readonly EventRow[];
  before?: number;
  oldestTime?: string;
  busy: boolean;
  ended: boolean;
  error?: Error;
  stop: AbortController;
}

/** Continues until something is found or the log ends: with a filter many pages may be empty. */
export function useEventPages(client: Client, filter: EventFilter): EventPages {
  const [, draw] = useReducer((round: number) => round + 1, 0);
  const held = useRef<LoadedEvents>({ rows: [], busy: true, ended: false, stop: new AbortController() });
  const load = async (now: LoadedEvents): Promise<void> => {
    now.busy = true;
    now.error = undefined;
    try {
      for (let found = 0; found === 0 && !now.ended;) {
        const { value, nextBefore, oldestTime } = await loadEventPage(
          client,
          { ...filter, before: now.before },
          { signal: now.stop.signal, quiet: now.before !== undefined },
        );
        found = value.length;
        Object.assign(now, {
          rows: [...now.rows, ...value],
          before: nextBefore,
          ended: nextBefore === undefined,
          oldestTime: oldestTime ?? now.oldestTime,
        });
        draw(0);
      }
    } catch (error) {
      if (now.stop.signal.aborted) return;
      now.error = error as Error;
    }
    now.busy = false;
    draw(0);
  };
  const begin = (): void => {
    held.current.stop.abort();
    held.current = { rows: [], busy: true, ended: false, stop: new AbortController() };
    void load(held.current);
    draw(0);
  };
  useEffect(() => {
    begin();
    return () => held.current.stop.abort();
  }, [client, filter.eventId, filter.actionId, filter.startDate, filter.endDate]);
  const { rows, oldestTime, busy, ended, error } = held.current;
  return {
    rows,
    oldestTime,
    busy,
    ended,
    error,
    reload: begin,
    more: () => {
      if (!held.current.busy && !held.current.ended) void load(held.current);
    },
  };
}
