/** Checks beside the traffic: races for one id, walks through a list, and jobs that count their effects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/server.ts';
import type { Random } from '../../../test/support/simulated-time.ts';
import { send } from '../registers.ts';
import type { Fleet } from './fleet.ts';

const STABLE_ITEMS = 60;
const PAGE = 7;
const JOB_MS = 100;
const GROUPS = '/face/v1.0/largepersongroups';

export class Checks {
  readonly #fleet: Fleet;
  readonly #stable = Array.from({ length: STABLE_ITEMS }, (_, i) => `stable-${String(i).padStart(3, '0')}`);
  readonly jobs = new Set<string>();
  readonly problems: string[] = [];
  races = 0;
  badRaces = 0;
  walks = 0;
  badWalks = 0;
  badJobs = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async createStableItems(): Promise<void> {
    for (const id of this.#stable) {
      const { status, text } = await send(this.#fleet.targets[0]!, `PUT ${GROUPS}/${id}`, { name: id });
      if (status !== 200) throw new Error(text);
    }
  }

  /** Creates one id at all processes at the same time. */
  async raceUntil(signal: AbortSignal, random: Random): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      const id = `race-${n}`;
      const entrants = [...this.#fleet.targets, ...this.#fleet.targets];
      const replies = await Promise.all(
        entrants.map((target, i) => send(target, `PUT ${GROUPS}/${id}`, { name: `by-${i}` }).catch(() => undefined)),
      );
      const winners = replies.filter((reply) => reply?.status === 200).length;
      const unknown = replies.filter((reply) => reply === undefined || reply.status >= 500).length;
      // A call without an answer may be the winner, or may win later.
      if (unknown === 0) {
        this.races++;
        if (winners !== 1) this.#bad('badRaces', `${id}: ${winners} winners: ${replies.map((reply) => reply?.status).join()}`);
      } else if (winners > 1) this.#bad('badRaces', `${id}: ${winners} winners`);
      if (random.chance(0.7)) await send(this.#fleet.pick(random), `DELETE ${GROUPS}/${id}`).catch(() => undefined);
      await sleep(random.integer(10, 100));
    }
  }

  /** Walks through the list in small pages while other items come and go. */
  async pageUntil(signal: AbortSignal, random: Random): Promise<void> {
    while (!signal.aborted) {
      const seen: string[] = [];
      let isComplete = false;
      for (let start = ''; ;) {
        const reply = await send(this.#fleet.pick(random), `GET ${GROUPS}?top=${PAGE}&start=${start}`).catch(() => undefined);
        if (reply?.status !== 200) break;
        const page = JSON.parse(reply.text) as { largePersonGroupId: string }[];
        seen.push(...page.map(({ largePersonGroupId: id }) => id));
        isComplete = page.length < PAGE;
        if (isComplete) break;
        start = page.at(-1)!.largePersonGroupId;
      }
      if (isComplete) {
        this.walks++;
        const stable = seen.filter((id) => id.startsWith('stable-'));
        if (stable.join() !== this.#stable.join() || new Set(seen).size !== seen.length)
          this.#bad('badWalks', `walk: ${stable.length} stable items`);
      }
      await sleep(20);
    }
  }

  async startJobsUntil(signal: AbortSignal, random: Random): Promise<void> {
    while (!signal.aborted) {
      const reply = await send(this.#fleet.pick(random), 'POST /faults/jobs', { n: JOB_MS }).catch(() => undefined);
      if (reply?.status === 202) this.jobs.add((JSON.parse(reply.text) as { id: string }).id);
      await sleep(random.integer(100, 400));
    }
  }

  async finish(): Promise<void> {
    for (const id of this.jobs) {
      const read = async (): Promise<{ state: string; effects: number }> =>
        JSON.parse((await send(this.#fleet.targets[0]!, `GET /faults/jobs/${id}`)).text) as { state: string; effects: number };
      const isOpen = ({ state }: { state: string }): boolean => state === 'notStarted' || state === 'running';
      const { state, effects } = await eventually(read, (job) => !isOpen(job), 60_000).catch(read);
      if (state !== 'succeeded' || effects !== 1) this.#bad('badJobs', `job ${id} is ${state} with ${effects} effects`);
    }
  }

  #bad(count: 'badRaces' | 'badWalks' | 'badJobs', problem: string): void {
    this[count]++;
    this.problems.push(problem);
  }
}
