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
import type { Place } from '../../../../kernel/json-cursor.ts';
import { UserRegex } from '../../../../engines/recognizers/regex.ts';
import { NAME_CHARACTERS, appPlace, checkedAt, nameOf, namesIn, uniqueIn } from './cursor.ts';
import { MOST, MOST_QUERY_CHARACTERS, NONE } from '../../model.ts';
import type { Child, DomainOrigin, Entity, EntityKind, Example, FeatureUse, Intent, Label, PatternFeature, PatternRule, PhraseList, Role, Schema, SubList, Version } from '../../model.ts';
import { MOST_DEPTH, namedParts } from '../../schema/parts.ts';
import { checkPattern } from '../../schema/templates.ts';

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
const { intents: MOST_INTENTS, entities: MOST_ENTITIES, patterns: MOST_PATTERNS, phraseLists: MOST_FEATURES, utterances: MOST_UTTERANCES } = MOST;
const MOST_CHILDREN = 1000;
const MOST_LABELS = 200;
const MOST_LISTED = 20_000;
const MOST_SETTINGS = 20;
const PHRASE_CHARACTERS = 500;
const WORDS_CHARACTERS = 500_000;
const DESCRIPTION_CHARACTERS = 10_000;
const NEWEST_MAJOR = 7;
const DEFAULT_CULTURE = 'en-us';
/** Words as the first schema counted them: every mark on its own. */
const COUNTED_WORD = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

/** What a label may name: an entity, or a part of one as `Whole::Part`. */
interface Labelled { entity: Entity; part?: Child }

class Reader {
  readonly #file: Place;
  readonly #newId: () => string;
  readonly #culture: string;
  readonly #countsWords: boolean;
  readonly #intents = new Map<string, Intent>();
  readonly #entities: Entity[] = [];
  readonly #labelled = new Map<string, Labelled>();
  /** What uses another model by its name: looked at when all names are known. */
  readonly #uses: { place: Place; name: string; of: 'model' | 'feature' | 'entity' }[] = [];
  #lastNumber = 0;

