/** Predictions of conversation projects and orchestrations, and the targets of orchestration intents. */
import { t } from '../../i18n/messages.ts';
import type { App, Endpoint } from '../../shared/language/apps.ts';
import type { FoundEntity } from '../../shared/language/prediction-view.tsx';
import { versioned } from '../../shared/projects/calls.ts';

interface Extra {
  extraInformationKind: string;
  key?: string;
  value?: string;
}
interface Entity {
  category: string;
  offset: number;
  length: number;
  confidenceScore: number;
  resolutions?: unknown[];
  extraInformation?: Extra[];
}
interface ConversationPrediction {
  topIntent: string;
  projectKind: 'Conversation';
  intents: { category: string; confidenceScore: number }[];
  entities: Entity[];
}
interface Target {
  confidenceScore: number;
  targetProjectKind: string;
  result?: { query?: string; prediction?: unknown; error?: { message: string } };
}
type Prediction = ConversationPrediction | { topIntent: string; projectKind: 'Orchestration'; intents: Record<string, Target> };
/** The shape of understanding apps. */
interface Instance {
  type: string;
  role?: string;
  startIndex: number;
  length: number;
  score?: number;
}
interface AppPrediction {
  topIntent: string;
  intents: Record<string, { score: number }>;
  entities: { $instance?: Record<string, Instance[]> };
}

export interface ConversationResponse {
  result: { query: string; prediction: Prediction };
}
export interface PredictionResult {
  topIntent: string;
  intents: { intent: string; score: number }[];
  entities: FoundEntity[];
  /** Of an orchestration: the result of its target. */ inside?: TargetResult;
}
/** `kind` is that of the target; there is a result, or an error. */
export interface TargetResult {
  intent: string;
  kind: string;
  text: string;
  answer?: PredictionResult;
  error?: string;
}

/** The prediction call; with `log`, the query is logged for review. `more` are further parameters. */
export function predictionCall(
  projectName: string,
  deploymentName: string,
  text: string,
  language: string,
  log = false,
  more: object = {},
): { method: 'POST'; path: string; json: object } {
  const json = {
    kind: 'Conversation',
    analysisInput: { conversationItem: { id: '1', participantId: '1', text, language } },
    parameters: {
      projectName,
      deploymentName,
      verbose: true,
      stringIndexType: 'Utf16CodeUnit',
      ...(log && { isLoggingEnabled: true }),
      ...more,
    },
  };
  return { method: 'POST', path: versioned('/language/:analyze-conversations'), json };
}

/** Wire names of the components that find entities. */
const COMPONENTS: Readonly<Record<string, string>> = { ListKey: 'list', EntitySubtype: 'prebuilt', RegexKey: 'regex' };

export function toPrediction({ result: { prediction } }: ConversationResponse): PredictionResult {
  if (prediction.projectKind === 'Conversation') return conversationPrediction(prediction);
  const { topIntent, intents } = prediction;
  const target = intents[topIntent];
  const inside = target && targetResult(topIntent, target);
  return {
    topIntent,
    intents: byScore(Object.entries(intents).map(([intent, { confidenceScore }]) => ({ intent, score: confidenceScore }))),
    entities: [],
    ...(inside && { inside }),
  };
}

function conversationPrediction({ topIntent, intents, entities }: ConversationPrediction): PredictionResult {
  return {
    topIntent,
    intents: intents.map(({ category, confidenceScore }) => ({ intent: category, score: confidenceScore })),
    entities: entities.map(toFoundEntity),
  };
}

/** Nothing if no target was called. */
function targetResult(intent: string, { targetProjectKind: kind, result }: Target): TargetResult | undefined {
  if (kind === 'NonLinked' || !result) return undefined;
  const { query: text = '', prediction, error } = result;
  if (error || !prediction) return { intent, kind, text, error: error?.message ?? t('No response.') };
  return {
    intent,
    kind,
    text,
    answer: kind === 'Luis' ? appPrediction(prediction as AppPrediction) : conversationPrediction(prediction as ConversationPrediction),
  };
}

