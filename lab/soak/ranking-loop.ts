/** A ranking loop in an account of its own, with a ledger of its calls. */
import { CallLedger } from '../../test/faults/ranking-check.ts';
import { RankingClient, actions } from '../../test/support/ranking.ts';
import { ManagementClient } from '../../test/support/server.ts';
import type { Random } from '../../test/support/simulated-time.ts';
import type { Target } from './registers.ts';

const KINDS = ['a', 'b', 'c'];

export class RankingLoop {
  readonly account: string;
  readonly ledger: CallLedger;
  readonly #client: RankingClient;

  private constructor(account: string, client: RankingClient, ledger: CallLedger) {
    this.account = account;
    this.#client = client;
    this.ledger = ledger;
  }

  static async create(target: Target, name: string): Promise<RankingLoop> {
    const manager = new ManagementClient(target, target.token);
    const { body } = await manager.putAccount(name, { kind: 'Ranking' });
    const client = new RankingClient(target, (await manager.listKeys(name)).key1);
    await client.configure({ modelExportFrequency: 'PT0.1S', rewardWaitTime: 'PT5S' });
    return new RankingLoop(body.properties.accountId, client, new CallLedger());
  }

  at(target: Target): RankingLoop {
    return new RankingLoop(this.account, this.#client.at(target), this.ledger);
  }

  async playOne(eventId: string, random: Random): Promise<void> {
    const kind = random.pick(KINDS);
    const deferActivation = random.chance(0.2);
    const body = { eventId, contextFeatures: [{ user: { kind } }], actions: actions(...KINDS), deferActivation };
    const chosen = await this.ledger.rank(eventId, async () => (await this.#client.rank(body)).rewardActionId);
    if (deferActivation && random.chance(0.7))
      await this.ledger.send('activations', eventId, () => this.#client.ok(`POST /events/${eventId}/activate`));
    const value = chosen === kind ? 1 : 0;
    if (random.chance(0.9)) await this.ledger.send('rewards', `${eventId} ${value}`, () => this.#client.reward(eventId, value));
  }
}
