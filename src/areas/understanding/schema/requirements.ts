/** Features with `isRequired`: an entity is found only where the lists, expressions and prebuilts that it requires are found within it. */
import type { LanguageEntity } from '../../../engines/language/model.ts';
import { isSameName } from '../model.ts';
import type { EntityKind, Requirements, Schema } from '../model.ts';
import { fullName, listPaths } from './parts.ts';

const FOUND_WITHOUT_LEARNING: ReadonlySet<EntityKind> = new Set(['closedList', 'regex', 'prebuilt']);

type Span = Pick<LanguageEntity, 'entity' | 'start' | 'end'>;

export function collectRequirements({ entities }: Schema): Requirements {
  return Object.fromEntries(entities.flatMap(listPaths).flatMap((place): [string, string[]][] => {
    const required = ((place.parts.at(-1) ?? place.entity).features ?? []).filter(({ isRequired }) => isRequired)
      .flatMap(({ modelName = '' }) => entities.filter(({ name, kind }) => isSameName(name, modelName) && FOUND_WITHOUT_LEARNING.has(kind)).map(({ name }) => name));
    return required.length > 0 ? [[fullName(place), required]] : [];
  }));
}

/** The entities that have what they require, and whose wholes have it too; what the caller has found counts as found. */
export function applyRequirements<T extends { readonly entities: readonly LanguageEntity[] }>(prediction: T, requirements: Requirements = {}, given: readonly Span[] = []): T {
  const { entities } = prediction;
  if (Object.keys(requirements).length === 0) return prediction;
  const isWithin = (inner: Span, { start, end }: Span): boolean => inner.start >= start && inner.end <= end;
  const isFound = (name: string, within: Span): boolean => [...entities, ...given].some((one) => isSameName(one.entity, name) && isWithin(one, within));
  const keeps = ({ entity, start, end, whole }: Span & Pick<LanguageEntity, 'whole'>): boolean =>
    (Object.hasOwn(requirements, entity) ? requirements[entity]! : []).every((name) => isFound(name, { entity, start, end }))
    && (!whole || entities.some((one) => one.entity === whole.entity && one.start === whole.start && one.end === whole.end && keeps(one)));
  return { ...prediction, entities: entities.filter(keeps) };
}
