/** Training of the version: whether it is due, how far it is, and how it ended. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { manager } from '../../kit/api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { CallBehind } from '../../kit/call-behind.tsx';
import { JobProgress } from '../../kit/job.tsx';
import { jobStatus } from '../../kit/job-state.ts';
import type { JobState } from '../../kit/job-state.ts';
import { Button, Tag } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction } from '../../kit/use.ts';
import { useVersion } from './version.ts';

interface ModelState { details: { status: string; failureReason?: string } }
interface Job { kind: string; status: string; percentCompleted: number }

const STATES: Readonly<Record<string, readonly [kind: 'good' | 'warn' | 'info', text: string]>> = { Trained: ['good', 'trained'], NeedsTraining: ['warn', 'needs training'], InProgress: ['info', 'in training'] };

export function Train(): JSX.Element {
  const { account } = useAccount();
  const { client, path, info, intents, utterances } = useVersion();
  const [open, setOpen] = useState(false);
  const state = info.value?.trainingStatus ?? '';
  const train = useAction(async () => {
    await client.post(`${path}/train`);
    setOpen(true);
  });
  const due = state === 'NeedsTraining' && utterances.length > 0;
  useActions([{ title: 'Train the version', keys: 't', run: () => void (due && train.run()) }]);
  /** The operation says how models stand; how far the work is, its job says, if no other training goes on. */
  const ask = async (signal: AbortSignal): Promise<JobState> => {
    const models = await client.get<ModelState[]>(`${path}/train`, { signal, quiet: true });
    const failed = models.find(({ details }) => details.status === 'Fail');
    if (failed) return { status: 'failed', message: failed.details.failureReason };
    if (models.every(({ details }) => jobStatus(details.status) === 'succeeded')) return { status: 'succeeded' };
    const { value } = await manager.get<{ value: Job[] }>(`${account.id}/jobs`, { signal, quiet: true });
    const running = value.filter(({ kind, status }) => kind === 'understanding.train' && jobStatus(status) === 'running');
    return { status: 'running', ...running.length === 1 && { progress: running[0]!.percentCompleted / 100 } };
  };
  return <>
    {STATES[state] && <Tag kind={STATES[state][0]}>{STATES[state][1]}</Tag>}
    <Button kind={due ? 'primary' : 'plain'} icon="play" busy={train.busy} disabled={!due && state !== 'InProgress'} keys="t" onClick={() => state === 'InProgress' ? setOpen(true) : void train.run()}>{state === 'InProgress' ? 'Training…' : 'Train'}</Button>
    {open && <Dialog title="Training" onClose={() => setOpen(false)}><div class="dialog-body">
      <JobProgress title={`${utterances.length} utterances of ${intents.length} intents`} ask={ask} onEnd={({ status }) => {
        info.reload();
        if (status !== 'succeeded') return;
        toast('The version is trained');
        setOpen(false);
      }} />
      <p class="soft">The work goes on when this is closed.</p>
      <CallBehind call={{ method: 'POST', path: `${path}/train` }} />
      <div class="dialog-buttons"><Button onClick={() => setOpen(false)}>Close</Button></div>
    </div></Dialog>}
  </>;
}
