/** Predictions beside an utterance under review, by tokens. */
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import type { Token } from '../../../engines/shared/text/tokens.ts';
import { findParts, nameWithin, roundScore } from '../prediction/wire.ts';
import { tokenRange } from './labels.ts';

/** Describes intents and entities: parts within their wholes, or all in one list under their full names. */
export function describePrediction(
  prediction: LanguagePrediction | undefined,
  text: string,
  tokens: readonly Token[],
  isNested: boolean,
): { intentPredictions: object[]; entityPredictions: object[] } {
  const { intents = [], entities = [] } = prediction ?? {};
  const describe = ({ start, end }: LanguageEntity, entityName: string): object => ({
    entityName,
    ...tokenRange(tokens, start, end),
    phrase: text.slice(start, end).toLowerCase(),
  });
  const describeTree = (entity: LanguageEntity, entityName: string): object => ({
    ...describe(entity, entityName),
    children: findParts(entity, entities).map((part) => describeTree(part, nameWithin(part, entity))),
  });
  return {
    intentPredictions: intents.map(({ intent, score }) => ({ name: intent, score: roundScore(score) })),
    entityPredictions: isNested
      ? entities.filter(({ whole }) => !whole).map((entity) => describeTree(entity, entity.entity))
      : entities.map((entity) => describe(entity, entity.entity)),
  };
}
