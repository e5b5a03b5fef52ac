/** What a language project is made of, in the words that both of its areas share. */
import type { Component, Composition } from '../entities/matching/compose.ts';
import type { AnyEntity, Pattern } from '../entities/matching/patterns.ts';
import type { RoleLabel } from '../entities/tagging/roles.ts';
import type { PhraseList } from '../../shared/classifier/features.ts';
import type { Kind } from '../recognizers/entity.ts';
import type { ListItem } from '../recognizers/lists.ts';

/** What is looked for in texts of one language only, where it has one. */
export interface OfLanguage {
  readonly language?: string;
}

/** Components that overlap are answered only where all of the entity's lie over the same span. */
export type Overlap = Composition | 'requireExactOverlap';

/** An entity, and what finds it: what was learned from labels, a list, prebuilt kinds, expressions; any of them together. */
export interface EntityDefinition {
  readonly name: string;
  /** Whether labels teach it. */
  readonly learned?: boolean;
  /** Its level among learned entities that may overlap (entities/model.ts). */
  readonly level?: number;
  readonly within?: string;
  /** Of one that lies over others: those it is made of; left out where that may be any. */
  readonly madeOf?: readonly string[];
  readonly list?: readonly (ListItem & OfLanguage)[];
  readonly prebuilts?: readonly Kind[];
  /** Expressions, each with a key that answers name it by. */
  readonly regexes?: readonly (OfLanguage & { readonly key: string; readonly pattern: string })[];
  readonly composition?: Overlap;
  readonly required?: readonly Component[];
}

export interface Definition {
  readonly culture: string;
  /** Which weights of the sentence encoder it was trained with, where it was. */
  readonly encoder?: string;
  readonly intents: readonly string[];
  readonly noneIntent?: string;
  readonly multiLabel?: boolean;
  /** Of documents: entities may reach over the end of a sentence. */
  readonly joinSentences?: boolean | undefined;
  /** Learned entities see where dates and times are, whether the project has an entity for them or not. */
  readonly showsDates?: boolean | undefined;
  readonly entities: readonly EntityDefinition[];
  readonly phraseLists: readonly PhraseList[];
  /** Expressions that texts are looked through for, as features only. */
  readonly regexFeatures: readonly { readonly name: string; readonly pattern: string }[];
  readonly patterns: readonly Pattern[];
  readonly anys: readonly AnyEntity[];
}

/** A labeled text. */
export interface LanguageRow {
  readonly text: string;
  readonly culture?: string;
  readonly intents: readonly string[];
  readonly labels: readonly RoleLabel[];
}
