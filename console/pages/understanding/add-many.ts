/** Adds any number of utterances. A rejected one does not stop the others; existing ones are relabelled, as a step on their known state. */
import { isConflict } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import type { LabelledText } from '../../language/labels.ts';
import { toExample } from './calls.ts';
import type { Step } from './change-many.ts';
import { keyOf } from './states.ts';

export interface RejectedUtterance { text: string; why: string }

interface AddOptions {
  /** The known utterances. */
  known: readonly LabelledText[];
  /** Applies steps to existing ones. */
  change: (steps: readonly Step[]) => Promise<void>;
  tell: (added: readonly LabelledText[]) => void;
}

const BATCH_SIZE = 100;
interface BatchReply { hasError: boolean; error?: { message: string } }

/** Resolves to the rejected ones, and why. */
export async function addUtterances(client: Client, version: string, given: readonly LabelledText[], { known, change, tell }: AddOptions): Promise<RejectedUtterance[]> {
  const seen = new Map(known.map((one) => [keyOf(one.text), one]));
  // If a text is given twice the later one counts, as on the server.
  const each = [...new Map(given.map((one) => [keyOf(one.text), one])).values()];
  const steps: Step[] = each.flatMap((after) => seen.has(keyOf(after.text)) ? [{ before: seen.get(keyOf(after.text)), after }] : []);
  const fresh = each.filter(({ text }) => !seen.has(keyOf(text)));
  const refused: RejectedUtterance[] = [];
  for (let i = 0; i < fresh.length; i += BATCH_SIZE) {
    const some = fresh.slice(i, i + BATCH_SIZE);
    try {
      const answers = await client.post<BatchReply[]>(`${version}/examples`, some.map(toExample), { headers: { 'if-none-match': '*' } });
      answers.forEach(({ hasError, error }, at) => hasError && refused.push({ text: some[at]!.text, why: error?.message ?? 'It was rejected.' }));
      tell(some.filter((_, at) => !answers[at]!.hasError));
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Someone else has added one of them meanwhile.
      steps.push(...some.map((after) => ({ after })));
    }
  }
  if (steps.length > 0) await change(steps);
  return refused;
}
