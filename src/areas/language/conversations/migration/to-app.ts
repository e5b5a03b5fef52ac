/**
 * Converts a conversation project to an exported app: the inverse of from-app.ts, also for projects that were not migrated.
 *
 * A migrated entity gets its original kind, with its current content. Any other entity with only a list, an expression or a
 * prebuilt becomes that; one that is also learned becomes a learned entity with the others as its features.
 */
import type { Project } from '../../projects/model.ts';
import type { AppJson, JsonFeature, JsonLabel, JsonPart } from '../../../understanding/area.ts';
import { languageOf } from '../../projects/languages.ts';
import type { AppModel } from '../app-fields.ts';
import { NameAllocator, roleSlot, rewriteSlots } from './names.ts';
import { ReportWriter } from './report.ts';
import type { Report } from './report.ts';
import { NONE } from '../model.ts';
import type { ConversationAssets, Entity, Label, Utterance } from '../model.ts';
import { toAppName } from '../prebuilts/app-names.ts';

type ProjectInfo = Pick<Project, 'name' | 'language' | 'description'>;

/** The newest schema. */
const SCHEMA = '7.0.0';
const FIRST_VERSION = '0.1';
const MAX_TEXT_CHARACTERS = 500;
const MAX_PATTERN_CHARACTERS = 500;
const MAX_DEPTH = 10;
/** A role in a template of a project: a choice between two slots. */
const ROLE_SLOT = /\(\{[^{}]*\}\|\{[^{}]*\}\)/g;

export function appFromProject(project: ProjectInfo, assets: ConversationAssets): object {
  return appWithReport(project, assets).app;
}

/** The app, and what it cannot express. */
export function appWithReport(project: ProjectInfo, assets: ConversationAssets): { app: AppJson; report: Report } {
  return new AppBuilder(project, assets).build();
}

/** The entity and role of labels and slots of a category. */
interface Target {
  entity: string;
  role?: string;
}

/** Models whose entities still exist in the project, by category, with the roles that exist; parts only if their parents exist. */
function remainingModels(models: readonly AppModel[], categories: ReadonlySet<string>): ReadonlyMap<string, AppModel> {
  const own = new Set(models.map(({ category }) => category));
  const existing = new Map(
    models
      .filter(({ category }) => categories.has(category))
      .map((model) => [
        model.category,
        { ...model, roles: (model.roles ?? []).filter((role) => categories.has(role.category) && !own.has(role.category)) },
      ]),
  );
  const hasParents = (model: AppModel | undefined, depth = 0): boolean =>
    model?.kind === 'part'
      ? model.whole !== undefined && depth < MAX_DEPTH && hasParents(existing.get(model.whole), depth + 1)
      : depth === 0 || model?.kind === 'simple' || model?.kind === 'hierarchical';
  return new Map([...existing].filter(([, model]) => hasParents(model)));
}

class AppBuilder {
  readonly #project: ProjectInfo;
  readonly #assets: ConversationAssets;
  readonly #report = new ReportWriter();
  readonly #names = new NameAllocator();
  /** Migrated models that still exist, by category. */
  readonly #models: ReadonlyMap<string, AppModel>;
  /** The same models by the categories of their roles. */
  readonly #ofRole: ReadonlyMap<string, AppModel>;
  /** The slot of an app for each role in a template of the project. */
  readonly #roleSlots: ReadonlyMap<string, string>;
  readonly #targets = new Map<string, Target>();
  readonly #labeled: ReadonlySet<string>;
  readonly #app: AppJson;

