/** Deployments: names under which models are called; create, change, swap, delete. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import type { ConnectTarget } from '../../kit/connect/target.ts';
import { confirmed } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { projectPath, runJob, type Deployment } from './calls.ts';
import { useProject } from './context.ts';
import { CompareModels } from './models.tsx';

const DEFAULT_NAME = 'production';

export function DeploymentsTab() {
  const { client, family, name, models, deployments } = useProject();
  const { query } = useRoute();
  const [deploymentName, setDeploymentName] = useState(query.get('deployment') ?? DEFAULT_NAME);
  const newest = [...(models.value ?? [])].sort((a, b) => (a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1));
  const trainedModelLabel = newest.find(({ label }) => label === query.get('model'))?.label ?? newest[0]?.label ?? '';
  const part = (deployment: string): string => projectPath(family, name, `/deployments/${encodeURIComponent(deployment)}`);
  const call = { method: 'PUT', path: part(deploymentName), json: { trainedModelLabel } } as const;
  const labelOf = ({ modelId }: Deployment): string | undefined => newest.find((model) => model.modelId === modelId)?.label;
  const current = deployments.value?.find((one) => one.deploymentName === deploymentName);
  const deploy = useAction(
    async () => {
      await runJob(client, call);
      deployments.reload();
    },
    { done: t('{trainedModelLabel} deployed to {deploymentName}', { trainedModelLabel, deploymentName }) },
  );
  const swap = useAction(
    async (firstDeploymentName: string, secondDeploymentName: string) => {
      await runJob(client, {
        method: 'POST',
        path: projectPath(family, name, '/deployments/:swap'),
        json: { firstDeploymentName, secondDeploymentName },
      });
      deployments.reload();
    },
    { done: t('Deployments swapped') },
  );
  const remove = useAction(async (deployment: string) => {
    await confirmed({ title: t('Delete deployment {deployment}?', { deployment }), text: t('Calls to it will fail. The model is kept.') });
    await runJob(client, { method: 'DELETE', path: part(deployment) });
    deployments.reload();
  });
  if (models.value?.length === 0)
    return (
      <Empty
        icon="play"
        title={t('No models yet')}
        actions={<ButtonLink kind="primary" to={`${joinPath(family.page, name)}?tab=training`} text={t('Train a model')} />}
      >
        {t('A deployment is a name under which a trained model is called.')}
      </Empty>
    );
  return (
    <>
      <Card title={t('Deploy')}>
        <Form onSubmit={() => void (deploymentName !== '' && trainedModelLabel !== '' && deploy.run())}>
          <div class="columns projects-pair">
            <TextField label={t('Deployment name')} value={deploymentName} onInput={setDeploymentName} maxLength={128} />
            <SelectField
              label={t('Model')}
              value={trainedModelLabel}
              onInput={(model) => setQuery({ model })}
              options={newest.map(({ label, lastTrainedDateTime }) => ({
                value: label,
                label: t('{label}, trained {lastTrainedDateTime}', { label, lastTrainedDateTime: formatTime(lastTrainedDateTime) }),
              }))}
            />
          </div>
          {current && (
            <p class="note">
              {t('{deployment} currently uses {model}.', {
                deployment: current.deploymentName,
                model: labelOf(current) ?? t('a deleted model'),
              })}{' '}
              {labelOf(current) !== undefined && labelOf(current) !== trainedModelLabel && (
                <Button kind="quiet" onClick={() => setQuery({ from: labelOf(current), to: trainedModelLabel })} text={t('Compare')} />
              )}
            </p>
          )}
          <div>
            <Button
              needs="manage"
              type="submit"
              kind="primary"
              icon="play"
              busy={deploy.busy}
              disabled={deploymentName === '' || trainedModelLabel === ''}
              text={t('Deploy')}
            />
          </div>
          <ApiCall call={call} />
        </Form>
      </Card>
      <Card flush title={t('Deployments')}>
        <Async of={deployments}>
          {(rows) => (
            <Table
              label={t('Deployments')}
              rows={rows}
              keyOf={(one) => one.deploymentName}
              empty={<Empty title={t('No deployments yet')}>{t('Deploy a model under a name to call it.')}</Empty>}
              columns={[
                { title: t('Deployment'), width: 'minmax(90px, 1fr)', cell: (one) => one.deploymentName },
                { title: t('Model'), width: 'minmax(90px, 1fr)', cell: (one) => labelOf(one) ?? <span class="soft">{t('deleted')}</span> },
                { title: t('Trained'), width: '150px', cell: ({ lastTrainedDateTime }) => formatTime(lastTrainedDateTime) },
                { title: t('Deployed'), width: '150px', cell: ({ lastDeployedDateTime }) => formatTime(lastDeployedDateTime) },
                {
                  title: '',
                  width: '250px',
                  cell: ({ deploymentName: own }) => (
                    <span class="row">
                      {rows.length > 1 && (
                        <SelectField
                          bare
                          needs="manage"
                          label={t('Swap {own} with', { own })}
                          value=""
                          disabled={swap.busy}
                          options={[
                            { value: '', label: t('Swap with…') },
                            ...rows.map((one) => one.deploymentName).filter((other) => other !== own),
                          ]}
                          onInput={(other) => void (other !== '' && swap.run(own, other))}
                        />
                      )}
                      <Button onClick={() => setDeploymentName(own)}>{t('Change {own}', { own })}</Button>
                      <Button
                        needs="manage"
                        kind="quiet"
                        icon="trash"
                        label={t('Delete deployment {own}', { own })}
                        onClick={() => void remove.run(own)}
                      />
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Async>
      </Card>
      <CompareModels />
    </>
  );
}

/** What a program would call: the open deployment, if there is one. */
export function useConnect(): ConnectTarget | undefined {
  const { family, name, metadata } = useProject();
  const { projectKind } = metadata;
  const deployment = useDeployment();
  return deployment === '' ? undefined : { area: family.page, project: name, deployment, kind: projectKind };
}

/** Its name, or empty if there is none. */
export function useDeployment(): string {
  const { deployments } = useProject();
  const requested = useRoute().query.get('deployment');
  const names = (deployments.value ?? []).map(({ deploymentName }) => deploymentName);
  return names.find((one) => one === requested) ?? names[0] ?? '';
}

/** The deployments, with the models they use. */
export function useDeploymentOptions(): { value: string; label: string }[] {
  const { deployments, models } = useProject();
  const labelOf = (id: string): string => models.value?.find(({ modelId }) => modelId === id)?.label ?? t('a deleted model');
  return (deployments.value ?? []).map(({ deploymentName, modelId }) => ({
    value: deploymentName,
    label: `${deploymentName}: ${labelOf(modelId)}`,
  }));
}

/** Renders the query form if there is a deployment. */
export function DeploymentField({ children }: { children: ComponentChildren }) {
  const { family, name, deployments, models } = useProject();
  const selected = useDeployment();
  const options = useDeploymentOptions();
  return (
    <Async of={deployments}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            icon="play"
            title={t('Not deployed yet')}
            actions={
              <ButtonLink
                kind="primary"
                to={`${joinPath(family.page, name)}?tab=${models.value?.length === 0 ? 'training' : 'deployments'}`}
              >
                {models.value?.length === 0 ? t('Train a model') : t('Deploy a model')}
              </ButtonLink>
            }
          >
            {t('A trained model can be queried once it is deployed.')}
          </Empty>
        ) : (
          <div class="stack">
            <SelectField label={t('Model')} value={selected} onInput={(deployment) => setQuery({ deployment })} options={options} />
            {children}
          </div>
        )
      }
    </Async>
  );
}
