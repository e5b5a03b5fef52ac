/** While the loop learns by watching: how often it would do as the application does, and whether it is ready. */
import type { JSX } from 'preact';
import { count, percent } from '../../kit/format.ts';
import { ButtonLink, Card, Meter } from '../../kit/parts.tsx';
import { NOTHING, ofSpan, plus } from './curve.ts';
import type { EventRow, Span } from './types.ts';

/** From here on a loop is usually let to choose by itself. */
const READY = 0.75;

/** Shown when the newest event was decided in apprentice mode. */
export function Apprentice({ spans, events }: { spans: readonly Span[]; events: readonly EventRow[] }): JSX.Element | null {
  if (events[0]?.learningMode !== 'Apprentice') return null;
  const { events: total, matched } = spans.filter(({ learningMode }) => learningMode === 'Apprentice').map(ofSpan).reduce(plus, NOTHING);
  const share = total === 0 ? 0 : matched / total;
  return <Card title="Apprentice" actions={<ButtonLink to="/ranking?tab=settings">Change the mode</ButtonLink>}><div class="stack tight">
    <p class="soft">The loop answers as the application would, and learns to do the same. When the model agrees with most of what it sees, let it choose: set the learning mode to Online.</p>
    {total === 0 ? <p role="status">Nothing was learned in this time yet.</p> : <>
      <Meter share={share} kind={share < READY ? 'warn' : undefined} label="Match rate" text={percent(share, 1)} />
      <p role="status">The model would have done the same in {percent(share, 1)} of {count(total)} decisions{share >= READY ? ': it is ready.' : `; ${percent(READY)} is where people usually let it choose.`}</p>
    </>}
  </div></Card>;
}
