/**
 * A language-understanding app as a conversation project. The rules (docs/migrate.md):
 *
 *   intents, learned entities        as they are, with their utterances and labels
 *   parts, hierarchical children     entities `Whole.Part`; which lies within which is kept (migration-fields.ts)
 *   roles                            entities `Entity.role`, learned, found where the entity's own list, expression or prebuilt is too
 *   lists, expressions, prebuilts    components of entities of the same name
 *   composites, Pattern.Any          entities; what they are made of, and the phrases taken whole, are kept
 *   patterns, phrase lists           kept beside the published assets
 *   required features                required components
 *
 * Whatever the project cannot say is in the report, and kept for the way back (to-app.ts).
 */
import { Failure } from '../../../../kernel/failures.ts';
import { TemplateProblem, parseTemplate } from '../../../../engines/entities/patterns.ts';
import { kindOf, libraryCulture } from '../../../../engines/recognizers/kinds.ts';
import { projectFailure } from '../../projects/failures.ts';
import { isUsed, phrasesOf, placeName, placeNamed, placesOf, readApp } from '../../../understanding/area.ts';
import type { AppFeatureUse, AppLabel, AppPhraseList, AppPlace, DomainOrigin, ReadApp } from '../../../understanding/area.ts';
import { toComponents, mergeComponents, replaceUnsupportedRegexes } from './components.ts';
import type { Component, Components, UnsupportedRegexes } from './components.ts';
import type { AppFields, AppModel, AppRecord } from './fields.ts';
import { roleCategory } from './fields.ts';
import { NameAllocator, toProjectName, roleSlot, rewriteSlots } from './names.ts';
import { ReportWriter } from './report.ts';
import type { Report } from './report.ts';
import type { ConversationAssets, Entity, Label, Utterance } from '../model.ts';

export interface MigratedApp {
  /** What the project is called unless somebody wants otherwise. */
  name: string;
  metadata: { projectKind: 'Conversation'; language: string; multilingual: boolean; description: string; settings: Record<string, never> };
  assets: ConversationAssets & AppFields;
  report: Report;
}

/** An exported app of any schema version as a project; refuses what is no app, and says where. */
export function projectFromApp(given: unknown): MigratedApp {
  const { file, unsearchable } = replaceUnsupportedRegexes(given);
  let ids = 0;
  try {
    return new ProjectBuilder(readApp(file, () => String(++ids)), unsearchable).make();
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'AppInvalid') throw projectFailure('AssetsInvalid', { target: String(problem.detail.path), details: String(problem.detail.details) });
    throw problem;
  }
}

const MAX_DESCRIPTION_CHARACTERS = 4096;

/** A label of a category, on the level on which labels do not overlap. */
interface LeveledLabel { category: string; level: number; start: number; end: number }

class ProjectBuilder {
  readonly #app: ReadApp;
  readonly #unsearchable: UnsupportedRegexes;
  readonly #report = new ReportWriter();
  readonly #names = new NameAllocator();
  readonly #places: readonly AppPlace[];
  readonly #byId: ReadonlyMap<string, AppPlace>;
  /** By the id of an entity or a part. */
  readonly #models = new Map<string, AppModel>();
  /** Categories that labels teach. */
  readonly #labelled = new Set<string>();

  constructor(app: ReadApp, unsearchable: UnsupportedRegexes) {
    this.#app = app;
    this.#unsearchable = unsearchable;
    this.#places = app.schema.entities.flatMap(placesOf);
    this.#byId = new Map(this.#places.map((place) => [(place.parts.at(-1) ?? place.entity).id, place]));
  }

