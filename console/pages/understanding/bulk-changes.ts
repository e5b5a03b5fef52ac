/**
 * Bulk changes of utterances: each step has the known state of one, and its new state. They are sent hundreds per
 * call, each call all or nothing. If someone else has changed an utterance since, asks how to resolve the conflict.
 */
import { t } from '../../i18n/messages.ts';
import { isConflict, type Client } from '../../kit/api.ts';
import type { Conflict, Resolution } from '../../kit/conflict.tsx';
import { isEqual, type Item } from '../../kit/differences.ts';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import type { RejectedUtterance } from '../../shared/language/add-utterances.tsx';
import { keyOf, loadStates, toExample, type UtteranceState } from './calls.ts';
import { mergeUtterance } from './merging.ts';

/** Known and new state of an utterance; undefined: it does not exist. */
export interface Step {
  before?: LabeledText;
  after?: LabeledText;
}

export const invertSteps = (steps: readonly Step[]): Step[] => steps.map(({ before, after }) => ({ before: after, after: before }));

export interface AppliedSteps {
  /** Number of steps per call. */
  done: readonly Step[];
  /** Existing utterances, and texts that were deleted, by these steps or by someone else. */
  put: readonly LabeledText[];
  gone: ReadonlySet<string>;
}

interface ChangeOptions {
  entities: readonly EntityChoice[];
  /** Called for edit conflicts; undefined: stop. */
  ask: (conflict: Conflict) => Promise<Resolution>;
  onProgress: (applied: AppliedSteps) => void;
  signal?: AbortSignal;
}

const BATCH_SIZE = 500;

/** A step and the current state. */
type ReadyStep = Step & { text: string; state?: UtteranceState };

/** Resolves when everything is written, or when it is stopped; true if all was applied, except what was left to the other side. */
export async function applySteps(client: Client, version: string, steps: readonly Step[], changing: ChangeOptions): Promise<boolean> {
  let left = await findRemaining(client, version, steps, changing);
  while (left && left.length > 0) {
    changing.signal?.throwIfAborted();
    const now = left.slice(0, BATCH_SIZE);
    try {
      await client.post(`${version}/examples/change`, {
        put: now.flatMap(({ after, state }) => (after ? [{ ...toExample(after), etag: state?.etag ?? null }] : [])),
        delete: now.flatMap(({ after, state }) => (!after && state ? [{ id: state.id, etag: state.etag }] : [])),
      });
    } catch (error) {
      if (!isConflict(error)) throw error;
      left = await findRemaining(client, version, left, changing);
      continue;
    }
    changing.onProgress({
      done: now.map(({ before, after }) => ({ before, after })),
      put: now.flatMap(({ after }) => after ?? []),
      gone: new Set(now.flatMap(({ text, after }) => (after ? [] : text))),
    });
    left = left.slice(BATCH_SIZE);
  }
  return left !== undefined;
}

/** The remaining steps on the current state; undefined if the conflict was not resolved. */
async function findRemaining(
  client: Client,
  version: string,
  steps: readonly Step[],
  { entities, ask, onProgress }: ChangeOptions,
): Promise<ReadyStep[] | undefined> {
  const states = await loadStates(client, version, steps.map(textOf));
  const on = steps.map((step): ReadyStep => ({
    text: textOf(step),
    before: step.before && pickFields(step.before),
    after: step.after && pickFields(step.after),
    state: states.get(keyOf(textOf(step))),
  }));
  const conflicts = new Set(on.filter((step) => isPending(step) && !isEqual(step.state?.utterance, step.before)));
  const each = [...conflicts];
  const choice =
    each.length === 0
      ? 'mine'
      : await ask({
          before: items(each.map(({ before }) => before)),
          mine: items(each.map(({ after }) => after)),
          theirs: items(each.map(({ state }) => state?.utterance)),
        });
  if (choice === undefined) return undefined;
  const settled = on.map((step): ReadyStep => {
    const theirs = step.state?.utterance;
    return conflicts.has(step)
      ? {
          ...step,
          before: theirs,
          after: choice === 'theirs' ? theirs : choice === 'mine' ? step.after : mergeSteps(step, theirs, entities),
        }
      : step;
  });
  const upToDate = settled.filter((step) => !isPending(step));
  onProgress({
    done: [],
    put: upToDate.flatMap(({ after }) => after ?? []),
    gone: new Set(upToDate.flatMap(({ text, after }) => (after ? [] : text))),
  });
  return settled.filter(isPending);
}

/** Whether the current state differs from the new one. */
function isPending({ state, after }: ReadyStep): boolean {
  return !isEqual(state?.utterance, after);
}

/** A change by one side wins over a deletion by the other. */
function mergeSteps(
  { before, after: mine }: Step,
  theirs: LabeledText | undefined,
  entities: readonly EntityChoice[],
): LabeledText | undefined {
  return mine && theirs ? mergeUtterance(before, mine, theirs, entities) : (mine ?? theirs);
}

function textOf({ before, after }: Step): string {
  return (after ?? before)!.text;
}

/** Rows of a list have more properties. */
export const pickFields = ({ text, intent, labels }: LabeledText): LabeledText => ({ text, intent, labels });

function items(utterances: readonly (LabeledText | undefined)[]): Item[] {
  return utterances.flatMap((one) =>
    one
      ? [{ sort: '', name: keyOf(one.text), content: one, says: [one.intent, ...one.labels.map(({ entity }) => entity)].join(', ') }]
      : [],
  );
}

interface AddOptions {
  /** The known utterances. */
  known: readonly LabeledText[];
  /** Applies steps to existing ones. */
  change: (steps: readonly Step[]) => Promise<void>;
  onProgress: (added: readonly LabeledText[]) => void;
}

const ADD_BATCH_SIZE = 100;
interface BatchReply {
  hasError: boolean;
  error?: { message: string };
}

/** Resolves to the rejected ones, and why. */
export async function addUtterances(
  client: Client,
  version: string,
  given: readonly LabeledText[],
  { known, change, onProgress }: AddOptions,
): Promise<RejectedUtterance[]> {
  const seen = new Map(known.map((one) => [keyOf(one.text), one]));
  // If a text is given twice the later one counts, as on the server.
  const each = [...new Map(given.map((one) => [keyOf(one.text), one])).values()];
  const steps: Step[] = each.flatMap((after) => (seen.has(keyOf(after.text)) ? [{ before: seen.get(keyOf(after.text)), after }] : []));
  const fresh = each.filter(({ text }) => !seen.has(keyOf(text)));
  const refused: RejectedUtterance[] = [];
  for (let i = 0; i < fresh.length; i += ADD_BATCH_SIZE) {
    const some = fresh.slice(i, i + ADD_BATCH_SIZE);
    try {
      const answers = await client.post<BatchReply[]>(`${version}/examples`, some.map(toExample), { headers: { 'if-none-match': '*' } });
      answers.forEach(
        ({ hasError, error }, at) => hasError && refused.push({ text: some[at]!.text, why: error?.message ?? t('It was rejected.') }),
      );
      onProgress(some.filter((_, at) => !answers[at]!.hasError));
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Someone else has added one of them meanwhile.
      steps.push(...some.map((after) => ({ after })));
    }
  }
  if (steps.length > 0) await change(steps);
  return refused;
}
