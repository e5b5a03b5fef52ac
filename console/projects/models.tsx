/** The trained models of the project: evaluate, deploy, delete; the data a model was trained on can be restored. */
import type { JSX } from 'preact';
import { isConflict } from '../kit/api.ts';
import { confirm } from '../kit/dialog.tsx';
import { formatDuration, formatTime } from '../kit/format.ts';
import { Button, Card, Empty, Tag } from '../kit/parts.tsx';
import { Async } from '../kit/problem.tsx';
import { setQuery } from '../kit/router.tsx';
import { Table } from '../kit/table.tsx';
import { useAction } from '../kit/use.ts';
import { runJob, projectPath } from './calls.ts';
import { useProject } from './context.ts';

export function ModelList(): JSX.Element {
  const { client, family, name, etag, models, deployments, reload } = useProject();
  const part = (label: string, rest = ''): string => projectPath(family, name, `/models/${encodeURIComponent(label)}${rest}`);
  const remove = useAction(async (label: string) => {
    if (!await confirm({ title: `Delete model ${label}?`, text: 'Its deployments continue to work. It cannot be deployed again, and its training data is deleted.', action: 'Delete' })) return;
    await client.delete(part(label));
    models.reload();
  });
  const restore = useAction(async (label: string) => {
    if (!await confirm({ title: `Restore the training data of ${label}?`, text: 'It replaces the current content of the project, saved or not.', action: 'Restore' })) return;
    const call = { method: 'POST', path: part(label, '/:load-snapshot') } as const;
    try {
      await runJob(client, { ...call, headers: { 'if-match': etag } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (!await confirm({ title: 'Someone else saved changes', text: 'The project has changes you have not seen. They would be replaced too.', action: 'Restore anyway' })) return;
      await runJob(client, call);
    }
    reload();
  });
  return <Card flush title="Models"><Async of={models}>{(rows) => <Table label="Models" rows={[...rows].sort((a, b) => a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1)} keyOf={({ label }) => label}
    empty={<Empty icon="play" title="No models yet">Label some {family.labelled}s, then train.</Empty>} columns={[
      { title: 'Model', width: 'minmax(90px, 1fr)', cell: ({ label }) => label }, { title: 'Trained', width: '150px', cell: ({ lastTrainedDateTime }) => formatTime(lastTrainedDateTime) }, { title: 'Duration', width: '80px', cell: ({ lastTrainingDurationInSeconds }) => formatDuration(lastTrainingDurationInSeconds * 1000) },
      { title: 'Deployed as', width: 'minmax(90px, 1fr)', cell: ({ modelId }) => <span class="row">{(deployments.value ?? []).filter((one) => one.modelId === modelId).map(({ deploymentName }) => <Tag kind="good">{deploymentName}</Tag>)}</span> },
      { title: '', width: '320px', cell: ({ label }) => <span class="row">
        <Button onClick={() => setQuery({ tab: 'evaluation', model: label }, { replace: false })}>Evaluation</Button>
        <Button onClick={() => setQuery({ tab: 'deployments', model: label }, { replace: false })}>Deploy {label}</Button>
        <Button kind="quiet" icon="undo" label={`Restore the training data of ${label}`} onClick={() => void restore.run(label)} /><Button kind="quiet" icon="trash" label={`Delete model ${label}`} onClick={() => void remove.run(label)} />
      </span> },
    ]} />}</Async></Card>;
}
