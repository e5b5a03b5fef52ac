/** Turns a rank request into decisions: checks what schemas cannot, then uses the model or follows the baseline. */
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import { explain } from '../../../engines/ranking/decisions/explain.ts';
import type { FeatureShare } from '../../../engines/ranking/decisions/explain.ts';
import type { Allowed } from '../../../engines/ranking/decisions/explore.ts';
import { InvalidFeatures, FeatureReader } from '../../../engines/ranking/features/features.ts';
import { allowAllBut } from '../../../engines/ranking/model.ts';
import type { Decision } from '../../../engines/ranking/model.ts';
import { decideSlots } from '../../../engines/ranking/decisions/slots.ts';
import { rankingFailure } from '../failures.ts';
import { findBaseline } from '../model.ts';
import type { RankRequest } from '../model.ts';
import type { ActiveLoop } from '../store.ts';

/** Decisions are synchronous, so all of them share one reader and one example. */
const reader = new FeatureReader();
const example = new Example();

/** The actions that each slot may show; one list if there are no slots. */
export function allowedActions({ actions, excludedActions, slots }: RankRequest): Allowed[] {
  return slots ? slots.map((slot) => allowAllBut(actions, slot.excludedActions)) : [allowAllBut(actions, excludedActions)];
}

/** Throws InvalidRankRequest for requests that the interface does not allow. */
export function decide({ loop, model }: ActiveLoop, request: RankRequest, eventId: string): { decisions: Decision[]; allowed: Allowed[] } {
  const allowed = allowedActions(request);
  checkRequest(request, allowed);
  readFeatures(request);
  if (loop.settings.learningMode !== 'Online')
    return { decisions: allowed.map((mask, slot) => baselineDecision(request, mask, slot)), allowed };
  if (!request.slots) return { decisions: [model.decide(example, eventId, allowed[0]!)], allowed };
  try {
    return { decisions: decideSlots(model, example, eventId, allowed), allowed };
  } catch (problem) {
    if (problem instanceof RangeError) throw invalidRequest('slots', 'the excluded actions leave no action for a slot.');
    throw problem;
  }
}

/** How much each feature contributes to the score of each action. */
export function explainScores({ model }: ActiveLoop, request: RankRequest): FeatureShare[][] {
  return explain(model, readExample(reader, request, new Example(true)));
}

function readFeatures(request: RankRequest): void {
  try {
    readExample(reader, request, example);
  } catch (problem) {
    if (problem instanceof InvalidFeatures) throw rankingFailure('InvalidRankRequest', { target: problem.path, details: problem.message });
    throw problem;
  }
}

function checkRequest({ actions, slots }: RankRequest, allowed: readonly Allowed[]): void {
  const ids = new Set<string>();
  for (const { id } of actions) {
    if (ids.has(id)) throw invalidRequest('actions', `the id ${JSON.stringify(id.slice(0, 80))} occurs twice.`);
    ids.add(id);
  }
  if (allowed.some((mask) => !mask.includes(1))) throw invalidRequest('excludedActions', 'every action is excluded.');
  if (!slots) return;
  if (slots.length > actions.length) throw invalidRequest('slots', 'there are more slots than actions.');
  if (new Set(slots.map(({ id }) => id)).size < slots.length) throw invalidRequest('slots', 'a slot id occurs twice.');
  const baselines = new Set<string>();
  slots.forEach(({ id, baselineAction }, slot) => {
    const index = actions.findIndex((action) => action.id === baselineAction);
    if (index < 0)
      throw invalidRequest('slots', `the baselineAction of slot ${JSON.stringify(id.slice(0, 80))} is not one of the actions.`);
    if (!allowed[slot]![index]) throw invalidRequest('slots', `the baselineAction of slot ${JSON.stringify(id.slice(0, 80))} is excluded.`);
    if (baselines.has(baselineAction)) throw invalidRequest('slots', 'two slots have the same baselineAction.');
    baselines.add(baselineAction);
  });
}

function baselineDecision(request: RankRequest, allowed: Allowed, slot: number): Decision {
  const chosen = findBaseline(request, allowed, slot);
  return { chosen, probabilities: request.actions.map((_, k) => (k === chosen ? 1 : 0)) };
}

function invalidRequest(target: string, details: string): Error {
  return rankingFailure('InvalidRankRequest', { target, details });
}
