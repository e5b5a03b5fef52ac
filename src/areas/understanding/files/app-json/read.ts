/**
 * Reads exported apps of every schema version into the model.
 *
 * Schemas: 1.x (labels count words, prebuilt entities are `bing_entities`), 2.x to 4.x (labels count characters, hierarchical
 * entities are entities with the names of their children), 5.x to 7.x (`hierarchicals`, entities with parts and features,
 * `phraselists`, nested labels, settings). A file without a version may have the fields of any. Fields that no version
 * has are ignored.
 *
 * Everything is checked first. A failure names the path in the file.
 */
import { UserRegex } from '../../../../engines/language/recognizers/regex.ts';
import type { JsonCursor } from '../../../../shared/json-cursor.ts';
import { MAX_QUERY_CHARACTERS, NONE_INTENT, VERSION_LIMITS } from '../../model.ts';
import type {
  Child,
  DomainOrigin,
  Entity,
  EntityKind,
  Example,
  ExplicitItem,
  FeatureRelation,
  Intent,
  Label,
  PatternFeature,
  PatternRule,
  PhraseList,
  Role,
  Schema,
  SubList,
  Version,
} from '../../model.ts';
import { MAX_DEPTH, joinPartName, listNamedParts } from '../../schema/parts.ts';
import { validatePattern } from '../../schema/templates.ts';
import { MAX_NAME_CHARACTERS, appCursor, checkAt, checkUnique, namesOf, readName, readNames } from './cursor.ts';

/** The contents of a file; name and version may be empty. */
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

const {
  intents: MAX_INTENTS,
  entities: MAX_ENTITIES,
  patterns: MAX_PATTERNS,
  phraseLists: MAX_FEATURES,
  utterances: MAX_UTTERANCES,
} = VERSION_LIMITS;
const MAX_CHILDREN = 1000;
const MAX_LABELS = 200;
const MAX_LIST_ITEMS = 20_000;
const MAX_SETTINGS = 20;
const MAX_PHRASE_CHARACTERS = 500;
const MAX_WORDS_CHARACTERS = 500_000;
const MAX_DESCRIPTION_CHARACTERS = 10_000;
const NEWEST_MAJOR = 7;
const DEFAULT_CULTURE = 'en-us';
/** Words as the first schema counts them: each punctuation mark is one. */
const COUNTED_WORD = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

/** An entity or a part of one, which a label may name. */
interface LabelTarget {
  entity: Entity;
  part?: Child;
}

/** What the kind of an entity decides. */
type EntityFields = Partial<Entity> & { kind: EntityKind };

class AppReader {
  readonly #file: JsonCursor;
  readonly #newId: () => string;
  readonly #culture: string;
  readonly #countsWords: boolean;
  readonly #intents = new Map<string, Intent>();
  readonly #entities: Entity[] = [];
  readonly #labelTargets = new Map<string, LabelTarget>();
  /** References to models by name, checked when all names are known. */
  readonly #references: { cursor: JsonCursor; name: string; kind: 'model' | 'feature' | 'entity' }[] = [];
  #lastNumber = 0;

  constructor(file: unknown, newId: () => string) {
    this.#file = appCursor(file);
    this.#newId = newId;
    this.#culture = this.#file.field('culture').textOr(DEFAULT_CULTURE, 20);
    this.#countsWords = readSchemaMajor(this.#file) === 1;
  }

  read(): ReadApp {
    const file = this.#file;
    const intents = this.#readIntents();
    this.#readEntities();
    const phraseLists = this.#readPhraseLists();
    const patternFeatures = this.#readPatternFeatures(phraseLists);
    this.#checkReferences([...phraseLists, ...patternFeatures]);
    const tokenizerVersion = file.field('tokenizerVersion').textOr('', 20);
    const schema: Schema = {
      intents,
      entities: this.#entities,
      phraseLists,
      patternFeatures,
      patterns: [],
      ...(tokenizerVersion && { tokenizerVersion }),
    };
    schema.patterns = this.#readPatterns(schema);
    return {
      name: file.field('name').textOr('', MAX_NAME_CHARACTERS),
      description: file.field('desc').textOr('', MAX_DESCRIPTION_CHARACTERS),
      culture: this.#culture,
      versionId: file.field('versionId').textOr('', MAX_PHRASE_CHARACTERS),
      settings: this.#readSettings(),
      schema,
      examples: this.#readExamples(),
      lastNumber: this.#lastNumber,
    };
  }

