/**
 * What needs no training: lists, expressions, prebuilt kinds and phrase lists of a project, looked for in a text.
 * What is found answers for the entities it belongs to, and is a feature for what is learned: the tagger sees
 * where it lies, the intents that it is there.
 */
import { languageOf } from '../../shared/text/tokens.ts';
import type { Part } from '../entities/matching/compose.ts';
import type { Hit } from '../entities/tagging/features.ts';
import { findDates } from '../recognizers/dates.ts';
import type { Kind, RecognizedEntity, ReferenceTime, Resolution } from '../recognizers/entity.ts';
import { ListMatcher } from '../recognizers/lists.ts';
import type { ClosedList } from '../recognizers/lists.ts';
import { recognize } from '../recognizers/recognize.ts';
import type { RecognizerLimit } from '../recognizers/recognize.ts';
import { UserRegex } from '../recognizers/regex.ts';
import type { Definition } from './definition.ts';

/** What a component says of its span. */
export type Info =
  | { readonly is: 'list'; readonly canonical: readonly string[] }
  | { readonly is: 'regex'; readonly key: string; readonly pattern: string }
  | { readonly is: 'prebuilt'; readonly kind: Kind; readonly resolution: Resolution };

export interface Findings {
  /** By entity. */
  readonly parts: ReadonlyMap<string, readonly Part<Info>[]>;
  readonly hits: readonly Hit[];
  /** For learned entities alone, where the project shows dates: intents learn them from words. */
  readonly dates: readonly Hit[];
}

/** An entity that the caller of a query knows of. */
export interface GivenEntity {
  readonly entity: string;
  readonly start: number;
  readonly end: number;
  /** What its words mean; intents read it in their place. */
  readonly value?: string;
}

/** Far more than a text that somebody writes can hold; what lies beyond is not looked at. */
const MAX_FINDINGS = 5000;

export class Finders {
  readonly #definition: Definition;
  /** By language; under none where all lists are of every language. */
  readonly #lists = new Map<string, ListMatcher>();
  readonly #listsDiffer: boolean;
  readonly #phrases: ListMatcher;
  readonly #regexes: readonly { readonly entity: string; readonly key: string; readonly regex: UserRegex; readonly language?: string }[];
  readonly #features: readonly { readonly name: string; readonly regex: UserRegex }[];
  readonly #kinds: readonly Kind[];

  constructor(definition: Definition) {
    const { culture, entities, phraseLists, regexFeatures } = definition;
    this.#definition = definition;
    this.#listsDiffer = entities.some(({ list }) => list?.some(({ language }) => language !== undefined));
    this.#phrases = new ListMatcher(
      phraseLists.map(({ name, phrases }): ClosedList => ({ entity: name, items: [{ canonical: name, synonyms: phrases }] })),
      culture,
    );
    this.#regexes = entities.flatMap(({ name, regexes = [] }) =>
      regexes.map(({ key, pattern, language }) => ({ entity: name, key, language, regex: new UserRegex(pattern) })),
    );
    this.#features = regexFeatures.map(({ name, pattern }) => ({ name, regex: new UserRegex(pattern) }));
    this.#kinds = [...new Set(entities.flatMap(({ prebuilts = [] }) => prebuilts))];
    this.#listsIn(culture);
  }

  get kinds(): readonly Kind[] {
    return this.#kinds;
  }

  /** What finding an entity by each of its components would show to what is learned. */
  hitsOf({ entity, start, end }: GivenEntity): Hit[] {
    const { learned, list, regexes, prebuilts } = this.#definition.entities.find(({ name }) => name === entity) ?? {};
    const components = [learned && 'found', list && 'list', regexes?.length && 'regex', prebuilts?.length && 'prebuilt'];
    return components.flatMap((component) => (component ? [{ name: `${component} ${entity}`, start, end }] : []));
  }

  /** `more` are lists of one call, beside those of the project. */
  find(text: string, culture: string, when: ReferenceTime, more: readonly ClosedList[] = [], limit?: RecognizerLimit): Findings {
    const { showsDates } = this.#definition;
    const parts = new Map<string, Part<Info>[]>();
    const hits: Hit[] = [];
    const add = (entity: string, part: Part<Info>): void => {
      if (hits.length >= MAX_FINDINGS) return;
      const of = parts.get(entity);
      if (of) of.push(part);
      else parts.set(entity, [part]);
      hits.push({ name: `${part.component} ${entity}`, start: part.start, end: part.end });
    };
    const addHit = (hit: Hit): void => {
      if (hits.length < MAX_FINDINGS) hits.push(hit);
    };
    const isOver = (recognizers: string): boolean => {
      if (!limit?.isExceeded()) return false;
      limit.onSkipped([recognizers]);
      return true;
    };
    const listed = [
      ...this.#listsIn(culture).match(text, culture),
      ...(more.length > 0 ? new ListMatcher(more, culture).match(text, culture) : []),
    ];
    for (const { entity, start, end, canonical } of listed) add(entity, { component: 'list', start, end, info: { is: 'list', canonical } });
    for (const { entity, key, language, regex } of this.#regexes) {
      if (!appliesTo(language, culture)) continue;
      if (isOver('regex entities')) break;
      for (const { start, end } of regex.match(text))
        add(entity, { component: 'regex', start, end, info: { is: 'regex', key, pattern: regex.source } });
    }
    if (this.#kinds.length > 0) this.#addPrebuilts(recognize(text, this.#kinds, culture, when, limit), add);
    for (const { entity, start, end } of this.#phrases.match(text, culture)) addHit({ name: `phrases ${entity}`, start, end });
    for (const { name, regex } of this.#features) {
      if (isOver('pattern features')) break;
      for (const { start, end } of regex.match(text)) addHit({ name: `feature ${name}`, start, end });
    }
    return { parts, hits, dates: showsDates ? findDates(text, culture).map((span) => ({ name: 'date', ...span })) : [] };
  }

  /** The lists for texts of a language; those of other languages than the project's own are made when one is first asked in. */
  #listsIn(asked: string): ListMatcher {
    const { culture, entities } = this.#definition;
    const language = this.#listsDiffer ? languageOf(asked) : '';
    let lists = this.#lists.get(language);
    if (!lists) {
      const closed = entities.flatMap(({ name, list }): ClosedList[] =>
        list ? [{ entity: name, items: list.filter((item) => appliesTo(item.language, asked)) }] : [],
      );
      this.#lists.set(
        language,
        (lists = new ListMatcher(closed, language === '' || language === languageOf(culture) ? culture : language)),
      );
    }
    return lists;
  }

  #addPrebuilts(found: readonly RecognizedEntity[], add: (entity: string, part: Part<Info>) => void): void {
    for (const { name, prebuilts = [] } of this.#definition.entities) {
      for (const { kind, start, end, resolution } of found)
        if (prebuilts.includes(kind)) add(name, { component: 'prebuilt', start, end, info: { is: 'prebuilt', kind, resolution } });
    }
  }
}

function appliesTo(language: string | undefined, culture: string): boolean {
  return language === undefined || languageOf(language) === languageOf(culture);
}
