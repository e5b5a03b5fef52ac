/**
 * .lu files, the text form of apps, read into the same object as exported JSON, so that there is one road into the model.
 *
 *   > !# @app.name = Travel                        what the file says of the app; other lines with > are comments
 *   # BookFlight                                   an intent and its utterances
 *   - fly to {@city:to=new york} {@date=tomorrow}  labels, with roles, within labels
 *   - fly to {@city:to} [please]                   without a value, or with [ ] or ( | ): a pattern
 *   @ ml city hasRoles from, to usesFeature cities =
 *       - @ ml name                                parts of a learned entity
 *   @ list color =                                 list, regex, prebuilt, composite, patternany, phraselist, intent
 *       - red :
 *           - scarlet, crimson
 *   $city:simple                                   the older form of definitions
 *
 * Entities that are only used are learned ones in labels and Pattern.Any in patterns; roles that are only used are theirs.
 * Three things that apps have and the format has no words for are written in its manner and read here: `@ hierarchical`,
 * `@ patternfeature`, and the exceptions of a Pattern.Any as its items; likewise `requiresFeatures` and `instanceOf`.
 *
 * References to other files and questions with answers are refused. A failure names the line.
 */
import type { AppJson, JsonFeature, JsonLabel, JsonPart, JsonPhraseList, JsonUtterance } from './app-json.ts';
import { understandingFailure } from './failures.ts';
import { indentOf, isPattern, namesIn, parseUtterance, splitDefinition, splitListed, subListsIn, wordsOf } from './lu-syntax.ts';
import type { Item, ParsedLabel, Word } from './lu-syntax.ts';

export interface ReadLu {
  app: AppJson;
  /** By the path in the app, such as `utterances[3]`. */
  lines: ReadonlyMap<string, number>;
}

const ENTITY_TYPES = ['ml', 'simple', 'list', 'regex', 'prebuilt', 'composite', 'patternany', 'hierarchical'] as const;
export const LU_TYPES: ReadonlySet<string> = new Set([...ENTITY_TYPES, 'phraselist', 'patternfeature', 'intent']);
type EntityType = Exclude<(typeof ENTITY_TYPES)[number], 'simple'>;

/** Words after a name, and what those behind them are. */
export const LU_WORDS: ReadonlyMap<string, 'roles' | 'features' | 'required' | 'instanceOf'> = new Map([
  ['hasrole', 'roles'], ['hasroles', 'roles'], ['usesfeature', 'features'], ['usesfeatures', 'features'], ['requiresfeature', 'required'], ['requiresfeatures', 'required'], ['instanceof', 'instanceOf'],
]);
const MOST_UTTERANCE_CHARACTERS = 5000;
const MOST_LINE_CHARACTERS = 20_000;
const MOST_ITEM_CHARACTERS = 600_000;
const MOST_DEPTH = 20;

/** What a model of any sort is told after its name. */
interface Traits { roles: string[]; features: string[]; required: string[]; instanceOf?: string; flags: Set<string> }
interface Part extends Traits { name: string; parts: Part[] }
interface EntityDefinition extends Part { type: EntityType; line: number; pattern: string; items: Item[]; subLists: { canonicalForm: string; list: string[] }[]; inherits?: Origin }
interface FeatureDefinition { type: 'phraselist' | 'patternfeature'; name: string; line: number; pattern: string; items: Item[]; flags: Set<string> }
interface IntentDefinition extends Traits { name: string; line: number; utterances: Item[]; inherits?: Origin }
interface Origin { domain_name: string; model_name: string }

const noTraits = (): Traits => ({ roles: [], features: [], required: [], flags: new Set() });

class LuReader {
  readonly #app: Record<string, string> = {};
  readonly #settings: { name: string; value: string }[] = [];
  readonly #intents = new Map<string, IntentDefinition>();
  readonly #entities = new Map<string, EntityDefinition>();
  readonly #features = new Map<string, FeatureDefinition>();
  readonly #origins: { of: string; name: string; origin: Origin; line: number }[] = [];
  readonly #lines = new Map<string, number>();
  /** Takes the items that follow. */
  #taker: ((item: Item) => void) | undefined;
  /** With sections, headings of a second level are parts of the intent above them. */
  #section: string | undefined;
  #line = 0;

