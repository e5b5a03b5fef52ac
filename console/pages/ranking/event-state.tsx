/** The status of an event in a word. */
import type { JSX } from 'preact';
import { Tag } from '../../kit/parts.tsx';

const STATES: Readonly<Record<string, { words: string; about: string; kind?: 'good' | 'warn' | 'info' }>> = {
  Rewarded: { words: 'rewarded', about: 'The reward arrived in time.', kind: 'good' },
  Waiting: { words: 'waiting', about: 'The reward may still arrive.', kind: 'info' },
  DefaultReward: { words: 'default', about: 'No reward arrived in time: the default was used.' },
  NotActivated: { words: 'not activated', about: 'It was deferred and never activated: the loop does not learn from it.', kind: 'warn' },
  Repeated: { words: 'repeated', about: 'Another event with this id was waiting for a reward: only the first one counts.', kind: 'warn' },
  Unknown: { words: 'unknown', about: 'Its outcome is further on in the log than one response covers.', kind: 'warn' },
};

export function StateTag({ state }: { state: string }): JSX.Element {
  const { words, kind } = STATES[state] ?? { words: state, kind: undefined };
  return <Tag kind={kind}>{words}</Tag>;
}

export function describeState(state: string): string {
  return STATES[state]?.about ?? '';
}
