/** Predictions that say what they rest on: which part of the app found an entity, and the pattern that decided. Nothing is logged. */
import { operation, reply } from '../../../kernel/operation.ts';
import type { Reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { LanguageEntity } from '../../../engines/language/model.ts';
import { getPublishedModel, getVersionModel } from './loaded-models.ts';
import type { Ready } from './loaded-models.ts';
import { Explanation, Question } from '../schemas.ts';
import { value3 } from './wire.ts';
import { listEntityKinds, predict, parseSlotName } from './operations.ts';

/** An entity without components was found by the pattern alone: a Pattern.Any. */
function foundBy({ parts }: LanguageEntity): string[] {
  return parts.length === 0 ? ['pattern'] : [...new Set(parts.map(({ component }) => component))];
}

async function explanation(ready: Ready, text: string, services: Ports): Promise<Reply> {
  const { intents, entities, pattern } = await predict(ready, { text }, services);
  const kinds = listEntityKinds(ready);
  return reply(200, {
    query: text,
    intents: intents.map(({ intent, score }) => ({ intent, score })),
    ...pattern && { pattern: { pattern: ready.model.definition.patterns[pattern.pattern]!.template, intent: pattern.intent, strength: pattern.strength } },
    entities: entities.map((entity) => ({
      entity: entity.entity, ...entity.role !== undefined && { role: entity.role }, startIndex: entity.start, length: entity.end - entity.start,
      ...entity.learned && { score: entity.score }, foundBy: foundBy(entity), value: value3(text, entity, entities, kinds, false), ...entity.whole && { within: entity.whole.entity },
    })),
  });
}

const fails = ['AppUnknown', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain'];
const example = { body: { query: 'fly to rome tomorrow' } };

export const explainSlot = operation({
  id: 'understanding.explainSlot', summary: 'Ask the app at a slot, and which of its parts found what', route: 'POST /apps/{appId}/slots/{slotName}/explain', needs: 'prediction', audited: false,
  body: Question, example, replies: { 200: Explanation }, fails: [...fails, 'NotPublished', 'SlotUnknown'],
  run: async ({ account, params, body: { query } }, services) => await explanation(await getPublishedModel(services, account, params.appId!, parseSlotName(params.slotName!)), query, services),
});

export const explainVersion = operation({
  id: 'understanding.explainVersion', summary: 'Ask a trained version, and which of its parts found what', route: 'POST /apps/{appId}/versions/{versionId}/explain', needs: 'prediction', audited: false,
  body: Question, example, replies: { 200: Explanation }, fails: [...fails, 'VersionUnknown', 'VersionUntrained'],
  run: async ({ account, params, body: { query } }, services) => await explanation(await getVersionModel(services, account, params.appId!, params.versionId!), query, services),
});
