/** The app that the definitions of a .lu file make, when every line is read: labels, patterns and parts find what they name. */
import type { AppJson, JsonFeature, JsonLabel, JsonPart, JsonPhraseList, JsonUtterance } from '../app-json/format.ts';
import { emptyAttributes } from './definitions.ts';
import type { EntityDefinition, EntityType, FeatureDefinition, IntentDefinition, LuDefinitions, Part, Attributes } from './definitions.ts';
import { isPattern, splitNames, parseUtterance, parseSubLists, splitWords } from './syntax.ts';
import type { Item, ParsedLabel } from './syntax.ts';

export interface ReadLu {
  app: AppJson;
  /** By the path in the app, such as `utterances[3]`. */
  lines: ReadonlyMap<string, number>;
}

/** What the remarks of a file say of the app. */
export interface LuMetadata { app: ReadonlyMap<string, string>; settings: { name: string; value: string }[] }

const MAX_DEPTH = 20;

class AppBuilder {
  readonly #defined: LuDefinitions;
  readonly #said: LuMetadata;
  readonly #lines = new Map<string, number>();

  constructor(defined: LuDefinitions, said: LuMetadata) {
    this.#defined = defined;
    this.#said = said;
  }

  make(): ReadLu {
    for (const entity of this.#defined.entities.values()) if (entity.type === 'ml') entity.parts = this.#partsIn(entity.items);
    const { utterances, patterns } = this.#readUtterances();
    const listed = <T, R>(path: string, all: Iterable<T & { line: number }>, make: (one: T) => R): R[] => [...all].map((one, i) => {
      this.#lines.set(`${path}[${i}]`, one.line);
      return make(one);
    });
    const entities = (path: string, type: EntityType, make: (one: EntityDefinition) => object): never[] => listed(path, [...this.#defined.entities.values()].filter((one) => one.type === type), (one: EntityDefinition) => ({
      name: one.name, ...make(one), roles: one.roles, ...one.inherits && { inherits: one.inherits }, features: this.#featuresOf(one),
    })) as never[];
    const features = (type: FeatureDefinition['type']): FeatureDefinition[] => [...this.#defined.features.values()].filter((one) => one.type === type);
    const said = (what: string): string => this.#said.app.get(what) ?? '';
    const app: AppJson = {
      luis_schema_version: '7.0.0', versionId: said('versionId'), name: said('name'), desc: said('desc'), culture: said('culture') || 'en-us',
      ...said('tokenizerVersion') && { tokenizerVersion: said('tokenizerVersion') },
      intents: listed('intents', this.#defined.intents.values(), (one: IntentDefinition) => ({ name: one.name, ...one.inherits && { inherits: one.inherits }, features: this.#featuresOf(one) })),
      entities: entities('entities', 'ml', ({ parts }) => ({ children: parts.map((part) => this.#writtenPart(part)) })),
      hierarchicals: entities('hierarchicals', 'hierarchical', ({ items }) => ({ children: items.flatMap(({ text }) => splitNames(text)) })),
      composites: entities('composites', 'composite', ({ items }) => ({ children: items.flatMap(({ text }) => splitNames(text)) })),
      closedLists: entities('closedLists', 'list', ({ items, subLists }) => ({ subLists: [...subLists, ...parseSubLists(items)] })),
      patternAnyEntities: entities('patternAnyEntities', 'patternany', ({ items }) => ({ explicitList: items.map(({ text }) => text) })),
      regex_entities: entities('regex_entities', 'regex', ({ pattern }) => ({ regexPattern: pattern })),
      prebuiltEntities: entities('prebuiltEntities', 'prebuilt', () => ({})),
      phraselists: listed('phraselists', features('phraselist'), ({ name, items, flags }: FeatureDefinition): JsonPhraseList => ({
        name, mode: flags.has('interchangeable'), words: items.map(({ text }) => text).join(','), activated: !flags.has('disabled'),
        ...(flags.has('enabledforallmodels') || flags.has('disabledforallmodels')) && { enabledForAllModels: flags.has('enabledforallmodels') },
      })),
      regex_features: listed('regex_features', features('patternfeature'), ({ name, pattern, flags }: FeatureDefinition) => ({ name, pattern, activated: !flags.has('disabled') })),
      patterns, utterances, settings: this.#said.settings,
    };
    return { app, lines: this.#lines };
  }

  #featuresOf({ features, required }: Attributes): JsonFeature[] {
    const named = (name: string, isRequired: boolean): JsonFeature => ({ ...this.#defined.features.has(name.toLowerCase()) ? { featureName: name } : { modelName: name }, ...isRequired && { isRequired } });
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
      const words = splitWords(text.slice(1));
      const type = words[0];
      const name = words[1];
      if (!type || !name) throw this.#defined.invalid('a part is written - @ type name.', line);
      const part: Part = { name: name.text, parts: [], ...emptyAttributes() };
      this.#defined.addAttributes(part, words.slice(2));
      if (!/^(ml|simple)$/i.test(type.text) || type.isQuoted) part.required.unshift(type.text);
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      if (open.length >= MAX_DEPTH) throw this.#defined.invalid('parts lie too deep.', line);
      (open.at(-1)?.parts ?? top).push(part);
      open.push({ indent, parts: part.parts });
    }
    return top;
  }

  #readUtterances(): { utterances: JsonUtterance[]; patterns: AppJson['patterns'] } {
    const utterances: JsonUtterance[] = [];
    const patterns: AppJson['patterns'] = [];
    for (const intent of [...this.#defined.intents.values()]) {
      for (const { text: source, line } of intent.utterances) {
        this.#defined.line = line;
        if (/^\[[^\][]+\]\([^|]+\)$/.test(source)) throw this.#defined.invalid('references to other files are not followed.');
        const { text, labels, slots } = parseUtterance(source, (details) => this.#defined.invalid(details));
        if (labels.length === 0 && (slots > 0 || isPattern(source))) {
          this.#lines.set(`patterns[${patterns.length}]`, line);
          patterns.push({ pattern: this.#pattern(source), intent: intent.name });
        } else {
          if (slots > 0) throw this.#defined.invalid('an utterance with labels has an entity without a value.');
          this.#lines.set(`utterances[${utterances.length}]`, line);
          utterances.push({ text, intent: intent.name, entities: this.#resolved(labels) });
        }
      }
    }
    return { utterances, patterns };
  }

  #pattern(source: string): string {
    return source.replace(/^\[\]/, '').replace(/\{\s*@?\s*([^{}]+?)\s*\}/g, (_, reference: string) => {
      const { path, role } = this.#defined.named(reference, 'patternany');
      return role === undefined ? `{${path}}` : `{${path}:${role}}`;
    });
  }

  /** Labels within a label of a whole are of its parts; others lie side by side. */
  #resolved(labels: readonly ParsedLabel[]): JsonLabel[] {
    const flat: JsonLabel[] = [];
    const visit = ({ name, start, end, within }: ParsedLabel, around: readonly { parts: Part[]; children: JsonLabel[] }[]): void => {
      const { part, role: partRole, holder } = partAround(around, name);
      const { path, role, parts } = part ? { path: part.name, role: partRole, parts: part.parts } : this.#defined.named(name, 'ml');
      const label = { entity: path, startPos: start, endPos: end - 1, ...role !== undefined && { role }, children: [] };
      (holder ?? flat).push(label);
      for (const inner of within) visit(inner, [...around, { parts, children: label.children }]);
    };
    for (const label of labels) visit(label, []);
    return flat;
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

export function buildApp(defined: LuDefinitions, said: LuMetadata): ReadLu {
  return new AppBuilder(defined, said).make();
}
