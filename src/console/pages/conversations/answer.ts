/** The answer of a conversation project or of an orchestration, as the playground shows it. */
import type { FoundEntity } from '../../language/answer-view.tsx';
import { versioned } from '../../projects/calls.ts';

interface Extra { extraInformationKind: string; key?: string; value?: string }
interface Entity { category: string; offset: number; length: number; confidenceScore: number; resolutions?: unknown[]; extraInformation?: Extra[] }
interface Target { confidenceScore: number; targetProjectKind?: string; result?: { prediction?: { entities?: unknown } } }
type Prediction = { topIntent: string; projectKind: 'Conversation'; intents: { category: string; confidenceScore: number }[]; entities: Entity[] } | { topIntent: string; projectKind: 'Orchestration'; intents: Record<string, Target> };

export interface Answered { result: { query: string; prediction: Prediction } }
export interface Answer { topIntent: string; intents: { intent: string; score: number }[]; entities: FoundEntity[]; /** The kind of project that answered for the intent. */ answeredBy?: string }

/** The call that asks a deployment; with `log`, the query is kept for review. */
export function questionOf(projectName: string, deploymentName: string, text: string, language: string, log = false): { method: 'POST'; path: string; json: object } {
  const json = { kind: 'Conversation', analysisInput: { conversationItem: { id: '1', participantId: '1', text, language } }, parameters: { projectName, deploymentName, verbose: true, stringIndexType: 'Utf16CodeUnit', ...log && { isLoggingEnabled: true } } };
  return { method: 'POST', path: versioned('/language/:analyze-conversations'), json };
}

/** What the wire calls the parts that find entities. */
const PARTS: Readonly<Record<string, string>> = { ListKey: 'list', EntitySubtype: 'prebuilt', RegexKey: 'regex' };

export function answerOf({ result: { prediction } }: Answered): Answer {
  if (prediction.projectKind === 'Conversation') return { topIntent: prediction.topIntent, intents: prediction.intents.map(({ category, confidenceScore }) => ({ intent: category, score: confidenceScore })), entities: prediction.entities.map(foundOf) };
  const { topIntent, intents } = prediction;
  const asked = intents[topIntent];
  // An understanding app answers with another form of entities: they are in the JSON.
  const entities = asked?.result?.prediction?.entities;
  return {
    topIntent, intents: Object.entries(intents).map(([intent, { confidenceScore }]) => ({ intent, score: confidenceScore })).sort((a, b) => b.score - a.score),
    entities: Array.isArray(entities) ? (entities as Entity[]).map(foundOf) : [], ...asked?.targetProjectKind !== undefined && { answeredBy: asked.targetProjectKind },
  };
}

/** What says nothing of the part that found it was learned from labels. */
function foundOf({ category, offset, length, confidenceScore, resolutions = [], extraInformation = [] }: Entity): FoundEntity {
  const parts = [...new Set(extraInformation.flatMap(({ extraInformationKind }) => PARTS[extraInformationKind] ?? []))];
  const keys = extraInformation.flatMap(({ key }) => key ?? []);
  return { entity: category, start: offset, end: offset + length, score: confidenceScore, foundBy: parts.length === 0 ? ['learned'] : parts, value: resolutions[0] ?? (keys.length > 0 ? keys.join(', ') : undefined) };
}
