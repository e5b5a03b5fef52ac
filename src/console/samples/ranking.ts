/** Visitors of a canteen who like different dishes in different weather: enough of them for the loop to find out. */
import type { SampleModule } from '../samples.ts';

const BASE = '/ranking/v1.1-preview.3';
const VISITORS = 300;
const AT_ONCE = 8;
const DISHES = [
  { id: 'soup', features: [{ warm: true, price: 4 }] },
  { id: 'salad', features: [{ warm: false, price: 6 }] },
  { id: 'curry', features: [{ warm: true, price: 8 }] },
];
/** How likely a visitor likes a dish, by the weather. */
const TASTE: Readonly<Record<string, Readonly<Record<string, number>>>> = { cold: { soup: 0.8, salad: 0.15, curry: 0.45 }, hot: { soup: 0.1, salad: 0.75, curry: 0.35 } };

interface Settings { modelExportFrequency: string }

export const make: SampleModule['make'] = async ({ client, tell }) => {
  tell('Having what is learned used at once');
  const settings = await client.get<Settings>(`${BASE}/configurations/service`);
  await client.put(`${BASE}/configurations/service`, { ...settings, modelExportFrequency: 'PT1S' });
  const random = seeded(20_260_115);
  let served = 0;
  const visit = async (): Promise<void> => {
    const weather = random() < 0.5 ? 'cold' : 'hot';
    const hungry = random() < 0.5;
    const mood = random();
    const { eventId, rewardActionId } = await client.post<{ eventId: string; rewardActionId: string }>(`${BASE}/rank`, { contextFeatures: [{ weather: { kind: weather } }, { visitor: { hungry } }], actions: DISHES }, { quiet: served > 0 });
    await client.post(`${BASE}/events/${encodeURIComponent(eventId)}/reward`, { value: mood < TASTE[weather]![rewardActionId]! ? 1 : 0 }, { quiet: served > 0 });
    served++;
    if (served % 20 === 0) tell(`${served} of ${VISITORS} visitors served`);
  };
  let left = VISITORS;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) await visit();
  }));
  return '/ranking';
};

/** The same visitors every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}
