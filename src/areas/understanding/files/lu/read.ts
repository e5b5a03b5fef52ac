/**
 * Reads .lu files, the text form of apps, into the same object as exported JSON, so that there is only one importer.
 *
 *   > !# @app.name = Travel                        metadata of the app; other lines with > are comments
 *   # BookFlight                                   an intent and its utterances
 *   - fly to {@city:to=new york} {@date=tomorrow}  labels, with roles, can be nested
 *   - fly to {@city:to} [please]                   without a value, or with [ ] or ( | ): a pattern
 *   @ ml city hasRoles from, to usesFeature cities =
 *       - @ ml name                                parts of a learned entity
 *   @ list color =                                 list, regex, prebuilt, composite, patternany, phraselist, intent
 *       - red :
 *           - scarlet, crimson
 *   $city:simple                                   the older syntax of definitions
 *
 * Undefined entities are learned ones in labels and Pattern.Any in patterns; undefined roles are added to their entity.
 * The format is extended by what it has no syntax for: `@ hierarchical`, `@ patternfeature`, the exceptions of a Pattern.Any
 * as its items, `requiresFeatures` and `instanceOf`.
 *
 * References to other files and question-answer pairs are rejected. A failure names the line.
 */
import { buildApp } from './build-app.ts';
import type { ReadLu } from './build-app.ts';
import { LU_KEYWORDS, LU_TYPES, LuDefinitions } from './definitions.ts';
import type { EntityDefinition, EntityType, FeatureDefinition, LuOrigin } from './definitions.ts';
import { measureIndent, splitDefinition, splitValues, splitWords } from './syntax.ts';
import type { Item, Word } from './syntax.ts';

const MAX_UTTERANCE_CHARACTERS = 5000;
const MAX_LINE_CHARACTERS = 20_000;
const MAX_ITEM_CHARACTERS = 600_000;

class LuReader {
  readonly #app = new Map<string, string>();
  readonly #settings: { name: string; value: string }[] = [];
  readonly #definitions = new LuDefinitions();
  readonly #inherited: { kind: string; name: string; origin: LuOrigin }[] = [];
  /** Receives the items that follow. */
  #onItem: ((item: Item) => void) | undefined;
  /** The intent to which headings of the second level belong when sections are enabled. */
  #section: string | undefined;

  read(text: string): ReadLu {
    const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
    const hasLine = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
    const mergesSections =
      hasLine(/^\s*>\s*!#\s*@enableSections\s*=\s*true\s*$/i) && !hasLine(/^\s*>\s*!#\s*@enableMergeIntents\s*=\s*false\s*$/i);
    lines.forEach((line, i) => {
      this.#definitions.line = i + 1;
      this.#readLine(line, mergesSections);
    });
    for (const { kind, name, origin } of this.#inherited) {
      const model = (kind === 'intent' ? this.#definitions.intents : this.#definitions.entities).get(name.toLowerCase());
      if (model) model.inherits = origin;
      else if (kind === 'intent') this.#definitions.intent(name).inherits = origin;
    }
    return buildApp(this.#definitions, { app: this.#app, settings: this.#settings });
  }

  #readLine(raw: string, mergesSections: boolean): void {
    const text = raw.trim();
    if (text === '') return;
    if (text.length > (/^[-*+@]/.test(text) ? MAX_ITEM_CHARACTERS : MAX_LINE_CHARACTERS)) {
      throw this.#definitions.invalid('it is too long.');
    }
    if (text.startsWith('>')) this.#readMetadata(text);
    else if (text.startsWith('#')) this.#readHeading(text, mergesSections);
    else if (text.startsWith('@')) this.#readDefinition(text.slice(1).trim());
    else if (text.startsWith('$')) this.#readOldDefinition(text.slice(1).trim());
    else if (/^\*\*filters/i.test(text) || text.startsWith('```')) {
      throw this.#definitions.invalid('question-answer pairs are not supported.');
    } else if (/^[-*+]/.test(text)) {
      if (!this.#onItem) throw this.#definitions.invalid('the item belongs to no intent or entity.');
      this.#onItem({ text: text.slice(1).trim(), indent: measureIndent(raw), line: this.#definitions.line });
    } else if (text.startsWith('[')) throw this.#definitions.invalid('references to other files are not supported.');
    else throw this.#definitions.invalid('it is neither an intent, an utterance, an entity nor a comment.');
  }

  #readMetadata(text: string): void {
    const [, key, value] = /^>\s*!#\s*@([^=\s]+)\s*=\s*(.*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) return;
    const [, scope, rest] = /^(\w+)\.(.+)$/.exec(key) ?? [];
    if (scope === 'app' && rest!.startsWith('settings.')) this.#settings.push({ name: rest!.slice('settings.'.length), value });
    else if (scope === 'app') this.#app.set(rest!, value);
    else if (rest === 'inherits') {
      const parts = new Map(
        value.split(';').map((pair) => {
          const colon = pair.indexOf(':');
          return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const;
        }),
      );
      const name = parts.get('name');
      if (!name) throw this.#definitions.invalid('it does not name the model that inherits.');
      this.#inherited.push({
        kind: scope === 'intent' ? 'intent' : 'entity',
        name,
        origin: { domain_name: parts.get('domain_name') ?? '', model_name: parts.get('model_name') ?? '' },
      });
    }
  }

