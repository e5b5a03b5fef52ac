/** Operations these pages call, and the parts of their responses they use. */
import type { Client } from '../../kit/api.ts';
import { AUTHORING } from '../../shared/language/apps.ts';
import type { Label, LabeledText } from '../../shared/language/entities.ts';

/**
 * The newest authoring API has everything the console edits, including nested labels; pattern features and composites
 * need this older one.
 */
export const AUTHORING2 = '/luis/api/v2.0';
export const PREDICTION = '/luis/prediction/v3.0';

export interface VersionInfo {
  version: string;
  createdDateTime: string;
  lastModifiedDateTime: string;
  lastTrainedDateTime: string | null;
  lastPublishedDateTime: string | null;
  intentsCount: number;
  entitiesCount: number;
  endpointHitsCount: number;
  trainingStatus: string;
}
/** An intent or entity; children of learned entities have their own. */
export interface Model {
  id: string;
  name: string;
  typeId?: number;
  readableType?: string;
  roles?: { id: string; name: string }[];
  children?: Model[];
  subLists?: { id: number; canonicalForm: string; list: string[] }[];
  regexPattern?: string;
}

export interface FilePart {
  name: string;
  children?: FilePart[];
  roles?: string[];
}
export interface FileEntity extends FilePart {
  roles?: string[];
}
export interface FileLabel {
  entity: string;
  startPos: number;
  endPos: number;
  role?: string;
  children?: FileLabel[];
}
/** An exported version, complete. */
export interface AppFile {
  name: string;
  culture: string;
  versionId: string;
  intents: { name: string }[];
  entities: FileEntity[];
  hierarchicals?: { name: string; roles?: string[]; children: (string | FilePart)[] }[];
  composites: { name: string; roles?: string[] }[];
  closedLists: { name: string; subLists: { canonicalForm: string; list: string[] }[] }[];
  regex_entities: { name: string; regexPattern: string }[];
  prebuiltEntities: { name: string }[];
  patternAnyEntities: { name: string }[];
  phraselists?: { name: string; words: string; mode: boolean; activated: boolean }[];
  regex_features?: { name: string; pattern: string; activated: boolean }[];
  patterns: { pattern: string; intent: string }[];
  utterances: { text: string; intent: string; entities: FileLabel[] }[];
}

export const appPath = (appId: string): string => `${AUTHORING}/apps/${encodeURIComponent(appId)}`;
export const versionPath = (appId: string, version: string): string => `${appPath(appId)}/versions/${encodeURIComponent(version)}`;

export function toLabel({ entity, startPos, endPos, role, children = [] }: FileLabel): Label {
  return {
    entity,
    start: startPos,
    end: endPos + 1,
    ...(role !== undefined && { role }),
    ...(children.length > 0 && { children: children.map(toLabel) }),
  };
}

export interface ExampleLabel {
  entityName: string;
  startCharIndex: number;
  endCharIndex: number;
  role?: string;
  children?: ExampleLabel[];
}

function toExampleLabel({ entity, start, end, role, children = [] }: Label): ExampleLabel {
  return {
    entityName: entity,
    startCharIndex: start,
    endCharIndex: end - 1,
    ...(role !== undefined && { role }),
    ...(children.length > 0 && { children: children.map(toExampleLabel) }),
  };
}

/** An utterance as `POST …/example` expects it. */
export function toExample({ text, intent, labels }: LabeledText): {
  text: string;
  intentName: string;
  entityLabels: ExampleLabel[];
} {
  return { text, intentName: intent, entityLabels: labels.map(toExampleLabel) };
}

/** A prediction with its explanation. */
export interface Explained {
  query: string;
  intents: { intent: string; score: number }[];
  pattern?: { pattern: string; intent: string };
  entities: {
    entity: string;
    role?: string;
    startIndex: number;
    length: number;
    score?: number;
    foundBy: string[];
    value: unknown;
    within?: string;
  }[];
}

export interface UtteranceState {
  id: number;
  etag: string;
  utterance: LabeledText;
}

interface Labeled {
  id: number;
  etag: string;
  text: string;
  intentName: string;
  entityLabels: ExampleLabel[];
}

/** Texts are compared ignoring case. */
export const keyOf = (text: string): string => text.toLowerCase();

function labelOf({ entityName, startCharIndex, endCharIndex, role, children = [] }: ExampleLabel): Label {
  return {
    entity: entityName,
    start: startCharIndex,
    end: endCharIndex + 1,
    ...(role !== undefined && { role }),
    ...(children.length > 0 && { children: children.map(labelOf) }),
  };
}

/** Those with one of the texts, by `keyOf` their text. A single one is fetched by its text; otherwise all are read in one call. */
export async function loadStates(client: Client, version: string, texts: readonly string[]): Promise<Map<string, UtteranceState>> {
  const wantedKeys = new Set(texts.map(keyOf));
  const found = await client.get<Labeled[]>(`${version}/examples/labelled`, {
    quiet: true,
    query: texts.length === 1 ? { text: texts[0]! } : {},
  });
  return new Map(
    found
      .filter(({ text }) => wantedKeys.has(keyOf(text)))
      .map(({ id, etag, text, intentName, entityLabels }) => [
        keyOf(text),
        { id, etag, utterance: { text, intent: intentName, labels: entityLabels.map(labelOf) } },
      ]),
  );
}
