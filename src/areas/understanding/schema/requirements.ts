/** Features with `isRequired`: an entity is only found where the lists, expressions and prebuilts that it requires are found within it. */
import type { LanguageEntity } from '../../../engines/language/models/model.ts';
import { isSameName } from '../model.ts';
import type { EntityKind, Requirements, Schema } from '../model.ts';
import { fullName, listPaths } from './parts.ts';

const FOUND_WITHOUT_LEARNING: ReadonlySet<EntityKind> = new Set(['closedList', 'regex', 'prebuilt']);

type Span = Pick<LanguageEntity, 'entity' | 'start' | 'end'>;

/** The required entities of each entity and part, by full name. */
export function collectRequirements({ entities }: Schema): Requirements {
  const namesOf = (modelName: string): string[] =>
    entities.filter(({ name, kind }) => isSameName(name, modelName) && FOUND_WITHOUT_LEARNING.has(kind)).map(({ name }) => name);
  return Object.fromEntries(
    entities.flatMap(listPaths).flatMap((path): [string, string[]][] => {
      const { features = [] } = path.parts.at(-1) ?? path.entity;
      const required = features.filter(({ isRequired }) => isRequired).flatMap(({ modelName = '' }) => namesOf(modelName));
      return required.length > 0 ? [[fullName(path), required]] : [];
    }),
  );
}

/** Removes the entities that lack what they, or the entities they are part of, require. Entities in `external` count as found. */
export function applyRequirements<T extends { readonly entities: readonly LanguageEntity[] }>(
  prediction: T,
  requirements: Requirements = {},
  external: readonly Span[] = [],
): T {
  const { entities } = prediction;
  if (Object.keys(requirements).length === 0) return prediction;
  const byName = Map.groupBy([...entities, ...external], ({ entity }) => entity.toLowerCase());
  const isFoundIn = (name: string, { start, end }: Span): boolean =>
    byName.get(name.toLowerCase())?.some((inner) => inner.start >= start && inner.end <= end) ?? false;
  const isSatisfied = ({ entity, start, end, whole }: Span & Pick<LanguageEntity, 'whole'>): boolean =>
    (Object.hasOwn(requirements, entity) ? requirements[entity]! : []).every((name) => isFoundIn(name, { entity, start, end })) &&
    (!whole ||
      entities.some(
        (other) => other.entity === whole.entity && other.start === whole.start && other.end === whole.end && isSatisfied(other),
      ));
  return { ...prediction, entities: entities.filter(isSatisfied) };
}