function appPrediction({ topIntent, intents, entities: { $instance = {} } }: AppPrediction): PredictionResult {
  const found = Object.values($instance)
    .flat()
    .map(({ type, role, startIndex, length, score }): FoundEntity => ({
      entity: type,
      ...(role !== undefined && { role }),
      start: startIndex,
      end: startIndex + length,
      ...(score !== undefined && { score }),
      foundBy: score === undefined ? [] : ['learned'],
    }));
  return { topIntent, intents: byScore(Object.entries(intents).map(([intent, { score }]) => ({ intent, score }))), entities: found };
}

function byScore(intents: { intent: string; score: number }[]): { intent: string; score: number }[] {
  return intents.sort((one, other) => other.score - one.score);
}

/** Without extraction information, an entity was learned from labels. */
function toFoundEntity({ category, offset, length, confidenceScore, resolutions = [], extraInformation = [] }: Entity): FoundEntity {
  const parts = [...new Set(extraInformation.flatMap(({ extraInformationKind }) => COMPONENTS[extraInformationKind] ?? []))];
  const keys = extraInformation.flatMap(({ key }) => key ?? []);
  return {
    entity: category,
    start: offset,
    end: offset + length,
    score: confidenceScore,
    foundBy: parts.length === 0 ? ['learned'] : parts,
    value: resolutions[0] ?? (keys.length > 0 ? keys.join(', ') : undefined),
  };
}

/** Targets of orchestration intents: as in files, and as text. */
export const ORCHESTRATION = 'Orchestration';

/** The field named by the kind is set. */
export interface Orchestration {
  targetProjectKind: string;
  conversationOrchestration?: { projectName: string; deploymentName: string };
  /** The slot if there is one, else the version. */
  luisOrchestration?: { appId: string; appVersion?: string; slotName?: string };
  questionAnsweringOrchestration?: { projectName: string };
}

export function projectTarget(projectName: string, deploymentName: string): Orchestration {
  return { targetProjectKind: 'Conversation', conversationOrchestration: { projectName, deploymentName } };
}

/** Which part of an app is called: `production`, `staging`, or a version. */
export function appTarget({ id, endpoints: { PRODUCTION, STAGING } }: App, place: string): Orchestration {
  const slots: Readonly<Record<string, Endpoint | undefined>> = { production: PRODUCTION, staging: STAGING };
  return {
    targetProjectKind: 'Luis',
    luisOrchestration:
      place in slots
        ? { appId: id, ...(slots[place] && { appVersion: slots[place].versionId }), slotName: place }
        : { appId: id, appVersion: place },
  };
}

/** Callable parts of an app: published slots, and the active version. */
export function appSlots({ activeVersion, endpoints: { PRODUCTION, STAGING } }: App): { value: string; label: string }[] {
  return [
    ...(PRODUCTION ? [{ value: 'production', label: t('production, version {versionId}', { versionId: PRODUCTION.versionId }) }] : []),
    ...(STAGING ? [{ value: 'staging', label: t('staging, version {versionId}', { versionId: STAGING.versionId }) }] : []),
    { value: activeVersion, label: t('version {activeVersion}, last trained', { activeVersion }) },
  ];
}

/** `Garden, production`; an unknown or deleted app is shown by its id. */
export function describeTarget(
  { conversationOrchestration: project, luisOrchestration: app, questionAnsweringOrchestration: answers }: Orchestration,
  apps: readonly App[] = [],
): string {
  if (project) return `${project.projectName}, ${project.deploymentName}`;
  if (app) return `app ${apps.find(({ id }) => id === app.appId)?.name ?? app.appId}, ${app.slotName ?? app.appVersion ?? 'production'}`;
  return `question answering ${answers?.projectName ?? ''}`;
}

/** Parameters for target apps, so that they return everything they found. */
export function targetParameters(intents: readonly { category: string; orchestration?: Orchestration }[]): {
  targetProjectParameters?: object;
} {
  const apps = intents.filter(({ orchestration }) => orchestration?.luisOrchestration);
  return apps.length === 0
    ? {}
    : {
        targetProjectParameters: Object.fromEntries(
          apps.map(({ category }) => [
            category,
            { targetProjectKind: 'Luis', callingOptions: { verbose: true, 'show-all-intents': true } },
          ]),
        ),
      };
}
