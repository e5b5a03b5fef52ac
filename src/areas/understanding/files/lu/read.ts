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
 * References to other files and questions with answers are invalid. A failure names the line.
 */
import { buildApp } from './build-app.ts';
import type { ReadLu } from './build-app.ts';
import { LU_TYPES, LU_KEYWORDS, LuDefinitions } from './definitions.ts';
import type { EntityDefinition, EntityType, FeatureDefinition, LuOrigin } from './definitions.ts';
import { measureIndent, splitDefinition, splitValues, splitWords } from './syntax.ts';
import type { Item, Word } from './syntax.ts';

const MAX_UTTERANCE_CHARACTERS = 5000;
const MAX_LINE_CHARACTERS = 20_000;
const MAX_ITEM_CHARACTERS = 600_000;

class LuReader {
  readonly #app = new Map<string, string>();
  readonly #settings: { name: string; value: string }[] = [];
  readonly #defined = new LuDefinitions();
  readonly #origins: { of: string; name: string; origin: LuOrigin }[] = [];
  /** Takes the items that follow. */
  #taker: ((item: Item) => void) | undefined;
  /** With sections, headings of a second level are parts of the intent above them. */
  #section: string | undefined;

  read(text: string): ReadLu {
    const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
    const says = (sign: RegExp): boolean => lines.some((line) => sign.test(line));
    const merges = says(/^\s*>\s*!#\s*@enableSections\s*=\s*true\s*$/i) && !says(/^\s*>\s*!#\s*@enableMergeIntents\s*=\s*false\s*$/i);
    lines.forEach((line, i) => {
      this.#defined.line = i + 1;
      this.#readLine(line, merges);
    });
    for (const { of, name, origin } of this.#origins) {
      const heir = (of === 'intent' ? this.#defined.intents : this.#defined.entities).get(name.toLowerCase());
      if (heir) heir.inherits = origin;
      else if (of === 'intent') this.#defined.intent(name).inherits = origin;
    }
    return buildApp(this.#defined, { app: this.#app, settings: this.#settings });
  }

  #readLine(raw: string, merges: boolean): void {
    const text = raw.trim();
    if (text === '') return;
    if (text.length > (/^[-*+@]/.test(text) ? MAX_ITEM_CHARACTERS : MAX_LINE_CHARACTERS)) throw this.#defined.invalid('it is too long.');
    if (text.startsWith('>')) this.#readRemark(text);
    else if (text.startsWith('#')) this.#readHeading(text, merges);
    else if (text.startsWith('@')) this.#readDefinition(text.slice(1).trim());
    else if (text.startsWith('$')) this.#readOldDefinition(text.slice(1).trim());
    else if (/^\*\*filters/i.test(text) || text.startsWith('```')) throw this.#defined.invalid('questions with answers are not part of an app.');
    else if (/^[-*+]/.test(text)) {
      if (!this.#taker) throw this.#defined.invalid('the item belongs to no intent and no entity.');
      this.#taker({ text: text.slice(1).trim(), indent: measureIndent(raw), line: this.#defined.line });
    } else if (text.startsWith('[')) throw this.#defined.invalid('references to other files are not followed.');
    else throw this.#defined.invalid('it is neither an intent, an utterance, an entity nor a comment.');
  }

  #readRemark(text: string): void {
    const [, key, value] = /^>\s*!#\s*@([^=\s]+)\s*=\s*(.*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) return;
    const [, scope, rest] = /^(\w+)\.(.+)$/.exec(key) ?? [];
    if (scope === 'app' && rest!.startsWith('settings.')) this.#settings.push({ name: rest!.slice('settings.'.length), value });
    else if (scope === 'app') this.#app.set(rest!, value);
    else if (rest === 'inherits') {
      const parts = new Map(value.split(';').map((pair) => {
        const colon = pair.indexOf(':');
        return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const;
      }));
      const name = parts.get('name');
      if (!name) throw this.#defined.invalid('it does not say which model inherits.');
      this.#origins.push({ of: scope === 'intent' ? 'intent' : 'entity', name, origin: { domain_name: parts.get('domain_name') ?? '', model_name: parts.get('model_name') ?? '' } });
    }
  }

  #readHeading(text: string, merges: boolean): void {
    const [, marks, name] = /^(#+)\s*(.*)$/.exec(text)!;
    if (name!.startsWith('?')) throw this.#defined.invalid('questions with answers are not part of an app.');
    if (name === '') throw this.#defined.invalid('the intent has no name.');
    const isPart = merges && marks!.length > 1 && this.#section !== undefined;
    if (marks!.length === 1) this.#section = name;
    const intent = this.#defined.intent(isPart ? this.#section! : name!);
    this.#taker = (item) => {
      if (item.text === '') throw this.#defined.invalid('the utterance is empty.');
      if (item.text.length > MAX_UTTERANCE_CHARACTERS) throw this.#defined.invalid(`the utterance has more than ${MAX_UTTERANCE_CHARACTERS} characters.`);
      intent.utterances.push(item);
    };
  }

  #readDefinition(text: string): void {
    const { head, body } = splitDefinition(text);
    const words = splitWords(head);
    const first = words[0];
    if (!first) throw this.#defined.invalid('the definition has no name.');
    const type = first.isQuoted ? undefined : first.text.toLowerCase();
    if (type === 'intent') {
      this.#defined.addAttributes(this.#defined.intent(this.#nameIn(words[1])), words.slice(2));
      this.#taker = undefined;
    } else if (type !== undefined && LU_TYPES.has(type)) this.#define(type, words.slice(1), body);
    else if (words.length === 1 || (!words[1]!.isQuoted && LU_KEYWORDS.has(words[1]!.text.toLowerCase()))) this.#redefine(first.text, words.slice(1), body);
    // A learned entity that must be one of another.
    else this.#define('ml', words.slice(1), body, first.text);
  }

