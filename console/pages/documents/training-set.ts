/** A training set: its forms and the state of each. */
import type { Account } from '../../kit/accounts.ts';
import { isConflict } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import { analyze, versioned, startAnalysis, getTagged, toJsonFile, ifMatch, putFile, setPath } from './calls.ts';
import { readFields, writeFields } from './fields-file.ts';
import type { FieldsFile, LabelField } from './fields-file.ts';
import { FIELDS, LABELS, LAYOUT } from './file-names.ts';
import type { Layout } from './labels.ts';

export interface SetSummary { setId: string; createdDateTime: string; lastUpdatedDateTime: string; fileCount: number; bytes: number }
export interface TrainingSet extends SetSummary { files: { name: string; bytes: number; lastUpdatedDateTime: string }[] }

/** `isFlow`: an office file or HTML, which has no pages to label and is for classifiers only. */
export interface FormFile { name: string; bytes: number; labelled: boolean; laidOut: boolean; isFlow: boolean }

const FLOW_FORMATS = /\.(?:docx|xlsx|pptx|html?)$/i;

export function listForms({ files }: TrainingSet): FormFile[] {
  const names = new Set(files.map(({ name }) => name));
  return files.filter(({ name }) => !name.endsWith('.json')).map(({ name, bytes }) => ({ name, bytes, labelled: names.has(name + LABELS), laidOut: names.has(name + LAYOUT), isFlow: FLOW_FORMATS.test(name) }));
}

export interface OpenSet { set: TrainingSet; forms: FormFile[]; fields: LabelField[] }

/** Fetches only files that the list contains. */
export async function openSet(client: Client, setId: string, signal?: AbortSignal): Promise<OpenSet> {
  const set = await client.get<TrainingSet>(versioned(setPath(setId)), { signal });
  const { fields } = await loadFields(client, set, signal);
  return { set, forms: listForms(set), fields };
}

async function loadFields(client: Client, { setId, files }: TrainingSet, signal?: AbortSignal): Promise<{ fields: LabelField[]; etag?: string }> {
  if (!files.some(({ name }) => name === FIELDS)) return { fields: [] };
  const { value, etag } = await getTagged<FieldsFile>(client, setId, FIELDS, signal);
  return { fields: readFields(value), etag };
}

/** A set without fields; rejected if the name is taken. */
export async function createSet(client: Client, setId: string): Promise<void> {
  await putFile(client, setId, FIELDS, toJsonFile(writeFields([])), { headers: ifMatch(undefined) });
}

const MAX_TRIES = 5;

/** Applies one step to the current fields, so that concurrent changes are not lost. */
export async function changeFields(client: Client, setId: string, step: (fields: readonly LabelField[]) => readonly LabelField[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { fields, etag } = await loadFields(client, await client.get<TrainingSet>(versioned(setPath(setId)), { quiet: true }));
    try {
      await putFile(client, setId, FIELDS, toJsonFile(writeFields(step(fields))), { headers: ifMatch(etag) });
      return;
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** A form is analyzed once and its layout stored beside it: labels refer to its words, and builds reuse it. */
export async function analyzeLayout(client: Client, account: Account, setId: string, name: string, bytes: Blob, signal?: AbortSignal): Promise<Layout> {
  const result = await analyze(client, account, await startAnalysis(client, 'prebuilt-layout', bytes), signal);
  const layout = { status: 'succeeded', analyzeResult: result };
  await putFile(client, setId, name + LAYOUT, toJsonFile(layout));
  return layout;
}
