/** Builds the app from the definitions of a .lu file, once every line is read and every name can be resolved. */
import type { AppJson, JsonFeature, JsonLabel, JsonPart, JsonPhraseList, JsonUtterance } from '../app-json/format.ts';
import { emptyAttributes } from './definitions.ts';
import type { EntityDefinition, EntityType, FeatureDefinition, IntentDefinition, LuDefinitions, Part, Attributes } from './definitions.ts';
import { isPattern, splitNames, parseUtterance, parseSubLists, splitWords } from './syntax.ts';
import type { Item, ParsedLabel } from './syntax.ts';

export interface ReadLu {
  app: AppJson;
  /** Line numbers by the path in the app, such as `utterances[3]`. */
  lines: ReadonlyMap<string, number>;
}

/** The metadata of the app from the comments of a file. */
export interface LuMetadata {
  app: ReadonlyMap<string, string>;
  settings: { name: string; value: string }[];
}

const MAX_DEPTH = 20;

class AppBuilder {
  readonly #definitions: LuDefinitions;
  readonly #metadata: LuMetadata;
  readonly #lines = new Map<string, number>();

  constructor(definitions: LuDefinitions, metadata: LuMetadata) {
    this.#definitions = definitions;
    this.#metadata = metadata;
  }

  build(): ReadLu {
    for (const entity of this.#definitions.entities.values()) if (entity.type === 'ml') entity.parts = this.#parseParts(entity.items);
    const { utterances, patterns } = this.#readUtterances();
    const writeAll = <T, R>(path: string, all: Iterable<T & { line: number }>, write: (one: T) => R): R[] =>
      [...all].map((one, i) => {
        this.#lines.set(`${path}[${i}]`, one.line);
        return write(one);
      });
    const writeEntities = (path: string, type: EntityType, write: (one: EntityDefinition) => object): never[] =>
      writeAll(
        path,
        [...this.#definitions.entities.values()].filter((one) => one.type === type),
        (one: EntityDefinition) => ({
          name: one.name,
          ...write(one),
          roles: one.roles,
          ...(one.inherits && { inherits: one.inherits }),
          features: this.#writeFeatures(one),
        }),
      ) as never[];
    const featuresOf = (type: FeatureDefinition['type']): FeatureDefinition[] =>
      [...this.#definitions.features.values()].filter((one) => one.type === type);
    const metadata = (name: string): string => this.#metadata.app.get(name) ?? '';
    const app: AppJson = {
      luis_schema_version: '7.0.0',
      versionId: metadata('versionId'),
      name: metadata('name'),
      desc: metadata('desc'),
      culture: metadata('culture') || 'en-us',
      ...(metadata('tokenizerVersion') && { tokenizerVersion: metadata('tokenizerVersion') }),
      intents: writeAll('intents', this.#definitions.intents.values(), (one: IntentDefinition) => ({
        name: one.name,
        ...(one.inherits && { inherits: one.inherits }),
        features: this.#writeFeatures(one),
      })),
      entities: writeEntities('entities', 'ml', ({ parts }) => ({ children: parts.map((part) => this.#writePart(part)) })),
      hierarchicals: writeEntities('hierarchicals', 'hierarchical', ({ items }) => ({
        children: items.flatMap(({ text }) => splitNames(text)),
      })),
      composites: writeEntities('composites', 'composite', ({ items }) => ({ children: items.flatMap(({ text }) => splitNames(text)) })),
      closedLists: writeEntities('closedLists', 'list', ({ items, subLists }) => ({ subLists: [...subLists, ...parseSubLists(items)] })),
      patternAnyEntities: writeEntities('patternAnyEntities', 'patternany', ({ items }) => ({
        explicitList: items.map(({ text }) => text),
      })),
      regex_entities: writeEntities('regex_entities', 'regex', ({ pattern }) => ({ regexPattern: pattern })),
      prebuiltEntities: writeEntities('prebuiltEntities', 'prebuilt', () => ({})),
      phraselists: writeAll('phraselists', featuresOf('phraselist'), ({ name, items, flags }: FeatureDefinition): JsonPhraseList => ({
        name,
        mode: flags.has('interchangeable'),
        words: items.map(({ text }) => text).join(','),
        activated: !flags.has('disabled'),
        ...((flags.has('enabledforallmodels') || flags.has('disabledforallmodels')) && {
          enabledForAllModels: flags.has('enabledforallmodels'),
        }),
      })),
      regex_features: writeAll('regex_features', featuresOf('patternfeature'), ({ name, pattern, flags }: FeatureDefinition) => ({
        name,
        pattern,
        activated: !flags.has('disabled'),
      })),
      patterns,
      utterances,
      settings: this.#metadata.settings,
    };
    return { app, lines: this.#lines };
  }

  #writeFeatures({ features, required }: Attributes): JsonFeature[] {
    const writeFeature = (name: string, isRequired: boolean): JsonFeature => ({
      ...(this.#definitions.features.has(name.toLowerCase()) ? { featureName: name } : { modelName: name }),
      ...(isRequired && { isRequired }),
    });
    return [...required.map((name) => writeFeature(name, true)), ...features.map((name) => writeFeature(name, false))];
  }

  #writePart(part: Part): JsonPart {
    return {
      name: part.name,
      ...(part.instanceOf !== undefined && { instanceOf: part.instanceOf }),
      children: part.parts.map((inner) => this.#writePart(inner)),
      features: this.#writeFeatures(part),
      roles: part.roles,
    };
  }

  /** A part belongs to the nearest part above it that is less indented. */
  #parseParts(items: readonly Item[]): Part[] {
    const top: Part[] = [];
    const open: { indent: number; parts: Part[] }[] = [];
    for (const { text, indent, line } of items) {
      const words = splitWords(text.slice(1));
      const type = words[0];
      const name = words[1];
      if (!type || !name) throw this.#definitions.invalid('a part has the form - @ type name.', line);
      const part: Part = { name: name.text, parts: [], ...emptyAttributes() };
      this.#definitions.addAttributes(part, words.slice(2));
      if (!/^(ml|simple)$/i.test(type.text) || type.isQuoted) part.required.unshift(type.text);
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      if (open.length >= MAX_DEPTH) throw this.#definitions.invalid('parts are nested too deeply.', line);
      (open.at(-1)?.parts ?? top).push(part);
      open.push({ indent, parts: part.parts });
    }
    return top;
  }

  #readUtterances(): { utterances: JsonUtterance[]; patterns: AppJson['patterns'] } {
    const utterances: JsonUtterance[] = [];
    const patterns: AppJson['patterns'] = [];
    for (const intent of [...this.#definitions.intents.values()]) {
      for (const { text: source, line } of intent.utterances) {
        this.#definitions.line = line;
        if (/^\[[^\][]+\]\([^|]+\)$/.test(source)) throw this.#definitions.invalid('references to other files are not supported.');
        const { text, labels, slots } = parseUtterance(source, (details) => this.#definitions.invalid(details));
        if (labels.length === 0 && (slots > 0 || isPattern(source))) {
          this.#lines.set(`patterns[${patterns.length}]`, line);
          patterns.push({ pattern: this.#resolvePattern(source), intent: intent.name });
        } else {
          if (slots > 0) throw this.#definitions.invalid('an utterance with labels has an entity without a value.');
          this.#lines.set(`utterances[${utterances.length}]`, line);
          utterances.push({ text, intent: intent.name, entities: this.#resolveLabels(labels) });
        }
      }
    }
    return { utterances, patterns };
  }

  #resolvePattern(source: string): string {
    return source.replace(/^\[\]/, '').replace(/\{\s*@?\s*([^{}]+?)\s*\}/g, (_, reference: string) => {
      const { path, role } = this.#definitions.resolve(reference, 'patternany');
      return role === undefined ? `{${path}}` : `{${path}:${role}}`;
    });
  }

  /** Labels within the label of an entity with parts are labels of its parts; others are siblings. */
  #resolveLabels(labels: readonly ParsedLabel[]): JsonLabel[] {
    const flat: JsonLabel[] = [];
    const visit = ({ name, start, end, within }: ParsedLabel, around: readonly { parts: Part[]; children: JsonLabel[] }[]): void => {
      const { part, role: partRole, holder } = findSurroundingPart(around, name);
      const { path, role, parts } = part ? { path: part.name, role: partRole, parts: part.parts } : this.#definitions.resolve(name, 'ml');
      const label = { entity: path, startPos: start, endPos: end - 1, ...(role !== undefined && { role }), children: [] };
      (holder ?? flat).push(label);
      for (const inner of within) visit(inner, [...around, { parts, children: label.children }]);
    };
    for (const label of labels) visit(label, []);
    return flat;
  }
}

/** The innermost surrounding label with a part of that name, optionally with a role. */
function findSurroundingPart(
  around: readonly { parts: Part[]; children: JsonLabel[] }[],
  name: string,
): { part?: Part; role?: string; holder?: JsonLabel[] } {
  const colon = name.lastIndexOf(':');
  for (const { parts, children } of around.toReversed()) {
    const part = parts.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (part) return { part, holder: children };
    const role = colon > 0 ? name.slice(colon + 1).trim() : '';
    const partWithRole =
      role === '' ? undefined : parts.find((one) => one.name.toLowerCase() === name.slice(0, colon).trim().toLowerCase());
    if (!partWithRole) continue;
    if (!partWithRole.roles.includes(role)) partWithRole.roles.push(role);
    return { part: partWithRole, role, holder: children };
  }
  return {};
}

export function buildApp(definitions: LuDefinitions, metadata: LuMetadata): ReadLu {
  return new AppBuilder(definitions, metadata).build();
}
