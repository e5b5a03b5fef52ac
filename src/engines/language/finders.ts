/**
 * What needs no training: lists, expressions, prebuilt kinds and phrase lists of a project, looked for in a text.
 * What is found answers for the entities it belongs to, and is a feature for what is learned: the tagger sees
 * where it lies, the intents that it is there.
 */
import type { Part } from '../entities/compose.ts';
import type { Hit } from '../entities/features.ts';
import type { Kind } from '../recognizers/kinds.ts';
import { ListMatcher } from '../recognizers/lists.ts';
import type { ClosedList } from '../recognizers/lists.ts';
import { recognise } from '../recognizers/recognise.ts';
import type { When } from '../recognizers/recognise.ts';
import { UserRegex } from '../recognizers/regex.ts';
import type { Resolution } from '../recognizers/resolution.ts';
import type { Definition } from './definition.ts';

/** What a component says of its stretch. */
export type Info =
  | { readonly is: 'list'; readonly canonical: readonly string[] }
  | { readonly is: 'regex'; readonly key: string }
  | { readonly is: 'prebuilt'; readonly kind: Kind; readonly resolution: Resolution };

export interface Findings {
  /** By entity. */
  readonly parts: ReadonlyMap<string, readonly Part<Info>[]>;
  readonly hits: readonly Hit[];
}

export class Finders {
  readonly #definition: Definition;
  readonly #lists: ListMatcher;
  readonly #phrases: ListMatcher;
  readonly #regexes: readonly { readonly entity: string; readonly key: string; readonly regex: UserRegex }[];
  readonly #features: readonly { readonly name: string; readonly regex: UserRegex }[];
  readonly #kinds: readonly Kind[];

  constructor(definition: Definition) {
    const { culture, entities, phraseLists, regexFeatures } = definition;
    this.#definition = definition;
    this.#lists = new ListMatcher(entities.flatMap(({ name, list }): ClosedList[] => list ? [{ entity: name, items: list }] : []), culture);
    this.#phrases = new ListMatcher(phraseLists.map(({ name, phrases }): ClosedList => ({ entity: name, items: [{ canonical: name, synonyms: phrases }] })), culture);
    this.#regexes = entities.flatMap(({ name, regexes = [] }) => regexes.map(({ key, pattern }) => ({ entity: name, key, regex: new UserRegex(pattern) })));
    this.#features = regexFeatures.map(({ name, pattern }) => ({ name, regex: new UserRegex(pattern) }));
    this.#kinds = [...new Set(entities.flatMap(({ prebuilts = [] }) => prebuilts))];
  }

  get kinds(): readonly Kind[] {
    return this.#kinds;
  }

  /** `more` are lists of one call, beside those of the project. */
  find(text: string, culture: string, when: When, more: readonly ClosedList[] = []): Findings {
    const parts = new Map<string, Part<Info>[]>();
    const hits: Hit[] = [];
    const add = (entity: string, part: Part<Info>): void => {
      const of = parts.get(entity);
      if (of) of.push(part);
      else parts.set(entity, [part]);
      hits.push({ name: `${part.component} ${entity}`, start: part.start, end: part.end });
    };
    const listed = [...this.#lists.match(text, culture), ...more.length > 0 ? new ListMatcher(more, culture).match(text, culture) : []];
    for (const { entity, start, end, canonical } of listed) add(entity, { component: 'list', start, end, info: { is: 'list', canonical } });
    for (const { entity, key, regex } of this.#regexes) for (const { start, end } of regex.match(text)) add(entity, { component: 'regex', start, end, info: { is: 'regex', key } });
    if (this.#kinds.length > 0) this.#addPrebuilts(text, culture, when, add);
    for (const { entity, start, end } of this.#phrases.match(text, culture)) hits.push({ name: `phrases ${entity}`, start, end });
    for (const { name, regex } of this.#features) for (const { start, end } of regex.match(text)) hits.push({ name: `feature ${name}`, start, end });
    return { parts, hits };
  }

  #addPrebuilts(text: string, culture: string, when: When, add: (entity: string, part: Part<Info>) => void): void {
    const found = recognise(text, this.#kinds, culture, when);
    for (const { name, prebuilts = [] } of this.#definition.entities) {
      for (const { kind, start, end, resolution } of found) if (prebuilts.includes(kind)) add(name, { component: 'prebuilt', start, end, info: { is: 'prebuilt', kind, resolution } });
    }
  }
}

/** Tokens for the intents: which kinds of things are in the text. */
export function hintsOf({ hits }: Findings): string[] {
  return [...new Set(hits.map(({ name }) => name))].sort();
}
