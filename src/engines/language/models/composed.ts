/** The entities of a text: what was learned and what needs no training, brought together for each entity as its definition says. */
import { compose } from '../entities/matching/compose.ts';
import type { Component, ComposedEntity, Part } from '../entities/matching/compose.ts';
import type { FoundEntity } from '../entities/model.ts';
import type { Definition, Overlap } from './definition.ts';
import type { Findings, Info } from './finders.ts';

export interface LanguageEntity {
  readonly entity: string;
  readonly start: number;
  readonly end: number;
  /** Of what was learned; 1 where nothing learned has part in it. */
  readonly score: number;
  /** Whether something learned has part in it. */
  readonly learned: boolean;
  readonly role?: string;
  /** The span of the entity it is a part of, where it is one. */
  readonly whole?: { readonly entity: string; readonly start: number; readonly end: number };
  readonly parts: readonly Part<Info>[];
}

export function composeEntities(definition: Definition, { parts }: Findings, learned: readonly FoundEntity[]): LanguageEntity[] {
  const byEntity = Map.groupBy(learned, ({ entity }) => entity);
  const names = [...new Set([...definition.entities.map(({ name }) => name), ...byEntity.keys(), ...parts.keys()])];
  const definitions = new Map(definition.entities.map((entity) => [entity.name, entity]));
  return names
    .flatMap((name): LanguageEntity[] => {
      const { composition = 'separateComponents', required = [] } = definitions.get(name) ?? {};
      const own = byEntity.get(name) ?? [];
      const all: Part<Info>[] = [
        ...own.map(({ start, end, score }): Part<Info> => ({ component: 'learned', start, end, score })),
        ...(parts.get(name) ?? []),
      ];
      if (all.length === 0) return [];
      return composeEntity(all, composition, required).map(({ start, end, score, parts: of }) => {
        const from = own.find((one) => of.some((part) => part.component === 'learned' && part.start === one.start && part.end === one.end));
        return {
          entity: name,
          start,
          end,
          score,
          learned: from !== undefined,
          parts: of,
          ...(from?.whole && { whole: from.whole }),
        };
      });
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function composeEntity(parts: readonly Part<Info>[], composition: Overlap, required: readonly Component[]): ComposedEntity<Info>[] {
  if (composition !== 'requireExactOverlap') return compose(parts, composition, required);
  return compose(parts, 'combineComponents', required).filter(({ start, end, parts: of }) =>
    of.every((part) => part.start === start && part.end === end),
  );
}
