/** Ranking. Evaluations are asked for days in which our accounts have events; the model that is imported is our own. */
import { call } from '../../../../test/support/server.ts';
import type { Server } from '../../../../test/support/server.ts';
import type { AreaReplay, Bench, Prepared, RecordedArea } from '../area.ts';
import type { RecordedCall, Recording } from '../recording.ts';

export const personalizerArea: RecordedArea = { name: 'personalizer', start: startPersonalizer };

const BASE = '/personalizer';
const VERSION = 'api-version=2022-09-01-preview';
const EVENTS = 30;
const DAY_MS = 24 * 3600_000;
const FIXED = new Set([
  'arguments',
  'defaultReward',
  'evaluationType',
  'intervalInMinutes',
  'learningMode',
  'modelRetrainDays',
  'policySource',
  'rewardActionId',
  'rewardAggregation',
  'rewardWaitTime',
  'slotId',
  'status',
]);
/** The days of the recordings, by ours. */
const DAYS: Readonly<Record<string, string>> = {
  '2022-09-20': new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
  '2022-09-30': new Date(Date.now() + 9 * DAY_MS).toISOString().slice(0, 10),
};

async function startPersonalizer({ server, management }: Bench): Promise<AreaReplay> {
  const { key1: single } = await management.createAccount('recordings-personalizer');
  const { key1: multiSlot } = await management.createAccount('recordings-personalizer-slots');
  await playEvents(server, single);
  await enableSlots(server, multiSlot);
  const prepare = async (
    _recorded: RecordedCall,
    { path, json }: { path: string; json: unknown },
    { name }: Recording,
  ): Promise<Prepared> => {
    const key = /multi_slot|log_properties/i.test(name) ? multiSlot : single;
    if (typeof json === 'string') {
      const { bytes } = await call(server, `GET ${BASE}/model?signed=true&${VERSION}`, { key });
      return { path, key, body: bytes, headers: { 'content-type': 'application/octet-stream' } };
    }
    return {
      path: withOurDays(path),
      key,
      json: json === null ? undefined : JSON.parse(withOurDays(JSON.stringify(json))),
      isSameInput: true,
    };
  };
  return {
    prepare,
    isFixed: (path) => path === 'content.value[].name' || FIXED.has(path.split('.').at(-1)!),
  };
}

function withOurDays(text: string): string {
  return text.replace(/2022-09-(?:20|30)/g, (day) => DAYS[day]!);
}

async function playEvents(server: Server, key: string): Promise<void> {
  for (let i = 0; i < EVENTS; i++) {
    const actions = ['first', 'second'].map((id) => ({ id, features: [{ topic: id }] }));
    const json = { eventId: `event-${i}`, contextFeatures: [{ device: { mobile: i % 2 === 0 } }], actions };
    await call(server, `POST ${BASE}/rank?${VERSION}`, { key, json });
    await call(server, `POST ${BASE}/events/event-${i}/reward?${VERSION}`, { key, json: { value: (i % 3) / 2 } });
  }
}

/** With the learning settings that the recorded account had. */
async function enableSlots(server: Server, key: string): Promise<void> {
  const service = `${BASE}/configurations/service?${VERSION}`;
  const { body } = await call<object>(server, `GET ${service}`, { key });
  await call(server, `PUT ${service}`, { key, json: { ...body, isAutoOptimizationEnabled: false } });
  const policy = '--ccb_explore_adf --epsilon 0.20000000298023224 --power_t 0 -l 0.001 --cb_type mtr -q ::';
  await call(server, `PUT ${BASE}/configurations/policy?${VERSION}`, { key, json: { name: 'slots', arguments: policy } });
}
