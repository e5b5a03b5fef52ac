/**
 * Converts a language-understanding app to a conversation project. The rules (docs/migrate-apps.md):
 *
 *   intents, learned entities        unchanged, with their utterances and labels
 *   parts, hierarchical children     entities `Parent.Child`; the nesting is kept (fields.ts)
 *   roles                            learned entities `Entity.role`, which require the list, expression or prebuilt of the entity
 *   lists, expressions, prebuilts    components of entities of the same name
 *   composites, Pattern.Any          entities; their children and explicit lists are kept
 *   patterns, phrase lists           kept besides the published assets
 *   required features                required components
 *
 * What a project cannot express is in the report, and restored when the project is exported as an app (to-app.ts).
 */
import { Failure } from '../../../../kernel/failures.ts';
import { InvalidTemplate, parseTemplate } from '../../../../engines/language/entities/matching/patterns.ts';
import { isRecognized, kindOf } from '../../../../engines/language/recognizers/kinds.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isFeatureUsed, splitPhrases, fullName, findPathByName, listPaths, readApp } from '../../../understanding/area.ts';
import type { FeatureRelation, AppLabel, AppPhraseList, EntityPath, DomainOrigin, ReadApp } from '../../../understanding/area.ts';
import { toComponents, mergeComponents, replaceUnsupportedRegexes } from './components.ts';
import type { Component, Components, UnsupportedRegexes } from './components.ts';
import type { AppFields, AppModel, AppRecord } from '../app-fields.ts';
import { roleCategory } from '../app-fields.ts';
import { NameAllocator, toProjectName, roleSlot, rewriteSlots } from './names.ts';
import { ReportWriter } from './report.ts';
import type { Report } from './report.ts';
import type { ConversationAssets, Entity, Label, Utterance } from '../model.ts';

export interface MigratedApp {
  /** The default name of the project. */
  name: string;
  metadata: { projectKind: 'Conversation'; language: string; multilingual: boolean; description: string; settings: Record<string, never> };
  assets: ConversationAssets & AppFields;
  report: Report;
}

/** Converts an exported app of any schema version; rejects invalid files by the path of the field. */
export function projectFromApp(given: unknown): MigratedApp {
  const { file, unsupported } = replaceUnsupportedRegexes(given);
  let ids = 0;
  try {
    return new ProjectBuilder(
      readApp(file, () => String(++ids)),
      unsupported,
    ).build();
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'AppInvalid') {
      throw projectFailure('AssetsInvalid', { target: String(problem.detail.path), details: String(problem.detail.details) });
    }
    throw problem;
  }
}

const MAX_DESCRIPTION_CHARACTERS = 4096;

/** A label with its level; labels on one level do not overlap. */
interface LeveledLabel {
  category: string;
  level: number;
  start: number;
  end: number;
}

class ProjectBuilder {
  readonly #app: ReadApp;
  readonly #unsupported: UnsupportedRegexes;
  readonly #report = new ReportWriter();
  readonly #names = new NameAllocator();
  readonly #places: readonly EntityPath[];
  readonly #byId: ReadonlyMap<string, EntityPath>;
  /** By the id of an entity or a part. */
  readonly #models = new Map<string, AppModel>();
  /** Labeled categories. */
  readonly #labeled = new Set<string>();

  constructor(app: ReadApp, unsupported: UnsupportedRegexes) {
    this.#app = app;
    this.#unsupported = unsupported;
    this.#places = app.schema.entities.flatMap(listPaths);
    this.#byId = new Map(this.#places.map((place) => [(place.parts.at(-1) ?? place.entity).id, place]));
  }