  constructor(project: ProjectInfo, assets: ConversationAssets) {
    const { entities, utterances, app } = assets;
    const categories = new Set(entities.map(({ category }) => category));
    this.#project = project;
    this.#assets = assets;
    this.#models = remainingModels(app?.models ?? [], categories);
    this.#ofRole = new Map(
      [...this.#models.values()].flatMap((model) => (model.roles ?? []).map((role) => [role.category, model] as const)),
    );
    this.#roleSlots = new Map(
      [...this.#models.values()].flatMap(({ category, roles = [] }) =>
        roles.map((role) => [roleSlot(category, role.name, role.category), `{${category}:${role.name}}`] as const),
      ),
    );
    this.#labeled = new Set(utterances.flatMap((one) => one.entities.map(({ category }) => category)));
    this.#app = {
      luis_schema_version: SCHEMA,
      versionId: app?.versionId || FIRST_VERSION,
      name: project.name,
      desc: project.description ?? '',
      culture: project.language,
      ...(app?.tokenizerVersion !== undefined && { tokenizerVersion: app.tokenizerVersion }),
      intents: [],
      entities: [],
      hierarchicals: [],
      composites: [],
      closedLists: [],
      patternAnyEntities: [],
      regex_entities: [],
      prebuiltEntities: [],
      phraselists: [],
      regex_features: [],
      patterns: [],
      utterances: [],
      settings: app?.settings ?? [],
    };
  }

  build(): { app: AppJson; report: Report } {
    const { intents, entities, utterances } = this.#assets;
    const migratedIntents = new Map((this.#assets.app?.intents ?? []).map((intent) => [intent.name, intent]));
    this.#app.intents = intents.map(({ category, orchestration }) => {
      if (orchestration) this.#report.dropped('orchestration', category, 'intents of apps have no target');
      const { features = [], inherits } = migratedIntents.get(category) ?? {};
      return { name: this.#names.claim(category), ...(inherits && { inherits }), features };
    });
    if (!intents.some(({ category }) => category === NONE)) this.#app.intents.push({ name: NONE, features: [] });
    for (const { category } of entities) this.#place(category);
    for (const entity of entities) this.#add(entity);
    this.#checkFeatures();
    this.#app.utterances = utterances.flatMap((utterance) => this.#utterance(utterance));
    this.#phrasesAndPatterns();
    return { app: this.#app, report: this.#report.report };
  }

  /** Restores the names of a migrated category and its roles. */
  #place(category: string): void {
    const model = this.#models.get(category);
    if (!model || this.#targets.has(category)) return;
    if (model.kind === 'part') this.#place(model.whole!);
    const entity = model.kind === 'part' ? `${this.#targets.get(model.whole!)!.entity}::${model.name}` : this.#names.claim(model.name);
    this.#targets.set(category, { entity });
    for (const role of model.roles ?? []) this.#targets.set(role.category, { entity, role: role.name });
  }

  #add(entity: Entity): void {
    const { category } = entity;
    const model = this.#models.get(category);
    const target = this.#targets.get(category);
    if (target?.role !== undefined || model?.kind === 'part') return;
    if (!model || !target) this.#addOther(entity);
    else this.#addKnown(entity, model, target.entity);
  }

  #addKnown(entity: Entity, model: AppModel, name: string): void {
    const { kind, category, inherits, features = [], explicit = [], madeOf = [], pattern } = model;
    const about = { name, roles: (model.roles ?? []).map((role) => role.name), ...(inherits && { inherits }), features };
    const app = this.#app;
    switch (kind) {
      case 'closedList':
        app.closedLists.push({ ...about, subLists: this.#subLists(entity) });
        break;
      case 'regex':
        app.regex_entities.push({ ...about, regexPattern: pattern ?? this.#expression(entity) });
        break;
      case 'prebuilt':
        app.prebuiltEntities.push(about);
        break;
      case 'patternAny':
        app.patternAnyEntities.push({ ...about, explicitList: explicit });
        break;
      case 'hierarchical':
        app.hierarchicals!.push({ ...about, children: this.#partsOf(category).map((part) => part.name) });
        break;
      case 'composite':
        app.composites.push({ ...about, children: madeOf.flatMap((one) => this.#targets.get(one)?.entity ?? []) });
        break;
      default:
        app.entities.push({
          ...about,
          features: [...features, ...(features.some(({ isRequired }) => isRequired) ? [] : this.#helpers(entity, name))],
          children: this.#partsOf(category),
        });
    }
  }

  #partsOf(whole: string): JsonPart[] {
    return [...this.#models.values()]
      .filter((model) => model.kind === 'part' && model.whole === whole && model.category !== whole)
      .map(({ name, category, instanceOf, features = [], roles = [] }) => ({
        name,
        ...(instanceOf !== undefined && { instanceOf }),
        children: this.#partsOf(category),
        features,
        ...(roles.length > 0 && { roles: roles.map((role) => role.name) }),
      }));
  }

  /** Adds an entity that was not migrated. */
  #addOther(entity: Entity): void {
    const { category, list, regex, prebuilts = [] } = entity;
    const count = Number(list !== undefined) + Number(regex !== undefined) + prebuilts.length;
    if (count === 1 && !this.#labeled.has(category)) {
      if (prebuilts.length === 1) {
        this.#addPrebuilt(category, prebuilts[0]!.category);
        return;
      }
      const name = this.#named(category);
      const about = { name, roles: [], features: [] };
      if (list) this.#app.closedLists.push({ ...about, subLists: this.#subLists(entity) });
      else this.#app.regex_entities.push({ ...about, regexPattern: this.#expression(entity) });
      return;
    }
    const name = this.#named(category);
    this.#app.entities.push({ name, roles: [], children: [], features: this.#helpers(entity, name) });
  }

  #named(category: string): string {
    const name = this.#names.claim(category);
    this.#targets.set(category, { entity: name });
    if (name !== category) {
      this.#report.changed('entity', category, name, 'names of intents and entities of an app must be unique, ignoring case');
    }
    return name;
  }

  /** An app has at most one prebuilt entity of each name. */
  #addPrebuilt(category: string, prebuilt: string): void {
    const name = this.#prebuilt(prebuilt);
    if (name === undefined) {
      this.#report.dropped('prebuilt', prebuilt, 'apps have no such prebuilt entity; the entity is kept without it');
      this.#app.entities.push({ name: this.#named(category), roles: [], children: [], features: [] });
      return;
    }
    this.#targets.set(category, { entity: name });
    if (name !== category) this.#report.changed('entity', category, name, 'the name of the prebuilt entity in apps');
  }

  #prebuilt(category: string): string | undefined {
    const name = toAppName(category);
    if (name !== undefined && !this.#app.prebuiltEntities.some((one) => one.name === name)) {
      this.#app.prebuiltEntities.push({ name: this.#names.claim(name), roles: [], features: [] });
    }
    return name;
  }

  /** Adds entities for the other components of a learned entity, and returns them as its features. */
  #helpers(entity: Entity, name: string): JsonFeature[] {
    const { list, regex, prebuilts = [], requiredComponents = [] } = entity;
    const features: JsonFeature[] = [];
    const use = (component: 'list' | 'regex' | 'prebuilts', modelName: string): void => {
      features.push({ modelName, ...(requiredComponents.includes(component) && { isRequired: true }) });
      this.#report.changed('component', `${component} of ${entity.category}`, modelName, 'components become features of a learned entity');
    };
    if (list) {
      const helper = this.#names.claim(`${name} list`);
      this.#app.closedLists.push({ name: helper, roles: [], features: [], subLists: this.#subLists(entity) });
      use('list', helper);
    }
    if (regex) {
      const helper = this.#names.claim(`${name} expression`);
      this.#app.regex_entities.push({ name: helper, roles: [], features: [], regexPattern: this.#expression(entity) });
      use('regex', helper);
    }
    for (const { category } of prebuilts) {
      const helper = this.#prebuilt(category);
      if (helper === undefined) this.#report.dropped('prebuilt', `${category} of ${entity.category}`, 'apps have no such prebuilt entity');
      else use('prebuilts', helper);
    }
    return features;
  }

  /** Merges sublists with the same key. A canonical form need not be its own synonym in apps. */
  #subLists({ category, list }: Entity): { canonicalForm: string; list: string[] }[] {
    const forms = new Map<string, Set<string>>();
    for (const { listKey, synonyms } of list?.sublists ?? []) {
      const values = forms.get(listKey) ?? new Set();
      forms.set(listKey, values);
      for (const { language, values: given } of synonyms) {
        if (language !== undefined && languageOf(language) !== languageOf(this.#project.language)) {
          this.#report.changed('list', `${category}: ${listKey} in ${language}`, listKey, 'lists of apps have one language');
        }
        for (const value of given) if (value !== listKey) values.add(value);
      }
    }
    return [...forms].map(([canonicalForm, values]) => ({ canonicalForm, list: [...values] }));
  }

  /** Joins several expressions into one. */
  #expression({ category, regex }: Entity): string {
    const patterns = (regex?.expressions ?? []).map(({ regexPattern }) => regexPattern);
    if (patterns.length <= 1) return patterns[0] ?? '';
    const joined = patterns.map((pattern) => `(?:${pattern})`).join('|');
    const fits = joined.length <= MAX_PATTERN_CHARACTERS;
    this.#report.changed(
      'expression',
      category,
      fits ? joined : patterns[0]!,
      fits
        ? 'entities of apps have one expression each'
        : 'entities of apps have one expression each, and the joined expression would be too long',
    );
    return fits ? joined : patterns[0]!;
  }

  /** Removes features that refer to deleted models. */
  #checkFeatures(): void {
    const {
      intents,
      entities,
      hierarchicals = [],
      composites,
      closedLists,
      patternAnyEntities,
      regex_entities,
      prebuiltEntities,
    } = this.#app;
    const { phraseLists = [], app } = this.#assets;
    const models = [
      ...intents,
      ...entities,
      ...hierarchicals,
      ...composites,
      ...closedLists,
      ...patternAnyEntities,
      ...regex_entities,
      ...prebuiltEntities,
    ];
    const known = new Set(
      [
        ...models.map(({ name }) => name),
        ...[...this.#targets.values()].map(({ entity }) => entity),
        ...[...this.#models.values()].map(({ name }) => name),
      ].map((name) => name.toLowerCase()),
    );
    const lists = new Set(
      [...phraseLists, ...(app?.phraseLists ?? []), ...(app?.regexFeatures ?? [])].map(({ name }) => name.toLowerCase()),
    );
    const existingFeatures = (features: readonly JsonFeature[] = []): JsonFeature[] =>
      features.filter(
        ({ modelName, featureName }) =>
          (modelName === undefined || known.has(modelName.toLowerCase())) &&
          (featureName === undefined || lists.has(featureName.toLowerCase())),
      );
    const inParts = (parts: readonly (string | JsonPart)[]): void => {
      for (const part of parts) {
        if (typeof part === 'string') continue;
        part.features = existingFeatures(part.features);
        if (part.instanceOf !== undefined && !known.has(part.instanceOf.toLowerCase())) delete part.instanceOf;
        inParts(part.children ?? []);
      }
    };
    for (const model of models) model.features = existingFeatures(model.features);
    for (const { children = [] } of entities) inParts(children);
  }

  #utterance({ text, intent, dataset, language, entities }: Utterance): AppJson['utterances'] {
    if (Array.from(text).length > MAX_TEXT_CHARACTERS) {
      this.#report.dropped('utterance', text, `utterances of apps have at most ${MAX_TEXT_CHARACTERS} characters`);
      return [];
    }
    if (dataset?.toLowerCase() === 'test') {
      this.#report.changed('utterance', text, intent, 'apps have no test set: all utterances are trained on');
    }
    if (language !== undefined && languageOf(language) !== languageOf(this.#project.language)) {
      this.#report.changed('utterance', `${text} (${language})`, this.#project.language, 'apps have one language');
    }
    return [{ text, intent, entities: this.#labels(entities) }];
  }

  /** Labels of parts are nested in the label of their parent, if there is one. */
  #labels(labels: readonly Label[]): JsonLabel[] {
    const created = labels.map(({ category, offset, length }) => {
      const { entity, role } = this.#targets.get(category)!;
      const label: JsonLabel = { entity, startPos: offset, endPos: offset + length - 1, ...(role !== undefined && { role }), children: [] };
      return { model: this.#models.get(category) ?? this.#ofRole.get(category), label };
    });
    return created.flatMap(({ model, label }) => {
      const whole =
        model?.kind === 'part' && this.#models.get(model.whole!)!.kind !== 'hierarchical'
          ? created.find(
              (one) => one.model?.category === model.whole && one.label.startPos <= label.startPos && one.label.endPos >= label.endPos,
            )?.label
          : undefined;
      if (!whole) return [label];
      whole.children!.push(label);
      label.entity = model!.name;
      return [];
    });
  }

  #phrasesAndPatterns(): void {
    const { phraseLists = [], patterns = [], app } = this.#assets;
    const flags = new Map((app?.phraseLists ?? []).map((list) => [list.name, list]));
    const toPhraseList = (name: string, phrases: readonly string[], mode: boolean): NonNullable<AppJson['phraselists']>[number] => {
      const { active = true, enabledForAllModels } = flags.get(name) ?? {};
      return { name, mode, words: phrases.join(','), activated: active, ...(enabledForAllModels !== undefined && { enabledForAllModels }) };
    };
    const used = new Set(phraseLists.map(({ name }) => name));
    this.#app.phraselists = [
      ...phraseLists.map(({ name, phrases, exchangeable }) => toPhraseList(name, phrases, exchangeable)),
      ...(app?.phraseLists ?? []).flatMap(({ name, phrases, exchangeable = true }) =>
        phrases && !used.has(name) ? [toPhraseList(name, phrases, exchangeable)] : [],
      ),
    ];
    this.#app.regex_features = (app?.regexFeatures ?? []).map(({ name, pattern, active }) => ({ name, pattern, activated: active }));
    this.#app.patterns = patterns.flatMap(({ template, intent }) => {
      const pattern = this.#pattern(template);
      const isKnown = this.#app.intents.some(({ name }) => name === intent);
      if (pattern !== undefined && isKnown && pattern.length <= MAX_PATTERN_CHARACTERS) return [{ pattern, intent }];
      this.#report.dropped(
        'pattern',
        template,
        pattern === undefined || !isKnown
          ? 'it refers to a deleted entity or intent'
          : `patterns of apps have at most ${MAX_PATTERN_CHARACTERS} characters`,
      );
      return [];
    });
  }

  /** The template with the names of the app; undefined if it refers to a deleted entity. */
  #pattern(template: string): string | undefined {
    let isComplete = true;
    const pattern = template.replace(ROLE_SLOT, (slot) => this.#roleSlots.get(slot) ?? slot);
    const named = rewriteSlots(pattern, (name, role) => {
      const target = this.#targets.get(name);
      if (!target) isComplete = false;
      const as = role ?? target?.role;
      return `{${target?.entity ?? name}${as === undefined ? '' : `:${as}`}}`;
    });
    return isComplete ? named : undefined;
  }
}