  #readHeading(text: string, mergesSections: boolean): void {
    const [, hashes, name] = /^(#+)\s*(.*)$/.exec(text)!;
    if (name!.startsWith('?')) throw this.#definitions.invalid('question-answer pairs are not supported.');
    if (name === '') throw this.#definitions.invalid('the intent has no name.');
    const isPart = mergesSections && hashes!.length > 1 && this.#section !== undefined;
    if (hashes!.length === 1) this.#section = name;
    const intent = this.#definitions.intent(isPart ? this.#section! : name!);
    this.#onItem = (item) => {
      if (item.text === '') throw this.#definitions.invalid('the utterance is empty.');
      if (item.text.length > MAX_UTTERANCE_CHARACTERS) {
        throw this.#definitions.invalid(`the utterance has more than ${MAX_UTTERANCE_CHARACTERS} characters.`);
      }
      intent.utterances.push(item);
    };
  }

  #readDefinition(text: string): void {
    const { head, body } = splitDefinition(text);
    const words = splitWords(head);
    const first = words[0];
    if (!first) throw this.#definitions.invalid('the definition has no name.');
    const type = first.isQuoted ? undefined : first.text.toLowerCase();
    if (type === 'intent') {
      this.#definitions.addAttributes(this.#definitions.intent(this.#requireName(words[1])), words.slice(2));
      this.#onItem = undefined;
    } else if (type !== undefined && LU_TYPES.has(type)) this.#define(type, words.slice(1), body);
    else if (words.length === 1 || (!words[1]!.isQuoted && LU_KEYWORDS.has(words[1]!.text.toLowerCase()))) {
      this.#extend(first.text, words.slice(1), body);
    }
    // A learned entity that requires another.
    else this.#define('ml', words.slice(1), body, first.text);
  }

  #requireName(word: Word | undefined): string {
    if (!word || word.text === '') throw this.#definitions.invalid('the definition has no name.');
    return word.text;
  }

  #define(type: string, words: Word[], body: string | undefined, required?: string): void {
    let name = this.#requireName(words[0]);
    if (type === 'phraselist' || type === 'patternfeature') {
      const flags = new Set(words.slice(1).map((word) => word.text.toLowerCase().replace(/[()]/g, '')));
      if (/\(interchangeable\)$/i.test(name) && !words[0]!.isQuoted) {
        name = name.replace(/\(interchangeable\)$/i, '');
        flags.add('interchangeable');
      }
      this.#defineFeature(type, name, flags, body);
      return;
    }
    const entity = this.#definitions.entity(type === 'simple' ? 'ml' : (type as EntityType), name);
    this.#definitions.addAttributes(entity, words.slice(1));
    if (required !== undefined) entity.required.unshift(required);
    this.#addBody(entity, body);
  }

  #defineFeature(type: FeatureDefinition['type'], name: string, flags: Set<string>, body: string | undefined): void {
    const known = this.#definitions.features.get(name.toLowerCase());
    if (known && known.type !== type) throw this.#definitions.invalid(`${name} has type ${known.type} in line ${known.line}.`);
    const feature = known ?? { type, name, line: this.#definitions.line, pattern: '', items: [], flags };
    for (const flag of flags) feature.flags.add(flag);
    this.#definitions.features.set(name.toLowerCase(), feature);
    this.#addBody(feature, body);
  }

  /** Extends an existing definition: `@ name = …` or `@ name hasRoles …`. */
  #extend(name: string, words: Word[], body: string | undefined): void {
    const entity = this.#definitions.entities.get(name.toLowerCase());
    const known = entity ?? this.#definitions.features.get(name.toLowerCase());
    if (!known) throw this.#definitions.invalid(`the entity ${name} has no type.`);
    if (entity) this.#definitions.addAttributes(entity, words);
    this.#addBody(known, body);
  }

  #addBody(to: EntityDefinition | FeatureDefinition, body: string | undefined): void {
    const { type } = to;
    if (body) {
      const [, pattern] = /^\/(.*)\/$/.exec(body) ?? [];
      const [, listed] = /^\[(.*)\]$/.exec(body) ?? [];
      if ((type === 'regex' || type === 'patternfeature') && pattern !== undefined) to.pattern = pattern;
      else if (type === 'phraselist' || ((type === 'composite' || type === 'hierarchical') && listed !== undefined)) {
        to.items.push({ text: listed ?? body, indent: 0, line: this.#definitions.line });
      } else throw this.#definitions.invalid(`a ${type} cannot have this after the =.`);
    }
    this.#onItem = (item) => {
      const isPart = item.text.startsWith('@');
      if (type === 'regex' || type === 'prebuilt' || type === 'patternfeature' || (type === 'ml' && !isPart)) {
        throw this.#definitions.invalid(`a ${type} cannot have such items.`);
      }
      to.items.push(item);
    };
  }

  #readOldDefinition(text: string): void {
    const colon = text.indexOf(':');
    if (colon < 1) throw this.#definitions.invalid('a definition has the form $name:type.');
    const [, kind, roles] = /^(.*?)\s*(?:\broles\s*=\s*\[?([^\]]*)\]?)?$/i.exec(text.slice(colon + 1).trim())!;
    const name = text.slice(0, colon).trim();
    const type = kind!.trim();
    const entity = this.#oldEntity(name, type);
    if (entity && roles !== undefined) this.#definitions.addAttributes(entity, splitWords(roles));
  }

  #oldEntity(name: string, type: string): EntityDefinition | undefined {
    const define = (entityType: EntityType, entityName = name): EntityDefinition => {
      const entity = this.#definitions.entity(entityType, entityName);
      this.#addBody(entity, undefined);
      return entity;
    };
    if (/^prebuilt$/i.test(name)) return define('prebuilt', type);
    if (/^simple$/i.test(type)) return define('ml');
    if (/^any$/i.test(type)) return define('patternany');
    if (/^phraselist\b/i.test(type)) {
      this.#defineFeature('phraselist', name, new Set(/\binterchangeable\b/i.test(type) ? ['interchangeable'] : []), undefined);
      return undefined;
    }
    if (/^\/.*\/$/.test(type) || /^\[.*\]$/.test(type)) {
      const entity = this.#definitions.entity(type.startsWith('/') ? 'regex' : 'composite', name);
      this.#addBody(entity, type);
      return entity;
    }
    if (!type.endsWith('=')) throw this.#definitions.invalid(`the type of ${name} is unknown.`);
    const entity = this.#definitions.entity('list', name);
    const subList = { canonicalForm: type.slice(0, -1).trim(), list: [] as string[] };
    entity.subLists.push(subList);
    this.#onItem = (item) => subList.list.push(...splitValues(item.text));
    return entity;
  }
}

/** Reads a .lu file. Throws LuInvalid with the line of what is invalid. */
export function readLu(text: string): ReadLu {
  return new LuReader().read(text);
}
