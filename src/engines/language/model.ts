/**
 * A trained language project: text in; intents and entities out.
 *
 *   lists, expressions, prebuilts, phrase lists ─► intents ─► learned entities, given the best intent
 *                                   └──────────────────────────────────► composition per entity ─► patterns
 *
 * A pattern that fits the whole text lends its strength to its intent: of what was missing to certainty it
 * takes away its share, and the other scores give way in proportion. Entities that only a pattern can find
 * (Pattern.Any) are added, and roles that it names are taken over.
 *
 * Invariants: deterministic; offsets are UTF-16, `end` exclusive; scores of intents sum to 1 (one label).
 */
import { compose } from '../entities/compose.ts';
import type { Component, Composed, Part } from '../entities/compose.ts';
import type { EntityModel, FoundEntity } from '../entities/model.ts';
import { Patterns } from '../entities/patterns.ts';
import type { PatternMatch } from '../entities/patterns.ts';
import type { IntentModel, Prediction, ScoredIntent } from '../intents/model.ts';
import type { ClosedList } from '../recognizers/lists.ts';
import { warm } from '../recognizers/recognise.ts';
import type { When } from '../recognizers/recognise.ts';
import type { Definition, Overlap } from './definition.ts';
import { Finders, hintsOf } from './finders.ts';
import type { Findings, Info } from './finders.ts';

export interface LanguageEntity {
  readonly entity: string;
  readonly start: number;
  readonly end: number;
  /** Of what was learned; 1 where nothing learned has part in it. */
  readonly score: number;
  /** Whether something learned has part in it. */
  readonly learned: boolean;
  readonly role?: string;
  /** The stretch of the entity it is a part of, where it is one. */
  readonly whole?: { readonly entity: string; readonly start: number; readonly end: number };
  readonly parts: readonly Part<Info>[];
}

export interface LanguagePrediction {
  readonly intents: readonly ScoredIntent[];
  /** The labels that are given, where there may be many. */
  readonly labels: readonly string[];
  readonly entities: readonly LanguageEntity[];
  /** The pattern that decided, if one did. */
  readonly pattern?: PatternMatch;
}

export interface Asked {
  readonly culture?: string;
  readonly when: When;
  /** The sentence vector, where the model needs one. */
  readonly sentence?: Float32Array;
  /** Lists of this call. */
  readonly lists?: readonly ClosedList[];
}

export class LanguageModel {
  readonly definition: Definition;
  readonly intents: IntentModel;
  readonly entities: EntityModel;
  readonly #finders: Finders;
  readonly #patterns: Patterns;

  constructor(definition: Definition, intents: IntentModel, entities: EntityModel) {
    this.definition = definition;
    this.intents = intents;
    this.entities = entities;
    this.#finders = new Finders(definition);
    this.#patterns = new Patterns(definition.patterns, definition.anys, definition.culture);
  }

  get needsSentence(): boolean {
    return this.intents.needsSentence;
  }

  /** Builds the tables of prebuilt kinds ahead of the first text. */
  warm(): void {
    warm(this.#finders.kinds, this.definition.culture);
  }

  predict(text: string, { culture = this.definition.culture, when, sentence, lists }: Asked): LanguagePrediction {
    const findings = this.#finders.find(text, culture, when, lists);
    const prediction = this.intents.predict(text, { culture, hints: hintsOf(findings), sentence });
    const learned = this.entities.find(text, { culture, intent: prediction.intents[0]?.intent, hits: findings.hits });
    const entities = this.#composed(findings, learned);
    const [pattern] = this.definition.patterns.length > 0 ? this.#patterns.match(text, entities, culture) : [];
    if (!pattern) return { intents: prediction.intents, labels: prediction.labels, entities };
    return { intents: lent(prediction, pattern), labels: prediction.labels, entities: withPattern(entities, pattern), pattern };
  }

  #composed({ parts }: Findings, learned: readonly FoundEntity[]): LanguageEntity[] {
    const byEntity = Map.groupBy(learned, ({ entity }) => entity);
    const names = [...new Set([...this.definition.entities.map(({ name }) => name), ...byEntity.keys(), ...parts.keys()])];
    const definitions = new Map(this.definition.entities.map((entity) => [entity.name, entity]));
    return names.flatMap((name): LanguageEntity[] => {
      const { composition = 'separateComponents', required = [] } = definitions.get(name) ?? {};
      const own = byEntity.get(name) ?? [];
      const all: Part<Info>[] = [...own.map(({ start, end, score }): Part<Info> => ({ component: 'learned', start, end, score })), ...parts.get(name) ?? []];
      if (all.length === 0) return [];
      return composedOf(all, composition, required).map(({ start, end, score, parts: of }) => {
        const from = own.find((one) => of.some((part) => part.component === 'learned' && part.start === one.start && part.end === one.end));
        return { entity: name, start, end, score, learned: from !== undefined, parts: of, ...from?.role !== undefined && { role: from.role }, ...from?.whole && { whole: from.whole } };
      });
    }).sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

function composedOf(parts: readonly Part<Info>[], composition: Overlap, required: readonly Component[]): Composed<Info>[] {
  if (composition !== 'requireExactOverlap') return compose(parts, composition, required);
  return compose(parts, 'combineComponents', required).filter(({ start, end, parts: of }) => of.every((part) => part.start === start && part.end === end));
}

/** Scores with the strength of a pattern lent to its intent. */
function lent({ intents }: Prediction, { intent, strength }: PatternMatch): ScoredIntent[] {
  const before = intents.find((one) => one.intent === intent)?.score ?? 0;
  const after = 1 - (1 - before) * (1 - strength);
  const rest = before < 1 ? (1 - after) / (1 - before) : 0;
  return intents.map((one) => one.intent === intent ? { intent, score: after } : { intent: one.intent, score: one.score * rest }).sort((a, b) => b.score - a.score);
}

function withPattern(entities: readonly LanguageEntity[], { spans, strength }: PatternMatch): LanguageEntity[] {
  const same = (a: { start: number; end: number; entity: string }, b: { start: number; end: number; entity: string }): boolean => a.start === b.start && a.end === b.end && a.entity === b.entity;
  const roles = entities.map((entity) => {
    const role = spans.find((span) => !span.any && same(span, entity))?.role;
    return role === undefined ? entity : { ...entity, role };
  });
  const anys = spans.filter(({ any }) => any).map(({ entity, start, end, role }): LanguageEntity => ({ entity, start, end, score: strength, learned: false, parts: [], ...role !== undefined && { role } }));
  return [...roles, ...anys].sort((a, b) => a.start - b.start || b.end - a.end);
}
