/** Training status of a gallery, and a way to start it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatAge, formatCount, plural } from '../../kit/format.ts';
import { JobProgress, JobTag } from '../../kit/job.tsx';
import { toJobStatus } from '../../kit/job-state.ts';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { toast } from '../../kit/toast.tsx';
import type { Loaded } from '../../kit/use.ts';
import { useAction } from '../../kit/use.ts';
import { getTrainingStatus, galleryPath } from './calls.ts';
import type { Gallery, Overview } from './calls.ts';

/** `changed`: faces were added since the last known training. */
export function TrainCard({ gallery: { kind, id }, overview, changed }: { gallery: Gallery; overview: Loaded<Overview>; changed: boolean }): JSX.Element {
  const { account, client } = useAccount();
  const path = galleryPath(kind, id);
  const [begun, setBegun] = useState(false);
  const { members = 0, training, searched } = overview.value ?? {};
  const goesOn = begun || (training !== undefined && ['waiting', 'running'].includes(toJobStatus(training.status)));
  const train = useAction(async () => {
    await client.post(`${path}/train`);
    setBegun(true);
  });
  useActions([{ title: `Train ${id}`, keys: 't', run: () => void (!goesOn && train.run()) }]);
  const isDue = changed || (overview.value !== undefined && searched === undefined);
  return <Card title="Training" actions={<Button kind={isDue ? 'primary' : 'plain'} icon="play" keys="t" busy={train.busy || goesOn} disabled={members === 0} onClick={() => void train.run()}>Train</Button>}>
    <Async of={overview}>{() => <div class="stack">
      {goesOn ? <JobProgress title="Training" ask={(signal) => getTrainingStatus(client, account, path, signal)} onEnd={({ status }) => {
        setBegun(false);
        overview.reload();
        if (status === 'succeeded') toast('Training finished');
      }} /> : <Facts rows={[
        [kind.holds === 'persons' ? 'Persons' : 'Faces', formatCount(members)],
        ['Found by searches', searched ? searched.persons === undefined ? plural(searched.faces, 'face') : `${plural(searched.persons, 'person')}, ${plural(searched.faces, 'face')}` : 'nothing until trained'],
        training && ['Last training', <span class="row"><JobTag status={toJobStatus(training.status)} /><span>{formatAge(training.lastActionDateTime)}</span></span>],
        training?.message !== undefined && ['Message', training.message],
      ]} />}
      {!goesOn && isDue && members > 0 && <p class="note">New faces are found after the next training.</p>}
      <ApiCall call={{ method: 'POST', path: `${path}/train` }} />
    </div>}</Async>
  </Card>;
}
