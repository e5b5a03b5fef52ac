/** What runs now, in all accounts. */
import { t } from '../../i18n/messages.ts';
import { accounts, shortName } from '../../kit/accounts.ts';
import { manager, toJobStatus } from '../../kit/api.ts';
import { Async, JobTag, ProgressBar } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { formatAge, formatCompleted } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { joinPath, Link } from '../../kit/router.tsx';
import type { Job } from '../accounts/jobs.tsx';

/** Unfinished jobs of all accounts. */
export function RunningJobs() {
  const jobs = useLoad(
    async (signal) => (await manager.get<{ value: (Job & { accountId: string })[] }>('/work', { signal, quiet: true })).value,
    [],
    { follows: [''] },
  );
  const all = useCell(accounts);
  return (
    <Card title={t('Running now')}>
      <Async of={jobs}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">{t('Nothing is running. Training, analysis, evaluations and other long-running work is shown here.')}</p>
          ) : (
            <ul class="home-jobs">
              {rows.map(({ accountId, jobId, kind, status, percentCompleted, completed, createdDateTime }) => {
                const account = all.find(({ properties }) => properties.accountId === accountId);
                return (
                  <li class="stack tight" key={jobId}>
                    <div class="spread">
                      <span class="row">
                        <strong>{kind}</strong>
                        <JobTag status={toJobStatus(status)} />
                        {completed && <span class="soft">{formatCompleted(completed)}</span>}
                      </span>
                      <span class="soft small">
                        {account ? (
                          <Link to={`${joinPath('accounts', ...shortName(account).split('/'))}?tab=jobs`}>{account.name}</Link>
                        ) : (
                          t('server')
                        )}{' '}
                        · {formatAge(createdDateTime)}
                      </span>
                    </div>
                    <ProgressBar progress={percentCompleted / 100} label={`${kind}: ${percentCompleted} %`} />
                  </li>
                );
              })}
            </ul>
          )
        }
      </Async>
    </Card>
  );
}
