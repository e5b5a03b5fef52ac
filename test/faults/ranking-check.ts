/** Checks a ranking loop after a fault: its log has every acknowledged call once, and its learner equals a replay of the log. */
import assert from 'node:assert/strict';
import type { Ports } from '../../src/kernel/ports.ts';
import { readCheckpoint } from '../../src/engines/ranking/checkpoint.ts';
import { Learner } from '../../src/areas/ranking/learning/learner.ts';
import type { LogEntry, Loop } from '../../src/areas/ranking/model.ts';
import { CHECKPOINT_KEY, LOG, LOOP_KEY, checkpoints, loops } from '../../src/areas/ranking/store.ts';
import { openBlobsToRead } from '../../src/cli/stores.ts';
import type { Config } from '../../src/config.ts';
import type { Event, Store } from '../../src/kernel/ports/store.ts';

/** The calls that clients sent, and which of them were acknowledged: rewards by event id and value, ranks with the returned action. */
export class CallLedger {
  readonly ranks = new Map<string, { sent: number; returned: string[] }>();
  readonly rewards = new Map<string, { sent: number; acknowledged: number }>();
  readonly activations = new Map<string, { sent: number; acknowledged: number }>();
  acknowledged = 0;

  async rank(eventId: string, send: () => Promise<string>): Promise<string> {
    const entry = this.ranks.get(eventId) ?? { sent: 0, returned: [] };
    this.ranks.set(eventId, entry);
    entry.sent++;
    const chosen = await send();
    entry.returned.push(chosen);
    this.acknowledged++;
    return chosen;
  }

  async send(kind: 'rewards' | 'activations', key: string, send: () => Promise<void>): Promise<void> {
    const entry = this[kind].get(key) ?? { sent: 0, acknowledged: 0 };
    this[kind].set(key, entry);
    entry.sent++;
    await send();
    entry.acknowledged++;
    this.acknowledged++;
  }
}

export interface CheckedLoop {
  entries: number;
  /** Position of the checkpoint, and how many events it has learned. */
  position: number;
  learned: number;
  generation: number;
}

/** Checks the log against the ledger, if there is one, and the checkpoint and the exported model against the log. */
export async function checkLoop(store: Store, config: Config, account: string, ledger?: CallLedger): Promise<CheckedLoop> {
  const blobs = await openBlobsToRead(config);
  try {
    return await checkLoopWith({ records: store, blobs } as unknown as Ports, store, account, ledger);
  } finally {
    await blobs.close();
  }
}

async function checkLoopWith(services: Ports, store: Store, account: string, ledger?: CallLedger): Promise<CheckedLoop> {
  const log: Event<LogEntry>[] = [];
  for (let batch; (batch = await store.readEvents<LogEntry>(account, LOG, log.length, 500)).length > 0;) log.push(...batch);
  assert.deepEqual(
    log.map(({ position }) => position),
    log.map((_, i) => i + 1),
    'positions have no gaps',
  );
  if (ledger) checkLedger(log, ledger);

  const first = log[0]?.value;
  assert.equal(first?.kind, 'settings', 'the log starts with a settings entry');
  const checkpoint = (await store.get(checkpoints, account, CHECKPOINT_KEY))?.value;
  const loop: Loop | undefined = (await store.get(loops, account, LOOP_KEY))?.value;
  const replayTo = async (position: number): Promise<Learner> => {
    const learner = new Learner(account, services, first as Extract<LogEntry, { kind: 'settings' }>);
    await learner.catchUp(undefined, position);
    return learner;
  };
  if (loop?.trained) {
    const exported = await services.blobs.get(account, loop.trained.blob);
    const replay = await replayTo(loop.trained.position);
    assert.deepEqual(Buffer.from(exported!), Buffer.from(replay.exportModel()), 'the exported model is a replay of the log');
  }
  if (!checkpoint) return { entries: log.length, position: 0, learned: 0, generation: 0 };
  const stored = await services.blobs.get(account, checkpoint.blob);
  assert.ok(stored, 'the blob of the checkpoint exists');
  const replay = await replayTo(checkpoint.position);
  assert.deepEqual(
    Buffer.from(stored),
    Buffer.from(await replay.checkpoint()),
    `the checkpoint at ${checkpoint.position} is a replay of the log, byte for byte`,
  );
  return { entries: log.length, position: checkpoint.position, learned: readCheckpoint(stored).model.count, generation: replay.generation };
}

function checkLedger(log: readonly Event<LogEntry>[], { ranks, rewards, activations }: CallLedger): void {
  const found = { ranks: new Map<string, string[]>(), rewards: new Map<string, number>(), activations: new Map<string, number>() };
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const { value } of log) {
    if (value.kind === 'rank')
      found.ranks.set(value.eventId, [...(found.ranks.get(value.eventId) ?? []), value.request.actions[value.decisions[0]!.chosen]!.id]);
    else if (value.kind === 'reward') for (const { value: reward } of value.rewards) count(found.rewards, `${value.eventId} ${reward}`);
    else if (value.kind === 'activate') count(found.activations, value.eventId);
  }
  for (const [eventId, { sent, returned }] of ranks) {
    const logged = found.ranks.get(eventId) ?? [];
    assert.ok(
      logged.length >= returned.length && logged.length <= sent,
      `rank ${eventId} was acknowledged ${returned.length} times, sent ${sent}, and is logged ${logged.length} times`,
    );
    for (const chosen of returned) assert.ok(logged.includes(chosen), `rank ${eventId} returned ${chosen} and logged ${logged}`);
  }
  for (const kind of ['rewards', 'activations'] as const) {
    for (const [key, { sent, acknowledged }] of kind === 'rewards' ? rewards : activations) {
      const logged = found[kind].get(key) ?? 0;
      assert.ok(
        logged >= acknowledged && logged <= sent,
        `${kind}: ${key} was acknowledged ${acknowledged} times, sent ${sent}, and is logged ${logged} times`,
      );
    }
  }
  assert.ok(
    [...found.ranks.keys()].every((id) => ranks.has(id)) && [...found.rewards.keys()].every((key) => rewards.has(key)),
    'nothing else is logged',
  );
}