  build(): MigratedApp {
    const { name, description, culture } = this.#app;
    const { intents } = this.#app.schema;
    this.#nameAll();
    for (const intent of intents) this.#report.kept('intent', intent.name, intent.name);
    const utterances = this.#utterances();
    const patterns = this.#patterns();
    const entities = this.#places.flatMap((place) => this.#entities(place));
    const phraseLists = this.#phraseLists();
    const assets = {
      projectKind: 'Conversation' as const,
      intents: intents.map((intent) => ({ category: intent.name })),
      entities,
      utterances,
      ...(phraseLists.length > 0 && { phraseLists }),
      ...(patterns.length > 0 && { patterns }),
      app: this.#record(),
    };
    if (description.length > MAX_DESCRIPTION_CHARACTERS) {
      this.#report.changed(
        'description',
        `${description.length} characters`,
        `${MAX_DESCRIPTION_CHARACTERS} characters`,
        'the maximum length of a project description',
      );
    }
    return {
      name: toProjectName(name),
      metadata: {
        projectKind: 'Conversation',
        language: culture,
        multilingual: false,
        description: description.slice(0, MAX_DESCRIPTION_CHARACTERS),
        settings: {},
      },
      assets,
      report: this.#report.report,
    };
  }

  #model({ entity, parts: way }: EntityPath): AppModel {
    return this.#models.get((way.at(-1) ?? entity).id)!;
  }

  /** Entities are named before parts and roles. */
  #nameAll(): void {
    for (const { entity, parts: way } of this.#places.toSorted((a, b) => a.parts.length - b.parts.length)) {
      const { id, name, features = [] } = way.at(-1) ?? entity;
      const about = { name, ...(features.length > 0 && { features }) };
      if (way.length > 0) {
        const whole = this.#models.get((way.at(-2) ?? entity).id)!.category;
        const { instanceOf } = way.at(-1)!;
        this.#models.set(id, {
          ...about,
          category: this.#names.claim(`${whole}.${name}`),
          kind: 'part',
          whole,
          ...(instanceOf !== undefined && { instanceOf }),
        });
        continue;
      }
      const { kind, origin, explicitList } = entity;
      const unsupported = kind === 'regex' ? this.#unsupported.get(name.toLowerCase()) : undefined;
      this.#models.set(id, {
        ...about,
        category: this.#names.claim(name),
        kind,
        ...(origin && { inherits: toInherits(origin) }),
        ...(explicitList && { explicit: explicitList.map(({ explicitListItem }) => explicitListItem) }),
        ...(unsupported && { pattern: unsupported.pattern }),
      });
    }
    for (const { entity, parts: way } of this.#places) {
      const { id, roles = [] } = way.at(-1) ?? entity;
      for (const role of roles) this.#roleOf(id, role.name);
      if (way.length === 0 && entity.kind === 'composite') {
        this.#models.get(id)!.madeOf = (entity.children ?? []).map((child) => this.#models.get(child.id)!.category);
      }
    }
  }

  /** The category of a role of an entity or part. A part can use the roles of its entity, and gets those that are used. */
  #roleOf(id: string, role: string): string {
    const model = this.#models.get(id)!;
    const known = model.roles?.find(({ name }) => name.toLowerCase() === role.toLowerCase());
    if (known) return known.category;
    const category = this.#names.claim(roleCategory(model.category, role));
    model.roles = [...(model.roles ?? []), { name: role, category }];
    return category;
  }

  #utterances(): Utterance[] {
    const { examples, culture } = this.#app;
    const { intents } = this.#app.schema;
    const names = new Map(intents.map(({ id, name }) => [id, name]));
    const utterances = examples.map(({ text, intentId, labels }): Utterance => ({
      text,
      language: culture,
      intent: names.get(intentId)!,
      dataset: 'Train',
      entities: this.#labels(text, labels),
    }));
    this.#report.kept('utterances', String(examples.length), String(utterances.length));
    return utterances;
  }

  /** Of labels that overlap on one level the longest is kept. Composites contain their children, and parents their parts. */
  #labels(text: string, labels: readonly AppLabel[]): Label[] {
    const flat = labels.flatMap((label) => this.#toLeveled(label));
    const kept = new Set<LeveledLabel>();
    const covered = new Map<string, LeveledLabel>();
    for (const label of flat.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
      // Labels kept so far are not shorter, so one that overlaps covers the first or the last character.
      const longer = covered.get(`${label.level}/${label.start}`) ?? covered.get(`${label.level}/${label.end - 1}`);
      if (longer) {
        this.#report.dropped(
          'label',
          `${label.category} on "${text.slice(label.start, label.end)}" in "${text}"`,
          `it overlaps with the longer ${longer.category}`,
        );
      } else {
        kept.add(label);
        for (let at = label.start; at < label.end; at++) covered.set(`${label.level}/${at}`, label);
      }
    }
    return flat
      .filter((label) => kept.has(label))
      .map(({ category, start, end }) => {
        this.#labeled.add(category);
        return { category, offset: start, length: end - start };
      });
  }

  #toLeveled({ entityId, childId, roleId, start, end, children = [] }: AppLabel): LeveledLabel[] {
    const id = childId ?? entityId;
    const { entity, parts: way } = this.#byId.get(id)!;
    const role = [...(way.at(-1)?.roles ?? []), ...entity.roles].find((one) => one.id === roleId)?.name;
    const level = entity.kind === 'composite' ? -1 : entity.kind === 'simple' ? way.length : 0;
    return [
      { category: role === undefined ? this.#models.get(id)!.category : this.#roleOf(id, role), level, start, end },
      ...children.flatMap((child) => this.#toLeveled(child)),
    ];
  }

  /** The entity for an entity or part, and one for each of its roles. */
  #entities(place: EntityPath): Entity[] {
    const { entity, parts: way } = place;
    const { category, roles = [], features = [] } = this.#model(place);
    const from = fullName(place);
    const own = way.length > 0 ? {} : toComponents(entity, this.#app.culture, this.#unsupported);
    const ownComponents = Object.keys(own) as Component[];
    const requiredBy = this.#required(from, features, ownComponents.length === 0);
    const components = mergeComponents(own, requiredBy);
    const requiredComponents = Object.keys(requiredBy) as Component[];
    const composed = (required: Component[]): Partial<Entity> => ({
      compositionSetting: 'returnLongestOverlap',
      requiredComponents: required,
    });
    this.#reportEntity(place, from);
    return [
      {
        category,
        ...components,
        ...(ownComponents.length > 0 &&
          (this.#labeled.has(category) ? composed(ownComponents) : { compositionSetting: 'separateComponents' })),
        ...(requiredComponents.length > 0 && composed(['learned', ...requiredComponents])),
      },
      ...roles.map((role): Entity => {
        this.#report.changed('role', `${from}:${role.name}`, role.category, 'projects have no roles: each role becomes an entity');
        return {
          category: role.category,
          ...components,
          ...(ownComponents.length + requiredComponents.length > 0 && composed(['learned', ...ownComponents, ...requiredComponents])),
        };
      }),
    ];
  }

  #reportEntity(place: EntityPath, from: string): void {
    const way = place.parts;
    const { name, kind } = place.entity;
    const { category } = this.#model(place);
    const { culture } = this.#app;
    if (way.length > 0) this.#report.changed('entity', from, category, 'projects have no nested entities; labels and nesting are kept');
    else if (category !== from) this.#report.changed('entity', from, category, 'the name is used by another entity');
    else this.#report.kept(kind === 'simple' ? 'entity' : KIND_LABELS[kind], from, category);
    if (way.length > 0) return;
    const unsupported = kind === 'regex' ? this.#unsupported.get(name.toLowerCase()) : undefined;
    if (unsupported) {
      this.#report.dropped(
        'expression',
        `${name}: ${unsupported.pattern}`,
        `${unsupported.why}; the entity is kept, and the expression is restored when exported as an app`,
      );
    }
    if (kind !== 'prebuilt') return;
    const known = kindOf(name);
    const [to] = toComponents(place.entity, culture, this.#unsupported).prebuilts!;
    if (!known || !isRecognized(known, culture)) {
      this.#report.changed(
        'prebuilt',
        name,
        to!.category,
        `this server does not recognize it${known ? ` in ${culture}` : ''}: it finds nothing, in the project or in the app`,
      );
    } else if (known === 'ordinal') {
      this.#report.changed('prebuilt', name, to!.category, 'ordinals of projects include relative ones, such as "last"');
    }
  }

  /** The components that a learned entity requires. */
  #required(of: string, features: readonly FeatureRelation[], isLearned: boolean): Components {
    let all: Components = {};
    for (const { modelName, featureName, isRequired } of features) {
      const model =
        modelName === undefined ? undefined : this.#app.schema.entities.find(({ name }) => name.toLowerCase() === modelName.toLowerCase());
      const components = isLearned && isRequired && model ? toComponents(model, this.#app.culture, this.#unsupported) : {};
      all = mergeComponents(all, components);
      if (Object.keys(components).length > 0) {
        this.#report.changed('feature', `${modelName!} required by ${of}`, 'a required component', 'projects have required components');
      } else
        this.#report.dropped(
          'feature',
          `${modelName ?? featureName!} of ${of}`,
          'in projects all lists, expressions and phrase lists are features of every model; restored when exported as an app',
        );
    }
    return all;
  }

  /** Templates with the new names of entities; without roles where the template would be too long. */
  #patterns(): NonNullable<AppFields['patterns']> {
    const { culture } = this.#app;
    const { patterns, entities } = this.#app.schema;
    return patterns.map(({ pattern, intent }) => {
      const written = (withRoles: boolean): string =>
        rewriteSlots(pattern, (name, role) => {
          const place = findPathByName(entities, name)!;
          const { category } = this.#model(place);
          return role === undefined || !withRoles
            ? `{${category}}`
            : roleSlot(category, role, this.#roleOf((place.parts.at(-1) ?? place.entity).id, role));
        });
      const template = written(true);
      if (isValidTemplate(template, culture)) {
        if (template === pattern) this.#report.kept('pattern', pattern, template);
        else this.#report.changed('pattern', pattern, template, 'entities have the names of the project');
        return { template, intent };
      }
      this.#report.changed('pattern', pattern, written(false), 'with roles it would be too long');
      return { template: written(false), intent };
    });
  }

  /** The active phrase lists. */
  #phraseLists(): NonNullable<AppFields['phraseLists']> {
    return this.#app.schema.phraseLists.flatMap((list) => {
      const { name, phrases, isExchangeable } = list;
      if (this.#hasEffect(list)) {
        this.#report.kept('phrase list', name, name);
        return [{ name, phrases: splitPhrases(phrases), exchangeable: isExchangeable }];
      }
      this.#report.dropped('phrase list', name, 'it was inactive in the app; restored when exported as an app');
      return [];
    });
  }

  /** A phrase list has an effect if it is active, and enabled for all models or used by one. */
  #hasEffect({ name, isActive, enabledForAllModels }: AppPhraseList): boolean {
    return isActive && (enabledForAllModels !== false || isFeatureUsed(this.#app.schema, name));
  }

  /** What is restored when the project is exported as an app. */
  #record(): AppRecord {
    const { versionId, settings } = this.#app;
    const { intents, phraseLists, patternFeatures, tokenizerVersion } = this.#app.schema;
    for (const { name } of settings) {
      this.#report.dropped('setting', name, 'projects have no such setting; restored when exported as an app');
    }
    for (const { name, features = [] } of intents) {
      for (const { modelName, featureName } of features) {
        this.#report.dropped(
          'feature',
          `${modelName ?? featureName!} of ${name}`,
          'in projects intents have no features of their own; restored when exported as an app',
        );
      }
    }
    return {
      versionId,
      settings,
      ...(tokenizerVersion !== undefined && { tokenizerVersion }),
      intents: intents
        .filter(({ origin, features }) => origin ?? features)
        .map(({ name, origin, features }) => ({
          name,
          ...(features && { features }),
          ...(origin && { inherits: toInherits(origin) }),
        })),
      models: this.#places.map((place) => this.#model(place)),
      phraseLists: phraseLists.map((list) => ({
        name: list.name,
        active: list.isActive,
        ...(list.enabledForAllModels !== undefined && { enabledForAllModels: list.enabledForAllModels }),
        ...(!this.#hasEffect(list) && { phrases: splitPhrases(list.phrases), exchangeable: list.isExchangeable }),
      })),
      regexFeatures: patternFeatures.map(({ name, pattern, isActive }) => {
        const unsupported = this.#unsupported.get(name.toLowerCase());
        if (unsupported) {
          this.#report.dropped(
            'pattern feature',
            `${name}: ${unsupported.pattern}`,
            `${unsupported.why}; restored when exported as an app`,
          );
        } else this.#report.kept('pattern feature', name, name);
        return { name, pattern: unsupported?.pattern ?? pattern, active: isActive && !unsupported };
      }),
    };
  }
}

const KIND_LABELS = {
  hierarchical: 'entity',
  composite: 'composite',
  closedList: 'list',
  regex: 'expression',
  prebuilt: 'prebuilt',
  patternAny: 'Pattern.Any',
} as const;

function toInherits({ domainName, modelName }: DomainOrigin): { domain_name: string; model_name: string } {
  return { domain_name: domainName, model_name: modelName };
}

function isValidTemplate(template: string, culture: string): boolean {
  try {
    parseTemplate(template, culture);
    return true;
  } catch (problem) {
    if (problem instanceof InvalidTemplate) return false;
    throw problem;
  }
}
