/** Apprentice mode: how often the loop agrees with the application, and whether it is ready. */
import type { JSX } from 'preact';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { ButtonLink, Card, Meter } from '../../kit/parts.tsx';
import { ZERO, sumsOfSpan, addSums } from './curve.ts';
import type { EventRow, Span } from './types.ts';

/** From this match rate on, a loop is usually switched to Online. */
const READY_MATCH_RATE = 0.75;

/** Shown when the newest event was decided in apprentice mode. */
export function Apprentice({ spans, events }: { spans: readonly Span[]; events: readonly EventRow[] }): JSX.Element | null {
  if (events[0]?.learningMode !== 'Apprentice') return null;
  const { events: total, matched } = spans.filter(({ learningMode }) => learningMode === 'Apprentice').map(sumsOfSpan).reduce(addSums, ZERO);
  const share = total === 0 ? 0 : matched / total;
  return <Card title="Apprentice" actions={<ButtonLink to="/ranking?tab=settings">Change mode</ButtonLink>}><div class="stack tight">
    <p class="soft">The loop returns the application's own choice and learns to imitate it. When the model agrees with most decisions, set the learning mode to Online.</p>
    {total === 0 ? <p role="status">No learning in this period yet.</p> : <>
      <Meter share={share} kind={share < READY_MATCH_RATE ? 'warn' : undefined} label="Match rate" text={formatPercent(share, 1)} />
      <p role="status">The model agrees in {formatPercent(share, 1)} of {formatCount(total)} decisions{share >= READY_MATCH_RATE ? ': it is ready.' : `; ${formatPercent(READY_MATCH_RATE)} is the usual threshold for Online mode.`}</p>
    </>}
  </div></Card>;
}
