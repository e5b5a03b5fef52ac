import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { rankingOrder } from '../../../engines/bandits/model.ts';
import { decide, explanation } from './decide.ts';
import { rankingFailure } from '../failures.ts';
import { rankEntry } from '../model.ts';
import type { RankRequest } from '../model.ts';
import { MultiSlotRankAnswer, MultiSlotRankBody, RankAnswer, RankBody } from '../schemas.ts';
import { ONLY, begun, entry, loopInUse } from '../store.ts';
import type { LoopInUse } from '../store.ts';
import type { Change } from '../../../kernel/change.ts';
import type { Decision } from '../../../engines/bandits/model.ts';

export const rank = operation({
  id: 'ranking.rank',
  summary: 'Rank actions for a context: which to show, and with what probability each was chosen',
  route: 'POST /rank',
  needs: 'authoring',
  audited: false,
  body: RankBody,
  badInput: 'InvalidRankRequest',
  replies: { 201: RankAnswer },
  fails: ['InvalidRankRequest', 'InvalidApiAccess', 'PayloadSizeExceeded'],
  example: {
    body: {
      contextFeatures: [{ user: { device: 'phone' } }, { timeOfDay: 'evening' }],
      actions: [{ id: 'pasta', features: [{ taste: 'savoury' }] }, { id: 'ice cream', features: [{ taste: 'sweet' }] }],
      excludedActions: [], eventId: 'example-event', deferActivation: false,
    },
  },
  async run({ account, body: { eventId: given, deferActivation, contextFeatures, actions, excludedActions } }, services) {
    const inUse = await services.cache.get(loopInUse, account.id, ONLY);
    if (inUse.multiSlot) throw rankingFailure('InvalidApiAccess', { details: 'the learning settings are those of a multi-slot loop.' });
    const eventId = given || services.ids.uuid();
    const request: RankRequest = { contextFeatures, actions, excludedActions };
    const { decisions: [decision], allowed } = decide(inUse, request, eventId);
    const ranking = rankingOrder(decision!, allowed[0]!).map((k) => ({ id: actions[k]!.id, probability: decision!.probabilities[k]! }));
    return reply(201, {
      ranking, eventId, rewardActionId: actions[decision!.chosen]!.id,
      ...inUse.loop.settings.isInferenceExplainabilityEnabled && { inferenceExplanation: explanation(inUse, request).map((features, k) => ({ id: actions[k]!.id, features })) },
    }, { change: logged(inUse, account.id, { eventId, request, decisions: [decision!], deferred: deferActivation === true }) });
  },
});

export const multiSlotRank = operation({
  id: 'ranking.multiSlotRank',
  summary: 'Choose an action for each slot of a page, none of them twice',
  route: 'POST /multislot/rank',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  audited: false,
  body: MultiSlotRankBody,
  badInput: 'InvalidRankRequest',
  replies: { 201: MultiSlotRankAnswer },
  fails: ['InvalidRankRequest', 'InvalidMultiSlotApiAccess', 'PayloadSizeExceeded'],
  example: {
    body: {
      contextFeatures: [{ user: { device: 'phone' } }],
      actions: [{ id: 'news', features: [{ topic: 'world' }] }, { id: 'sport', features: [{ topic: 'football' }] }, { id: 'film', features: [{ topic: 'comedy' }] }],
      slots: [{ id: 'top', features: [{ size: 'large' }], baselineAction: 'news' }, { id: 'side', excludedActions: ['news'], baselineAction: 'sport' }],
      eventId: 'example-event', deferActivation: false,
    },
  },
  async run({ account, body: { eventId: given, deferActivation, contextFeatures, actions, slots } }, services) {
    const inUse = await multiSlotLoop(services, account.id);
    const eventId = given || services.ids.uuid();
    const request: RankRequest = { contextFeatures, actions, slots };
    const { decisions } = decide(inUse, request, eventId);
    return reply(201, { slots: slots.map(({ id }, slot) => ({ id, rewardActionId: actions[decisions[slot]!.chosen]!.id })), eventId },
      { change: logged(inUse, account.id, { eventId, request, decisions, deferred: deferActivation === true }) });
  },
});

/** The loop of an account whose learning settings are those of several slots. */
export async function multiSlotLoop(services: Ports, account: string): Promise<LoopInUse> {
  const inUse = await services.cache.get(loopInUse, account, ONLY);
  if (!inUse.multiSlot) throw rankingFailure('InvalidMultiSlotApiAccess');
  return inUse;
}

function logged(inUse: LoopInUse, account: string, { eventId, request, decisions, deferred }: { eventId: string; request: RankRequest; decisions: readonly Decision[]; deferred: boolean }): Change {
  const { loop } = inUse;
  return entry(begun(inUse, account), account, rankEntry({
    eventId, deferred, request, decisions: decisions.map(({ chosen, probabilities }) => ({ chosen, probabilities })),
    mode: loop.settings.learningMode, model: loop.model?.position ?? 0,
  }));
}

