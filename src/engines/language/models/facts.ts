/** What is known of a trained project without loading it: enough to write its replies. */
import type { EntityDefinition } from './definition.ts';
import type { LanguageModel } from './model.ts';

export type EntityFacts = Pick<EntityDefinition, 'name' | 'level' | 'within' | 'madeOf'> & {
  readonly hasList: boolean;
  readonly hasRegexes: boolean;
  readonly hasPrebuilts: boolean;
};

export interface ModelFacts {
  readonly entities: readonly EntityFacts[];
  /** The names of Pattern.Any entities. */
  readonly anys: readonly string[];
}

export function describeModel({ definition: { entities, anys } }: LanguageModel): ModelFacts {
  return {
    entities: entities.map(({ name, level, within, madeOf, list, regexes, prebuilts }) => ({
      name,
      ...(level !== undefined && { level }),
      ...(within !== undefined && { within }),
      ...(madeOf && { madeOf }),
      hasList: list !== undefined,
      hasRegexes: regexes !== undefined,
      hasPrebuilts: prebuilts !== undefined,
    })),
    anys: anys.map(({ entity }) => entity),
  };
}
