/** The trained models of the project: looked at, deployed, deleted; what one was trained on can be put back. */
import type { JSX } from 'preact';
import { isOvertaken } from '../kit/api.ts';
import { confirm } from '../kit/dialog.tsx';
import { span, time } from '../kit/format.ts';
import { Button, Card, Empty, Tag } from '../kit/parts.tsx';
import { Show } from '../kit/problem.tsx';
import { setQuery } from '../kit/router.tsx';
import { Table } from '../kit/table.tsx';
import { useAction } from '../kit/use.ts';
import { done, projectPath } from './calls.ts';
import { useProject } from './context.ts';

export function Models(): JSX.Element {
  const { client, family, name, etag, models, deployments, reload } = useProject();
  const part = (label: string, rest = ''): string => projectPath(family, name, `/models/${encodeURIComponent(label)}${rest}`);
  const remove = useAction(async (label: string) => {
    if (!await confirm({ title: `Delete the model ${label}?`, text: 'Deployments of it go on answering. It cannot be deployed again, and what it was trained on is no longer kept.', action: 'Delete' })) return;
    await client.delete(part(label));
    models.reload();
  });
  const restore = useAction(async (label: string) => {
    if (!await confirm({ title: `Put back what ${label} was trained on?`, text: 'It takes the place of what the project holds now, saved or not.', action: 'Put it back' })) return;
    const call = { method: 'POST', path: part(label, '/:load-snapshot') } as const;
    try {
      await done(client, { ...call, headers: { 'if-match': etag } });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (!await confirm({ title: 'Somebody else has saved this meanwhile', text: 'The project holds more than you see here. What they saved would be replaced too.', action: 'Put it back all the same' })) return;
      await done(client, call);
    }
    reload();
  });
  return <Card flush title="Models"><Show of={models}>{(rows) => <Table label="Models" rows={[...rows].sort((a, b) => a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1)} keyOf={({ label }) => label}
    empty={<Empty icon="play" title="No model yet">Label some {family.labelled}s, then train.</Empty>} columns={[
      { title: 'Model', width: 'minmax(90px, 1fr)', cell: ({ label }) => label }, { title: 'Trained', width: '150px', cell: ({ lastTrainedDateTime }) => time(lastTrainedDateTime) }, { title: 'Took', width: '80px', cell: ({ lastTrainingDurationInSeconds }) => span(lastTrainingDurationInSeconds * 1000) },
      { title: 'Deployed as', width: 'minmax(90px, 1fr)', cell: ({ modelId }) => <span class="row">{(deployments.value ?? []).filter((one) => one.modelId === modelId).map(({ deploymentName }) => <Tag kind="good">{deploymentName}</Tag>)}</span> },
      { title: '', width: '320px', cell: ({ label }) => <span class="row">
        <Button onClick={() => setQuery({ tab: 'evaluation', model: label }, { replace: false })}>Evaluation</Button>
        <Button onClick={() => setQuery({ tab: 'deployments', model: label }, { replace: false })}>Deploy {label}</Button>
        <Button kind="quiet" icon="undo" label={`Put back what ${label} was trained on`} onClick={() => void restore.run(label)} /><Button kind="quiet" icon="trash" label={`Delete the model ${label}`} onClick={() => void remove.run(label)} />
      </span> },
    ]} />}</Show></Card>;
}
