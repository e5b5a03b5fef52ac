/** The audit log of the account, and a check of its hash chain. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../kit/accounts.ts';
import { manager, operationPath } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatCount } from '../../kit/format.ts';
import { toJobStatus } from '../../kit/job-state.ts';
import { JobProgress } from '../../kit/job.tsx';
import { Button, Card } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { AuditLog } from './audit-rows.tsx';
import type { Job } from './job.ts';

interface ChainCheck { entries: number; head: string; brokenAt?: number }

export function Audit({ account: { id } }: { account: Account }): JSX.Element {
  const [job, setJob] = useState<string>();
  const [verdict, setVerdict] = useState<ChainCheck>();
  const verify = useAction(async () => {
    setVerdict(undefined);
    const { headers } = await manager.call('POST', `${id}/verifyAudit`);
    setJob(operationPath(headers));
  });
  return <>
    <Card flush title="Audit log" actions={<Button icon="check" busy={verify.busy} disabled={job !== undefined} onClick={() => void verify.run()}>Verify chain</Button>}>
      {job !== undefined && <div class="audit-check"><JobProgress key={job} title="Verifying the chain" ask={async (signal) => {
        const { status, percentCompleted, errors, result } = await manager.get<Job>(job, { signal, quiet: true });
        if (result !== undefined) setVerdict(result as ChainCheck);
        return { status: toJobStatus(status), progress: percentCompleted / 100, message: errors[0]?.message };
      }} onEnd={() => setJob(undefined)} /></div>}
      {verdict && <p class={`audit-check note ${verdict.brokenAt === undefined ? '' : 'warn'}`} role="status">{verdict.brokenAt === undefined ? `All ${formatCount(verdict.entries)} entries are intact.` : `Entry ${verdict.brokenAt} does not match the previous one: the audit log was altered.`} Head hash <code>{verdict.head.slice(0, 16)}</code></p>}
      <AuditLog path={`${id}/audit`} height={520} />
    </Card>
    <ApiCall caller="manager" call={{ method: 'POST', path: `${id}/verifyAudit` }} />
  </>;
}
