/** Predictions with their reasons: which part of the app found an entity, and the pattern that decided. They are not logged. */
import type { LanguageEntity } from '../../../engines/language/models/model.ts';
import type { Account } from '../../../kernel/account.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Reply } from '../../../kernel/operation.ts';
import { Explanation, Question } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation, UnderstandingServices } from '../services.ts';
import { getPublishedModel, getVersionModel } from './loaded-models.ts';
import type { AppModel } from './loaded-models.ts';
import { parseSlotName, predict } from './predict.ts';
import { toValue3 } from './wire.ts';

/** An entity without components was found by a pattern alone: a Pattern.Any. */
function listFinders({ parts }: LanguageEntity): string[] {
  return parts.length === 0 ? ['pattern'] : [...new Set(parts.map(({ component }) => component))];
}

async function explain(model: AppModel, account: Account, text: string, services: UnderstandingServices): Promise<Reply> {
  const { intents, entities, pattern, template } = await predict(model, account, { text }, services);
  const { kinds } = model.entities;
  return reply(200, {
    query: text,
    intents: intents.map(({ intent, score }) => ({ intent, score })),
    ...(pattern && {
      pattern: { pattern: template, intent: pattern.intent, strength: pattern.strength },
    }),
    entities: entities.map((entity) => ({
      entity: entity.entity,
      ...(entity.role !== undefined && { role: entity.role }),
      startIndex: entity.start,
      length: entity.end - entity.start,
      ...(entity.learned && { score: entity.score }),
      foundBy: listFinders(entity),
      value: toValue3(text, entity, entities, kinds, false),
      ...(entity.whole && { within: entity.whole.entity }),
    })),
  });
}

const fails = ['AppUnknown', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain'];
const example = { body: { query: 'fly to rome tomorrow' } };

export const explainOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.explainSlot',
    summary: 'Query the app at a slot and explain the prediction',
    route: 'POST /apps/{appId}/slots/{slotName}/explain',
    needs: 'prediction',
    audited: false,
    body: Question,
    example,
    replies: { 200: Explanation },
    fails: [...fails, 'NotPublished', 'SlotUnknown'],
    async run({ account, params, body: { query } }, services) {
      const model = await getPublishedModel(services, account, params.appId!, parseSlotName(params.slotName!));
      return await explain(model, account, query, services);
    },
  }),
  operation({
    id: 'understanding.explainVersion',
    summary: 'Query a trained version and explain the prediction',
    route: 'POST /apps/{appId}/versions/{versionId}/explain',
    needs: 'prediction',
    audited: false,
    body: Question,
    example,
    replies: { 200: Explanation },
    fails: [...fails, 'VersionUnknown', 'VersionUntrained'],
    async run({ account, params, body: { query } }, services) {
      return await explain(await getVersionModel(services, account, params.appId!, params.versionId!), account, query, services);
    },
  }),
];
