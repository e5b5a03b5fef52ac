/** A client of the ranking area with its own account. */
import assert from 'node:assert/strict';
import { call } from './server.ts';
import type { HttpResponse, CallOptions, ManagementClient } from './server.ts';

const BASE = '/ranking/v1.1-preview.3';
export const SLOTS = '--ccb_explore_adf --squarecb --epsilon 0.02';

export interface RankReply {
  ranking: { id: string; probability: number }[];
  eventId: string;
  rewardActionId: string;
  inferenceExplanation?: { id: string; features: { name: string; score: number }[] }[];
}
export interface Settings {
  rewardWaitTime: string;
  defaultReward: number;
  rewardAggregation: string;
  explorationPercentage: number;
  modelExportFrequency: string;
  logMirrorEnabled: boolean;
  logMirrorSasUri: string;
  logRetentionDays: number;
  lastConfigurationEditDate: string;
  learningMode: string;
  isAutoOptimizationEnabled: boolean;
  autoOptimizationFrequency: string;
  autoOptimizationStartDate: string;
  isInferenceExplainabilityEnabled?: boolean;
}
export interface Policy {
  name: string;
  arguments: string;
}
export interface Problem {
  error: { code: string; message: string; target?: string; details?: { code: string; message: string }[] };
}
export interface Metrics {
  learningMode: string;
  numberOfEvents: number;
  sumOfRewards: number;
  numberOfMatchedEvents: number;
  sumOfImitatedRewards: number;
  cumulativeNumberOfEvents: number;
}

/** Actions with one distinct feature each. */
export function actions(...ids: string[]): { id: string; features: object[] }[] {
  return ids.map((id) => ({ id, features: [{ topic: id }] }));
}

export class RankingClient {
  readonly key: string;
  readonly #server: { address: string };

  constructor(server: { address: string }, key: string) {
    this.#server = server;
    this.key = key;
  }

  static async of(manager: ManagementClient, name: string): Promise<RankingClient> {
    return new RankingClient(manager.server, (await manager.createAccount(name, { kind: 'Ranking' })).key1);
  }

  /** The same client at another server address. */
  at(server: { address: string }): RankingClient {
    return new RankingClient(server, this.key);
  }

  /** `GET /path`, below the area's base. */
  async send<T = Problem>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> {
    return await call<T>(this.#server, route.replace(' /', ` ${BASE}/`), { key: this.key, ...options });
  }

  /** The body of a successful reply; fails otherwise. */
  async ok<T = unknown>(route: string, options: CallOptions = {}): Promise<T> {
    const { status, text, body } = await this.send<T>(route, options);
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return body;
  }

  async rank(body: object): Promise<RankReply> {
    return await this.ok('POST /rank', { json: body });
  }

  async reward(eventId: string, value: number): Promise<void> {
    await this.ok(`POST /events/${encodeURIComponent(eventId)}/reward`, { json: { value } });
  }

  async settings(): Promise<Settings> {
    return await this.ok('GET /configurations/service');
  }

  /** Changes the given settings only. */
  async configure(change: Partial<Settings>): Promise<Settings> {
    return await this.ok('PUT /configurations/service', { json: { ...(await this.settings()), ...change } });
  }

  async policy(text: string, name = 'tried'): Promise<Policy> {
    return await this.ok('PUT /configurations/policy', { json: { name, arguments: text } });
  }

  async multiSlot(): Promise<void> {
    await this.configure({ isAutoOptimizationEnabled: false });
    await this.policy(SLOTS, 'slots');
  }

  async metrics(): Promise<Metrics[]> {
    return (await this.ok<Metrics[][]>('GET /learningMetrics')).flat();
  }

  /** Number of events counted in the learning metrics. */
  async countEvents(): Promise<number> {
    return (await this.metrics()).reduce((sum, { numberOfEvents }) => sum + numberOfEvents, 0);
  }

  /** Sends rank and reward calls: the action that matches the kind of the user earns 1, any other 0. */
  async play(events: number, kinds: readonly string[] = ['a', 'b', 'c'], name = 'e'): Promise<void> {
    for (let i = 0; i < events; i += 10) {
      await Promise.all(
        Array.from({ length: Math.min(10, events - i) }, async (_, k) => {
          const kind = kinds[(i + k) % kinds.length]!;
          const { eventId, rewardActionId } = await this.rank({
            eventId: `${name}-${i + k}`,
            contextFeatures: [{ user: { kind } }],
            actions: actions(...kinds),
          });
          await this.reward(eventId, rewardActionId === kind ? 1 : 0);
        }),
      );
    }
  }

  /** The probability of the matching action for each kind of user. */
  async preferences(kinds: readonly string[] = ['a', 'b', 'c']): Promise<number[]> {
    return await Promise.all(
      kinds.map(async (kind) => {
        const { ranking } = await this.rank({ contextFeatures: [{ user: { kind } }], actions: actions(...kinds), deferActivation: true });
        return ranking.find(({ id }) => id === kind)!.probability;
      }),
    );
  }
}

/** Status, code, target and details of a failure. */
export function failureOf({ status, body, text }: HttpResponse<Problem>): {
  status: number;
  code: string;
  target?: string;
  details?: string;
} {
  assert.ok(body?.error?.message, `${status} ${text}`);
  const { code, target, details } = body.error;
  return {
    status,
    code,
    ...(target !== undefined && { target }),
    ...(details && { details: details.map(({ message }) => message).join() }),
  };
}
