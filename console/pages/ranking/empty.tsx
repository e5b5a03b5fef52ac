/** Empty state of a loop without events. */
import type { JSX } from 'preact';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import { SampleButton } from '../../kit/sample.tsx';

export function NoEvents({ onMade }: { onMade: () => void }): JSX.Element {
  return <Empty icon="ranking" title="No events yet" actions={<><SampleButton load={() => import('../../samples/ranking.ts')} onMade={onMade}>Create sample</SampleButton><ButtonLink to="/ranking?tab=playground" icon="play">Send a rank request</ButtonLink></>}>
    Your application calls <code>POST /rank</code> to get the action to show, then <code>/events/…/reward</code> to report how well it did. The sample is a lunch menu with five hundred visitors.
  </Empty>;
}