  make(): MigratedApp {
    const { name, description, culture, schema: { intents } } = this.#app;
    this.#nameAll();
    for (const intent of intents) this.#report.kept('intent', intent.name, intent.name);
    const utterances = this.#utterances();
    const patterns = this.#patterns();
    const entities = this.#places.flatMap((place) => this.#entities(place));
    const phraseLists = this.#phraseLists();
    const assets = { projectKind: 'Conversation' as const, intents: intents.map((intent) => ({ category: intent.name })), entities, utterances, ...phraseLists.length > 0 && { phraseLists }, ...patterns.length > 0 && { patterns }, app: this.#record() };
    if (description.length > MAX_DESCRIPTION_CHARACTERS) this.#report.changed('description', `${description.length} characters`, `${MAX_DESCRIPTION_CHARACTERS} characters`, 'descriptions of projects are shorter');
    return {
      name: toProjectName(name),
      metadata: { projectKind: 'Conversation', language: culture, multilingual: false, description: description.slice(0, MAX_DESCRIPTION_CHARACTERS), settings: {} },
      assets, report: this.#report.report,
    };
  }

  #model({ entity, parts: way }: AppPlace): AppModel {
    return this.#models.get((way.at(-1) ?? entity).id)!;
  }

  /** Entities get their own names before parts and roles get theirs. */
  #nameAll(): void {
    for (const { entity, parts: way } of this.#places.toSorted((a, b) => a.parts.length - b.parts.length)) {
      const { id, name, features = [] } = way.at(-1) ?? entity;
      const about = { name, ...features.length > 0 && { features } };
      if (way.length > 0) {
        const whole = this.#models.get((way.at(-2) ?? entity).id)!.category;
        const { instanceOf } = way.at(-1)!;
        this.#models.set(id, { ...about, category: this.#names.claim(`${whole}.${name}`), kind: 'part', whole, ...instanceOf !== undefined && { instanceOf } });
        continue;
      }
      const { kind, origin, explicitList } = entity;
      const unsearchable = kind === 'regex' ? this.#unsearchable.get(name.toLowerCase()) : undefined;
      this.#models.set(id, {
        ...about, category: this.#names.claim(name), kind, ...origin && { inherits: toInherits(origin) }, ...explicitList && { explicit: explicitList.map(({ explicitListItem }) => explicitListItem) },
        ...unsearchable && { pattern: unsearchable.pattern },
      });
    }
    for (const { entity, parts: way } of this.#places) {
      const { id, roles = [] } = way.at(-1) ?? entity;
      for (const role of roles) this.#roleOf(id, role.name);
      if (way.length === 0 && entity.kind === 'composite') this.#models.get(id)!.madeOf = (entity.children ?? []).map((child) => this.#models.get(child.id)!.category);
    }
  }

  /** The category of a role of an entity or a part. A part may have its entity's roles, and gets those that are used. */
  #roleOf(id: string, role: string): string {
    const model = this.#models.get(id)!;
    const known = model.roles?.find(({ name }) => name.toLowerCase() === role.toLowerCase());
    if (known) return known.category;
    const category = this.#names.claim(roleCategory(model.category, role));
    model.roles = [...model.roles ?? [], { name: role, category }];
    return category;
  }

  #utterances(): Utterance[] {
    const { examples, culture, schema: { intents } } = this.#app;
    const names = new Map(intents.map(({ id, name }) => [id, name]));
    const utterances = examples.map(({ text, intentId, labels }): Utterance => ({ text, language: culture, intent: names.get(intentId)!, dataset: 'Train', entities: this.#labels(text, labels) }));
    this.#report.kept('utterances', String(examples.length), String(utterances.length));
    return utterances;
  }

  /** Of labels that overlap on one level the longest stays. Composites lie over their parts, and parts within their wholes. */
  #labels(text: string, labels: readonly AppLabel[]): Label[] {
    const flat = labels.flatMap((label) => this.#placed(label));
    const stays = new Set<LeveledLabel>();
    const covered = new Map<string, LeveledLabel>();
    for (const label of flat.toSorted((a, b) => (b.end - b.start) - (a.end - a.start))) {
      // What stays so far is no shorter: where it overlaps, it covers the first or the last character.
      const longer = covered.get(`${label.level}/${label.start}`) ?? covered.get(`${label.level}/${label.end - 1}`);
      if (longer) this.#report.dropped('label', `${label.category} on "${text.slice(label.start, label.end)}" in "${text}"`, `it overlaps with the longer ${longer.category}`);
      else {
        stays.add(label);
        for (let at = label.start; at < label.end; at++) covered.set(`${label.level}/${at}`, label);
      }
    }
    return flat.filter((label) => stays.has(label)).map(({ category, start, end }) => {
      this.#labelled.add(category);
      return { category, offset: start, length: end - start };
    });
  }

  #placed({ entityId, childId, roleId, start, end, children = [] }: AppLabel): LeveledLabel[] {
    const id = childId ?? entityId;
    const { entity, parts: way } = this.#byId.get(id)!;
    const role = [...way.at(-1)?.roles ?? [], ...entity.roles].find((one) => one.id === roleId)?.name;
    const level = entity.kind === 'composite' ? -1 : entity.kind === 'simple' ? way.length : 0;
    return [{ category: role === undefined ? this.#models.get(id)!.category : this.#roleOf(id, role), level, start, end }, ...children.flatMap((child) => this.#placed(child))];
  }

  /** An entity or a part, and one entity for each of its roles. */
  #entities(place: AppPlace): Entity[] {
    const { entity, parts: way } = place;
    const { category, roles = [], features = [] } = this.#model(place);
    const from = placeName(place);
    const own = way.length > 0 ? {} : toComponents(entity, this.#app.culture, this.#unsearchable);
    const finds = Object.keys(own) as Component[];
    const required = this.#required(from, features, finds.length === 0);
    const components = mergeComponents(own, required);
    const needs = Object.keys(required) as Component[];
    const composed = (requiredComponents: Component[]): Partial<Entity> => ({ compositionSetting: 'returnLongestOverlap', requiredComponents });
    this.#tell(place, from);
    return [
      {
        category, ...components, ...finds.length > 0 && (this.#labelled.has(category) ? composed(finds) : { compositionSetting: 'separateComponents' }), ...needs.length > 0 && composed(['learned', ...needs]),
      },
      ...roles.map((role): Entity => {
        this.#report.changed('role', `${from}:${role.name}`, role.category, 'projects have no roles: what is labelled with one has an entity of its own');
        return { category: role.category, ...components, ...finds.length + needs.length > 0 && composed(['learned', ...finds, ...needs]) };
      }),
    ];
  }

  #tell(place: AppPlace, from: string): void {
    const { entity: { name, kind }, parts: way } = place;
    const { category } = this.#model(place);
    const { culture } = this.#app;
    if (way.length > 0) this.#report.changed('entity', from, category, 'projects have no entities within entities by name; labels stay, and what lies within what is kept');
    else if (category !== from) this.#report.changed('entity', from, category, 'another entity has that name');
    else this.#report.kept(kind === 'simple' ? 'entity' : KIND_LABELS[kind], from, category);
    if (way.length > 0) return;
    const unsearchable = kind === 'regex' ? this.#unsearchable.get(name.toLowerCase()) : undefined;
    if (unsearchable) this.#report.dropped('expression', `${name}: ${unsearchable.pattern}`, `${unsearchable.why}; the entity stays, and comes back with its expression`);
    if (kind !== 'prebuilt') return;
    const known = kindOf(name);
    const [to] = toComponents(place.entity, culture, this.#unsearchable).prebuilts!;
    if (!known || libraryCulture(known, culture) === undefined) this.#report.changed('prebuilt', name, to!.category, `this server does not recognise it${known ? ` in ${culture}` : ''}: it finds nothing, neither here nor in the app`);
    else if (known === 'ordinal') this.#report.changed('prebuilt', name, to!.category, 'the ordinal of projects also counts from the end');
  }

  /** Lists, expressions and prebuilts that must be found within a learned entity. */
  #required(of: string, features: readonly AppFeatureUse[], isLearned: boolean): Components {
    let all: Components = {};
    for (const { modelName, featureName, isRequired } of features) {
      const model = modelName === undefined ? undefined : this.#app.schema.entities.find(({ name }) => name.toLowerCase() === modelName.toLowerCase());
      const components = isLearned && isRequired && model ? toComponents(model, this.#app.culture, this.#unsearchable) : {};
      all = mergeComponents(all, components);
      if (Object.keys(components).length > 0) this.#report.changed('feature', `${modelName!} required by ${of}`, 'a required component', 'projects say it so');
      else this.#report.dropped('feature', `${modelName ?? featureName!} of ${of}`, 'in projects every list, expression and phrase list is shown to all that learns; the relation comes back on the way back');
    }
    return all;
  }

  /** Templates with the names that entities have now; one that gets too long for it goes by entities without their roles. */
  #patterns(): NonNullable<AppFields['patterns']> {
    const { culture, schema: { patterns, entities } } = this.#app;
    return patterns.map(({ pattern, intent }) => {
      const written = (withRoles: boolean): string => rewriteSlots(pattern, (name, role) => {
        const place = placeNamed(entities, name)!;
        const { category } = this.#model(place);
        return role === undefined || !withRoles ? `{${category}}` : roleSlot(category, role, this.#roleOf((place.parts.at(-1) ?? place.entity).id, role));
      });
      const template = written(true);
      if (isValidTemplate(template, culture)) {
        if (template === pattern) this.#report.kept('pattern', pattern, template);
        else this.#report.changed('pattern', pattern, template, 'it names entities as the project does');
        return { template, intent };
      }
      this.#report.changed('pattern', pattern, written(false), 'with its roles it would be too long');
      return { template: written(false), intent };
    });
  }

  /** Those that have effect. */
  #phraseLists(): NonNullable<AppFields['phraseLists']> {
    return this.#app.schema.phraseLists.flatMap((list) => {
      const { name, phrases, isExchangeable } = list;
      if (this.#hasEffect(list)) {
        this.#report.kept('phrase list', name, name);
        return [{ name, phrases: phrasesOf(phrases), exchangeable: isExchangeable }];
      }
      this.#report.dropped('phrase list', name, 'it had no effect in the app; it comes back on the way back');
      return [];
    });
  }

  /** A phrase list has effect if it is active, and for all models or used by one. */
  #hasEffect({ name, isActive, enabledForAllModels }: AppPhraseList): boolean {
    return isActive && (enabledForAllModels !== false || isUsed(this.#app.schema, name));
  }

  /** What comes back on the way back. */
  #record(): AppRecord {
    const { versionId, settings, schema: { intents, phraseLists, patternFeatures, tokenizerVersion } } = this.#app;
    for (const { name } of settings) this.#report.dropped('setting', name, 'projects have no such setting; it comes back on the way back');
    for (const { name, features = [] } of intents) for (const { modelName, featureName } of features) this.#report.dropped('feature', `${modelName ?? featureName!} of ${name}`, 'in projects intents have no features of their own; the relation comes back on the way back');
    return {
      versionId, settings, ...tokenizerVersion !== undefined && { tokenizerVersion },
      intents: intents.filter(({ origin, features }) => origin ?? features).map(({ name, origin, features }) => ({ name, ...features && { features }, ...origin && { inherits: toInherits(origin) } })),
      models: this.#places.map((place) => this.#model(place)),
      phraseLists: phraseLists.map((list) => ({
        name: list.name, active: list.isActive, ...list.enabledForAllModels !== undefined && { enabledForAllModels: list.enabledForAllModels },
        ...!this.#hasEffect(list) && { phrases: phrasesOf(list.phrases), exchangeable: list.isExchangeable },
      })),
      regexFeatures: patternFeatures.map(({ name, pattern, isActive }) => {
        const unsearchable = this.#unsearchable.get(name.toLowerCase());
        if (unsearchable) this.#report.dropped('pattern feature', `${name}: ${unsearchable.pattern}`, `${unsearchable.why}; it comes back on the way back`);
        else this.#report.kept('pattern feature', name, name);
        return { name, pattern: unsearchable?.pattern ?? pattern, active: isActive && !unsearchable };
      }),
    };
  }
}

const KIND_LABELS = { hierarchical: 'entity', composite: 'composite', closedList: 'list', regex: 'expression', prebuilt: 'prebuilt', patternAny: 'Pattern.Any' } as const;

function toInherits({ domainName, modelName }: DomainOrigin): { domain_name: string; model_name: string } {
  return { domain_name: domainName, model_name: modelName };
}

function isValidTemplate(template: string, culture: string): boolean {
  try {
    parseTemplate(template, culture);
    return true;
  } catch (problem) {
    if (problem instanceof TemplateProblem) return false;
    throw problem;
  }
}
