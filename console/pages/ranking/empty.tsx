/** What stands where a loop has no events yet. */
import type { JSX } from 'preact';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import { SampleButton } from '../../kit/sample.tsx';

export function NoEvents({ onMade }: { onMade: () => void }): JSX.Element {
  return <Empty icon="ranking" title="No events yet" actions={<><SampleButton load={() => import('../../samples/ranking.ts')} onMade={onMade}>Make the sample</SampleButton><ButtonLink to="/ranking?tab=playground" icon="play">Rank something</ButtonLink></>}>
    An application asks <code>POST /rank</code> which action to show and tells <code>/events/…/reward</code> how well it went. The sample is a lunch menu with five hundred visitors.
  </Empty>;
}
