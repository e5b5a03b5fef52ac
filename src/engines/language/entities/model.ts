/**
 * The learned entities of a project: taggers for levels of nesting, and roles.
 *
 * An entity is on a level, 0 first. Entities of one level do not overlap; those of different levels may. A
 * level sees what the levels before it found, as hits. That serves both ways of nesting: parts of an entity
 * stand on the level after it and lie `within` it; an entity composed of others, which may also stand alone,
 * comes on the level after these, without `within`. Training shows a level the labels of the levels before it;
 * what a text then shows it is what they found.
 *
 * Invariants: the order of rows does not matter; a part is found only inside its whole.
 */
import type { OnProgress } from '../../shared/chain/training.ts';
import type { Hit } from './tagging/features.ts';
import type { RoleLabel, Roles } from './tagging/roles.ts';
import { trainRoles } from './tagging/roles.ts';
import type { Label, Setting, Span, Tagger } from './tagging/tagger.ts';
import { trainTagger } from './tagging/tagger.ts';

/** The level of an entity; one that is not placed is on level 0. */
export type EntityLevel = { readonly entity: string; readonly level: number; readonly within?: string };
export type ModelRow = Setting & {
  readonly text: string;
  readonly labels: readonly RoleLabel[];
  /** Entities with roles that are found without learning: only their roles are learned. */
  readonly given?: readonly RoleLabel[];
};
/** A found entity; `whole` is the span it is a part of, where its place says within. */
export type FoundEntity = Span & { readonly whole?: Span };

export type LevelTagger = { readonly level: number; readonly tagger: Tagger };

export class EntityModel {
  readonly places: readonly EntityLevel[];
  /** In order of their levels. */
  readonly taggers: readonly LevelTagger[];
  readonly roles: Roles | undefined;
  readonly #within: ReadonlyMap<string, string>;

  constructor(places: readonly EntityLevel[], taggers: readonly LevelTagger[], roles: Roles | undefined) {
    this.places = places;
    this.taggers = taggers;
    this.roles = roles;
    this.#within = new Map(places.flatMap(({ entity, within }) => (within === undefined ? [] : [[entity, within] as const])));
  }

  /** Whether `find` uses the vectors of a text's words. */
  get needsWords(): boolean {
    return this.taggers.some(({ tagger }) => tagger.chain.dense !== undefined);
  }

  /** All entities of a text, in order of start, wholes before their parts. */
  find(text: string, setting: Setting = {}): FoundEntity[] {
    const found: FoundEntity[] = [];
    for (const { tagger } of this.taggers) {
      const hits = [...(setting.hits ?? []), ...found.map(toHit)];
      for (const span of tagger.tag(text, { ...setting, hits })) {
        const within = this.#within.get(span.entity);
        const whole =
          within === undefined ? undefined : found.find((one) => one.entity === within && one.start <= span.start && span.end <= one.end);
        if (within === undefined) found.push(span);
        else if (whole !== undefined) found.push({ ...span, whole });
      }
    }
    return found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Entities of a text, learned ones and others, each with its role if it has one. */
  withRoles<E extends Label>(text: string, entities: readonly E[], setting: Setting = {}): (E & { readonly role?: string })[] {
    const roles = this.roles?.find(text, entities, setting);
    return entities.map((one, i) => (roles?.[i] === undefined ? one : { ...one, role: roles[i] }));
  }
}

/**
 * Trains the taggers of all levels and the roles. `watch` sees the share of the whole; returning true stops with `Stopped`.
 * `isMultilingual`: the model will also be asked in languages it was not trained in, and is to rely on the vectors of words more.
 */
export function trainEntities(
  rows: readonly ModelRow[],
  places: readonly EntityLevel[] = [],
  watch?: OnProgress,
  isMultilingual = false,
): EntityModel {
  const levels = new Map(places.map(({ entity, level }) => [entity, level]));
  const levelOf = ({ entity }: { readonly entity: string }): number => levels.get(entity) ?? 0;
  const used = [...new Set(rows.flatMap(({ labels }) => labels.map(levelOf)))].sort((a, b) => a - b);
  const roleRows = rows.map((row) => ({ ...row, labels: [...row.labels, ...(row.given ?? [])] }));
  const hasRoles = roleRows.some(({ labels }) => labels.some(({ role }) => role !== undefined && role !== ''));
  const parts = used.length + (hasRoles ? 1 : 0);
  const watchPart = (part: number): OnProgress | undefined => watch && ((share) => watch((part + share) / parts));
  const taggers = used.map((level, part) => {
    const own = rows.map((row) => ({
      ...row,
      hits: [...(row.hits ?? []), ...row.labels.filter((label) => levelOf(label) < level).map(toHit)],
      labels: row.labels.filter((label) => levelOf(label) === level),
    }));
    return { level, tagger: trainTagger(own, watchPart(part), isMultilingual) };
  });
  return new EntityModel(places, taggers, hasRoles ? trainRoles(roleRows, watchPart(used.length)) : undefined);
}

function toHit({ entity, start, end }: { readonly entity: string; readonly start: number; readonly end: number }): Hit {
  return { name: `found ${entity}`, start, end };
}
