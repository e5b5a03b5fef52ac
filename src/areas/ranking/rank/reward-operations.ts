import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { EventPath, MultiSlotRewardBody, RewardBody } from '../schemas.ts';
import type { LogEntry } from '../model.ts';
import { ONLY, begun, entry, loopInUse } from '../store.ts';
import type { LoopInUse } from '../store.ts';
import { multiSlotLoop } from './operations.ts';

/** What happened to an event is logged, whether it is known or not; it is the learner that joins the two. */
function logged(inUse: LoopInUse, account: string, value: LogEntry): ReturnType<typeof reply> {
  return reply(204, undefined, { change: entry(begun(inUse, account), account, value) });
}

async function loopOf(services: Ports, account: string): Promise<LoopInUse> {
  return await services.cache.get(loopInUse, account, ONLY);
}

export const reward = operation({
  id: 'ranking.reward',
  summary: 'Report the reward of the action given in rewardActionId for an event',
  route: 'POST /events/{eventId}/reward',
  needs: 'authoring',
  audited: false,
  params: EventPath,
  body: RewardBody,
  badInput: 'InvalidRewardRequest',
  replies: { 204: null },
  fails: ['InvalidRewardRequest'],
  example: { params: { eventId: 'example-event' }, body: { value: 1 } },
  async run({ account, params: { eventId }, body: { value } }, services) {
    return logged(await loopOf(services, account.id), account.id, { kind: 'reward', eventId, rewards: [{ value }] });
  },
});

export const activate = operation({
  id: 'ranking.activate',
  summary: 'Report that the answer of a deferred event was shown, so that a reward is expected',
  route: 'POST /events/{eventId}/activate',
  needs: 'authoring',
  audited: false,
  params: EventPath,
  badInput: 'InvalidEventIdToActivate',
  replies: { 204: null },
  fails: ['InvalidEventIdToActivate'],
  example: { params: { eventId: 'example-event' } },
  async run({ account, params: { eventId } }, services) {
    return logged(await loopOf(services, account.id), account.id, { kind: 'activate', eventId });
  },
});

export const multiSlotReward = operation({
  id: 'ranking.multiSlotReward',
  summary: 'Report the rewards of some or all slots of an event',
  route: 'POST /multislot/events/{eventId}/reward',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  audited: false,
  params: EventPath,
  body: MultiSlotRewardBody,
  badInput: 'InvalidRewardRequest',
  replies: { 204: null },
  fails: ['InvalidRewardRequest', 'InvalidMultiSlotApiAccess'],
  example: { params: { eventId: 'example-event' }, body: { reward: [{ slotId: 'top', value: 1 }] } },
  async run({ account, params: { eventId }, body: { reward: rewards } }, services) {
    return logged(await multiSlotLoop(services, account.id), account.id, { kind: 'reward', eventId, rewards: rewards.map(({ slotId, value }) => ({ slotId, value })) });
  },
});

export const multiSlotActivate = operation({
  id: 'ranking.multiSlotActivate',
  summary: 'Report that the answer of a deferred multi-slot event was shown',
  route: 'POST /multislot/events/{eventId}/activate',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  audited: false,
  params: EventPath,
  badInput: 'InvalidEventIdToActivate',
  replies: { 204: null },
  fails: ['InvalidEventIdToActivate', 'InvalidMultiSlotApiAccess'],
  example: { params: { eventId: 'example-event' } },
  async run({ account, params: { eventId } }, services) {
    return logged(await multiSlotLoop(services, account.id), account.id, { kind: 'activate', eventId });
  },
});
