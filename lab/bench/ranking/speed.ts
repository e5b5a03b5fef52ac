/** CPU time of the engine's hot paths: medians of several rounds, by process.cpuUsage. */
import { Example, readExample } from '../../../src/engines/ranking/features/example.ts';
import { FeatureReader } from '../../../src/engines/ranking/features/features.ts';
import { Model } from '../../../src/engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../../src/engines/ranking/policy.ts';

type Shape = { readonly context: number; readonly actions: number; readonly features: number; readonly repeats: number };

/** Microseconds of CPU per call. */
type Speed = { readonly read: number; readonly decide: number; readonly readAndDecide: number; readonly learn: number };

const ROUNDS = 9;
const REQUESTS = 200;

export const SMALL: Shape = { context: 5, actions: 10, features: 3, repeats: 20_000 };
export const LARGE: Shape = { context: 20, actions: 50, features: 20, repeats: 1_000 };

/** Requests as a server sees them: fresh objects from a JSON parser, half strings and half numbers. */
function requests({ context, actions, features }: Shape) {
  const dictionary = (prefix: string, count: number, salt: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i % 2 === 0 ? `v${(salt * 7 + i) % 13}` : ((salt + i) % 5) + 0.5]),
    );
  return Array.from({ length: REQUESTS }, (_, r) => {
    const request = {
      contextFeatures: [{ user: dictionary('c', context, r) }],
      actions: Array.from({ length: actions }, (_unused, k) => ({ id: `a${k}`, features: [dictionary('f', features, k)] })),
    };
    return JSON.parse(JSON.stringify(request)) as typeof request;
  });
}

export function measure(shape: Shape): Speed {
  const all = requests(shape);
  const reader = new FeatureReader();
  const scratch = new Example();
  const examples = all.map((request) => readExample(reader, request));
  const model = new Model(withExploration(parsePolicy(DEFAULT_ARGUMENTS), 0.2));
  const allowed = new Uint8Array(shape.actions).fill(1);
  const at = (i: number): number => i % REQUESTS;
  const learn = (i: number): void => {
    const chosen = i % shape.actions;
    model.learn(examples[at(i)]!, { eventId: 'event', slot: -1, chosen, probability: 0.1, reward: i % 3 === 0 ? 1 : 0, allowed });
  };
  for (let i = 0; i < shape.repeats; i++) learn(i);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: time(shape.repeats, (i) => readExample(reader, all[at(i)]!, scratch)),
    decide: time(shape.repeats, (i) => model.decide(examples[at(i)]!, `event-${i}`, allowed)),
    readAndDecide: time(shape.repeats, (i) => model.decide(readExample(reader, all[at(i)]!, scratch), `event-${i}`, allowed)),
    learn: time(shape.repeats, learn),
  }));
  const middle = (key: keyof Speed): number => rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1]!;
  return { read: middle('read'), decide: middle('decide'), readAndDecide: middle('readAndDecide'), learn: middle('learn') };
}

function time(repeats: number, work: (i: number) => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < repeats; i++) work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repeats;
}
