/** Converts a project to the engine's definition and its utterances to rows. */
import type { Component } from '../../../../engines/language/entities/matching/compose.ts';
import type { Definition, EntityDefinition, LanguageRow } from '../../../../engines/language/models/definition.ts';
import { toAppDefinition } from '../app-fields.ts';
import type { EntityNesting } from '../app-fields.ts';
import { NONE } from '../model.ts';
import type { CompositionSetting, ConversationAssets, Entity, Utterance } from '../model.ts';
import { prebuiltKind } from '../prebuilts/prebuilts.ts';

/** The default for overlapping components. */
const DEFAULT_COMPOSITION: CompositionSetting = 'combineComponents';

/** `utterances` are the training set. */
export function toDefinition(
  assets: Omit<ConversationAssets, 'utterances'>,
  utterances: readonly Utterance[],
  culture: string,
): Definition {
  const { intents, entities } = assets;
  const { nestings: standings, ...more } = toAppDefinition(assets, new Set(entities.map(({ category }) => category)));
  const levels = assignLevels(utterances, standings);
  return {
    culture,
    intents: intents.map(({ category }) => category),
    noneIntent: NONE,
    entities: entities.map((entity) => ({ ...entityDefinition(entity, levels.get(entity.category)), ...standings.get(entity.category) })),
    ...more,
  };
}

export function toRow({ text, language, intent, entities }: Utterance): LanguageRow {
  return {
    text,
    ...(language !== undefined && { culture: language }),
    intents: [intent],
    labels: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  };
}

/** `level` is set for learned entities. */
function entityDefinition(
  { category, compositionSetting = DEFAULT_COMPOSITION, list, prebuilts, regex, requiredComponents = [] }: Entity,
  level: number | undefined,
): EntityDefinition {
  const own: EntityDefinition = {
    name: category,
    ...(level !== undefined && { learned: true }),
    ...(level !== undefined && level > 0 && { level }),
    ...(list && {
      list: list.sublists.flatMap(({ listKey, synonyms }) =>
        synonyms.map(({ language, values }) => ({
          canonical: listKey,
          synonyms: values,
          isNameOnly: true,
          ...(language !== undefined && { language }),
        })),
      ),
    }),
    ...(prebuilts && { prebuilts: prebuilts.flatMap((one) => prebuiltKind(one.category) ?? []) }),
    ...(regex && {
      regexes: regex.expressions.map(({ regexKey, regexPattern, language }) => ({
        key: regexKey,
        pattern: regexPattern,
        ...(language !== undefined && { language }),
      })),
    }),
    composition: compositionSetting,
  };
  const required =
    compositionSetting === 'requireExactOverlap'
      ? componentsOf(own)
      : requiredComponents.map((one): Component => (one === 'prebuilts' ? 'prebuilt' : one));
  return required.length > 0 ? { ...own, required } : own;
}

function componentsOf({ learned, list, prebuilts, regexes }: EntityDefinition): Component[] {
  return [
    ...(learned ? ['learned' as const] : []),
    ...(list ? ['list' as const] : []),
    ...(prebuilts ? ['prebuilt' as const] : []),
    ...(regexes ? ['regex' as const] : []),
  ];
}

/** Assigns levels to labeled entities, so that entities with overlapping labels are on different levels; nested ones keep theirs. */
function assignLevels(utterances: readonly Utterance[], standings: ReadonlyMap<string, EntityNesting>): Map<string, number> {
  const overlapping = new Map<string, Set<string>>();
  for (const { entities } of utterances) {
    for (const one of entities) {
      const others = overlapping.get(one.category) ?? new Set();
      overlapping.set(one.category, others);
      for (const other of entities) {
        if (other.category !== one.category && other.offset < one.offset + one.length && one.offset < other.offset + other.length) {
          others.add(other.category);
        }
      }
    }
  }
  const levels = new Map(
    [...overlapping.keys()].flatMap((entity): [string, number][] => {
      const level = standings.get(entity)?.level;
      return level === undefined ? [] : [[entity, level]];
    }),
  );
  for (const [entity, others] of [...overlapping].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (levels.has(entity)) continue;
    const taken = new Set([...others].map((other) => levels.get(other)));
    let level = 0;
    while (taken.has(level)) level++;
    levels.set(entity, level);
  }
  return levels;
}