  read(text: string): ReadLu {
    const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
    const says = (sign: RegExp): boolean => lines.some((line) => sign.test(line));
    const merges = says(/^\s*>\s*!#\s*@enableSections\s*=\s*true\s*$/i) && !says(/^\s*>\s*!#\s*@enableMergeIntents\s*=\s*false\s*$/i);
    lines.forEach((line, i) => {
      this.#line = i + 1;
      this.#readLine(line, merges);
    });
    return { app: this.#made(), lines: this.#lines };
  }

  #refused(details: string, line = this.#line): Error {
    return understandingFailure('LuInvalid', { line, details });
  }

  #readLine(raw: string, merges: boolean): void {
    const text = raw.trim();
    if (text === '') return;
    if (text.length > (/^[-*+@]/.test(text) ? MOST_ITEM_CHARACTERS : MOST_LINE_CHARACTERS)) throw this.#refused('it is too long.');
    if (text.startsWith('>')) this.#readRemark(text);
    else if (text.startsWith('#')) this.#readHeading(text, merges);
    else if (text.startsWith('@')) this.#readDefinition(text.slice(1).trim());
    else if (text.startsWith('$')) this.#readOldDefinition(text.slice(1).trim());
    else if (/^\*\*filters/i.test(text) || text.startsWith('```')) throw this.#refused('questions with answers are not part of an app.');
    else if (/^[-*+]/.test(text)) {
      if (!this.#taker) throw this.#refused('the item belongs to no intent and no entity.');
      this.#taker({ text: text.slice(1).trim(), indent: indentOf(raw), line: this.#line });
    } else if (text.startsWith('[')) throw this.#refused('references to other files are not followed.');
    else throw this.#refused('it is neither an intent, an utterance, an entity nor a comment.');
  }

  #readRemark(text: string): void {
    const [, key, value] = /^>\s*!#\s*@([^=\s]+)\s*=\s*(.*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) return;
    const [, scope, rest] = /^(\w+)\.(.+)$/.exec(key) ?? [];
    if (scope === 'app' && rest!.startsWith('settings.')) this.#settings.push({ name: rest!.slice('settings.'.length), value });
    else if (scope === 'app') this.#app[`@${rest}`] = value;
    else if (rest === 'inherits') {
      const parts = new Map(value.split(';').map((pair) => {
        const colon = pair.indexOf(':');
        return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const;
      }));
      const name = parts.get('name');
      if (!name) throw this.#refused('it does not say which model inherits.');
      this.#origins.push({ of: scope === 'intent' ? 'intent' : 'entity', name, origin: { domain_name: parts.get('domain_name') ?? '', model_name: parts.get('model_name') ?? '' }, line: this.#line });
    }
  }

