/**
 * A trained language project: text in; intents and entities out.
 *
 *   lists, expressions, prebuilts, phrase lists ─► intents ─► learned entities, given the best intent
 *                                   └──────────────────────────► composition per entity ─► roles ─► patterns
 *
 * A pattern that fits the whole text lends its strength to its intent: of what was missing to certainty it
 * takes away its share, and the other scores give way in proportion. Entities that only a pattern can find
 * (Pattern.Any) are added, and roles that it names are taken over.
 *
 * Invariants: deterministic; offsets are UTF-16, `end` exclusive; scores of intents sum to 1 (one label).
 */
import type { EntityModel } from '../entities/model.ts';
import { Patterns } from '../entities/matching/patterns.ts';
import type { PatternMatch } from '../entities/matching/patterns.ts';
import type { IntentModel, Prediction, ScoredIntent } from '../intents/model.ts';
import type { ClosedList } from '../recognizers/lists.ts';
import { coldKinds, warm } from '../recognizers/recognize.ts';
import type { ReferenceTime } from '../recognizers/entity.ts';
import type { RecognizerLimit } from '../recognizers/recognize.ts';
import type { WordVector } from '../sentences/encoder.ts';
import { composeEntities } from './composed.ts';
import type { LanguageEntity } from './composed.ts';
import type { Definition } from './definition.ts';
import { languageOf } from '../../shared/text/tokens.ts';
import { Finders } from './finders.ts';
import type { GivenEntity } from './finders.ts';
import { withGivenValues } from './given-values.ts';

export type { LanguageEntity } from './composed.ts';

export interface LanguagePrediction {
  readonly intents: readonly ScoredIntent[];
  /** The labels that are given, where there may be many. */
  readonly labels: readonly string[];
  readonly entities: readonly LanguageEntity[];
  /** The pattern that decided, if one did. */
  readonly pattern?: PatternMatch;
  /** What took too long and was left out: prebuilt kinds, expressions or patterns. */
  readonly leftOut?: readonly string[];
}

export interface PredictOptions {
  readonly culture?: string;
  readonly when: ReferenceTime;
  /** The sentence vector, where the model needs one; of the text with the given values. */
  readonly sentence?: Float32Array;
  /** The vectors of the words, where the model uses them. */
  readonly words?: readonly WordVector[];
  /** Lists of this call. */
  readonly lists?: readonly ClosedList[];
  /** Entities that the caller knows of: they count as found, but are not among those of the prediction. */
  readonly given?: readonly GivenEntity[];
  /** What prebuilt kinds may take; those that exceed it find nothing. */
  readonly limit?: RecognizerLimit;
}

/** Far more than a text that somebody writes can hold: an app may find thousands of entities in each word. */
const MAX_ENTITIES = 1000;

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

  get sentenceSize(): number {
    return this.intents.sentenceSize;
  }

  /** Whether `predict` uses the vectors of a text's words. */
  get needsWords(): boolean {
    return this.entities.needsWords;
  }

  /** Whether prebuilt kinds would have to build their tables for this text, which takes up to seconds; see `warm`. */
  isCold(text: string, culture = this.definition.culture): boolean {
    return coldKinds(text, this.#finders.kinds, culture).length > 0;
  }

  /** Builds the tables of the prebuilt kinds that this text needs. */
  warm(text: string, culture = this.definition.culture): void {
    warm(coldKinds(text, this.#finders.kinds, culture), culture, text);
  }

  predict(
    text: string,
    { culture = this.definition.culture, when, sentence, words, lists, given = [], limit }: PredictOptions,
  ): LanguagePrediction {
    const findings = this.#finders.find(text, culture, when, lists, limit);
    const hits = [...findings.hits, ...given.flatMap((one) => this.#finders.hitsOf(one))];
    const isForeign = languageOf(culture) !== languageOf(this.definition.culture);
    const read = withGivenValues(text, hits, given);
    const prediction = this.intents.predict(read.text, { culture, spans: read.places, sentence, isForeign });
    const setting = { culture, intent: prediction.intents[0]?.intent, hits, words };
    const learned = this.entities.find(text, { ...setting, hits: [...hits, ...findings.dates] });
    const composed = composeEntities(this.definition, findings, learned).slice(0, MAX_ENTITIES);
    const entities = this.entities.withRoles(text, composed, setting);
    const [pattern] = this.definition.patterns.length > 0 ? this.#patterns.match(text, entities, culture, limit) : [];
    if (!pattern) return { intents: prediction.intents, labels: prediction.labels, entities };
    return {
      intents: withPatternEntities(prediction, pattern),
      labels: prediction.labels,
      entities: withPattern(entities, pattern),
      pattern,
    };
  }
}

/** Scores with the strength of a pattern lent to its intent. */
function withPatternEntities({ intents }: Prediction, { intent, strength }: PatternMatch): ScoredIntent[] {
  const before = intents.find((one) => one.intent === intent)?.score ?? 0;
  const after = 1 - (1 - before) * (1 - strength);
  const rest = before < 1 ? (1 - after) / (1 - before) : 0;
  return intents
    .map((one) => (one.intent === intent ? { intent, score: after } : { intent: one.intent, score: one.score * rest }))
    .sort((a, b) => b.score - a.score);
}

function withPattern(entities: readonly LanguageEntity[], { spans, strength }: PatternMatch): LanguageEntity[] {
  const same = (a: { start: number; end: number; entity: string }, b: { start: number; end: number; entity: string }): boolean =>
    a.start === b.start && a.end === b.end && a.entity === b.entity;
  const roles = entities.map((entity) => {
    const role = spans.find((span) => !span.any && same(span, entity))?.role;
    return role === undefined ? entity : { ...entity, role };
  });
  const anys = spans
    .filter(({ any }) => any)
    .map(({ entity, start, end, role }): LanguageEntity => ({
      entity,
      start,
      end,
      score: strength,
      learned: false,
      parts: [],
      ...(role !== undefined && { role }),
    }));
  return [...roles, ...anys].sort((a, b) => a.start - b.start || b.end - a.end);
}
