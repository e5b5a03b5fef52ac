/**
 * Writers that create, change and delete things of every area, and a ledger of what was acknowledged. A thing belongs to one writer, which
 * sends one change at a time, so that after a fault it has the last acknowledged value or one that was sent and never answered.
 */
import { Random } from '../../test/support/simulated-time.ts';
import type { Register, Target } from './registers.ts';

interface Entry {
  /** Undefined: absent. */
  acknowledged: string | undefined;
  /** Sent, and neither acknowledged nor refused. */
  pending: (string | undefined)[];
}

const THINGS_OF_A_WRITER = 4;
/** How often a check asks: on a busy machine an answer may be late, and only an answer says that something is lost. */
const CHECK_TRIES = 5;

async function readPatiently(register: Register, target: Target): Promise<Map<string, string>> {
  for (let tries = 1; ; tries++) {
    try {
      return await register.read(target);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError' || tries === CHECK_TRIES) throw error;
    }
  }
}

export class Ledger {
  readonly #entries = new Map<Register, Map<string, Entry>>();
  acknowledged = 0;
  readonly refusals: string[] = [];

  /** Sends a change; false when the outcome is unknown. */
  async change(register: Register, target: Target, id: string, value: string | undefined): Promise<boolean> {
    const entries = this.#entries.get(register) ?? new Map<string, Entry>();
    this.#entries.set(register, entries);
    const entry = entries.get(id) ?? { acknowledged: undefined, pending: [] };
    entries.set(id, entry);
    entry.pending.push(value);
    let answer;
    try {
      answer =
        value === undefined ? await register.delete!(target, id) : await register.put(target, id, value, entry.acknowledged !== undefined);
    } catch {
      return false;
    }
    const { status, text } = answer;
    // Nothing says whether a change that failed in the middle was committed.
    if (status >= 500) return false;
    entry.pending.pop();
    if (status < 300) {
      entry.acknowledged = value;
      this.acknowledged++;
    } else if (status !== 429) this.refusals.push(`${register.name} ${id}: ${status} ${text.slice(0, 200)}`);
    return true;
  }

  valueOf(register: Register, id: string): string | undefined {
    return this.#entries.get(register)?.get(id)?.acknowledged;
  }

  isCertain(register: Register, id: string): boolean {
    return (this.#entries.get(register)?.get(id)?.pending.length ?? 0) === 0;
  }

  /** Compares what is stored with what was acknowledged, and continues from what is stored. */
  async check(register: Register, target: Target): Promise<string[]> {
    let found: Map<string, string>;
    try {
      found = await readPatiently(register, target);
    } catch (error) {
      return [`${register.name}: ${(error as Error).message}`];
    }
    const entries = this.#entries.get(register) ?? new Map<string, Entry>();
    const problems: string[] = [];
    for (const [id, entry] of entries) {
      const value = found.get(id);
      if (value !== entry.acknowledged && !entry.pending.includes(value))
        problems.push(
          `${register.name} ${id} is ${value}, acknowledged ${entry.acknowledged}, without an answer ${JSON.stringify(entry.pending)}`,
        );
      entry.acknowledged = value;
      entry.pending = [];
    }
    for (const id of found.keys()) if (!entries.has(id) && /^[cw]\d/.test(id)) problems.push(`${register.name} ${id} was never sent`);
    for (const [id, { acknowledged }] of entries) if (acknowledged === undefined) entries.delete(id);
    return problems;
  }
}

export interface TrafficOptions {
  ledger: Ledger;
  registers: readonly Register[];
  writers: number;
  seed: number;
  /** Prefix of the ids of new things. */
  prefix: string;
  /** The server that the next call goes to. */
  target(random: Random): Target;
  /** More calls of a writer, after each of its changes. */
  also?(random: Random, writer: number, n: number): Promise<void>;
}

/** Writes until aborted. A thing whose last change had no answer is left alone until the next check. */
export async function writeUntil(
  signal: AbortSignal,
  { ledger, registers, writers, seed, prefix, target, also }: TrafficOptions,
): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const random = new Random(seed + writer * 7919);
      const mine = new Map<Register, string[]>();
      for (let n = 0; !signal.aborted; n++) {
        const register = random.pick(registers);
        const ids = (mine.get(register) ?? []).filter((id) => ledger.isCertain(register, id));
        mine.set(register, ids);
        const isSingle = register.delete === undefined;
        const id = isSingle ? `w${writer}` : ids.length < THINGS_OF_A_WRITER ? `${prefix}-w${writer}-${n}` : random.pick(ids);
        if (isSingle && !ledger.isCertain(register, id)) continue;
        const deletes = !isSingle && ids.includes(id) && random.chance(0.4);
        const isKnown = await ledger.change(register, target(random), id, deletes ? undefined : `v${nextNumber++}`);
        if (isKnown && !isSingle) mine.set(register, [...ids.filter((other) => other !== id), ...(deletes ? [] : [id])]);
        if (!signal.aborted) await also?.(random, writer, n);
      }
    }),
  );
}

let nextNumber = 1;
