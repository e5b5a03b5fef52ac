/** Adding any number of utterances. What is wrong with one does not keep the others out; what is there already is labelled anew, as a step on what was seen of it. */
import { isOvertaken } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import type { LabelledText } from '../../language/labels.ts';
import { exampleOf } from './calls.ts';
import type { Step } from './change-many.ts';
import { keyOf } from './states.ts';

export interface Refused { text: string; why: string }

interface Adding {
  /** The utterances that are seen. */
  known: readonly LabelledText[];
  /** Does steps on what is there already. */
  change: (steps: readonly Step[]) => Promise<void>;
  tell: (added: readonly LabelledText[]) => void;
}

const AT_ONCE = 100;
interface BatchAnswer { hasError: boolean; error?: { message: string } }

/** Answers those that were refused, and why. */
export async function addMany(client: Client, version: string, given: readonly LabelledText[], { known, change, tell }: Adding): Promise<Refused[]> {
  const seen = new Map(known.map((one) => [keyOf(one.text), one]));
  // Of one text given twice the later counts, as the server has it.
  const each = [...new Map(given.map((one) => [keyOf(one.text), one])).values()];
  const steps: Step[] = each.flatMap((after) => seen.has(keyOf(after.text)) ? [{ before: seen.get(keyOf(after.text)), after }] : []);
  const fresh = each.filter(({ text }) => !seen.has(keyOf(text)));
  const refused: Refused[] = [];
  for (let i = 0; i < fresh.length; i += AT_ONCE) {
    const some = fresh.slice(i, i + AT_ONCE);
    try {
      const answers = await client.post<BatchAnswer[]>(`${version}/examples`, some.map(exampleOf), { headers: { 'if-none-match': '*' } });
      answers.forEach(({ hasError, error }, at) => hasError && refused.push({ text: some[at]!.text, why: error?.message ?? 'It was refused.' }));
      tell(some.filter((_, at) => !answers[at]!.hasError));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      // Somebody else has added one of them meanwhile.
      steps.push(...some.map((after) => ({ after })));
    }
  }
  if (steps.length > 0) await change(steps);
  return refused;
}