  constructor(given: unknown, newId: () => string) {
    this.#file = appPlace(given);
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
      name: file.field('name').textOr('', NAME_CHARACTERS), description: file.field('desc').textOr('', DESCRIPTION_CHARACTERS), culture: this.#culture,
      versionId: file.field('versionId').textOr('', PHRASE_CHARACTERS), settings: this.#readSettings(), schema, examples: this.#readExamples(), lastNumber: this.#lastNumber,
    };
  }

  #nextNumber(): number {
    return ++this.#lastNumber;
  }

  #readIntents(): Intent[] {
    const places = this.#file.field('intents').items(MOST_INTENTS);
    for (const place of places) {
      const given = nameOf(place);
      // Whatever its case, it is the one that every version has.
      const name = given.toLowerCase() === NONE.toLowerCase() ? NONE : given;
      this.#claim(name, place);
      this.#intents.set(name.toLowerCase(), { id: this.#newId(), name, ...this.#originAndFeatures(place) });
    }
    if (!this.#intents.has(NONE.toLowerCase())) {
      if (places.length === MOST_INTENTS) throw this.#file.field('intents').refused(`with None, which every app has, it has ${MOST_INTENTS + 1} items, and may have ${MOST_INTENTS} at most.`);
      this.#intents.set(NONE.toLowerCase(), { id: this.#newId(), name: NONE });
    }
    return [...this.#intents.values()];
  }

  /** Names of intents and entities are unique in a version. */
  #claim(name: string, place: Place): void {
    if (this.#intents.has(name.toLowerCase()) || this.#labelled.has(name.toLowerCase())) throw place.field('name').refused(`the name ${name} is taken.`);
  }

  #originAndFeatures(place: Place): { origin?: DomainOrigin; features?: FeatureUse[] } {
    const inherits = place.field('inherits');
    const features = this.#readFeatures(place);
    return {
      ...!inherits.isAbsent && { origin: { domainName: inherits.field('domain_name').textOr('', NAME_CHARACTERS), modelName: inherits.field('model_name').textOr('', NAME_CHARACTERS) } },
      ...features.length > 0 && { features },
    };
  }

  #readFeatures(place: Place): FeatureUse[] {
    return place.field('features').items(MOST_FEATURES).map((item) => {
      const [model, feature] = [item.field('modelName'), item.field('featureName')];
      if (model.isAbsent && feature.isAbsent) throw item.refused('it names neither a model nor a feature.');
      const use: FeatureUse = {
        ...!model.isAbsent && { modelName: model.text(NAME_CHARACTERS) }, ...!feature.isAbsent && { featureName: feature.text(NAME_CHARACTERS) }, ...item.field('isRequired').truthOr(false) && { isRequired: true },
      };
      if (use.modelName !== undefined) this.#uses.push({ place: model, name: use.modelName, of: 'model' });
      if (use.featureName !== undefined) this.#uses.push({ place: feature, name: use.featureName, of: 'feature' });
      return use;
    });
  }

  #readEntities(): void {
    const file = this.#file;
    const each = (field: string, make: (place: Place) => Partial<Entity> & { kind: EntityKind }): void => {
      for (const place of file.field(field).items(MOST_ENTITIES)) this.#add(place, make(place));
    };
    each('entities', (place) => this.#learnedOrHierarchical(place));
    each('hierarchicals', (place) => ({ kind: 'hierarchical', children: this.#ownChildren(place) }));
    each('closedLists', (place) => ({ kind: 'closedList', subLists: readSubLists(place.field('subLists')) }));
    each('patternAnyEntities', (place) => ({ kind: 'patternAny', explicitList: place.field('explicitList').items(MOST_LISTED).map((item, i) => ({ id: i + 1, explicitListItem: item.text(PHRASE_CHARACTERS) })) }));
    for (const field of ['regex_entities', 'regexEntities']) each(field, (place) => ({ kind: 'regex', regexPattern: readRegex(place.field('regexPattern')) }));
    for (const field of ['prebuiltEntities', 'bing_entities']) {
      for (const place of file.field(field).items(MOST_ENTITIES)) this.#add(typeof place.value === 'string' ? place.with({ name: place.value }) : place, { kind: 'prebuilt' });
    }
    each('composites', (place) => ({ kind: 'composite', children: this.#referredChildren(place.field('children')) }));
  }

  #add(place: Place, made: Partial<Entity> & { kind: EntityKind }): void {
    const name = nameOf(place);
    this.#claim(name, place);
    if (this.#entities.length === MOST_ENTITIES) throw place.refused(`an app may have ${MOST_ENTITIES} entities at most.`);
    const entity: Entity = { id: this.#newId(), name, roles: this.#readRoles(place), ...made, ...this.#originAndFeatures(place) };
    this.#entities.push(entity);
    this.#labelled.set(name.toLowerCase(), { entity });
    for (const [path, part] of namedParts(entity)) this.#labelled.set(path.toLowerCase(), { entity, part });
  }

  #readRoles(place: Place): Role[] {
    return namesIn(place.field('roles'), MOST_CHILDREN).map((name) => ({ id: this.#newId(), name }));
  }

  /** The older schemas write hierarchical entities as entities with the names of their children. */
  #learnedOrHierarchical(place: Place): Partial<Entity> & { kind: EntityKind } {
    const children = place.field('children').items(MOST_CHILDREN);
    if (children.length > 0 && children.every(({ value }) => typeof value === 'string')) return { kind: 'hierarchical', children: this.#ownChildren(place) };
    const parts = this.#readParts(place.field('children'), MOST_DEPTH);
    return { kind: 'simple', ...parts.length > 0 && { children: parts } };
  }

  #ownChildren(place: Place): Child[] {
    const items = place.field('children').items(MOST_CHILDREN);
    const names = items.map((item) => typeof item.value === 'string' ? item.text(NAME_CHARACTERS) : nameOf(item));
    return uniqueIn(names, (i) => items[i]!).map((name) => ({ id: this.#newId(), name }));
  }

  #readParts(place: Place, depth: number): Child[] {
    const items = place.items(MOST_CHILDREN);
    if (items.length > 0 && depth === 0) throw place.refused(`parts may lie ${MOST_DEPTH} levels deep at most.`);
    const parts = items.map((item): Child => {
      const instanceOf = item.field('instanceOf').textOr('', NAME_CHARACTERS);
      if (instanceOf !== '') this.#uses.push({ place: item.field('instanceOf'), name: instanceOf, of: 'entity' });
      const children = this.#readParts(item.field('children'), depth - 1);
      const roles = this.#readRoles(item);
      const features = this.#readFeatures(item);
      return {
        id: this.#newId(), name: nameOf(item), ...instanceOf !== '' && { instanceOf }, ...children.length > 0 && { children }, ...features.length > 0 && { features }, ...roles.length > 0 && { roles },
      };
    });
    uniqueIn(parts.map(({ name }) => name), (i) => items[i]!);
    return parts;
  }

  #referredChildren(place: Place): Child[] {
    const items = place.items(MOST_CHILDREN);
    const children = items.map((item) => {
      const name = typeof item.value === 'string' ? item.text(NAME_CHARACTERS) : nameOf(item);
      const found = this.#labelled.get(name.toLowerCase());
      const isPart = found?.part !== undefined;
      if (!found || found.entity.kind === 'composite' || found.entity.kind === 'patternAny' || (isPart && found.entity.kind !== 'hierarchical')) throw item.refused(`the entity ${name} does not exist.`);
      return isPart ? { id: found.part!.id, name: `${found.entity.name}::${found.part!.name}` } : { id: found.entity.id, name: found.entity.name };
    });
    uniqueIn(children.map(({ name }) => name), (i) => items[i]!);
    return children;
  }

  #readPhraseLists(): PhraseList[] {
    const places = ['model_features', 'phraselists'].flatMap((field) => this.#file.field(field).items(MOST_FEATURES));
    const lists = places.map((place): PhraseList => ({
      id: this.#nextNumber(), name: nameOf(place), phrases: place.field('words').textOr('', WORDS_CHARACTERS), isExchangeable: place.field('mode').truthOr(true), isActive: place.field('activated').truthOr(true),
      ...!place.field('enabledForAllModels').isAbsent && { enabledForAllModels: place.field('enabledForAllModels').truthOr(true) },
    }));
    uniqueIn(lists.map(({ name }) => name), (i) => places[i]!);
    return lists;
  }

  #readPatternFeatures(phraseLists: readonly PhraseList[]): PatternFeature[] {
    const places = this.#file.field('regex_features').items(MOST_FEATURES);
    const features = places.map((place): PatternFeature => ({ id: this.#nextNumber(), name: nameOf(place), pattern: readRegex(place.field('pattern')), isActive: place.field('activated').truthOr(true) }));
    uniqueIn([...phraseLists, ...features].map(({ name }) => name), (i) => places[i - phraseLists.length]!);
    return features;
  }

  #checkUses(features: readonly { name: string }[]): void {
    const featureNames = new Set(features.map(({ name }) => name.toLowerCase()));
    const parts = new Set([...this.#labelled.values()].flatMap(({ part }) => part ? [part.name.toLowerCase()] : []));
    for (const { place, name, of } of this.#uses) {
      const key = name.toLowerCase();
      const isKnown = of === 'feature' ? featureNames.has(key) : this.#labelled.has(key) || (of === 'model' && (this.#intents.has(key) || parts.has(key)));
      if (!isKnown) throw place.refused(`the ${of} ${name} does not exist.`);
    }
  }

  #readPatterns(schema: Schema): PatternRule[] {
    return this.#file.field('patterns').items(MOST_PATTERNS).map((place) => {
      const [pattern, intent] = [place.field('pattern').text(PHRASE_CHARACTERS), place.field('intent').text(NAME_CHARACTERS)];
      return { id: this.#newId(), ...checkedAt(place, () => checkPattern(schema, pattern, intent, this.#culture)) };
    });
  }

  #readSettings(): Version['settings'] {
    const places = this.#file.field('settings').items(MOST_SETTINGS);
    const settings = places.map((place) => {
      const value = place.field('value');
      return { name: nameOf(place), value: typeof value.value === 'boolean' ? String(value.value) : value.textOr('', NAME_CHARACTERS) };
    });
    uniqueIn(settings.map(({ name }) => name), (i) => places[i]!);
    return settings;
  }

  #readExamples(): Example[] {
    return this.#file.field('utterances').items(MOST_UTTERANCES).map((place) => {
      const text = place.field('text').text(MOST_QUERY_CHARACTERS);
      if (text.trim() === '') throw place.field('text').refused('it is empty.');
      const name = place.field('intent').textOr('', NAME_CHARACTERS) || NONE;
      const intent = this.#intents.get(name.toLowerCase());
      if (!intent) throw place.field('intent').refused(`the intent ${name} does not exist.`);
      const words = this.#countsWords ? [...text.matchAll(COUNTED_WORD)] : undefined;
      const labels = place.field('entities').items(MOST_LABELS).map((label) => this.#readLabel(label, text, words));
      return { id: this.#nextNumber(), text, intentId: intent.id, labels };
    });
  }

  #readLabel(place: Place, text: string, words: RegExpExecArray[] | undefined, within?: Labelled): Label {
    const name = place.field('entity').text(NAME_CHARACTERS * MOST_DEPTH);
    const found = within ? partNamed(within, name) : this.#labelled.get(name.toLowerCase());
    if (!found) throw place.field('entity').refused(within ? `the entity ${within.entity.name} has no part ${name}.` : `the entity ${name} does not exist.`);
    const { entity, part } = found;
    const [start, end] = readSpan(place, text, words);
    const roleName = place.field('role').textOr('', NAME_CHARACTERS);
    const role = (part?.roles ?? entity.roles).find((one) => one.name.toLowerCase() === roleName.toLowerCase());
    if (roleName !== '' && !role) throw place.field('role').refused(`the entity ${name} has no role ${roleName}.`);
    const children = place.field('children').items(MOST_LABELS).map((child) => this.#readLabel(child, text, words, found));
    return { entityId: entity.id, start, end, ...part && { childId: part.id }, ...role && { roleId: role.id }, ...children.length > 0 && { children } };
  }
}

function schemaMajor(file: Place): number | undefined {
  const spelled = ['luis_schema_version', 'understanding_schema_version'].map((name) => file.field(name)).find((place) => !place.isAbsent);
  const major = spelled && Number(/^\s*(\d+)(\.|\s*$)/.exec(spelled.text(20))?.[1]);
  if (spelled && !(major! >= 1 && major! <= NEWEST_MAJOR)) throw spelled.refused(`schemas 1 to ${NEWEST_MAJOR} are known.`);
  return major;
}

function partNamed({ entity, part }: Labelled, name: string): Labelled | undefined {
  const own = entity.kind === 'simple' ? (part ?? entity).children?.find((child) => child.name.toLowerCase() === name.toLowerCase()) : undefined;
  return own && { entity, part: own };
}

/** The stretch that a label covers; by characters, or by words, both ends included. */
function readSpan(place: Place, text: string, words: RegExpExecArray[] | undefined): [start: number, end: number] {
  const [first, last] = [place.field('startPos').count(), place.field('endPos').count()];
  if (last < first) throw place.field('endPos').refused('it lies before the start.');
  if (last >= (words ? words.length : text.length)) throw place.field('endPos').refused('it lies outside of the text.');
  const [start, end] = words ? [words[first]!.index, words[last]!.index + words[last]![0].length] : [first, last + 1];
  if (text.slice(start, end).trim() === '') throw place.refused('it covers no word.');
  return [start, end];
}

function readRegex(place: Place): string {
  const pattern = place.text(PHRASE_CHARACTERS);
  return checkedAt(place, () => new UserRegex(pattern).source);
}

function readSubLists(place: Place): SubList[] {
  const items = place.items(MOST_LISTED);
  const subLists = items.map((item, i) => ({
    id: i + 1, canonicalForm: item.field('canonicalForm').text(PHRASE_CHARACTERS), list: item.field('list').items(MOST_LISTED).map((synonym) => synonym.text(PHRASE_CHARACTERS, 0)),
  }));
  uniqueIn(subLists.map(({ canonicalForm }) => canonicalForm), (i) => items[i]!.field('canonicalForm'));
  return subLists;
}

/** Reads an exported app; throws AppInvalid, with the place, where it cannot be taken as it is. */
export function readApp(given: unknown, newId: () => string): ReadApp {
  return new Reader(given, newId).read();
}
