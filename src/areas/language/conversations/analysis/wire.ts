/** Wire form of predictions in each version. */
import type { LanguageEntity, LanguagePrediction } from '../../../../engines/language/models/model.ts';
import type { OffsetUnit } from '../../../../engines/shared/text/offsets.ts';
import { warningsOf } from '../../../../prediction/warnings.ts';
import { spanConverter } from '../../projects/offset-units.ts';
import { OLDEST, languageVersion } from '../../projects/versions.ts';
import { categoryOf } from '../app-fields.ts';
import { NONE } from '../model.ts';
import type { TargetKind } from '../model.ts';
import { toResolutions, subtypeOf } from './resolutions.ts';

/** Version and offset unit of a reply. */
export interface ViewOptions {
  version: string;
  unit: OffsetUnit;
}

const FORMER_TARGETS: Readonly<Record<TargetKind | 'NonLinked', string>> = {
  Conversation: 'conversation',
  Luis: 'luis',
  QuestionAnswering: 'question_answering',
  NonLinked: 'non_linked',
};

function roundScore(score: number): number {
  return Math.round(score * 1e7) / 1e7;
}

/** The best intent, or None if its score is below the project's threshold. */
export function selectTopIntent({ intents }: LanguagePrediction, threshold: number): string {
  const [top] = intents;
  return top && top.score >= threshold ? top.intent : NONE;
}

export interface ConversationView {
  query: string;
  prediction: { topIntent: string; projectKind: string; intents: { category: string; confidenceScore: number }[]; entities: object[] };
}

/** The reply of a conversation project. */
export function conversationView(query: string, prediction: LanguagePrediction, threshold: number, style: ViewOptions): ConversationView {
  const toSpan = spanConverter(query, style.unit);
  return {
    query,
    prediction: {
      topIntent: selectTopIntent(prediction, threshold),
      projectKind: style.version === OLDEST ? 'conversation' : 'Conversation',
      intents: prediction.intents.map(({ intent, score }) => ({ category: intent, confidenceScore: roundScore(score) })),
      entities: prediction.entities.map((entity) => ({
        category: categoryOf(entity),
        text: query.slice(entity.start, entity.end),
        ...toSpan(entity.start, entity.end),
        confidenceScore: roundScore(entity.score),
        ...(style.version === OLDEST ? formerDetails(entity) : details(entity, style.version)),
      })),
    },
    ...warningsOf(prediction),
  };
}

/** The reply for an intent without a target. */
export function unlinkedView(query: string, intent: string, score: number, { version }: ViewOptions): ConversationView {
  return {
    query,
    prediction: {
      topIntent: intent,
      projectKind: version === OLDEST ? 'conversation' : 'Conversation',
      intents: [{ category: intent, confidenceScore: roundScore(score) }],
      entities: [],
    },
  };
}

function listKeysOf({ parts }: LanguageEntity): string[] {
  return [...new Set(parts.flatMap(({ info }) => (info?.is === 'list' ? info.canonical : [])))];
}

function formerDetails(entity: LanguageEntity): { listKeys?: string[] } {
  const listKeys = listKeysOf(entity);
  return listKeys.length > 0 ? { listKeys } : {};
}

function details(entity: LanguageEntity, version: string): { resolutions?: object[]; extraInformation?: object[] } {
  const { spanTimex = false, regexKeys } = languageVersion(version);
  const resolutions: object[] = [];
  const extra: object[] = listKeysOf(entity).map((key) => ({ extraInformationKind: 'ListKey', key }));
  for (const { info } of entity.parts) {
    if (info?.is === 'prebuilt') {
      resolutions.push(...toResolutions(info.kind, info.resolution, { spanTimex }));
      extra.push({ extraInformationKind: 'EntitySubtype', value: subtypeOf(info.kind, info.resolution) });
    }
    if (info?.is === 'regex' && regexKeys) {
      extra.push({ extraInformationKind: 'RegexKey', key: info.key, regexPattern: info.pattern });
    }
  }
  return { ...(resolutions.length > 0 && { resolutions }), ...(extra.length > 0 && { extraInformation: extra }) };
}

/** An intent of an orchestration; `result` is set for the top intent. */
export interface TargetIntent {
  intent: string;
  score: number;
  kind: TargetKind | 'NonLinked';
  apiVersion?: string;
  result?: unknown;
}

export function orchestrationView(query: string, topIntent: string, intents: readonly TargetIntent[], { version }: ViewOptions): object {
  const kindField = version === OLDEST ? 'targetKind' : 'targetProjectKind';
  return {
    query,
    prediction: {
      topIntent,
      projectKind: version === OLDEST ? 'workflow' : 'Orchestration',
      intents: Object.fromEntries(
        intents.map(({ intent, score, kind, apiVersion, result }) => [
          intent,
          {
            confidenceScore: roundScore(score),
            [kindField]: version === OLDEST ? FORMER_TARGETS[kind] : kind,
            ...(apiVersion !== undefined && { apiVersion }),
            ...(result !== undefined && { result }),
          },
        ]),
      ),
    },
  };
}
