/** From a rank request to a decision: checks what schemas cannot, asks the model, or answers as the baseline would. */
import { Example, readExample } from '../../../engines/bandits/features/example.ts';
import { explain } from '../../../engines/bandits/decisions/explain.ts';
import type { FeatureShare } from '../../../engines/bandits/decisions/explain.ts';
import type { Allowed } from '../../../engines/bandits/decisions/explore.ts';
import { InvalidFeatures, FeatureReader } from '../../../engines/bandits/features/features.ts';
import { allowAllBut } from '../../../engines/bandits/model.ts';
import type { Decision } from '../../../engines/bandits/model.ts';
import { decideSlots } from '../../../engines/bandits/decisions/slots.ts';
import { rankingFailure } from '../failures.ts';
import { baselineOf } from '../model.ts';
import type { RankRequest } from '../model.ts';
import type { LoopInUse } from '../store.ts';

/** A decision is taken in one go, so that one reader and one example serve all of them. */
const reader = new FeatureReader();
const example = new Example();

/** The actions that each slot may show, or the one list where there are no slots. */
export function allowedIn({ actions, excludedActions, slots }: RankRequest): Allowed[] {
  const ids = actions.map(({ id }) => id);
  return slots ? slots.map((slot) => allowAllBut(ids, slot.excludedActions ?? [])) : [allowAllBut(ids, excludedActions ?? [])];
}

/** Throws InvalidRankRequest for what the interface does not allow. */
export function decide({ loop, model }: LoopInUse, request: RankRequest, eventId: string): { decisions: Decision[]; allowed: Allowed[] } {
  const allowed = allowedIn(request);
  check(request, allowed);
  read(request);
  if (loop.settings.learningMode !== 'Online') return { decisions: allowed.map((mask, slot) => asBaseline(request, mask, slot)), allowed };
  if (!request.slots) return { decisions: [model.decide(example, eventId, allowed[0]!)], allowed };
  try {
    return { decisions: decideSlots(model, example, eventId, allowed), allowed };
  } catch (problem) {
    if (problem instanceof RangeError) throw invalid('slots', 'the excluded actions leave a slot without any.');
    throw problem;
  }
}

/** What each feature added to the score of each action, as it was decided last. */
export function explanation({ model }: LoopInUse, request: RankRequest): FeatureShare[][] {
  return explain(model, readExample(reader, request, new Example(true)));
}

function read(request: RankRequest): void {
  try {
    readExample(reader, request, example);
  } catch (problem) {
    if (problem instanceof InvalidFeatures) throw rankingFailure('InvalidRankRequest', { target: problem.path, details: problem.message });
    throw problem;
  }
}

function check({ actions, slots }: RankRequest, allowed: readonly Allowed[]): void {
  const ids = new Set<string>();
  for (const { id } of actions) {
    if (ids.has(id)) throw invalid('actions', `the id ${JSON.stringify(id.slice(0, 80))} occurs twice.`);
    ids.add(id);
  }
  if (allowed.some((mask) => !mask.includes(1))) throw invalid('excludedActions', 'every action is excluded.');
  if (!slots) return;
  if (slots.length > actions.length) throw invalid('slots', 'there are more slots than actions.');
  if (new Set(slots.map(({ id }) => id)).size < slots.length) throw invalid('slots', 'a slot id occurs twice.');
  const baselines = new Set<string>();
  slots.forEach(({ id, baselineAction }, slot) => {
    const at = actions.findIndex((action) => action.id === baselineAction);
    if (at < 0) throw invalid('slots', `the baselineAction of slot ${JSON.stringify(id.slice(0, 80))} is none of the actions.`);
    if (!allowed[slot]![at]) throw invalid('slots', `the baselineAction of slot ${JSON.stringify(id.slice(0, 80))} is excluded.`);
    if (baselines.has(baselineAction)) throw invalid('slots', 'two slots have the same baselineAction.');
    baselines.add(baselineAction);
  });
}

function asBaseline(request: RankRequest, allowed: Allowed, slot: number): Decision {
  const chosen = baselineOf(request, allowed, slot);
  return { chosen, probabilities: request.actions.map((_, k) => k === chosen ? 1 : 0) };
}

function invalid(target: string, details: string): Error {
  return rankingFailure('InvalidRankRequest', { target, details });
}
