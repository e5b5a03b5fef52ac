/** The load of the scenes `overload` and `overload-memory`: ranks, each a durable write. */
import type { LoadResult } from './load-generator.ts';

export const RANK = {
  route: 'POST /ranking/v1.1-preview.3/rank',
  body: JSON.stringify({
    eventId: 'event-{n}',
    contextFeatures: [{ day: 'monday' }],
    actions: [
      { id: 'tea', features: [{ warm: 1 }] },
      { id: 'juice', features: [{ warm: 0 }] },
    ],
  }),
};

export function admittedPerSecond({ sources, seconds }: LoadResult): number {
  return Object.values(sources).reduce((sum, { admitted }) => sum + admitted.calls, 0) / seconds;
}
