/** Learns from logs of other programs, and estimates what the loop would have earned. */
import type { Ports } from '../../../kernel/ports.ts';
import { writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { InvalidLine, readForeignDecision } from '../../../engines/ranking/evaluation/foreign-log.ts';
import { Replay } from '../../../engines/ranking/evaluation/replay.ts';
import { differenceToEarned, earnedValue, policyValue } from '../../../engines/ranking/evaluation/value.ts';
import type { Interval } from '../../../engines/ranking/evaluation/value.ts';
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import { FeatureReader, InvalidFeatures } from '../../../engines/ranking/features/features.ts';
import { parsePolicy, withExploration } from '../../../engines/ranking/policy.ts';
import { signModel } from './signed-model.ts';

export const MAX_LINE_BYTES = 2 ** 20;
const MAX_REPORTED = 5;

interface Counts {
  events: number;
  passedOver: number;
  invalid: { line: number; reason: string }[];
  invalidCount: number;
}

export interface LearnedLog extends Counts {
  values: Readonly<Record<'earned' | 'baseline' | 'uniform' | 'loop' | 'difference', Interval | undefined>>;
  /** The model that learned from the log, as a signed file. */
  signedModel: (keyring: Ports['keyring']) => Uint8Array<ArrayBuffer>;
}

/** The policy of a loop by its settings; undefined if it has several slots, which logs of other programs do not have. */
export function policyOf(settings: string, explorationPercentage: number): ReturnType<typeof parsePolicy> | undefined {
  const policy = withExploration(parsePolicy(settings), explorationPercentage);
  return policy.multiSlot ? undefined : policy;
}

/** `lines` yields undefined for a line that is too long. */
export async function learnFromLog(lines: AsyncIterable<string | undefined>, policy: ReturnType<typeof parsePolicy>): Promise<LearnedLog> {
  const replay = new Replay([{ name: 'loop', policy }], Number.MAX_SAFE_INTEGER);
  const counts = await replayLines(lines, replay);
  const { model, track } = replay.candidates[0]!;
  return {
    ...counts,
    values: {
      earned: earnedValue(replay.online.value),
      baseline: policyValue(replay.baseline.value),
      uniform: policyValue(replay.random.value),
      loop: policyValue(track.value),
      difference: differenceToEarned(track.value),
    },
    signedModel: (keyring) => Uint8Array.from(signModel(writeCheckpoint(model), keyring)),
  };
}

async function replayLines(lines: AsyncIterable<string | undefined>, replay: Replay): Promise<Counts> {
  const counts: Counts = { events: 0, passedOver: 0, invalid: [], invalidCount: 0 };
  const reader = new FeatureReader();
  const example = new Example();
  let line = 0;
  for await (const text of lines) {
    line++;
    try {
      if (text === undefined) throw new InvalidLine(`it is longer than ${MAX_LINE_BYTES} bytes`);
      const decision = text.trim() === '' ? undefined : readForeignDecision(text);
      if (!decision) {
        counts.passedOver++;
        continue;
      }
      const { input, chosen, probabilities, reward, atMs } = decision;
      readExample(reader, input, example);
      const allowed = new Uint8Array(probabilities.length).fill(1);
      const probability = probabilities[chosen]!;
      replay.add(example, { eventId: `line ${line}`, atMs, slot: -1, chosen, probability, probabilities, reward, baseline: 0, allowed });
      counts.events++;
    } catch (error) {
      if (!(error instanceof InvalidLine || error instanceof InvalidFeatures)) throw error;
      counts.invalidCount++;
      if (counts.invalid.length < MAX_REPORTED) counts.invalid.push({ line, reason: error.message });
    }
  }
  return counts;
}