  #readHeading(text: string, merges: boolean): void {
    const [, marks, name] = /^(#+)\s*(.*)$/.exec(text)!;
    if (name!.startsWith('?')) throw this.#refused('questions with answers are not part of an app.');
    if (name === '') throw this.#refused('the intent has no name.');
    const isPart = merges && marks!.length > 1 && this.#section !== undefined;
    if (marks!.length === 1) this.#section = name;
    const intent = this.#intent(isPart ? this.#section! : name!);
    this.#taker = (item) => {
      if (item.text === '') throw this.#refused('the utterance is empty.');
      if (item.text.length > MOST_UTTERANCE_CHARACTERS) throw this.#refused(`the utterance has more than ${MOST_UTTERANCE_CHARACTERS} characters.`);
      intent.utterances.push(item);
    };
  }

  #intent(name: string): IntentDefinition {
    const known = this.#intents.get(name.toLowerCase());
    if (known) return known;
    const made = { name, line: this.#line, utterances: [], ...noTraits() };
    this.#intents.set(name.toLowerCase(), made);
    return made;
  }

  #readDefinition(text: string): void {
    const { head, body } = splitDefinition(text);
    const words = wordsOf(head);
    const first = words[0];
    if (!first) throw this.#refused('the definition has no name.');
    const type = first.isQuoted ? undefined : first.text.toLowerCase();
    if (type === 'intent') {
      this.#addTraits(this.#intent(this.#nameIn(words[1])), words.slice(2));
      this.#taker = undefined;
    } else if (type !== undefined && LU_TYPES.has(type)) this.#define(type, words.slice(1), body);
    else if (words.length === 1 || (!words[1]!.isQuoted && LU_WORDS.has(words[1]!.text.toLowerCase()))) this.#redefine(first.text, words.slice(1), body);
    // A learned entity that must be one of another.
    else this.#define('ml', words.slice(1), body, first.text);
  }

  #nameIn(word: Word | undefined): string {
    if (!word || word.text === '') throw this.#refused('the definition has no name.');
    return word.text;
  }

  #define(type: string, words: Word[], body: string | undefined, required?: string): void {
    let name = this.#nameIn(words[0]);
    if (type === 'phraselist' || type === 'patternfeature') {
      const flags = new Set(words.slice(1).map((word) => word.text.toLowerCase().replace(/[()]/g, '')));
      if (/\(interchangeable\)$/i.test(name) && !words[0]!.isQuoted) {
        name = name.replace(/\(interchangeable\)$/i, '');
        flags.add('interchangeable');
      }
      this.#defineFeature(type, name, flags, body);
      return;
    }
    const entity = this.#entity(type === 'simple' ? 'ml' : type as EntityType, name);
    this.#addTraits(entity, words.slice(1));
    if (required !== undefined) entity.required.unshift(required);
    this.#addBody(entity, body);
  }

  #entity(type: EntityType, name: string): EntityDefinition {
    const known = this.#entities.get(name.toLowerCase());
    if (known && known.type !== type) throw this.#refused(`the entity ${name} is of type ${known.type} in line ${known.line}.`);
    if (known) return known;
    const made: EntityDefinition = { type, name, line: this.#line, pattern: '', items: [], subLists: [], parts: [], ...noTraits() };
    this.#entities.set(name.toLowerCase(), made);
    return made;
  }

  #defineFeature(type: FeatureDefinition['type'], name: string, flags: Set<string>, body: string | undefined): void {
    const known = this.#features.get(name.toLowerCase());
    if (known && known.type !== type) throw this.#refused(`${name} is of type ${known.type} in line ${known.line}.`);
    const feature = known ?? { type, name, line: this.#line, pattern: '', items: [], flags };
    for (const flag of flags) feature.flags.add(flag);
    this.#features.set(name.toLowerCase(), feature);
    this.#addBody(feature, body);
  }

  /** `@ name = …`, `@ name hasRoles …`: more of what was defined before. */
  #redefine(name: string, words: Word[], body: string | undefined): void {
    const entity = this.#entities.get(name.toLowerCase());
    const known = entity ?? this.#features.get(name.toLowerCase());
    if (!known) throw this.#refused(`the entity ${name} has no type.`);
    if (entity) this.#addTraits(entity, words);
    this.#addBody(known, body);
  }

  #addTraits(to: Traits, words: readonly Word[]): void {
    let mode: 'roles' | 'features' | 'required' | 'instanceOf' = 'roles';
    for (const { text, isQuoted } of words) {
      const word = isQuoted ? undefined : LU_WORDS.get(text.toLowerCase());
      if (word) mode = word;
      else if (mode === 'instanceOf') to.instanceOf = text;
      else if (!to[mode].some((one) => one.toLowerCase() === text.toLowerCase())) to[mode].push(text);
    }
  }

  #addBody(to: EntityDefinition | FeatureDefinition, body: string | undefined): void {
    const { type } = to;
    if (body) {
      const [, pattern] = /^\/(.*)\/$/.exec(body) ?? [];
      const [, listed] = /^\[(.*)\]$/.exec(body) ?? [];
      if ((type === 'regex' || type === 'patternfeature') && pattern !== undefined) to.pattern = pattern;
      else if (type === 'phraselist' || ((type === 'composite' || type === 'hierarchical') && listed !== undefined)) to.items.push({ text: listed ?? body, indent: 0, line: this.#line });
      else throw this.#refused(`this cannot follow the = of a ${type}.`);
    }
    this.#taker = (item) => {
      const isPart = item.text.startsWith('@');
      if (type === 'regex' || type === 'prebuilt' || type === 'patternfeature' || (type === 'ml' && !isPart)) throw this.#refused(`a ${type} has no such items.`);
      to.items.push(item);
    };
  }

  #readOldDefinition(text: string): void {
    const colon = text.indexOf(':');
    if (colon < 1) throw this.#refused('a definition is written $name:type.');
    const [, kind, roles] = /^(.*?)\s*(?:\broles\s*=\s*\[?([^\]]*)\]?)?$/i.exec(text.slice(colon + 1).trim())!;
    const name = text.slice(0, colon).trim();
    const type = kind!.trim();
    const entity = this.#oldEntity(name, type);
    if (entity && roles !== undefined) this.#addTraits(entity, wordsOf(roles));
  }

  #oldEntity(name: string, type: string): EntityDefinition | undefined {
    const plain = (of: EntityType, called = name): EntityDefinition => {
      const entity = this.#entity(of, called);
      this.#addBody(entity, undefined);
      return entity;
    };
    if (/^prebuilt$/i.test(name)) return plain('prebuilt', type);
    if (/^simple$/i.test(type)) return plain('ml');
    if (/^any$/i.test(type)) return plain('patternany');
    if (/^phraselist\b/i.test(type)) {
      this.#defineFeature('phraselist', name, new Set(/\binterchangeable\b/i.test(type) ? ['interchangeable'] : []), undefined);
      return undefined;
    }
    if (/^\/.*\/$/.test(type) || /^\[.*\]$/.test(type)) {
      const entity = this.#entity(type.startsWith('/') ? 'regex' : 'composite', name);
      this.#addBody(entity, type);
      return entity;
    }
    if (!type.endsWith('=')) throw this.#refused(`the type of ${name} is not known.`);
    const entity = this.#entity('list', name);
    const subList = { canonicalForm: type.slice(0, -1).trim(), list: [] as string[] };
    entity.subLists.push(subList);
    this.#taker = (item) => subList.list.push(...splitListed(item.text));
    return entity;
  }

  /** The app, when every line is read. */
  #made(): AppJson {
    for (const entity of this.#entities.values()) if (entity.type === 'ml') entity.parts = this.#partsIn(entity.items);
    for (const { of, name, origin } of this.#origins) {
      const heir = (of === 'intent' ? this.#intents : this.#entities).get(name.toLowerCase());
      if (heir) heir.inherits = origin;
      else if (of === 'intent') this.#intent(name).inherits = origin;
    }
    const { utterances, patterns } = this.#readUtterances();
    const listed = <T, R>(path: string, all: Iterable<T & { line: number }>, make: (one: T) => R): R[] => [...all].map((one, i) => {
      this.#lines.set(`${path}[${i}]`, one.line);
      return make(one);
    });
    const entities = (path: string, type: EntityType, make: (one: EntityDefinition) => object): never[] => listed(path, [...this.#entities.values()].filter((one) => one.type === type), (one: EntityDefinition) => ({
      name: one.name, ...make(one), roles: one.roles, ...one.inherits && { inherits: one.inherits }, features: this.#featuresOf(one),
    })) as never[];
    const features = (type: FeatureDefinition['type']): FeatureDefinition[] => [...this.#features.values()].filter((one) => one.type === type);
    return {
      luis_schema_version: '7.0.0', versionId: this.#app['@versionId'] ?? '', name: this.#app['@name'] ?? '', desc: this.#app['@desc'] ?? '', culture: this.#app['@culture'] || 'en-us',
      ...this.#app['@tokenizerVersion'] && { tokenizerVersion: this.#app['@tokenizerVersion'] },
      intents: listed('intents', this.#intents.values(), (one: IntentDefinition) => ({ name: one.name, ...one.inherits && { inherits: one.inherits }, features: this.#featuresOf(one) })),
      entities: entities('entities', 'ml', ({ parts }) => ({ children: parts.map((part) => this.#writtenPart(part)) })),
      hierarchicals: entities('hierarchicals', 'hierarchical', ({ items }) => ({ children: items.flatMap(({ text }) => namesIn(text)) })),
      composites: entities('composites', 'composite', ({ items }) => ({ children: items.flatMap(({ text }) => namesIn(text)) })),
      closedLists: entities('closedLists', 'list', ({ items, subLists }) => ({ subLists: [...subLists, ...subListsIn(items)] })),
      patternAnyEntities: entities('patternAnyEntities', 'patternany', ({ items }) => ({ explicitList: items.map(({ text }) => text) })),
      regex_entities: entities('regex_entities', 'regex', ({ pattern }) => ({ regexPattern: pattern })),
      prebuiltEntities: entities('prebuiltEntities', 'prebuilt', () => ({})),
      phraselists: listed('phraselists', features('phraselist'), ({ name, items, flags }: FeatureDefinition): JsonPhraseList => ({
        name, mode: flags.has('interchangeable'), words: items.map(({ text }) => text).join(','), activated: !flags.has('disabled'),
        ...(flags.has('enabledforallmodels') || flags.has('disabledforallmodels')) && { enabledForAllModels: flags.has('enabledforallmodels') },
      })),
      regex_features: listed('regex_features', features('patternfeature'), ({ name, pattern, flags }: FeatureDefinition) => ({ name, pattern, activated: !flags.has('disabled') })),
      patterns, utterances, settings: this.#settings,
    };
  }

  #featuresOf({ features, required }: Traits): JsonFeature[] {
    const named = (name: string, isRequired: boolean): JsonFeature => ({ ...this.#features.has(name.toLowerCase()) ? { featureName: name } : { modelName: name }, ...isRequired && { isRequired } });
    return [...required.map((name) => named(name, true)), ...features.map((name) => named(name, false))];
  }

  #writtenPart(part: Part): JsonPart {
    return { name: part.name, ...part.instanceOf !== undefined && { instanceOf: part.instanceOf }, children: part.parts.map((inner) => this.#writtenPart(inner)), features: this.#featuresOf(part), roles: part.roles };
  }

  /** Parts lie in those above them that are less indented. */
  #partsIn(items: readonly Item[]): Part[] {
    const top: Part[] = [];
    const open: { indent: number; parts: Part[] }[] = [];
    for (const { text, indent, line } of items) {
      const words = wordsOf(text.slice(1));
      const type = words[0];
      const name = words[1];
      if (!type || !name) throw this.#refused('a part is written - @ type name.', line);
      const part: Part = { name: name.text, parts: [], ...noTraits() };
      this.#addTraits(part, words.slice(2));
      if (!/^(ml|simple)$/i.test(type.text) || type.isQuoted) part.required.unshift(type.text);
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      if (open.length >= MOST_DEPTH) throw this.#refused('parts lie too deep.', line);
      (open.at(-1)?.parts ?? top).push(part);
      open.push({ indent, parts: part.parts });
    }
    return top;
  }

  #readUtterances(): { utterances: JsonUtterance[]; patterns: AppJson['patterns'] } {
    const utterances: JsonUtterance[] = [];
    const patterns: AppJson['patterns'] = [];
    for (const intent of [...this.#intents.values()]) {
      for (const { text: source, line } of intent.utterances) {
        this.#line = line;
        if (/^\[[^\][]+\]\([^|]+\)$/.test(source)) throw this.#refused('references to other files are not followed.');
        const { text, labels, slots } = parseUtterance(source, (details) => this.#refused(details));
        if (labels.length === 0 && (slots > 0 || isPattern(source))) {
          this.#lines.set(`patterns[${patterns.length}]`, line);
          patterns.push({ pattern: this.#pattern(source), intent: intent.name });
        } else {
          if (slots > 0) throw this.#refused('an utterance with labels has an entity without a value.');
          this.#lines.set(`utterances[${utterances.length}]`, line);
          utterances.push({ text, intent: intent.name, entities: this.#resolved(labels) });
        }
      }
    }
    return { utterances, patterns };
  }

  #pattern(source: string): string {
    return source.replace(/^\[\]/, '').replace(/\{\s*@?\s*([^{}]+?)\s*\}/g, (_, reference: string) => {
      const { path, role } = this.#named(reference, 'patternany');
      return role === undefined ? `{${path}}` : `{${path}:${role}}`;
    });
  }

  /** Labels within a label of a whole are of its parts; others lie side by side. */
  #resolved(labels: readonly ParsedLabel[]): JsonLabel[] {
    const flat: JsonLabel[] = [];
    const visit = ({ name, start, end, within }: ParsedLabel, around: readonly { parts: Part[]; children: JsonLabel[] }[]): void => {
      const { part, role: partRole, holder } = partAround(around, name);
      const { path, role, parts } = part ? { path: part.name, role: partRole, parts: part.parts } : this.#named(name, 'ml');
      const label = { entity: path, startPos: start, endPos: end - 1, ...role !== undefined && { role }, children: [] };
      (holder ?? flat).push(label);
      for (const inner of within) visit(inner, [...around, { parts, children: label.children }]);
    };
    for (const label of labels) visit(label, []);
    return flat;
  }

  /** What a reference means: an entity, one of its parts as `Whole::Part`, either with a role, a role alone, or a new entity. */
  #named(reference: string, otherwise: 'ml' | 'patternany'): { path: string; role?: string; parts: Part[] } {
    const exact = this.#atPath(reference);
    if (exact) return { path: exact.path, parts: exact.of.parts };
    for (let colon = reference.lastIndexOf(':'); colon > 0; colon = reference.lastIndexOf(':', colon - 1)) {
      const [path, role] = [reference.slice(0, colon).trim(), reference.slice(colon + 1).trim()];
      const found = this.#atPath(path);
      if (!found || role === '') continue;
      this.#addTraits(found.of, [{ text: role, isQuoted: true }]);
      return { path: found.path, role, parts: found.of.parts };
    }
    const withRole = [...this.#entities.values()].filter(({ roles }) => roles.some((role) => role.toLowerCase() === reference.toLowerCase()));
    if (withRole.length === 1) return { path: withRole[0]!.name, role: reference, parts: withRole[0]!.parts };
    const partPaths = [...this.#entities.values()].flatMap((entity) => entity.type === 'ml' ? pathsTo(entity, reference) : []);
    if (partPaths.length === 1) return { path: partPaths[0]!.path, parts: partPaths[0]!.part.parts };
    const [name, role] = /^([^:]+):([^:]+)$/.exec(reference)?.slice(1).map((word) => word.trim()) ?? [reference.trim()];
    const entity = this.#entity(otherwise, name!);
    if (role !== undefined) this.#addTraits(entity, [{ text: role, isQuoted: true }]);
    return { path: entity.name, ...role !== undefined && { role }, parts: [] };
  }

  #atPath(path: string): { path: string; of: Part } | undefined {
    const whole = this.#entities.get(path.toLowerCase());
    if (whole) return { path: whole.name, of: whole };
    const steps = path.split('::').map((step) => step.trim());
    const entity = steps.length > 1 ? this.#entities.get(steps[0]!.toLowerCase()) : undefined;
    if (entity?.type === 'hierarchical') return { path: steps.join('::'), of: entity };
    let of: Part | undefined = entity;
    for (const step of steps.slice(1)) of = of?.parts.find((part) => part.name.toLowerCase() === step.toLowerCase());
    return of && { path: steps.join('::'), of };
  }
}

/** The nearest label around whose parts have that name, with a role perhaps. */
function partAround(around: readonly { parts: Part[]; children: JsonLabel[] }[], name: string): { part?: Part; role?: string; holder?: JsonLabel[] } {
  const colon = name.lastIndexOf(':');
  for (const { parts, children } of around.toReversed()) {
    const part = parts.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (part) return { part, holder: children };
    const role = colon > 0 ? name.slice(colon + 1).trim() : '';
    const ofRole = role === '' ? undefined : parts.find((one) => one.name.toLowerCase() === name.slice(0, colon).trim().toLowerCase());
    if (!ofRole) continue;
    if (!ofRole.roles.includes(role)) ofRole.roles.push(role);
    return { part: ofRole, role, holder: children };
  }
  return {};
}

function pathsTo(entity: Part, name: string, path = entity.name): { path: string; part: Part }[] {
  return entity.parts.flatMap((part) => [
    ...part.name.toLowerCase() === name.toLowerCase() ? [{ path: `${path}::${part.name}`, part }] : [], ...pathsTo(part, name, `${path}::${part.name}`),
  ]);
}

/** Reads a .lu file; throws LuInvalid, with the line, where it cannot be read. */
export function readLu(text: string): ReadLu {
  return new LuReader().read(text);
}
