/**
 * Adds what texts are about to the features of a decision, for learning settings with `--text_subjects`: a flag for each of the nearest
 * subjects of a general list (engines/language/subjects), in the namespace `subjects` of the context or action. A new title then starts
 * with what is known of its subjects, in whatever words or language. The log keeps the added features, so learning and evaluations need
 * no encoder.
 *
 * Texts are encoded in a shared thread, and their subjects are remembered for the account. A decision waits for at most half a second and
 * is made without the subjects that are not known by then; the next one has them.
 */
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ports } from '../../../kernel/ports.ts';
import { MIN_WORDS } from '../../../engines/ranking/features/features.ts';
import type { RankRequest } from '../model.ts';

const THREAD_MODULE = new URL('../../../engines/loaders/language/subjects-thread.ts', import.meta.url);
const NAMESPACE = 'subjects';
/** Texts of one request that are encoded, a few milliseconds each. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 500;
const MAX_REMEMBERED = 20_000;
const MAX_WAITING = 8;
/** How long a decision waits; the first texts of a thread take longer, since the encoder is loaded. */
const MAX_WAIT_MS = 500;
const MAX_TIME_MS = 60_000;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words: about two letters make one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

type FeatureList = readonly unknown[];

/** Names of subjects by text, the least recently used first, of each account. */
const remembered = new Map<string, Map<string, readonly string[]>>();
let count = 0;

export async function addTextSubjects(
  request: RankRequest,
  account: string,
  services: Pick<Ports, 'threads' | 'log'>,
): Promise<RankRequest> {
  const { contextFeatures, actions } = request;
  const lists: FeatureList[] = [contextFeatures ?? [], ...actions.map(({ features }) => features)];
  const texts = lists.map(textsOf);
  const unknown = [...new Set(texts.flat())].filter((text) => !recall(account, text)).slice(0, MAX_TEXTS);
  if (unknown.length > 0) await Promise.race([findSubjects(unknown, account, services), wait(MAX_WAIT_MS, undefined, { ref: false })]);
  const extended = lists.map((list, n) => {
    const names = texts[n]!.flatMap((text) => recall(account, text) ?? []);
    return names.length > 0 ? [...list, { [NAMESPACE]: Object.fromEntries(names.map((name) => [name, true])) }] : (list as unknown[]);
  });
  return {
    ...request,
    ...(contextFeatures && { contextFeatures: extended[0]! }),
    actions: actions.map((action, k) => ({ ...action, features: extended[k + 1]! })),
  };
}

/** Finds the subjects of texts and remembers them, also when the decision no longer waits. */
async function findSubjects(texts: readonly string[], account: string, { threads, log }: Pick<Ports, 'threads' | 'log'>): Promise<void> {
  try {
    const call = { module: THREAD_MODULE, function: 'subjectsOf', input: texts };
    const found = await threads.run<string[][]>({ ...call, account, maxWaiting: MAX_WAITING, timeMs: MAX_TIME_MS });
    texts.forEach((text, n) => remember(account, text, found[n]!.map(nameOf)));
  } catch (problem) {
    log.warn({ account, problem: String(problem) }, 'the subjects of texts could not be found');
  }
}

/** The texts among features: those that the learner splits into words, and those of scripts without spaces. */
function textsOf(list: FeatureList): string[] {
  const texts: string[] = [];
  for (const dictionary of list) if (isDictionary(dictionary)) collect(dictionary, true);
  return texts;

  function collect(features: object, isOuter: boolean): void {
    for (const [name, value] of Object.entries(features)) {
      if (name.startsWith('_')) continue;
      if (typeof value === 'string') {
        const text = value.slice(0, MAX_CHARACTERS).trim();
        if (hasWords(text)) texts.push(text);
      } else if (isOuter && isDictionary(value)) collect(value, false);
    }
  }
}

function hasWords(text: string): boolean {
  return (text.match(WORD)?.length ?? 0) + Math.floor((text.match(UNSPACED)?.length ?? 0) / 2) >= MIN_WORDS;
}

function recall(account: string, text: string): readonly string[] | undefined {
  const own = remembered.get(account);
  if (!own) return undefined;
  const key = digestOf(text);
  const subjects = own.get(key);
  if (!subjects) return undefined;
  own.delete(key);
  own.set(key, subjects);
  return subjects;
}

function remember(account: string, text: string, subjects: readonly string[]): void {
  let own = remembered.get(account);
  if (!own) remembered.set(account, (own = new Map()));
  count -= own.size;
  own.set(digestOf(text), subjects);
  count += own.size;
  if (count > MAX_REMEMBERED) forgetHalf();
}

/** Of the account that has the most, so that many new texts of one push out none of others. */
function forgetHalf(): void {
  const [account, most] = [...remembered].reduce((a, b) => (b[1].size > a[1].size ? b : a));
  const kept = [...most].slice(Math.ceil(most.size / 2));
  count -= most.size - kept.length;
  if (kept.length > 0) remembered.set(account, new Map(kept));
  else remembered.delete(account);
}

/** So that texts of callers are not kept. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}

/** A name of a feature has no spaces. */
function nameOf(subject: string): string {
  return subject.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
}

function isDictionary(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
