/**
 * Deleting utterances. The interface deletes one a call, by its number, which is found among those of its intent. One
 * call goes after the other: each replaces the version, so that calls at once would only meet and be done again (on a
 * server at hand 2.3 ms each in turn, 2.9 with four at once).
 */
import type { Client } from '../../kit/api.ts';
import { allOf } from '../../language/apps.ts';
import type { LabelledText } from '../../language/labels.ts';
import type { Model } from './calls.ts';

export interface Deletion { signal?: AbortSignal; /** Hears of the texts that are gone, a few at a time, also where it is stopped or fails. */ tell?: (gone: ReadonlySet<string>) => void }

/** So often is told what is gone. */
const TELL_MS = 200;

export async function deleteExamples(client: Client, version: string, models: readonly Model[], utterances: readonly LabelledText[], { signal, tell }: Deletion = {}): Promise<void> {
  let [gone, told, quiet] = [new Set<string>(), performance.now(), false];
  const tellNow = (): void => {
    if (gone.size > 0) tell?.(gone);
    [gone, told] = [new Set(), performance.now()];
  };
  try {
    for (const [intent, theirs] of Map.groupBy(utterances, (one) => one.intent)) {
      const texts = new Map(theirs.map(({ text }) => [text.toLowerCase(), text]));
      const model = models.find(({ name, typeId }) => name === intent && typeId === 0);
      const numbered = model ? await allOf<{ id: number; text: string }>(client, `${version}/models/${model.id}/examples`, signal) : [];
      for (const { id, text } of numbered) {
        const own = texts.get(text.toLowerCase());
        if (own === undefined) continue;
        signal?.throwIfAborted();
        // One of them in the list of calls shows how; hundreds would hide all others.
        await client.delete(`${version}/examples/${id}`, { quiet });
        quiet = true;
        texts.delete(text.toLowerCase());
        gone.add(own);
        if (performance.now() - told > TELL_MS) tellNow();
      }
      // What another has deleted meanwhile is gone as well.
      for (const text of texts.values()) gone.add(text);
    }
  } finally {
    tellNow();
  }
}
