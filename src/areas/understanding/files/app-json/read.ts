/**
 * Exported apps of every schema version, read into the model.
 *
 * Read: 1.x (labels count words, prebuilt entities are `bing_entities`), 2.x to 4.x (labels count characters, hierarchical
 * entities are entities with the names of their children), 5.x to 7.x (`hierarchicals`, entities with parts and features,
 * `phraselists`, labels within labels, settings); a file without a version is read as whatever it holds. Fields that no
 * version has are left alone.
 *
 * Everything is checked before anything is made of it. A failure says where in the file it is.
 */
import type { JsonCursor } from '../../../../kernel/json-cursor.ts';
import { UserRegex } from '../../../../engines/recognizers/regex.ts';
import { MAX_NAME_CHARACTERS, appCursor, checkAt, nameOf, splitNames, checkUniqueAt } from './cursor.ts';
import { VERSION_LIMITS, MAX_QUERY_CHARACTERS, NONE_INTENT } from '../../model.ts';
import type { Child, DomainOrigin, Entity, EntityKind, Example, FeatureRelation, Intent, Label, PatternFeature, PatternRule, PhraseList, Role, Schema, SubList, Version } from '../../model.ts';
import { MAX_DEPTH, listNamedParts } from '../../schema/parts.ts';
import { validatePattern } from '../../schema/templates.ts';

/** What a file says of an app; name and version may be empty. */
export interface ReadApp {
  name: string;
  description: string;
  culture: string;
  versionId: string;
  settings: Version['settings'];
  schema: Schema;
  examples: Example[];
  lastNumber: number;
}

/** What the original allows, or more. */
const { intents: MAX_INTENTS, entities: MAX_ENTITIES, patterns: MAX_PATTERNS, phraseLists: MAX_FEATURES, utterances: MAX_UTTERANCES } = VERSION_LIMITS;
const MAX_CHILDREN = 1000;
const MAX_LABELS = 200;
const MAX_LIST_ITEMS = 20_000;
const MAX_SETTINGS = 20;
const MAX_PHRASE_CHARACTERS = 500;
const MAX_WORDS_CHARACTERS = 500_000;
const MAX_DESCRIPTION_CHARACTERS = 10_000;
const NEWEST_MAJOR = 7;
const DEFAULT_CULTURE = 'en-us';
/** Words as the first schema counted them: every mark on its own. */
const COUNTED_WORD = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

/** What a label may name: an entity, or a part of one as `Whole::Part`. */
interface Labelled { entity: Entity; part?: Child }

class Reader {
  readonly #file: JsonCursor;
  readonly #newId: () => string;
  readonly #culture: string;
  readonly #countsWords: boolean;
  readonly #intents = new Map<string, Intent>();
  readonly #entities: Entity[] = [];
  readonly #labelled = new Map<string, Labelled>();
  /** What uses another model by its name: looked at when all names are known. */
  readonly #uses: { place: JsonCursor; name: string; of: 'model' | 'feature' | 'entity' }[] = [];
  #lastNumber = 0;

  constructor(given: unknown, newId: () => string) {
    this.#file = appCursor(given);
    this.#newId = newId;
    this.#culture = this.#file.field('culture').textOr(DEFAULT_CULTURE, 20);
    this.#countsWords = schemaMajor(this.#file) === 1;
  }

  read(): ReadApp {
    const file = this.#file;
    const intents = this.#readIntents();
    this.#readEntities();
    const phraseLists = this.#readPhraseLists();
    const patternFeatures = this.#readPatternFeatures(phraseLists);
    this.#checkUses([...phraseLists, ...patternFeatures]);
    const tokenizerVersion = file.field('tokenizerVersion').textOr('', 20);
    const schema: Schema = { intents, entities: this.#entities, phraseLists, patternFeatures, patterns: [], ...tokenizerVersion && { tokenizerVersion } };
    schema.patterns = this.#readPatterns(schema);
    return {
      name: file.field('name').textOr('', MAX_NAME_CHARACTERS), description: file.field('desc').textOr('', MAX_DESCRIPTION_CHARACTERS), culture: this.#culture,
      versionId: file.field('versionId').textOr('', MAX_PHRASE_CHARACTERS), settings: this.#readSettings(), schema, examples: this.#readExamples(), lastNumber: this.#lastNumber,
    };
  }

  #nextNumber(): number {
    return ++this.#lastNumber;
  }

