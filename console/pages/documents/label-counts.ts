/** Number of labelled forms per field of a set. */
import type { Client } from '../../kit/api.ts';
import { readLabels } from './label-file.ts';
import { countLabels } from './labels.ts';
import type { Labels } from './labels.ts';
import type { FormFile } from './training-set.ts';

/** Larger sets are not counted: the labels of each form are a file. */
const MOST = 60;
const AT_ONCE = 6;

export async function labelCounts(client: Client, setId: string, forms: readonly FormFile[], signal: AbortSignal): Promise<Map<string, number> | undefined> {
  const wanted = forms.filter(({ labelled }) => labelled);
  if (wanted.length > MOST) return undefined;
  const all: Labels[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) all.push(...await Promise.all(wanted.slice(from, from + AT_ONCE).map(async ({ name }) => (await readLabels(client, setId, name, signal)).labels)));
  return countLabels(all);
}
