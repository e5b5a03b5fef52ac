/** The account's background jobs: status, log, cancel and retry. */
import { t } from '../../i18n/messages.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager, toJobStatus, type Completed } from '../../kit/api.ts';
import { Async, JobTag } from '../../kit/async.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { formatAge, formatCompleted, formatDuration, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty, Facts } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';

const MAX_JOBS = 1000;
const STATES = [
  { value: '', label: t('All states') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'running', label: t('Running') },
  { value: 'succeeded', label: t('Succeeded') },
  { value: 'failed', label: t('Failed') },
  { value: 'cancelled', label: t('Cancelled') },
];

export function Jobs({ account: { id } }: { account: Account }) {
  const { query } = useRoute();
  const [words, state, open] = [query.get('find') ?? '', query.get('state') ?? '', query.get('job')];
  const jobs = useLoad(
    async (signal) => (await manager.get<{ value: Job[] }>(`${id}/jobs`, { signal, quiet: true, query: { top: MAX_JOBS } })).value,
    [id],
    { follows: [''] },
  );
  const shown = jobs.value?.find(({ jobId }) => jobId === open);
  const isShown = ({ kind, jobId, status }: Job): boolean =>
    (kind.toLowerCase().includes(words.toLowerCase()) || jobId === words) && (state === '' || toJobStatus(status) === state);
  return (
    <>
      <Card
        flush
        title={t('Jobs')}
        actions={
          <>
            <TextField
              bare
              label={t('Search by kind or id')}
              placeholder={t('Kind or id')}
              type="search"
              value={words}
              onInput={(find) => setQuery({ find: find || undefined })}
            />
            <SelectField
              bare
              label={t('State')}
              value={state}
              onInput={(state) => setQuery({ state: state || undefined })}
              options={STATES}
            />
          </>
        }
      >
        <Async of={jobs}>
          {(rows) => (
            <Table
              label={t('Jobs')}
              rows={rows.filter(isShown)}
              keyOf={({ jobId }) => jobId}
              onOpen={({ jobId }) => setQuery({ job: jobId }, { replace: false })}
              empty={
                rows.length > 0 ? (
                  <Empty icon="search" title={t('No matches')} />
                ) : (
                  <Empty icon="play" title={t('No jobs')}>
                    {t('Training, analysis, evaluations and other long-running work is listed here for a week.')}
                  </Empty>
                )
              }
              columns={[
                { title: t('Kind'), width: 'minmax(170px, 1fr)', cell: ({ kind }) => kind },
                { title: t('State'), width: '130px', cell: ({ status }) => <JobTag status={toJobStatus(status)} /> },
                {
                  title: t('Progress'),
                  width: '90px',
                  number: true,
                  cell: ({ percentCompleted, status }) => (status === 'succeeded' ? '' : `${percentCompleted} %`),
                },
                {
                  title: t('Duration'),
                  width: '90px',
                  number: true,
                  cell: ({ startedDateTime, endedDateTime }) =>
                    startedDateTime && endedDateTime ? formatDuration(Date.parse(endedDateTime) - Date.parse(startedDateTime)) : '',
                },
                { title: t('Queued'), width: '110px', cell: ({ createdDateTime }) => formatAge(createdDateTime) },
              ]}
            />
          )}
        </Async>
      </Card>
      {shown && <JobDialog account={id} job={shown} onChange={jobs.reload} onClose={() => setQuery({ job: undefined })} />}
    </>
  );
}

function JobDialog({ account, job, onChange, onClose }: { account: string; job: Job; onChange: () => void; onClose: () => void }) {
  const at = `${account}/jobs/${encodeURIComponent(job.jobId)}`;
  const act = useAction(async (what: 'cancel' | 'retry') => {
    await manager.post(`${at}/${what}`);
    onChange();
  });
  const status = toJobStatus(job.status);
  const ended = status !== 'waiting' && status !== 'running';
  const again = status === 'failed' || status === 'cancelled';
  return (
    <Dialog wide title={job.kind} onClose={onClose}>
      <div class="dialog-body">
        <Facts
          rows={[
            [t('State'), <JobTag status={status} />],
            [t('Progress'), `${job.percentCompleted} %${job.completed ? `, ${formatCompleted(job.completed)}` : ''}`],
            [t('Attempts'), job.attempts],
            [t('Queued'), formatTime(job.createdDateTime)],
            job.startedDateTime !== undefined && [t('Started'), formatTime(job.startedDateTime)],
            [t('Last progress'), formatTime(job.lastUpdatedDateTime)],
            job.endedDateTime !== undefined && [t('Finished'), formatTime(job.endedDateTime)],
            [t('Expires'), formatTime(job.expirationDateTime)],
            [t('Id'), <code>{job.jobId}</code>],
          ]}
        />
        {job.errors.length > 0 && (
          <section aria-label={t('Errors')} class="stack tight">
            <h3>{t('Errors')}</h3>
            {job.errors.map(({ code, message, target }) => (
              <div class="problem">
                <strong>{code}</strong>
                <span>{message}</span>
                {target !== undefined && <code>{target}</code>}
              </div>
            ))}
          </section>
        )}
        {job.log.length > 0 && (
          <section aria-label={t('Log')} class="stack tight">
            <h3>{t('Log')}</h3>
            <ol class="accounts-log" tabIndex={0} aria-label={t('Log, oldest first')}>
              {job.log.map(({ dateTime, text }) => (
                <li>
                  <time dateTime={dateTime}>{formatTime(dateTime)}</time>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          </section>
        )}
        {job.result !== undefined && (
          <section aria-label={t('Result')} class="stack tight">
            <h3>{t('Result')}</h3>
            <JsonView value={job.result} label={t('result')} height={260} />
          </section>
        )}
        <div class="dialog-buttons">
          {!ended && <Button kind="danger" icon="stop" busy={act.busy} onClick={() => void act.run('cancel')} text={t('Cancel job')} />}
          {again && <Button needs="label" icon="refresh" busy={act.busy} onClick={() => void act.run('retry')} text={t('Run again')} />}
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A job of the management API. */
export interface Job {
  jobId: string;
  kind: string;
  status: string;
  percentCompleted: number;
  completed?: Completed;
  attempts: number;
  createdDateTime: string;
  startedDateTime?: string;
  lastUpdatedDateTime: string;
  endedDateTime?: string;
  expirationDateTime: string;
  errors: { code: string; message: string; target?: string }[];
  log: { dateTime: string; text: string }[];
  result?: unknown;
}
