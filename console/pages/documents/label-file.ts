/** The label file of a form: read with its ETag, and written only over that state. */
import { CallFailed, isConflict } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import type { Item } from '../../kit/differences.ts';
import { mergeLists, isEqual } from '../../kit/differences.ts';
import { resolveConflict } from '../../kit/meanwhile.tsx';
import { versioned, filePath, getTagged, toJsonFile, ifMatch, putFile, setPath } from './calls.ts';
import type { Label, Labels } from './labels.ts';
import { LABELS } from './file-names.ts';
import type { TrainingSet } from './training-set.ts';

/** A form without labels has no label file, and does not count as labelled. */
export interface SavedLabels { labels: Labels; etag?: string }

export async function readLabels(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<SavedLabels> {
  const { value, etag } = await getTagged<{ labels: Label[] }>(client, setId, name + LABELS, signal);
  return { labels: value.labels, etag };
}

async function writeLabels(client: Client, setId: string, name: string, labels: Labels, { etag }: SavedLabels): Promise<SavedLabels> {
  if (labels.length > 0) return { labels, etag: await putFile(client, setId, name + LABELS, toJsonFile({ document: name, labels }), { quiet: true, headers: ifMatch(etag) }) };
  if (etag !== undefined) await client.delete(versioned(filePath(setId, name + LABELS)), { quiet: true, headers: ifMatch(etag) }).catch((error: unknown) => {
    if (!(error instanceof CallFailed && error.status === 404)) throw error;
  });
  return { labels };
}

/** The current labels; fetched only if the file list contains them. */
async function currentLabels(client: Client, setId: string, name: string): Promise<SavedLabels> {
  const { files } = await client.get<TrainingSet>(versioned(setPath(setId)), { quiet: true });
  return files.some((file) => file.name === name + LABELS) ? await readLabels(client, setId, name) : { labels: [] };
}

/** Writes labels over the last saved ones. If someone else saved in between, asks how to resolve the conflict; `steps` gets each state on the way, so that what was not chosen can be restored. */
export async function saveLabels(client: Client, setId: string, name: string, mine: Labels, last: SavedLabels, steps: (labels: Labels) => void): Promise<SavedLabels> {
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
  const choice = await resolveConflict(`The labels of ${name}`, { before: labelItems(last.labels), mine: labelItems(mine), theirs: labelItems(now.labels) }, { later: false });
  steps(now.labels);
  if (choice === 'theirs') return now;
  const next = choice === 'mine' ? mine : mergeLists(last.labels, mine, now.labels, ({ label }) => label);
  steps(next);
  return await saveLabels(client, setId, name, next, now, steps);
}

function labelItems(labels: Labels): Item[] {
  return labels.map(({ label, ...content }) => ({ sort: 'label', name: label, content }));
}
