/** Rank, reward and activate, for one slot or several. */
import type { Static } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation, Reply } from '../../../kernel/operation.ts';
import type { Change } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { rankingOrder } from '../../../engines/ranking/model.ts';
import type { Decision } from '../../../engines/ranking/model.ts';
import { rankingFailure } from '../failures.ts';
import { createRankEntry, currentModel } from '../model.ts';
import type { ActivateEntry, RankRequest, RankedSlot, RewardEntry } from '../model.ts';
import { EventPath, MultiSlotRankBody, MultiSlotRankReply, MultiSlotRewardBody, RankBody, RankReply, RewardBody } from '../schemas.ts';
import { LOOP_KEY, activeLoop, appendEntry, ensureLoop } from '../store.ts';
import type { ActiveLoop } from '../store.ts';
import { PREVIEWS } from '../versions.ts';
import { decide, explainScores } from './decide.ts';
import { addTextSubjects } from './text-subjects.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

type SlotBody = Static<typeof MultiSlotRankBody>['slots'][number];

function readActiveLoop(services: Ports, account: string): ActiveLoop | Promise<ActiveLoop> {
  return services.cache.get(activeLoop, account, LOOP_KEY);
}

/** Throws unless the learning settings are for several slots. */
async function readMultiSlotLoop(services: Ports, account: string): Promise<ActiveLoop> {
  const active = await readActiveLoop(services, account);
  if (!active.multiSlot) throw rankingFailure('InvalidMultiSlotApiAccess');
  return active;
}

function logDecisions(
  active: ActiveLoop,
  account: string,
  { eventId, request, decisions, deferred }: { eventId: string; request: RankRequest; decisions: readonly Decision[]; deferred: boolean },
): Change {
  const { loop } = active;
  return appendEntry(
    ensureLoop(active, account),
    account,
    createRankEntry({
      eventId,
      deferred,
      request,
      decisions,
      mode: loop.settings.learningMode,
      model: currentModel(loop)?.position ?? 0,
    }),
  );
}

/** The features of a slot have two names: the interface's, and that of the vendor's samples and tests. */
function toRankedSlot({ id, features, positionFeatures, excludedActions, baselineAction }: SlotBody): RankedSlot {
  return { id, features: features ?? positionFeatures, excludedActions, baselineAction };
}

/** Rewards and activations are logged for known and unknown events alike; the learner joins them with their decisions. */
function logOutcome(active: ActiveLoop, account: string, entry: RewardEntry | ActivateEntry): Reply {
  return reply(204, undefined, { change: appendEntry(ensureLoop(active, account), account, entry) });
}

const rank = operation({
  id: 'ranking.rank',
  summary: 'Rank actions for a context: which to show, and with what probability each was chosen',
  route: 'POST /rank',
  inThread: 'largeJson',
  audited: false,
  body: RankBody,
  badInput: 'InvalidRankRequest',
  replies: { 201: RankReply },
  fails: ['InvalidRankRequest', 'InvalidApiAccess', 'PayloadSizeExceeded'],
  example: exampleCalls.rank,
  async run({ account, body: { eventId: requestedId, deferActivation, contextFeatures, actions, excludedActions } }, services) {
    const found = readActiveLoop(services, account.id);
    const active = found instanceof Promise ? await found : found;
    if (active.multiSlot) throw rankingFailure('InvalidApiAccess', { details: 'the learning settings are for several slots.' });
    const eventId = requestedId || services.ids.uuid();
    const given: RankRequest = { contextFeatures, actions, excludedActions };
    const request = active.textSubjects ? await addTextSubjects(given, account.id, services) : given;
    const {
      decisions: [decision],
      allowed,
    } = decide(active, request, eventId);
    const ranking = rankingOrder(decision!, allowed[0]!).map((k) => ({ id: actions[k]!.id, probability: decision!.probabilities[k]! }));
    const isExplained = active.loop.settings.isInferenceExplainabilityEnabled;
    return reply(
      201,
      {
        ranking,
        eventId,
        rewardActionId: actions[decision!.chosen]!.id,
        ...(isExplained && {
          inferenceExplanation: explainScores(active, request).map((features, k) => ({ id: actions[k]!.id, features })),
        }),
      },
      { change: logDecisions(active, account.id, { eventId, request, decisions: [decision!], deferred: deferActivation === true }) },
    );
  },
});