  #nameIn(word: Word | undefined): string {
    if (!word || word.text === '') throw this.#defined.invalid('the definition has no name.');
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
    const entity = this.#defined.entity(type === 'simple' ? 'ml' : type as EntityType, name);
    this.#defined.addAttributes(entity, words.slice(1));
    if (required !== undefined) entity.required.unshift(required);
    this.#addBody(entity, body);
  }

  #defineFeature(type: FeatureDefinition['type'], name: string, flags: Set<string>, body: string | undefined): void {
    const known = this.#defined.features.get(name.toLowerCase());
    if (known && known.type !== type) throw this.#defined.invalid(`${name} is of type ${known.type} in line ${known.line}.`);
    const feature = known ?? { type, name, line: this.#defined.line, pattern: '', items: [], flags };
    for (const flag of flags) feature.flags.add(flag);
    this.#defined.features.set(name.toLowerCase(), feature);
    this.#addBody(feature, body);
  }

  /** `@ name = …`, `@ name hasRoles …`: more of what was defined before. */
  #redefine(name: string, words: Word[], body: string | undefined): void {
    const entity = this.#defined.entities.get(name.toLowerCase());
    const known = entity ?? this.#defined.features.get(name.toLowerCase());
    if (!known) throw this.#defined.invalid(`the entity ${name} has no type.`);
    if (entity) this.#defined.addAttributes(entity, words);
    this.#addBody(known, body);
  }

  #addBody(to: EntityDefinition | FeatureDefinition, body: string | undefined): void {
    const { type } = to;
    if (body) {
      const [, pattern] = /^\/(.*)\/$/.exec(body) ?? [];
      const [, listed] = /^\[(.*)\]$/.exec(body) ?? [];
      if ((type === 'regex' || type === 'patternfeature') && pattern !== undefined) to.pattern = pattern;
      else if (type === 'phraselist' || ((type === 'composite' || type === 'hierarchical') && listed !== undefined)) to.items.push({ text: listed ?? body, indent: 0, line: this.#defined.line });
      else throw this.#defined.invalid(`this cannot follow the = of a ${type}.`);
    }
    this.#taker = (item) => {
      const isPart = item.text.startsWith('@');
      if (type === 'regex' || type === 'prebuilt' || type === 'patternfeature' || (type === 'ml' && !isPart)) throw this.#defined.invalid(`a ${type} has no such items.`);
      to.items.push(item);
    };
  }

  #readOldDefinition(text: string): void {
    const colon = text.indexOf(':');
    if (colon < 1) throw this.#defined.invalid('a definition is written $name:type.');
    const [, kind, roles] = /^(.*?)\s*(?:\broles\s*=\s*\[?([^\]]*)\]?)?$/i.exec(text.slice(colon + 1).trim())!;
    const name = text.slice(0, colon).trim();
    const type = kind!.trim();
    const entity = this.#oldEntity(name, type);
    if (entity && roles !== undefined) this.#defined.addAttributes(entity, splitWords(roles));
  }

  #oldEntity(name: string, type: string): EntityDefinition | undefined {
    const plain = (of: EntityType, called = name): EntityDefinition => {
      const entity = this.#defined.entity(of, called);
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
      const entity = this.#defined.entity(type.startsWith('/') ? 'regex' : 'composite', name);
      this.#addBody(entity, type);
      return entity;
    }
    if (!type.endsWith('=')) throw this.#defined.invalid(`the type of ${name} is not known.`);
    const entity = this.#defined.entity('list', name);
    const subList = { canonicalForm: type.slice(0, -1).trim(), list: [] as string[] };
    entity.subLists.push(subList);
    this.#taker = (item) => subList.list.push(...splitValues(item.text));
    return entity;
  }
}

/** Reads a .lu file; throws LuInvalid, with the line, where it cannot be read. */
export function readLu(text: string): ReadLu {
  return new LuReader().read(text);
}