  #nextId(): number {
    return ++this.#lastNumber;
  }

  #readIntents(): Intent[] {
    const cursors = this.#file.field('intents').items(MAX_INTENTS);
    for (const cursor of cursors) {
      const writtenName = readName(cursor);
      // In any case it is the None intent that every version has.
      const name = writtenName.toLowerCase() === NONE_INTENT.toLowerCase() ? NONE_INTENT : writtenName;
      this.#claim(name, cursor);
      this.#intents.set(name.toLowerCase(), { id: this.#newId(), name, ...this.#readOriginAndFeatures(cursor) });
    }
    if (!this.#intents.has(NONE_INTENT.toLowerCase())) {
      if (cursors.length === MAX_INTENTS) {
        throw this.#file
          .field('intents')
          .failure(`with None, which every app has, it has ${MAX_INTENTS + 1} items; at most ${MAX_INTENTS} are allowed.`);
      }
      this.#intents.set(NONE_INTENT.toLowerCase(), { id: this.#newId(), name: NONE_INTENT });
    }
    return [...this.#intents.values()];
  }

  /** Names of intents and entities are unique in a version. */
  #claim(name: string, cursor: JsonCursor): void {
    const key = name.toLowerCase();
    if (this.#intents.has(key) || this.#labelTargets.has(key)) throw cursor.field('name').failure(`the name ${name} is taken.`);
  }

  #readOriginAndFeatures(cursor: JsonCursor): { origin?: DomainOrigin; features?: FeatureRelation[] } {
    const inherits = cursor.field('inherits');
    const features = this.#readFeatures(cursor);
    return {
      ...(!inherits.isAbsent && {
        origin: {
          domainName: inherits.field('domain_name').textOr('', MAX_NAME_CHARACTERS),
          modelName: inherits.field('model_name').textOr('', MAX_NAME_CHARACTERS),
        },
      }),
      ...(features.length > 0 && { features }),
    };
  }

  #readFeatures(cursor: JsonCursor): FeatureRelation[] {
    return cursor
      .field('features')
      .items(MAX_FEATURES)
      .map((item) => {
        const [model, feature] = [item.field('modelName'), item.field('featureName')];
        if (model.isAbsent && feature.isAbsent) throw item.failure('it names neither a model nor a feature.');
        const relation: FeatureRelation = {
          ...(!model.isAbsent && { modelName: model.text(MAX_NAME_CHARACTERS) }),
          ...(!feature.isAbsent && { featureName: feature.text(MAX_NAME_CHARACTERS) }),
          ...(item.field('isRequired').truthOr(false) && { isRequired: true }),
        };
        if (relation.modelName !== undefined) this.#references.push({ cursor: model, name: relation.modelName, kind: 'model' });
        if (relation.featureName !== undefined) this.#references.push({ cursor: feature, name: relation.featureName, kind: 'feature' });
        return relation;
      });
  }

  #readEntities(): void {
    const file = this.#file;
    const each = (field: string, read: (cursor: JsonCursor) => EntityFields): void => {
      for (const cursor of file.field(field).items(MAX_ENTITIES)) this.#addEntity(cursor, read(cursor));
    };
    each('entities', (cursor) => this.#readLearnedOrHierarchical(cursor));
    each('hierarchicals', (cursor) => ({ kind: 'hierarchical', children: this.#readOwnChildren(cursor) }));
    each('closedLists', (cursor) => ({ kind: 'closedList', subLists: readSubLists(cursor.field('subLists')) }));
    each('patternAnyEntities', (cursor) => ({ kind: 'patternAny', explicitList: readExplicitList(cursor.field('explicitList')) }));
    for (const field of ['regex_entities', 'regexEntities']) {
      each(field, (cursor) => ({ kind: 'regex', regexPattern: readRegex(cursor.field('regexPattern')) }));
    }
    for (const field of ['prebuiltEntities', 'bing_entities']) {
      for (const cursor of file.field(field).items(MAX_ENTITIES)) {
        this.#addEntity(typeof cursor.value === 'string' ? cursor.with({ name: cursor.value }) : cursor, { kind: 'prebuilt' });
      }
    }
    each('composites', (cursor) => ({ kind: 'composite', children: this.#readReferredChildren(cursor.field('children')) }));
  }

  #addEntity(cursor: JsonCursor, fields: EntityFields): void {
    const name = readName(cursor);
    this.#claim(name, cursor);
    if (this.#entities.length === MAX_ENTITIES) throw cursor.failure(`an app may have at most ${MAX_ENTITIES} entities.`);
    const entity: Entity = { id: this.#newId(), name, roles: this.#readRoles(cursor), ...fields, ...this.#readOriginAndFeatures(cursor) };
    this.#entities.push(entity);
    this.#labelTargets.set(name.toLowerCase(), { entity });
    for (const [path, part] of listNamedParts(entity)) this.#labelTargets.set(path.toLowerCase(), { entity, part });
  }

  #readRoles(cursor: JsonCursor): Role[] {
    return readNames(cursor.field('roles'), MAX_CHILDREN).map((name) => ({ id: this.#newId(), name }));
  }

  /** Older schemas have hierarchical entities among the others, with the names of their children. */
  #readLearnedOrHierarchical(cursor: JsonCursor): EntityFields {
    const children = cursor.field('children').items(MAX_CHILDREN);
    const isHierarchical = children.length > 0 && children.every(({ value }) => typeof value === 'string');
    if (isHierarchical) return { kind: 'hierarchical', children: this.#readOwnChildren(cursor) };
    const parts = this.#readParts(cursor.field('children'), MAX_DEPTH);
    return { kind: 'simple', ...(parts.length > 0 && { children: parts }) };
  }

  #readOwnChildren(cursor: JsonCursor): Child[] {
    const items = cursor.field('children').items(MAX_CHILDREN);
    const names = items.map((item) => (typeof item.value === 'string' ? item.text(MAX_NAME_CHARACTERS) : readName(item)));
    checkUnique(names, items);
    return names.map((name) => ({ id: this.#newId(), name }));
  }

  #readParts(cursor: JsonCursor, depth: number): Child[] {
    const items = cursor.items(MAX_CHILDREN);
    if (items.length > 0 && depth === 0) throw cursor.failure(`at most ${MAX_DEPTH} levels of parts are allowed.`);
    const parts = items.map((item): Child => {
      const instanceOf = item.field('instanceOf').textOr('', MAX_NAME_CHARACTERS);
      if (instanceOf !== '') this.#references.push({ cursor: item.field('instanceOf'), name: instanceOf, kind: 'entity' });
      const children = this.#readParts(item.field('children'), depth - 1);
      const roles = this.#readRoles(item);
      const features = this.#readFeatures(item);
      return {
        id: this.#newId(),
        name: readName(item),
        ...(instanceOf !== '' && { instanceOf }),
        ...(children.length > 0 && { children }),
        ...(features.length > 0 && { features }),
        ...(roles.length > 0 && { roles }),
      };
    });
    checkUnique(namesOf(parts), items);
    return parts;
  }

  #readReferredChildren(cursor: JsonCursor): Child[] {
    const items = cursor.items(MAX_CHILDREN);
    const children = items.map((item) => {
      const name = typeof item.value === 'string' ? item.text(MAX_NAME_CHARACTERS) : readName(item);
      const { entity, part } = this.#labelTargets.get(name.toLowerCase()) ?? {};
      const isAllowed = entity && entity.kind !== 'composite' && entity.kind !== 'patternAny' && (!part || entity.kind === 'hierarchical');
      if (!isAllowed) throw item.failure(`the entity ${name} does not exist.`);
      return part ? { id: part.id, name: joinPartName(entity.name, part.name) } : { id: entity.id, name: entity.name };
    });
    checkUnique(namesOf(children), items);
    return children;
  }

  #readPhraseLists(): PhraseList[] {
    const cursors = ['model_features', 'phraselists'].flatMap((field) => this.#file.field(field).items(MAX_FEATURES));
    const lists = cursors.map((cursor): PhraseList => ({
      id: this.#nextId(),
      name: readName(cursor),
      phrases: cursor.field('words').textOr('', MAX_WORDS_CHARACTERS),
      isExchangeable: cursor.field('mode').truthOr(true),
      isActive: cursor.field('activated').truthOr(true),
      ...(!cursor.field('enabledForAllModels').isAbsent && { enabledForAllModels: cursor.field('enabledForAllModels').truthOr(true) }),
    }));
    checkUnique(namesOf(lists), cursors);
    return lists;
  }

  #readPatternFeatures(phraseLists: readonly PhraseList[]): PatternFeature[] {
    const cursors = this.#file.field('regex_features').items(MAX_FEATURES);
    const features = cursors.map((cursor): PatternFeature => ({
      id: this.#nextId(),
      name: readName(cursor),
      pattern: readRegex(cursor.field('pattern')),
      isActive: cursor.field('activated').truthOr(true),
    }));
    checkUnique(namesOf(features), cursors, namesOf(phraseLists));
    return features;
  }

  #checkReferences(features: readonly { name: string }[]): void {
    const featureNames = new Set(features.map(({ name }) => name.toLowerCase()));
    const partNames = new Set([...this.#labelTargets.values()].flatMap(({ part }) => (part ? [part.name.toLowerCase()] : [])));
    for (const { cursor, name, kind } of this.#references) {
      const key = name.toLowerCase();
      const isModel = (): boolean => this.#labelTargets.has(key) || (kind === 'model' && (this.#intents.has(key) || partNames.has(key)));
      const exists = kind === 'feature' ? featureNames.has(key) : isModel();
      if (!exists) throw cursor.failure(`the ${kind} ${name} does not exist.`);
    }
  }

  #readPatterns(schema: Schema): PatternRule[] {
    return this.#file
      .field('patterns')
      .items(MAX_PATTERNS)
      .map((cursor) => {
        const [pattern, intent] = [cursor.field('pattern').text(MAX_PHRASE_CHARACTERS), cursor.field('intent').text(MAX_NAME_CHARACTERS)];
        return { id: this.#newId(), ...checkAt(cursor, () => validatePattern(schema, pattern, intent, this.#culture)) };
      });
  }

  #readSettings(): Version['settings'] {
    const cursors = this.#file.field('settings').items(MAX_SETTINGS);
    const settings = cursors.map((cursor) => {
      const value = cursor.field('value');
      return {
        name: readName(cursor),
        value: typeof value.value === 'boolean' ? String(value.value) : value.textOr('', MAX_NAME_CHARACTERS),
      };
    });
    checkUnique(namesOf(settings), cursors);
    return settings;
  }

  #readExamples(): Example[] {
    return this.#file
      .field('utterances')
      .items(MAX_UTTERANCES)
      .map((cursor) => {
        const text = cursor.field('text').text(MAX_QUERY_CHARACTERS);
        if (text.trim() === '') throw cursor.field('text').failure('it is empty.');
        const name = cursor.field('intent').textOr('', MAX_NAME_CHARACTERS) || NONE_INTENT;
        const intent = this.#intents.get(name.toLowerCase());
        if (!intent) throw cursor.field('intent').failure(`the intent ${name} does not exist.`);
        const words = this.#countsWords ? [...text.matchAll(COUNTED_WORD)] : undefined;
        const labels = cursor
          .field('entities')
          .items(MAX_LABELS)
          .map((label) => this.#readLabel(label, text, words));
        return { id: this.#nextId(), text, intentId: intent.id, labels };
      });
  }

  #readLabel(cursor: JsonCursor, text: string, words: RegExpExecArray[] | undefined, parent?: LabelTarget): Label {
    const name = cursor.field('entity').text(MAX_NAME_CHARACTERS * MAX_DEPTH);
    const target = parent ? findPart(parent, name) : this.#labelTargets.get(name.toLowerCase());
    if (!target) {
      throw cursor
        .field('entity')
        .failure(parent ? `the entity ${parent.entity.name} has no part ${name}.` : `the entity ${name} does not exist.`);
    }
    const { entity, part } = target;
    const [start, end] = readSpan(cursor, text, words);
    const roleName = cursor.field('role').textOr('', MAX_NAME_CHARACTERS);
    const role = (part?.roles ?? entity.roles).find((one) => one.name.toLowerCase() === roleName.toLowerCase());
    if (roleName !== '' && !role) throw cursor.field('role').failure(`the entity ${name} has no role ${roleName}.`);
    const children = cursor
      .field('children')
      .items(MAX_LABELS)
      .map((child) => this.#readLabel(child, text, words, target));
    return {
      entityId: entity.id,
      start,
      end,
      ...(part && { childId: part.id }),
      ...(role && { roleId: role.id }),
      ...(children.length > 0 && { children }),
    };
  }
}

function readSchemaMajor(file: JsonCursor): number | undefined {
  const version = ['luis_schema_version', 'understanding_schema_version']
    .map((name) => file.field(name))
    .find((cursor) => !cursor.isAbsent);
  const major = version && Number(/^\s*(\d+)(\.|\s*$)/.exec(version.text(20))?.[1]);
  if (version && !(major! >= 1 && major! <= NEWEST_MAJOR)) {
    throw version.failure(`only schema versions 1 to ${NEWEST_MAJOR} are supported.`);
  }
  return major;
}

function findPart({ entity, part }: LabelTarget, name: string): LabelTarget | undefined {
  const own =
    entity.kind === 'simple' ? (part ?? entity).children?.find((child) => child.name.toLowerCase() === name.toLowerCase()) : undefined;
  return own && { entity, part: own };
}

/** The span of a label, which is given in characters or words with an inclusive end. */
function readSpan(cursor: JsonCursor, text: string, words: RegExpExecArray[] | undefined): [start: number, end: number] {
  const [first, last] = [cursor.field('startPos').count(), cursor.field('endPos').count()];
  if (last < first) throw cursor.field('endPos').failure('it is before the start.');
  if (last >= (words ? words.length : text.length)) throw cursor.field('endPos').failure('it is outside of the text.');
  const [start, end] = words ? [words[first]!.index, words[last]!.index + words[last]![0].length] : [first, last + 1];
  if (text.slice(start, end).trim() === '') throw cursor.failure('it covers no word.');
  return [start, end];
}

function readRegex(cursor: JsonCursor): string {
  const pattern = cursor.text(MAX_PHRASE_CHARACTERS);
  return checkAt(cursor, () => new UserRegex(pattern).source);
}

function readExplicitList(cursor: JsonCursor): ExplicitItem[] {
  return cursor.items(MAX_LIST_ITEMS).map((item, i) => ({ id: i + 1, explicitListItem: item.text(MAX_PHRASE_CHARACTERS) }));
}

function readSubLists(cursor: JsonCursor): SubList[] {
  const items = cursor.items(MAX_LIST_ITEMS);
  const subLists = items.map((item, i) => ({
    id: i + 1,
    canonicalForm: item.field('canonicalForm').text(MAX_PHRASE_CHARACTERS),
    list: item
      .field('list')
      .items(MAX_LIST_ITEMS)
      .map((synonym) => synonym.text(MAX_PHRASE_CHARACTERS, 0)),
  }));
  const forms = subLists.map(({ canonicalForm }) => canonicalForm);
  checkUnique(
    forms,
    items.map((item) => item.field('canonicalForm')),
  );
  return subLists;
}

/** Reads an exported app. Throws AppInvalid with the path of what is invalid. */
export function readApp(file: unknown, newId: () => string): ReadApp {
  return new AppReader(file, newId).read();
}
