/** A training set: its forms and the state of each. */
import { t } from '../../i18n/messages.ts';
import type { Account } from '../../kit/accounts.ts';
import { CallFailed, isConflict, type Client } from '../../kit/api.ts';
import { resolveConflict } from '../../kit/conflict.tsx';
import { isEqual, mergeLists, type Item } from '../../kit/differences.ts';
import { analyze, filePath, getTagged, ifMatch, putFile, setPath, startAnalysis, toJsonFile, versioned } from './calls.ts';
import type { Label, Labels, Layout } from './labels.ts';
import { FIELDS, LABELS, LAYOUT, readFields, writeFields, type FieldsFile, type LabelField } from './training-files.ts';

export interface SetSummary {
  setId: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  fileCount: number;
  bytes: number;
}
export interface TrainingSet extends SetSummary {
  files: { name: string; bytes: number; lastUpdatedDateTime: string }[];
  /** Since the last build that they started, and before it. */
  corrections?: Corrections;
  previousCorrections?: Corrections;
  retraining?: { modelId: string; after: number };
}

export interface Corrections {
  forms: number;
  fields: Record<string, { right: number; corrected: number }>;
}

/** `isFlow`: an office file or HTML, which has no pages to label and is for classifiers only. */
export interface FormFile {
  name: string;
  bytes: number;
  labeled: boolean;
  hasLayout: boolean;
  isFlow: boolean;
}

const FLOW_FORMATS = /\.(?:docx|xlsx|pptx|html?)$/i;

export function listForms({ files }: TrainingSet): FormFile[] {
  const names = new Set(files.map(({ name }) => name));
  return files
    .filter(({ name }) => !name.endsWith('.json'))
    .map(({ name, bytes }) => ({
      name,
      bytes,
      labeled: names.has(name + LABELS),
      hasLayout: names.has(name + LAYOUT),
      isFlow: FLOW_FORMATS.test(name),
    }));
}

export interface OpenSet {
  set: TrainingSet;
  forms: FormFile[];
  fields: LabelField[];
}

/** Fetches only files that the list contains. */
export async function openSet(client: Client, setId: string, signal?: AbortSignal): Promise<OpenSet> {
  const set = await client.get<TrainingSet>(versioned(setPath(setId)), { signal });
  const { fields } = await loadFields(client, set, signal);
  return { set, forms: listForms(set), fields };
}

async function loadFields(
  client: Client,
  { setId, files }: TrainingSet,
  signal?: AbortSignal,
): Promise<{ fields: LabelField[]; etag?: string }> {
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
export async function changeFields(
  client: Client,
  setId: string,
  step: (fields: readonly LabelField[]) => readonly LabelField[],
): Promise<void> {
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
export async function analyzeLayout(
  client: Client,
  account: Account,
  setId: string,
  name: string,
  bytes: Blob,
  signal?: AbortSignal,
): Promise<Layout> {
  const result = await analyze(client, account, await startAnalysis(client, 'prebuilt-layout', bytes), signal);
  const layout = { status: 'succeeded', analyzeResult: result };
  await putFile(client, setId, name + LAYOUT, toJsonFile(layout));
  return layout;
}

/** Larger sets are not counted: the labels of each form are a file. */
const MAX_COUNTED = 60;
const CONCURRENCY = 6;

/** The labels of each labeled form, by its name. */
export async function loadLabels(
  client: Client,
  setId: string,
  forms: readonly FormFile[],
  signal: AbortSignal,
): Promise<Map<string, Labels> | undefined> {
  const labeledForms = forms.filter(({ labeled }) => labeled);
  if (labeledForms.length > MAX_COUNTED) return undefined;
  const all = new Map<string, Labels>();
  for (let from = 0; from < labeledForms.length; from += CONCURRENCY)
    await Promise.all(
      labeledForms
        .slice(from, from + CONCURRENCY)
        .map(async ({ name }) => all.set(name, (await readLabels(client, setId, name, signal)).labels)),
    );
  return all;
}

/** A form without labels has no label file, and does not count as labeled. */
export interface SavedLabels {
  labels: Labels;
  etag?: string;
}

/** The label file of a form: read with its ETag, and written only over that state. */
export async function readLabels(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<SavedLabels> {
  const { value, etag } = await getTagged<{ labels: Label[] }>(client, setId, name + LABELS, signal);
  return { labels: value.labels, etag };
}

async function writeLabels(client: Client, setId: string, name: string, labels: Labels, { etag }: SavedLabels): Promise<SavedLabels> {
  if (labels.length > 0)
    return {
      labels,
      etag: await putFile(client, setId, name + LABELS, toJsonFile({ document: name, labels }), { quiet: true, headers: ifMatch(etag) }),
    };
  if (etag !== undefined)
    await client.delete(versioned(filePath(setId, name + LABELS)), { quiet: true, headers: ifMatch(etag) }).catch((error: unknown) => {
      if (!(error instanceof CallFailed && error.status === 404)) throw error;
    });
  return { labels };
}

/** The current labels; fetched only if the file list contains them. */
export async function currentLabels(client: Client, setId: string, name: string): Promise<SavedLabels> {
  const { files } = await client.get<TrainingSet>(versioned(setPath(setId)), { quiet: true });
  return files.some((file) => file.name === name + LABELS) ? await readLabels(client, setId, name) : { labels: [] };
}

/**
 * Writes labels over the last saved ones. If someone else saved in between, asks how to resolve the conflict; `steps`
 * gets each state on the way, so that what was not chosen can be restored.
 */
export async function saveLabels(
  client: Client,
  setId: string,
  name: string,
  mine: Labels,
  last: SavedLabels,
  steps: (labels: Labels) => void,
): Promise<SavedLabels> {
  let refusal: unknown;
  try {
    return await writeLabels(client, setId, name, mine, last);
  } catch (error) {
    if (!isConflict(error)) throw error;
    refusal = error;
  }
  const now = await currentLabels(client, setId, name);
  // The file is unchanged, and the write is rejected all the same: a proxy changes ETags.
  if (now.etag === last.etag) throw refusal;
  if (isEqual(now.labels, mine)) return { ...now, labels: mine };
  if (isEqual(now.labels, last.labels)) return await saveLabels(client, setId, name, mine, now, steps);
  const choice = await resolveConflict(
    t('The labels of {name}', { name }),
    { before: labelItems(last.labels), mine: labelItems(mine), theirs: labelItems(now.labels) },
    { canPostpone: false },
  );
  steps(now.labels);
  if (choice === 'theirs') return now;
  const next = choice === 'mine' ? mine : mergeLists(last.labels, mine, now.labels, ({ label }) => label);
  steps(next);
  return await saveLabels(client, setId, name, next, now, steps);
}

function labelItems(labels: Labels): Item[] {
  return labels.map(({ label, ...content }) => ({ sort: 'label', name: label, content }));
}