const multiSlotRank = operation({
  id: 'ranking.multiSlotRank',
  summary: 'Choose a different action for each slot of a page',
  route: 'POST /multislot/rank',
  versions: PREVIEWS,
  inThread: 'largeJson',
  audited: false,
  body: MultiSlotRankBody,
  badInput: 'InvalidRankRequest',
  replies: { 201: MultiSlotRankReply },
  fails: ['InvalidRankRequest', 'InvalidMultiSlotApiAccess', 'PayloadSizeExceeded'],
  example: exampleCalls.multiSlotRank,
  async run({ account, body: { eventId: requestedId, deferActivation, contextFeatures, actions, slots } }, services) {
    const active = await readMultiSlotLoop(services, account.id);
    const eventId = requestedId || services.ids.uuid();
    const given: RankRequest = { contextFeatures, actions, slots: slots.map(toRankedSlot) };
    const request = active.textSubjects ? await addTextSubjects(given, account.id, services) : given;
    const { decisions } = decide(active, request, eventId);
    return reply(
      201,
      { slots: slots.map(({ id }, slot) => ({ id, rewardActionId: actions[decisions[slot]!.chosen]!.id })), eventId },
      { change: logDecisions(active, account.id, { eventId, request, decisions, deferred: deferActivation === true }) },
    );
  },
});

const reward = operation({
  id: 'ranking.reward',
  summary: 'Report the reward of an event for the action in rewardActionId',
  route: 'POST /events/{eventId}/reward',
  inThread: 'largeJson',
  audited: false,
  params: EventPath,
  body: RewardBody,
  badInput: 'InvalidRewardRequest',
  replies: { 204: null },
  fails: ['InvalidRewardRequest'],
  example: { params: { eventId: 'example-event' }, body: { value: 1 } },
  async run({ account, params: { eventId }, body: { value } }, services) {
    return logOutcome(await readActiveLoop(services, account.id), account.id, { kind: 'reward', eventId, rewards: [{ value }] });
  },
});

const activate = operation({
  id: 'ranking.activate',
  summary: 'Report that the reply of a deferred event was shown, so that a reward is expected',
  route: 'POST /events/{eventId}/activate',
  audited: false,
  params: EventPath,
  badInput: 'InvalidEventIdToActivate',
  replies: { 204: null },
  fails: ['InvalidEventIdToActivate'],
  example: { params: { eventId: 'example-event' } },
  async run({ account, params: { eventId } }, services) {
    return logOutcome(await readActiveLoop(services, account.id), account.id, { kind: 'activate', eventId });
  },
});

const multiSlotReward = operation({
  id: 'ranking.multiSlotReward',
  summary: 'Report the rewards of some or all slots of an event',
  route: 'POST /multislot/events/{eventId}/reward',
  versions: PREVIEWS,
  inThread: 'largeJson',
  audited: false,
  params: EventPath,
  body: MultiSlotRewardBody,
  badInput: 'InvalidRewardRequest',
  replies: { 204: null },
  fails: ['InvalidRewardRequest', 'InvalidMultiSlotApiAccess'],
  example: { params: { eventId: 'example-event' }, body: { reward: [{ slotId: 'top', value: 1 }] } },
  async run({ account, params: { eventId }, body: { reward: rewards } }, services) {
    return logOutcome(await readMultiSlotLoop(services, account.id), account.id, {
      kind: 'reward',
      eventId,
      rewards: rewards.map(({ slotId, value }) => ({ slotId, value })),
    });
  },
});

const multiSlotActivate = operation({
  id: 'ranking.multiSlotActivate',
  summary: 'Report that the reply of a deferred multi-slot event was shown',
  route: 'POST /multislot/events/{eventId}/activate',
  versions: PREVIEWS,
  audited: false,
  params: EventPath,
  badInput: 'InvalidEventIdToActivate',
  replies: { 204: null },
  fails: ['InvalidEventIdToActivate', 'InvalidMultiSlotApiAccess'],
  example: { params: { eventId: 'example-event' } },
  async run({ account, params: { eventId } }, services) {
    return logOutcome(await readMultiSlotLoop(services, account.id), account.id, { kind: 'activate', eventId });
  },
});

export const rankOperations: Operation<Ports>[] = [rank, reward, activate, multiSlotRank, multiSlotReward, multiSlotActivate];
