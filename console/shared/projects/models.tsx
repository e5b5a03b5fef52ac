/** The trained models of the project: evaluate, deploy, delete; the data a model was trained on can be restored. */
import { rich, t } from '../../i18n/messages.ts';
import { isConflict } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirm, confirmed } from '../../kit/dialog.tsx';
import { findDifferences } from '../../kit/differences.ts';
import { SelectField } from '../../kit/form.tsx';
import { formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { exportAssets, projectPath, runJob } from './calls.ts';
import { useProject } from './context.ts';

export function ModelList() {
  const { client, family, name, etag, models, deployments, reload } = useProject();
  const part = (label: string, rest = ''): string => projectPath(family, name, `/models/${encodeURIComponent(label)}${rest}`);
  const remove = useAction(async (label: string) => {
    await confirmed({
      title: t('Delete model {label}?', { label }),
      text: t('Its deployments continue to work. It cannot be deployed again, and its training data is deleted.'),
    });
    await client.delete(part(label));
    models.reload();
  });
  const restore = useAction(async (label: string) => {
    await confirmed({
      title: t('Restore the training data of {label}?', { label }),
      text: t('It replaces the current content of the project, saved or not.'),
      action: t('Restore'),
    });
    const call = { method: 'POST', path: part(label, '/:load-snapshot') } as const;
    try {
      await runJob(client, { ...call, headers: { 'if-match': etag } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (
        !(await confirm({
          title: t('Someone else saved changes'),
          text: t('The project has changes you have not seen. They would be replaced too.'),
          action: t('Restore anyway'),
        }))
      )
        return;
      await runJob(client, call);
    }
    reload();
  });
  return (
    <Card flush title={t('Models')}>
      <Async of={models}>
        {(rows) => (
          <Table
            label={t('Models')}
            rows={[...rows].sort((a, b) => (a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1))}
            keyOf={({ label }) => label}
            empty={<Empty icon="play" title={t('No models yet')} text={family.words.labelFirst} />}
            columns={[
              { title: t('Model'), width: 'minmax(90px, 1fr)', cell: ({ label }) => label },
              { title: t('Trained'), width: '150px', cell: ({ lastTrainedDateTime }) => formatTime(lastTrainedDateTime) },
              {
                title: t('Duration'),
                width: '80px',
                cell: ({ lastTrainingDurationInSeconds }) => formatDuration(lastTrainingDurationInSeconds * 1000),
              },
              {
                title: t('Deployed as'),
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
                width: '400px',
                cell: ({ label }) => (
                  <span class="row">
                    <Button onClick={() => setQuery({ tab: 'evaluation', model: label }, { replace: false })}>{t('Evaluation')}</Button>
                    <Button onClick={() => setQuery({ tab: 'deployments', model: label }, { replace: false })}>
                      {rich('Deploy {label}', { label })}
                    </Button>
                    <Button
                      needs="label"
                      kind="quiet"
                      icon="undo"
                      label={t('Restore the training data of {label}', { label })}
                      onClick={() => void restore.run(label)}
                    />
                    <Button
                      needs="manage"
                      kind="quiet"
                      icon="trash"
                      label={t('Delete model {label}', { label })}
                      onClick={() => void remove.run(label)}
                    />
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
export function CompareModels() {
  const { client, family, name, assets, models } = useProject();
  const { query } = useRoute();
  const labels = (models.value ?? []).map(({ label }) => label);
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? DRAFT;
  const sides = [...labels, { value: DRAFT, label: t('Current draft') }];
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
    <Card title={t('Compare')}>
      <div class="stack tight">
        <div class="columns projects-pair">
          <SelectField
            label={t('Before')}
            value={from}
            onInput={(next) => setQuery({ from: next })}
            options={[{ value: '', label: t('Select a model') }, ...sides]}
          />
          <SelectField
            label={t('After')}
            value={to}
            onInput={(next) => setQuery({ to: next === DRAFT ? undefined : next })}
            options={sides}
          />
        </div>
        {from !== '' && (
          <Async of={found}>
            {(rows) =>
              rows === undefined ? null : (
                <>
                  <p class="soft" role="status">
                    {rows.length === 0 ? t('No differences.') : plural(rows.length, 'difference')}
                  </p>
                  {rows.length > 0 && (
                    <Table
                      label={t('Differences')}
                      rows={rows}
                      height={360}
                      keyOf={({ sort, name: own, change }) => `${change} ${sort} ${own}`}
                      empty={<Empty title={t('No differences')} />}
                      columns={[
                        { title: t('Change'), width: '90px', cell: ({ change }) => <Tag kind={KINDS[change]}>{change}</Tag> },
                        { title: t('Kind'), width: '100px', cell: ({ sort }) => sort },
                        { title: t('Item'), cell: ({ name: own }) => own },
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
