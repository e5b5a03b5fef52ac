/** The trained models of the project: evaluate, deploy, delete; the data a model was trained on can be restored. */
import type { JSX } from 'preact';
import { isConflict } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { findDifferences } from '../../kit/differences.ts';
import { SelectField } from '../../kit/form.tsx';
import { formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { exportAssets, projectPath, runJob } from './calls.ts';
import { useProject } from './context.ts';

export function ModelList(): JSX.Element {
  const { client, family, name, etag, models, deployments, reload } = useProject();
  const part = (label: string, rest = ''): string => projectPath(family, name, `/models/${encodeURIComponent(label)}${rest}`);
  const remove = useAction(async (label: string) => {
    if (
      !(await confirm({
        title: `Delete model ${label}?`,
        text: 'Its deployments continue to work. It cannot be deployed again, and its training data is deleted.',
        action: 'Delete',
      }))
    )
      return;
    await client.delete(part(label));
    models.reload();
  });
  const restore = useAction(async (label: string) => {
    if (
      !(await confirm({
        title: `Restore the training data of ${label}?`,
        text: 'It replaces the current content of the project, saved or not.',
        action: 'Restore',
      }))
    )
      return;
    const call = { method: 'POST', path: part(label, '/:load-snapshot') } as const;
    try {
      await runJob(client, { ...call, headers: { 'if-match': etag } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (
        !(await confirm({
          title: 'Someone else saved changes',
          text: 'The project has changes you have not seen. They would be replaced too.',
          action: 'Restore anyway',
        }))
      )
        return;
      await runJob(client, call);
    }
    reload();
  });
  return (
    <Card flush title="Models">
      <Async of={models}>
        {(rows) => (
          <Table
            label="Models"
            rows={[...rows].sort((a, b) => (a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1))}
            keyOf={({ label }) => label}
            empty={
              <Empty icon="play" title="No models yet">
                Label some {family.labelled}s, then train.
              </Empty>
            }
            columns={[
              { title: 'Model', width: 'minmax(90px, 1fr)', cell: ({ label }) => label },
              { title: 'Trained', width: '150px', cell: ({ lastTrainedDateTime }) => formatTime(lastTrainedDateTime) },
              {
                title: 'Duration',
                width: '80px',
                cell: ({ lastTrainingDurationInSeconds }) => formatDuration(lastTrainingDurationInSeconds * 1000),
              },
              {
                title: 'Deployed as',
                width: 'minmax(90px, 1fr)',
                cell: ({ modelId }) => (
                  <span class="row">
                    {(deployments.value ?? [])
                      .filter((one) => one.modelId === modelId)
                      .map(({ deploymentName }) => (
                        <Tag kind="good">{deploymentName}</Tag>
                      ))}
                  </span>
                ),
              },
              {
                title: '',
                width: '320px',
                cell: ({ label }) => (
                  <span class="row">
                    <Button onClick={() => setQuery({ tab: 'evaluation', model: label }, { replace: false })}>Evaluation</Button>
                    <Button onClick={() => setQuery({ tab: 'deployments', model: label }, { replace: false })}>Deploy {label}</Button>
                    <Button
                      kind="quiet"
                      icon="undo"
                      label={`Restore the training data of ${label}`}
                      onClick={() => void restore.run(label)}
                    />
                    <Button kind="quiet" icon="trash" label={`Delete model ${label}`} onClick={() => void remove.run(label)} />
                  </span>
                ),
              },
            ]}
          />
        )}
      </Async>
    </Card>
  );
}

/** Stands for the current draft, saved or not. */
const DRAFT = ':now';
const KINDS = { added: 'good', removed: 'danger', changed: 'warn' } as const;

/** Compares two states of the project: what a model was trained on, and another model or the current draft. */
export function CompareModels(): JSX.Element {
  const { client, family, name, assets, models } = useProject();
  const { query } = useRoute();
  const labels = (models.value ?? []).map(({ label }) => label);
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? DRAFT;
  const sides = [...labels, { value: DRAFT, label: 'Current draft' }];
  const found = useLoad(
    async (signal) => {
      if (from === '') return undefined;
      const side = async (label: string): Promise<object> =>
        label === DRAFT ? assets : (await exportAssets<object>(client, family, name, { label, signal })).assets;
      return findDifferences(family.items(await side(from)), family.items(await side(to)));
    },
    [client, name, from, to, assets],
  );
  return (
    <Card title="Compare">
      <div class="stack tight">
        <div class="columns projects-pair">
          <SelectField
            label="Before"
            value={from}
            onInput={(next) => setQuery({ from: next })}
            options={[{ value: '', label: 'Select a model' }, ...sides]}
          />
          <SelectField label="After" value={to} onInput={(next) => setQuery({ to: next === DRAFT ? undefined : next })} options={sides} />
        </div>
        {from !== '' && (
          <Async of={found}>
            {(rows) =>
              rows === undefined ? null : (
                <>
                  <p class="soft" role="status">
                    {rows.length === 0 ? 'No differences.' : plural(rows.length, 'difference')}
                  </p>
                  {rows.length > 0 && (
                    <Table
                      label="Differences"
                      rows={rows}
                      height={360}
                      keyOf={({ sort, name: own, change }) => `${change} ${sort} ${own}`}
                      empty={<Empty title="No differences" />}
                      columns={[
                        { title: 'Change', width: '90px', cell: ({ change }) => <Tag kind={KINDS[change]}>{change}</Tag> },
                        { title: 'Kind', width: '100px', cell: ({ sort }) => sort },
                        { title: 'Item', cell: ({ name: own }) => own },
                      ]}
                    />
                  )}
                </>
              )
            }
          </Async>
        )}
      </div>
    </Card>
  );
}
