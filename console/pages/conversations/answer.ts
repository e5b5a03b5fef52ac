/** The prediction of a conversation project or an orchestration, as the playground shows it. */
import type { FoundEntity } from '../../language/answer-view.tsx';
import { versioned } from '../../projects/calls.ts';

interface Extra { extraInformationKind: string; key?: string; value?: string }
interface Entity { category: string; offset: number; length: number; confidenceScore: number; resolutions?: unknown[]; extraInformation?: Extra[] }
interface ConversationPrediction { topIntent: string; projectKind: 'Conversation'; intents: { category: string; confidenceScore: number }[]; entities: Entity[] }
interface Target { confidenceScore: number; targetProjectKind: string; result?: { query?: string; prediction?: unknown; error?: { message: string } } }
type Prediction = ConversationPrediction | { topIntent: string; projectKind: 'Orchestration'; intents: Record<string, Target> };
/** The shape of understanding apps. */
interface Instance { type: string; role?: string; startIndex: number; length: number; score?: number }
interface AppPrediction { topIntent: string; intents: Record<string, { score: number }>; entities: { $instance?: Record<string, Instance[]> } }

export interface Answered { result: { query: string; prediction: Prediction } }
export interface Answer { topIntent: string; intents: { intent: string; score: number }[]; entities: FoundEntity[]; /** Of an orchestration: the result of its target. */ inside?: Inside }
/** `kind` is that of the target; there is a result, or an error. */
export interface Inside { intent: string; kind: string; text: string; answer?: Answer; error?: string }

/** The prediction call; with `log`, the query is logged for review. `more` are further parameters. */
export function questionOf(projectName: string, deploymentName: string, text: string, language: string, log = false, more: object = {}): { method: 'POST'; path: string; json: object } {
  const json = { kind: 'Conversation', analysisInput: { conversationItem: { id: '1', participantId: '1', text, language } }, parameters: { projectName, deploymentName, verbose: true, stringIndexType: 'Utf16CodeUnit', ...log && { isLoggingEnabled: true }, ...more } };
  return { method: 'POST', path: versioned('/language/:analyze-conversations'), json };
}

/** Wire names of the components that find entities. */
const PARTS: Readonly<Record<string, string>> = { ListKey: 'list', EntitySubtype: 'prebuilt', RegexKey: 'regex' };

export function answerOf({ result: { prediction } }: Answered): Answer {
  if (prediction.projectKind === 'Conversation') return conversationAnswer(prediction);
  const { topIntent, intents } = prediction;
  const asked = intents[topIntent];
  const inside = asked && insideOf(topIntent, asked);
  return { topIntent, intents: byScore(Object.entries(intents).map(([intent, { confidenceScore }]) => ({ intent, score: confidenceScore }))), entities: [], ...inside && { inside } };
}

function conversationAnswer({ topIntent, intents, entities }: ConversationPrediction): Answer {
  return { topIntent, intents: intents.map(({ category, confidenceScore }) => ({ intent: category, score: confidenceScore })), entities: entities.map(foundOf) };
}

/** Nothing if no target was called. */
function insideOf(intent: string, { targetProjectKind: kind, result }: Target): Inside | undefined {
  if (kind === 'NonLinked' || !result) return undefined;
  const { query: text = '', prediction, error } = result;
  if (error || !prediction) return { intent, kind, text, error: error?.message ?? 'No response.' };
  return { intent, kind, text, answer: kind === 'Luis' ? appAnswer(prediction as AppPrediction) : conversationAnswer(prediction as ConversationPrediction) };
}

function appAnswer({ topIntent, intents, entities: { $instance = {} } }: AppPrediction): Answer {
  const found = Object.values($instance).flat().map(({ type, role, startIndex, length, score }): FoundEntity => ({ entity: type, ...role !== undefined && { role }, start: startIndex, end: startIndex + length, ...score !== undefined && { score }, foundBy: score === undefined ? [] : ['learned'] }));
  return { topIntent, intents: byScore(Object.entries(intents).map(([intent, { score }]) => ({ intent, score }))), entities: found };
}

function byScore(intents: { intent: string; score: number }[]): { intent: string; score: number }[] {
  return intents.sort((one, other) => other.score - one.score);
}

/** Without extraction information, an entity was learned from labels. */
function foundOf({ category, offset, length, confidenceScore, resolutions = [], extraInformation = [] }: Entity): FoundEntity {
  const parts = [...new Set(extraInformation.flatMap(({ extraInformationKind }) => PARTS[extraInformationKind] ?? []))];
  const keys = extraInformation.flatMap(({ key }) => key ?? []);
  return { entity: category, start: offset, end: offset + length, score: confidenceScore, foundBy: parts.length === 0 ? ['learned'] : parts, value: resolutions[0] ?? (keys.length > 0 ? keys.join(', ') : undefined) };
}
