/**
 * Fields of a migrated project besides the published assets. Imports read them, exports write them and training uses them;
 * other servers ignore them.
 *
 *   phraseLists   related words, as features for intents and entities
 *   patterns      templates of whole utterances; a slot is an entity, and `{City:from}` is `City.from` where only `City` was found
 *   app           what projects cannot express: nested entities, features, settings
 *
 * Exporting a project as an app reads them too (to-app.ts).
 */
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { Failure } from '../../../kernel/failures.ts';
import { bodyCheck } from '../../../kernel/validation.ts';
import { InvalidTemplate, parseTemplate } from '../../../engines/language/entities/matching/patterns.ts';
import type { Definition, EntityDefinition } from '../../../engines/language/models/definition.ts';
import { InvalidRegex, UserRegex } from '../../../engines/language/recognizers/regex.ts';
import { projectFailure } from '../projects/failures.ts';

const Name = Type.String({ minLength: 1, maxLength: 1000 });
const Phrase = Type.String({ maxLength: 500 });
const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, maxItems: number) => Type.Array(item, { maxItems });

const FeatureUse = Type.Object({
  modelName: Type.Optional(Name),
  featureName: Type.Optional(Name),
  isRequired: Type.Optional(Type.Boolean()),
});
const Origin = Type.Object({ domain_name: Type.String({ maxLength: 100 }), model_name: Type.String({ maxLength: 100 }) });
const ModelLinks = { features: Type.Optional(list(FeatureUse, 500)), inherits: Type.Optional(Origin) };

const APP_KINDS = ['simple', 'hierarchical', 'composite', 'closedList', 'regex', 'prebuilt', 'patternAny', 'part'] as const;

const AppModel = Type.Object({
  /** The corresponding entity of the project. */
  category: Name,
  name: Name,
  kind: Type.Unsafe<(typeof APP_KINDS)[number]>({ type: 'string', enum: APP_KINDS }),
  /** For a part, or a child of a hierarchical entity: the category of its parent. */
  whole: Type.Optional(Name),
  roles: Type.Optional(list(Type.Object({ name: Name, category: Name }), 1000)),
  /** For a composite: the categories of its children. */
  madeOf: Type.Optional(list(Name, 1000)),
  /** For a Pattern.Any: its explicit list. */
  explicit: Type.Optional(list(Phrase, 20_000)),
  instanceOf: Type.Optional(Name),
  /** An expression that this server does not support. */
  pattern: Type.Optional(Phrase),
  ...ModelLinks,
});
export type AppModel = Static<typeof AppModel>;

const AppRecord = Type.Object({
  versionId: Type.String({ maxLength: 500 }),
  tokenizerVersion: Type.Optional(Type.String({ maxLength: 20 })),
  settings: list(Type.Object({ name: Name, value: Type.String({ maxLength: 100 }) }), 20),
  /** Only intents with features or an origin. */
  intents: list(Type.Object({ name: Name, ...ModelLinks }), 500),
  models: list(AppModel, 5000),
  /** Flags of phrase lists, and the phrases of inactive ones. */
  phraseLists: list(
    Type.Object({
      name: Name,
      phrases: Type.Optional(list(Phrase, 100_000)),
      exchangeable: Type.Optional(Type.Boolean()),
      active: Type.Boolean(),
      enabledForAllModels: Type.Optional(Type.Boolean()),
    }),
    500,
  ),
  regexFeatures: list(Type.Object({ name: Name, pattern: Type.String({ minLength: 1, maxLength: 2000 }), active: Type.Boolean() }), 500),
});
export type AppRecord = Static<typeof AppRecord>;

export const AppFields = Type.Object({
  phraseLists: Type.Optional(list(Type.Object({ name: Name, phrases: list(Phrase, 100_000), exchangeable: Type.Boolean() }), 500)),
  patterns: Type.Optional(list(Type.Object({ template: Type.String({ minLength: 1, maxLength: 1000 }), intent: Name }), 5000)),
  app: Type.Optional(AppRecord),
});
export type AppFields = Static<typeof AppFields>;

