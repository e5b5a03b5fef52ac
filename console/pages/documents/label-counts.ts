/** Number of labelled forms per field of a set. */
import type { Client } from '../../kit/api.ts';
import { readLabels } from './label-file.ts';
import { countLabels } from './labels.ts';
import type { Labels } from './labels.ts';
import type { FormFile } from './training-set.ts';

/** Larger sets are not counted: the labels of each form are a file. */
const MAX_COUNTED = 60;
const CONCURRENCY = 6;

export async function labelCounts(client: Client, setId: string, forms: readonly FormFile[], signal: AbortSignal): Promise<Map<string, number> | undefined> {
  const wanted = forms.filter(({ labelled }) => labelled);
  if (wanted.length > MAX_COUNTED) return undefined;
  const all: Labels[] = [];
  for (let from = 0; from < wanted.length; from += CONCURRENCY) all.push(...await Promise.all(wanted.slice(from, from + CONCURRENCY).map(async ({ name }) => (await readLabels(client, setId, name, signal)).labels)));
  return countLabels(all);
}
