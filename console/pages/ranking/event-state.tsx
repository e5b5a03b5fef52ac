/** What came of an event, in a word. */
import type { JSX } from 'preact';
import { Tag } from '../../kit/parts.tsx';

const STATES: Readonly<Record<string, { words: string; about: string; kind?: 'good' | 'warn' | 'info' }>> = {
  Rewarded: { words: 'rewarded', about: 'Its reward came in time.', kind: 'good' },
  Waiting: { words: 'waiting', about: 'Its reward may still come.', kind: 'info' },
  DefaultReward: { words: 'default', about: 'The wait time ended without a reward: it got the default.' },
  NotActivated: { words: 'not activated', about: 'It was deferred and never activated: nothing is learned from it.', kind: 'warn' },
  Repeated: { words: 'repeated', about: 'Its id was waiting for a reward already: only the first of them counts.', kind: 'warn' },
  Unknown: { words: 'unknown', about: 'What came of it lies further on in the log than is read for one answer.', kind: 'warn' },
};

export function StateTag({ state }: { state: string }): JSX.Element {
  const { words, kind } = STATES[state] ?? { words: state, kind: undefined };
  return <Tag kind={kind}>{words}</Tag>;
}

export function stateAbout(state: string): string {
  return STATES[state]?.about ?? '';
}
