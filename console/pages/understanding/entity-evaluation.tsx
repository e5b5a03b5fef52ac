/** Evaluation of the learned entities: started on request, with progress; the errors of each open by a click. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { plural } from '../../kit/format.ts';
import { JobProgress } from '../../kit/job.tsx';
import { toJobStatus } from '../../kit/job-state.ts';
import type { JobState } from '../../kit/job-state.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction } from '../../kit/use.ts';
import { MarkedText } from '../../language/marked-text.tsx';
import { MetricsTable } from '../../language/metrics-table.tsx';
import { toLabels, describeErrors } from './entity-outcomes.ts';
import type { VersionEvaluation } from './use-evaluation.ts';
import { useVersion } from './version.ts';

export function EntityEvaluation({ evaluated: { isCurrent, entityEvaluation: { status, message }, entities }, onEnd }: { evaluated: VersionEvaluation; onEnd: () => void }): JSX.Element {
  const { client, path, utterances } = useVersion();
  const [isBegun, setBegun] = useState(false);
  const labelled = useMemo(() => utterances.some(({ labels }) => labels.length > 0), [utterances]);
  const begin = useAction(async () => {
    await client.post(`${path}/evaluation`);
    setBegun(true);
  });
  const ask = async (signal: AbortSignal): Promise<JobState> => {
    const { entityEvaluation: now } = await client.get<VersionEvaluation>(`${path}/evaluation`, { query: { take: 0 }, signal, quiet: true });
    // Started but no longer running: it was stopped by a training or cancelled.
    return { status: now.status === 'notStarted' ? 'cancelled' : toJobStatus(now.status), progress: now.percentCompleted / 100, message: now.message };
  };
  if (status === 'succeeded') {
    return <Card flush title="Entities"><MetricsTable label="Metrics by entity" of="Entity" counted="Labels" rows={entities.map(({ labels, ...rest }) => ({ ...rest, count: labels }))} onOpen={(name) => setQuery({ wrong: name }, { replace: false })} /></Card>;
  }
  return <Card title="Entities"><div class="stack">
    {isBegun || status === 'running' ? <JobProgress title="Evaluating entities" ask={ask} onEnd={() => {
      setBegun(false);
      onEnd();
    }} /> : !labelled ? <p class="soft">No utterance has labels yet.</p> : <>
      {status === 'failed' && <p class="note warn">Evaluation failed{message === undefined ? '.' : `: ${message}`}</p>}
      <p class="soft">Entities are cross-validated: trained five times without a fifth of the utterances, then tested on those. That takes longer than training; the result is kept until the next one.{!isCurrent && ' Train the version first: it has changed since.'}</p>
      <div><Button kind="primary" icon="play" busy={begin.busy} disabled={!isCurrent} onClick={() => void begin.run()}>Evaluate entities</Button></div>
    </>}
    <ApiCall call={{ method: 'POST', path: `${path}/evaluation` }} />
  </div></Card>;
}

/** The utterances with errors of an entity. */
export function EntityErrors({ evaluated: { utterances } }: { evaluated: VersionEvaluation }): JSX.Element | null {
  const { entities } = useVersion();
  const entity = useRoute().query.get('wrong') ?? '';
  const rows = useMemo(() => entity === '' ? [] : utterances.flatMap((one) => {
    const wrong = describeErrors(one, entity);
    return wrong.length === 0 ? [] : [{ ...one, wrong }];
  }), [utterances, entity]);
  if (entity === '') return null;
  const [top] = entity.split('::', 1);
  // A part has the colour of its parent.
  const known = entities.map(({ name }) => ({ name: name === top ? entity : name }));
  const marked = (stretches: Parameters<typeof toLabels>[0] = []): ReturnType<typeof toLabels> => toLabels(stretches.filter(({ entityName }) => entityName === entity));
  return <Card title={`Errors of ${entity}`} actions={<Button kind="quiet" icon="close" label="Close errors" onClick={() => setQuery({ wrong: undefined })} />}>
    <p class="soft" role="status">{plural(rows.length, 'utterance')}</p>
    <Table label="Errors" rows={rows} height={400} keyOf={({ text }) => text} onOpen={({ text }) => setQuery({ tab: undefined, wrong: undefined, at: text }, { replace: false })} empty={<Empty icon="check" title="No errors">Every {entity} was found, without false positives.</Empty>} columns={[
      { title: 'Labelled', width: 'minmax(180px, 2fr)', cell: ({ text, entityLabels }) => <MarkedText text={text} labels={marked(entityLabels)} entities={known} /> },
      { title: 'Found', width: 'minmax(180px, 2fr)', cell: ({ text, entityPredictions }) => <MarkedText text={text} labels={marked(entityPredictions)} entities={known} /> },
      { title: 'Error', width: 'minmax(220px, 3fr)', cell: ({ wrong }) => <span title={wrong.join('; ')}>{wrong.join('; ')}</span> },
    ]} />
  </Card>;
}
