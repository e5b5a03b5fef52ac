/** The labels of a form in their file: read with the tag of their state, written over that state and no other. */
import { CallFailed, isOvertaken } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import type { Item } from '../../kit/differences.ts';
import { merged, same } from '../../kit/differences.ts';
import { meanwhile } from '../../kit/meanwhile.tsx';
import { at, filePath, getTagged, jsonFile, onlyOn, putFile, setPath } from './calls.ts';
import type { Label, Labels } from './labels.ts';
import { LABELS } from './file-names.ts';
import type { TrainingSet } from './training-set.ts';

/** A form without labels has no file of them, and does not count as labelled. */
export interface SavedLabels { labels: Labels; etag?: string }

export async function readLabels(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<SavedLabels> {
  const { value, etag } = await getTagged<{ labels: Label[] }>(client, setId, name + LABELS, signal);
  return { labels: value.labels, etag };
}

async function write(client: Client, setId: string, name: string, labels: Labels, { etag }: SavedLabels): Promise<SavedLabels> {
  if (labels.length > 0) return { labels, etag: await putFile(client, setId, name + LABELS, jsonFile({ document: name, labels }), { quiet: true, headers: onlyOn(etag) }) };
  if (etag !== undefined) await client.delete(at(filePath(setId, name + LABELS)), { quiet: true, headers: onlyOn(etag) }).catch((error: unknown) => {
    if (!(error instanceof CallFailed && error.status === 404)) throw error;
  });
  return { labels };
}

/** What is there now, asking only for what the list of files says is there. */
async function labelsNow(client: Client, setId: string, name: string): Promise<SavedLabels> {
  const { files } = await client.get<TrainingSet>(at(setPath(setId)), { quiet: true });
  return files.some((file) => file.name === name + LABELS) ? await readLabels(client, setId, name) : { labels: [] };
}

/**
 * Writes labels in the place of those that were saved last. Where somebody else has saved others meanwhile, it is asked
 * what is to stand; `steps` is told each state on the way, so that what was not chosen can be brought back.
 */
export async function saveLabels(client: Client, setId: string, name: string, mine: Labels, last: SavedLabels, steps: (labels: Labels) => void): Promise<SavedLabels> {
  let refusal: unknown;
  try {
    return await write(client, setId, name, mine, last);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    refusal = error;
  }
  const now = await labelsNow(client, setId, name);
  // It stands as it was read, and is refused all the same: something between here and the server changes tags.
  if (now.etag === last.etag) throw refusal;
  if (same(now.labels, mine)) return { ...now, labels: mine };
  if (same(now.labels, last.labels)) return await saveLabels(client, setId, name, mine, now, steps);
  const choice = await meanwhile(`What is labelled on ${name}`, { before: itemsOf(last.labels), mine: itemsOf(mine), theirs: itemsOf(now.labels) }, { later: false });
  steps(now.labels);
  if (choice === 'theirs') return now;
  const next = choice === 'mine' ? mine : merged(last.labels, mine, now.labels, ({ label }) => label);
  steps(next);
  return await saveLabels(client, setId, name, next, now, steps);
}

function itemsOf(labels: Labels): Item[] {
  return labels.map(({ label, ...content }) => ({ sort: 'label', name: label, content }));
}
