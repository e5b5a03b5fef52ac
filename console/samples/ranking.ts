/** Visitors of a canteen who like different dishes in different weather: enough of them for the loop to learn that. */
import type { Client } from '../kit/api.ts';
import type { SampleModule } from '../kit/sample-account.ts';

const BASE = '/ranking/v1.1-preview.3';
/** Visitors per round, before the loop has learned from the previous ones. */
const ROUND_SIZES = [60, 40, 50, 75, 100, 175];
const VISITORS = ROUND_SIZES.reduce((sum, group) => sum + group, 0);
/** Visitors at the same time: as many as a browser has connections. */
const CONCURRENCY = 6;
/** Random numbers for each visitor. */
const DRAWS = 3;
const RETRY_MS = 400;
const MAX_TRIES = 8;
const DISHES = [
  { id: 'soup', features: [{ warm: true, price: 4 }] },
  { id: 'salad', features: [{ warm: false, price: 6 }] },
  { id: 'curry', features: [{ warm: true, price: 8 }] },
];
/** How likely a visitor likes a dish, by the weather. */
const TASTE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  cold: { soup: 0.9, salad: 0.05, curry: 0.4 },
  hot: { soup: 0.05, salad: 0.9, curry: 0.3 },
};

interface Settings {
  modelExportFrequency: string;
}

export const create: SampleModule['create'] = async ({ client, onProgress }) => {
  onProgress('Setting short learning intervals');
  const settings = await client.get<Settings>(`${BASE}/configurations/service`);
  await client.put(`${BASE}/configurations/service`, { ...settings, modelExportFrequency: 'PT1S' });
  const random = seededRandom(20_260_115);
  const { value: before } = await client.get<{ value: unknown[] }>(`${BASE}/logs/events`, { query: { top: VISITORS }, quiet: true });
  let served = before.length;
  // Those who were served before an interruption.
  for (let drawn = 0; drawn < DRAWS * served; drawn++) random();
  const visit = async (): Promise<void> => {
    const weather = random() < 0.5 ? 'cold' : 'hot';
    const hungry = random() < 0.5;
    const mood = random();
    const { eventId, rewardActionId } = await client.post<{ eventId: string; rewardActionId: string }>(
      `${BASE}/rank`,
      { contextFeatures: [{ weather: { kind: weather } }, { visitor: { hungry } }], actions: DISHES },
      { quiet: served > 0 },
    );
    await client.post(
      `${BASE}/events/${encodeURIComponent(eventId)}/reward`,
      { value: mood < TASTE[weather]![rewardActionId]! ? 1 : 0 },
      { quiet: served > 0 },
    );
    served++;
  };
  let end = 0;
  for (const group of ROUND_SIZES) {
    end += group;
    while (served < end) await Promise.all(Array.from({ length: Math.min(CONCURRENCY, end - served) }, visit));
    onProgress(`${served} of ${VISITORS} visitors served; the loop is learning`);
    await waitUntilLearned(client);
  }
  return '/ranking';
};

/** Waits until the rewards so far are learned, as if visitors came over time. */
async function waitUntilLearned(client: Client): Promise<void> {
  const model = async (): Promise<string> =>
    (await client.get<{ lastModifiedTime: string }>(`${BASE}/model/properties`, { quiet: true })).lastModifiedTime;
  const before = await model();
  for (let tries = 0; tries < MAX_TRIES && (await model()) === before; tries++)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}

/** The same visitors every time (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
