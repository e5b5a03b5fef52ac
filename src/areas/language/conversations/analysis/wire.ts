/** Predictions as the versions of the interface write them. */
import type { LanguageEntity, LanguagePrediction } from '../../../../engines/language/model.ts';
import type { OffsetUnit } from '../../../../engines/text/offsets.ts';
import { stretchesIn } from '../../projects/units.ts';
import { OLDEST } from '../../projects/wire.ts';
import { categoryOf } from '../migration/fields.ts';
import { NONE } from '../model.ts';
import type { TargetKind } from '../model.ts';
import { resolutionsOf, subtypeOf } from './resolutions.ts';

/** Versions that tell which expression found an entity. */
const WITH_REGEX_KEYS = new Set(['2022-10-01-preview', '2023-04-01']);

const NEWEST = '2023-04-01';

/** How an answer is written. */
export interface Style { version: string; unit: OffsetUnit }

const FORMER_TARGETS: Readonly<Record<TargetKind | 'NonLinked', string>> = { Conversation: 'conversation', Luis: 'luis', QuestionAnswering: 'question_answering', NonLinked: 'non_linked' };

export function rounded(score: number): number {
  return Math.round(score * 1e7) / 1e7;
}

/** The best intent, or None where it does not reach what the project asks for. */
export function topOf({ intents }: LanguagePrediction, threshold: number): string {
  const [top] = intents;
  return top && top.score >= threshold ? top.intent : NONE;
}

export interface ConversationAnswer { query: string; prediction: { topIntent: string; projectKind: string; intents: { category: string; confidenceScore: number }[]; entities: object[] } }

/** The answer of a conversation project. */
export function conversationAnswer(query: string, prediction: LanguagePrediction, threshold: number, style: Style): ConversationAnswer {
  const place = stretchesIn(query, style.unit);
  return {
    query,
    prediction: {
      topIntent: topOf(prediction, threshold), projectKind: style.version === OLDEST ? 'conversation' : 'Conversation',
      intents: prediction.intents.map(({ intent, score }) => ({ category: intent, confidenceScore: rounded(score) })),
      entities: prediction.entities.map((entity) => ({
        category: categoryOf(entity), text: query.slice(entity.start, entity.end), ...place(entity.start, entity.end),
        confidenceScore: rounded(entity.score), ...style.version === OLDEST ? formerDetails(entity) : details(entity, style.version),
      })),
    },
  };
}

/** An intent that nobody else answers for. */
export function ownAnswer(query: string, intent: string, score: number, { version }: Style): ConversationAnswer {
  return { query, prediction: { topIntent: intent, projectKind: version === OLDEST ? 'conversation' : 'Conversation', intents: [{ category: intent, confidenceScore: rounded(score) }], entities: [] } };
}

function listKeysOf({ parts }: LanguageEntity): string[] {
  return [...new Set(parts.flatMap(({ info }) => info?.is === 'list' ? info.canonical : []))];
}

function formerDetails(entity: LanguageEntity): { listKeys?: string[] } {
  const listKeys = listKeysOf(entity);
  return listKeys.length > 0 ? { listKeys } : {};
}

function details(entity: LanguageEntity, version: string): { resolutions?: object[]; extraInformation?: object[] } {
  const resolutions: object[] = [];
  const extra: object[] = listKeysOf(entity).map((key) => ({ extraInformationKind: 'ListKey', key }));
  for (const { info } of entity.parts) {
    if (info?.is === 'prebuilt') {
      resolutions.push(...resolutionsOf(info.kind, info.resolution, { spanTimex: version === NEWEST }));
      extra.push({ extraInformationKind: 'EntitySubtype', value: subtypeOf(info.kind, info.resolution) });
    }
    if (info?.is === 'regex' && WITH_REGEX_KEYS.has(version)) extra.push({ extraInformationKind: 'RegexKey', key: info.key, regexPattern: info.pattern });
  }
  return { ...resolutions.length > 0 && { resolutions }, ...extra.length > 0 && { extraInformation: extra } };
}

/** An intent of an orchestration; `result` is there for the one that was asked. */
export interface TargetIntent { intent: string; score: number; kind: TargetKind | 'NonLinked'; apiVersion?: string; result?: unknown }

export function orchestrationAnswer(query: string, topIntent: string, intents: readonly TargetIntent[], { version }: Style): object {
  const kindField = version === OLDEST ? 'targetKind' : 'targetProjectKind';
  return {
    query,
    prediction: {
      topIntent, projectKind: version === OLDEST ? 'workflow' : 'Orchestration',
      intents: Object.fromEntries(intents.map(({ intent, score, kind, apiVersion, result }) => [intent, {
        confidenceScore: rounded(score), [kindField]: version === OLDEST ? FORMER_TARGETS[kind] : kind, ...apiVersion !== undefined && { apiVersion }, ...result !== undefined && { result },
      }])),
    },
  };
}
