/** Current utterances on the server, each with its ETag. */
import type { Client } from '../../kit/api.ts';
import type { Label, LabelledText } from '../../language/labels.ts';
import type { ExampleLabel } from './calls.ts';

export interface UtteranceState { id: number; etag: string; utterance: LabelledText }

interface Labelled { id: number; etag: string; text: string; intentName: string; entityLabels: ExampleLabel[] }

/** Texts are compared ignoring case. */
export const keyOf = (text: string): string => text.toLowerCase();

function labelOf({ entityName, startCharIndex, endCharIndex, role, children = [] }: ExampleLabel): Label {
  return { entity: entityName, start: startCharIndex, end: endCharIndex + 1, ...role !== undefined && { role }, ...children.length > 0 && { children: children.map(labelOf) } };
}

/** Those with one of the texts, by `keyOf` their text. A single one is fetched by its text; otherwise all are read in one call. */
export async function loadStates(client: Client, version: string, texts: readonly string[]): Promise<Map<string, UtteranceState>> {
  const wanted = new Set(texts.map(keyOf));
  const found = await client.get<Labelled[]>(`${version}/examples/labelled`, { quiet: true, query: texts.length === 1 ? { text: texts[0]! } : {} });
  return new Map(found.filter(({ text }) => wanted.has(keyOf(text)))
    .map(({ id, etag, text, intentName, entityLabels }) => [keyOf(text), { id, etag, utterance: { text, intent: intentName, labels: entityLabels.map(labelOf) } }]));
}