const check = bodyCheck(AppFields);

/** Parses and validates the fields in imported assets. */
export function readAppFields(assets: Readonly<Record<string, unknown>>, culture: string): AppFields {
  const { phraseLists, patterns, app } = structuredClone({
    phraseLists: assets.phraseLists ?? undefined,
    patterns: assets.patterns ?? undefined,
    app: assets.app ?? undefined,
  }) as AppFields;
  const fields: AppFields = { ...(phraseLists && { phraseLists }), ...(patterns && { patterns }), ...(app && { app }) };
  try {
    check(fields);
    patterns?.forEach(({ template }) => parseTemplate(template, culture));
    // An inactive expression is kept without validation.
    app?.regexFeatures.filter(({ active }) => active).forEach(({ pattern }) => new UserRegex(pattern));
  } catch (problem) {
    if (problem instanceof Failure) {
      throw projectFailure('AssetsInvalid', { target: `assets.${String(problem.detail.parameter ?? '')}`, details: problem.message });
    }
    if (problem instanceof InvalidTemplate) throw projectFailure('AssetsInvalid', { target: 'assets.patterns', details: problem.message });
    if (problem instanceof InvalidRegex) {
      throw projectFailure('AssetsInvalid', { target: 'assets.app.regexFeatures', details: problem.message });
    }
    throw problem;
  }
  return fields;
}

/** The level of an entity, and the entity it is nested in or the ones it is composed of. */
export type EntityNesting = Pick<EntityDefinition, 'level' | 'within' | 'madeOf'>;

export interface AppDefinition extends Pick<Definition, 'phraseLists' | 'patterns' | 'anys' | 'regexFeatures'> {
  /** By category; other entities are not nested. */
  nestings: ReadonlyMap<string, EntityNesting>;
}

const COMPOSITE_LEVEL = 1;

/** Converts the fields for the engine; `categories` are the current entities of the project. */
export function toAppDefinition({ phraseLists = [], patterns = [], app }: AppFields, categories: ReadonlySet<string>): AppDefinition {
  const models = new Map((app?.models ?? []).filter(({ category }) => categories.has(category)).map((model) => [model.category, model]));
  const standings = new Map<string, EntityNesting>();
  for (const { category, kind, madeOf = [] } of models.values()) {
    if (kind === 'composite') {
      standings.set(category, {
        level: COMPOSITE_LEVEL,
        madeOf: madeOf.flatMap((one) => [one, ...(models.get(one)?.roles ?? []).map((role) => role.category)]),
      });
    } else if (kind === 'part') {
      const level = partDepth(category, models);
      if (level > 0) standings.set(category, { level, within: models.get(category)!.whole! });
    }
  }
  return {
    phraseLists,
    patterns,
    nestings: standings,
    anys: [...models.values()]
      .filter(({ kind }) => kind === 'patternAny')
      .map(({ category, explicit = [] }) => ({
        entity: category,
        explicit,
      })),
    regexFeatures: (app?.regexFeatures ?? []).filter(({ active }) => active).map(({ name, pattern }) => ({ name, pattern })),
  };
}

/** The nesting depth of a part of a learned entity; 0 for the child of a hierarchical one, and where a parent no longer exists. */
function partDepth(category: string, models: ReadonlyMap<string, AppModel>): number {
  let depth = 0;
  for (let model = models.get(category); model?.kind !== 'simple'; depth++) {
    if (model?.kind !== 'part' || model.whole === undefined || depth > models.size) return 0;
    model = models.get(model.whole);
  }
  return depth;
}

/** The category of a found entity, including the role that a pattern gave it. */
export function categoryOf({ entity, role }: { readonly entity: string; readonly role?: string | undefined }): string {
  return role === undefined ? entity : roleCategory(entity, role);
}

export function roleCategory(entity: string, role: string): string {
  return `${entity}.${role}`;
}