  #readIntents(): Intent[] {
    const places = this.#file.field('intents').items(MAX_INTENTS);
    for (const place of places) {
      const given = nameOf(place);
      // Whatever its case, it is the one that every version has.
      const name = given.toLowerCase() === NONE_INTENT.toLowerCase() ? NONE_INTENT : given;
      this.#claim(name, place);
      this.#intents.set(name.toLowerCase(), { id: this.#newId(), name, ...this.#originAndFeatures(place) });
    }
    if (!this.#intents.has(NONE_INTENT.toLowerCase())) {
      if (places.length === MAX_INTENTS) throw this.#file.field('intents').failure(`with None, which every app has, it has ${MAX_INTENTS + 1} items, and may have ${MAX_INTENTS} at most.`);
      this.#intents.set(NONE_INTENT.toLowerCase(), { id: this.#newId(), name: NONE_INTENT });
    }
    return [...this.#intents.values()];
  }

  /** Names of intents and entities are unique in a version. */
  #claim(name: string, place: JsonCursor): void {
    if (this.#intents.has(name.toLowerCase()) || this.#labelled.has(name.toLowerCase())) throw place.field('name').failure(`the name ${name} is taken.`);
  }

  #originAndFeatures(place: JsonCursor): { origin?: DomainOrigin; features?: FeatureRelation[] } {
    const inherits = place.field('inherits');
    const features = this.#readFeatures(place);
    return {
      ...!inherits.isAbsent && { origin: { domainName: inherits.field('domain_name').textOr('', MAX_NAME_CHARACTERS), modelName: inherits.field('model_name').textOr('', MAX_NAME_CHARACTERS) } },
      ...features.length > 0 && { features },
    };
  }

  #readFeatures(place: JsonCursor): FeatureRelation[] {
    return place.field('features').items(MAX_FEATURES).map((item) => {
      const [model, feature] = [item.field('modelName'), item.field('featureName')];
      if (model.isAbsent && feature.isAbsent) throw item.failure('it names neither a model nor a feature.');
      const use: FeatureRelation = {
        ...!model.isAbsent && { modelName: model.text(MAX_NAME_CHARACTERS) }, ...!feature.isAbsent && { featureName: feature.text(MAX_NAME_CHARACTERS) }, ...item.field('isRequired').truthOr(false) && { isRequired: true },
      };
      if (use.modelName !== undefined) this.#uses.push({ place: model, name: use.modelName, of: 'model' });
      if (use.featureName !== undefined) this.#uses.push({ place: feature, name: use.featureName, of: 'feature' });
      return use;
    });
  }

  #readEntities(): void {
    const file = this.#file;
    const each = (field: string, make: (place: JsonCursor) => Partial<Entity> & { kind: EntityKind }): void => {
      for (const place of file.field(field).items(MAX_ENTITIES)) this.#add(place, make(place));
    };
    each('entities', (place) => this.#learnedOrHierarchical(place));
    each('hierarchicals', (place) => ({ kind: 'hierarchical', children: this.#buildChildren(place) }));
    each('closedLists', (place) => ({ kind: 'closedList', subLists: readSubLists(place.field('subLists')) }));
    each('patternAnyEntities', (place) => ({ kind: 'patternAny', explicitList: place.field('explicitList').items(MAX_LIST_ITEMS).map((item, i) => ({ id: i + 1, explicitListItem: item.text(MAX_PHRASE_CHARACTERS) })) }));
    for (const field of ['regex_entities', 'regexEntities']) each(field, (place) => ({ kind: 'regex', regexPattern: readRegex(place.field('regexPattern')) }));
    for (const field of ['prebuiltEntities', 'bing_entities']) {
      for (const place of file.field(field).items(MAX_ENTITIES)) this.#add(typeof place.value === 'string' ? place.with({ name: place.value }) : place, { kind: 'prebuilt' });
    }
    each('composites', (place) => ({ kind: 'composite', children: this.#resolveChildren(place.field('children')) }));
  }

  #add(place: JsonCursor, made: Partial<Entity> & { kind: EntityKind }): void {
    const name = nameOf(place);
    this.#claim(name, place);
    if (this.#entities.length === MAX_ENTITIES) throw place.failure(`an app may have ${MAX_ENTITIES} entities at most.`);
    const entity: Entity = { id: this.#newId(), name, roles: this.#readRoles(place), ...made, ...this.#originAndFeatures(place) };
    this.#entities.push(entity);
    this.#labelled.set(name.toLowerCase(), { entity });
    for (const [path, part] of listNamedParts(entity)) this.#labelled.set(path.toLowerCase(), { entity, part });
  }

  #readRoles(place: JsonCursor): Role[] {
    return splitNames(place.field('roles'), MAX_CHILDREN).map((name) => ({ id: this.#newId(), name }));
  }

  /** The older schemas write hierarchical entities as entities with the names of their children. */
  #learnedOrHierarchical(place: JsonCursor): Partial<Entity> & { kind: EntityKind } {
    const children = place.field('children').items(MAX_CHILDREN);
    if (children.length > 0 && children.every(({ value }) => typeof value === 'string')) return { kind: 'hierarchical', children: this.#buildChildren(place) };
    const parts = this.#readParts(place.field('children'), MAX_DEPTH);
    return { kind: 'simple', ...parts.length > 0 && { children: parts } };
  }

  #buildChildren(place: JsonCursor): Child[] {
    const items = place.field('children').items(MAX_CHILDREN);
    const names = items.map((item) => typeof item.value === 'string' ? item.text(MAX_NAME_CHARACTERS) : nameOf(item));
    return checkUniqueAt(names, (i) => items[i]!).map((name) => ({ id: this.#newId(), name }));
  }

  #readParts(place: JsonCursor, depth: number): Child[] {
    const items = place.items(MAX_CHILDREN);
    if (items.length > 0 && depth === 0) throw place.failure(`parts may lie ${MAX_DEPTH} levels deep at most.`);
    const parts = items.map((item): Child => {
      const instanceOf = item.field('instanceOf').textOr('', MAX_NAME_CHARACTERS);
      if (instanceOf !== '') this.#uses.push({ place: item.field('instanceOf'), name: instanceOf, of: 'entity' });
      const children = this.#readParts(item.field('children'), depth - 1);
      const roles = this.#readRoles(item);
      const features = this.#readFeatures(item);
      return {
        id: this.#newId(), name: nameOf(item), ...instanceOf !== '' && { instanceOf }, ...children.length > 0 && { children }, ...features.length > 0 && { features }, ...roles.length > 0 && { roles },
      };
    });
    checkUniqueAt(parts.map(({ name }) => name), (i) => items[i]!);
    return parts;
  }

  #resolveChildren(place: JsonCursor): Child[] {
    const items = place.items(MAX_CHILDREN);
    const children = items.map((item) => {
      const name = typeof item.value === 'string' ? item.text(MAX_NAME_CHARACTERS) : nameOf(item);
      const found = this.#labelled.get(name.toLowerCase());
      const isPart = found?.part !== undefined;
      if (!found || found.entity.kind === 'composite' || found.entity.kind === 'patternAny' || (isPart && found.entity.kind !== 'hierarchical')) throw item.failure(`the entity ${name} does not exist.`);
      return isPart ? { id: found.part!.id, name: `${found.entity.name}::${found.part!.name}` } : { id: found.entity.id, name: found.entity.name };
    });
    checkUniqueAt(children.map(({ name }) => name), (i) => items[i]!);
    return children;
  }

  #readPhraseLists(): PhraseList[] {
    const places = ['model_features', 'phraselists'].flatMap((field) => this.#file.field(field).items(MAX_FEATURES));
    const lists = places.map((place): PhraseList => ({
      id: this.#nextNumber(), name: nameOf(place), phrases: place.field('words').textOr('', MAX_WORDS_CHARACTERS), isExchangeable: place.field('mode').truthOr(true), isActive: place.field('activated').truthOr(true),
      ...!place.field('enabledForAllModels').isAbsent && { enabledForAllModels: place.field('enabledForAllModels').truthOr(true) },
    }));
    checkUniqueAt(lists.map(({ name }) => name), (i) => places[i]!);
    return lists;
  }

  #readPatternFeatures(phraseLists: readonly PhraseList[]): PatternFeature[] {
    const places = this.#file.field('regex_features').items(MAX_FEATURES);
    const features = places.map((place): PatternFeature => ({ id: this.#nextNumber(), name: nameOf(place), pattern: readRegex(place.field('pattern')), isActive: place.field('activated').truthOr(true) }));
    checkUniqueAt([...phraseLists, ...features].map(({ name }) => name), (i) => places[i - phraseLists.length]!);
    return features;
  }

  #checkUses(features: readonly { name: string }[]): void {
    const featureNames = new Set(features.map(({ name }) => name.toLowerCase()));
    const parts = new Set([...this.#labelled.values()].flatMap(({ part }) => part ? [part.name.toLowerCase()] : []));
    for (const { place, name, of } of this.#uses) {
      const key = name.toLowerCase();
      const isKnown = of === 'feature' ? featureNames.has(key) : this.#labelled.has(key) || (of === 'model' && (this.#intents.has(key) || parts.has(key)));
      if (!isKnown) throw place.failure(`the ${of} ${name} does not exist.`);
    }
  }

  #readPatterns(schema: Schema): PatternRule[] {
    return this.#file.field('patterns').items(MAX_PATTERNS).map((place) => {
      const [pattern, intent] = [place.field('pattern').text(MAX_PHRASE_CHARACTERS), place.field('intent').text(MAX_NAME_CHARACTERS)];
      return { id: this.#newId(), ...checkAt(place, () => validatePattern(schema, pattern, intent, this.#culture)) };
    });
  }

  #readSettings(): Version['settings'] {
    const places = this.#file.field('settings').items(MAX_SETTINGS);
    const settings = places.map((place) => {
      const value = place.field('value');
      return { name: nameOf(place), value: typeof value.value === 'boolean' ? String(value.value) : value.textOr('', MAX_NAME_CHARACTERS) };
    });
    checkUniqueAt(settings.map(({ name }) => name), (i) => places[i]!);
    return settings;
  }

  #readExamples(): Example[] {
    return this.#file.field('utterances').items(MAX_UTTERANCES).map((place) => {
      const text = place.field('text').text(MAX_QUERY_CHARACTERS);
      if (text.trim() === '') throw place.field('text').failure('it is empty.');
      const name = place.field('intent').textOr('', MAX_NAME_CHARACTERS) || NONE_INTENT;
      const intent = this.#intents.get(name.toLowerCase());
      if (!intent) throw place.field('intent').failure(`the intent ${name} does not exist.`);
      const words = this.#countsWords ? [...text.matchAll(COUNTED_WORD)] : undefined;
      const labels = place.field('entities').items(MAX_LABELS).map((label) => this.#readLabel(label, text, words));
      return { id: this.#nextNumber(), text, intentId: intent.id, labels };
    });
  }

  #readLabel(place: JsonCursor, text: string, words: RegExpExecArray[] | undefined, within?: Labelled): Label {
    const name = place.field('entity').text(MAX_NAME_CHARACTERS * MAX_DEPTH);
    const found = within ? partNamed(within, name) : this.#labelled.get(name.toLowerCase());
    if (!found) throw place.field('entity').failure(within ? `the entity ${within.entity.name} has no part ${name}.` : `the entity ${name} does not exist.`);
    const { entity, part } = found;
    const [start, end] = readSpan(place, text, words);
    const roleName = place.field('role').textOr('', MAX_NAME_CHARACTERS);
    const role = (part?.roles ?? entity.roles).find((one) => one.name.toLowerCase() === roleName.toLowerCase());
    if (roleName !== '' && !role) throw place.field('role').failure(`the entity ${name} has no role ${roleName}.`);
    const children = place.field('children').items(MAX_LABELS).map((child) => this.#readLabel(child, text, words, found));
    return { entityId: entity.id, start, end, ...part && { childId: part.id }, ...role && { roleId: role.id }, ...children.length > 0 && { children } };
  }
}

function schemaMajor(file: JsonCursor): number | undefined {
  const spelled = ['luis_schema_version', 'understanding_schema_version'].map((name) => file.field(name)).find((place) => !place.isAbsent);
  const major = spelled && Number(/^\s*(\d+)(\.|\s*$)/.exec(spelled.text(20))?.[1]);
  if (spelled && !(major! >= 1 && major! <= NEWEST_MAJOR)) throw spelled.failure(`schemas 1 to ${NEWEST_MAJOR} are known.`);
  return major;
}

function partNamed({ entity, part }: Labelled, name: string): Labelled | undefined {
  const own = entity.kind === 'simple' ? (part ?? entity).children?.find((child) => child.name.toLowerCase() === name.toLowerCase()) : undefined;
  return own && { entity, part: own };
}

/** The stretch that a label covers; by characters, or by words, both ends included. */
function readSpan(place: JsonCursor, text: string, words: RegExpExecArray[] | undefined): [start: number, end: number] {
  const [first, last] = [place.field('startPos').count(), place.field('endPos').count()];
  if (last < first) throw place.field('endPos').failure('it lies before the start.');
  if (last >= (words ? words.length : text.length)) throw place.field('endPos').failure('it lies outside of the text.');
  const [start, end] = words ? [words[first]!.index, words[last]!.index + words[last]![0].length] : [first, last + 1];
  if (text.slice(start, end).trim() === '') throw place.failure('it covers no word.');
  return [start, end];
}

function readRegex(place: JsonCursor): string {
  const pattern = place.text(MAX_PHRASE_CHARACTERS);
  return checkAt(place, () => new UserRegex(pattern).source);
}

function readSubLists(place: JsonCursor): SubList[] {
  const items = place.items(MAX_LIST_ITEMS);
  const subLists = items.map((item, i) => ({
    id: i + 1, canonicalForm: item.field('canonicalForm').text(MAX_PHRASE_CHARACTERS), list: item.field('list').items(MAX_LIST_ITEMS).map((synonym) => synonym.text(MAX_PHRASE_CHARACTERS, 0)),
  }));
  checkUniqueAt(subLists.map(({ canonicalForm }) => canonicalForm), (i) => items[i]!.field('canonicalForm'));
  return subLists;
}

/** Reads an exported app; throws AppInvalid, with the place, where it cannot be taken as it is. */
export function readApp(given: unknown, newId: () => string): ReadApp {
  return new Reader(given, newId).read();
}
