/** Unfinished jobs of all accounts. */
import type { JSX } from 'preact';
import { accounts, shortName } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { formatAge } from '../../kit/format.ts';
import { toJobStatus } from '../../kit/job-state.ts';
import { ProgressBar, JobTag } from '../../kit/job.tsx';
import { Card, Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { Link, joinPath } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import type { Job } from '../accounts/job.ts';

const POLL_MS = 2000;

export function RunningJobs(): JSX.Element {
  const jobs = useLoad(async (signal) => (await manager.get<{ value: (Job & { accountId: string })[] }>('/jobs', { signal, quiet: true })).value, [], { everyMs: POLL_MS });
  const all = useCell(accounts);
  return <Card title="Running jobs"><Async of={jobs}>{(rows) => rows.length === 0
    ? <Empty icon="check" title="No running jobs">Training, analysis, evaluations and other long-running work is shown here.</Empty>
    : <ul class="home-jobs">{rows.map(({ accountId, jobId, kind, status, percentCompleted, createdDateTime }) => {
      const account = all.find(({ properties }) => properties.accountId === accountId);
      return <li class="stack tight" key={jobId}>
        <div class="spread"><span class="row"><strong>{kind}</strong><JobTag status={toJobStatus(status)} /></span><span class="soft small">{account ? <Link to={`${joinPath('accounts', ...shortName(account).split('/'))}?tab=jobs`}>{account.name}</Link> : 'server'} · {formatAge(createdDateTime)}</span></div>
        <ProgressBar progress={percentCompleted / 100} label={`${kind}: ${percentCompleted} %`} />
      </li>;
    })}</ul>}</Async></Card>;
}
