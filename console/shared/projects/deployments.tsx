/** Deployments: names under which models are called; create, change, swap, delete. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { projectPath, runJob } from './calls.ts';
import type { Deployment } from './calls.ts';
import { useProject } from './context.ts';
import { CompareModels } from './models.tsx';

const DEFAULT_NAME = 'production';

export function DeploymentsTab(): JSX.Element {
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
    { done: `${trainedModelLabel} deployed to ${deploymentName}` },
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
    { done: 'Deployments swapped' },
  );
  const remove = useAction(async (deployment: string) => {
    if (
      !(await confirm({
        title: `Delete deployment ${deployment}?`,
        text: 'Calls to it will fail. The model is kept.',
        action: 'Delete',
      }))
    )
      return;
    await runJob(client, { method: 'DELETE', path: part(deployment) });
    deployments.reload();
  });
  if (models.value?.length === 0)
    return (
      <Empty
        icon="play"
        title="No models yet"
        actions={
          <ButtonLink kind="primary" to={`${joinPath(family.page, name)}?tab=training`}>
            Train a model
          </ButtonLink>
        }
      >
        A deployment is a name under which a trained model is called.
      </Empty>
    );
  return (
    <>
      <Card title="Deploy">
        <Form onSubmit={() => void (deploymentName !== '' && trainedModelLabel !== '' && deploy.run())}>
          <div class="columns projects-pair">
            <TextField label="Deployment name" value={deploymentName} onInput={setDeploymentName} autoComplete="off" maxLength={128} />
            <SelectField
              label="Model"
              value={trainedModelLabel}
              onInput={(model) => setQuery({ model })}
              options={newest.map(({ label, lastTrainedDateTime }) => ({
                value: label,
                label: `${label}, trained ${formatTime(lastTrainedDateTime)}`,
              }))}
            />
          </div>
          {current && (
            <p class="note">
              {current.deploymentName} currently uses {labelOf(current) ?? 'a deleted model'} .
              {labelOf(current) !== undefined && labelOf(current) !== trainedModelLabel && (
                <>
                  {' '}
                  <Button kind="quiet" onClick={() => setQuery({ from: labelOf(current), to: trainedModelLabel })}>
                    Compare
                  </Button>
                </>
              )}
            </p>
          )}
          <div>
            <Button
              type="submit"
              kind="primary"
              icon="play"
              busy={deploy.busy}
              disabled={deploymentName === '' || trainedModelLabel === ''}
            >
              Deploy
            </Button>
          </div>
          <ApiCall call={call} />
        </Form>
      </Card>
      <Card flush title="Deployments">
        <Async of={deployments}>
          {(rows) => (
            <Table
              label="Deployments"
              rows={rows}
              keyOf={(one) => one.deploymentName}
              empty={<Empty title="No deployments yet">Deploy a model under a name to call it.</Empty>}
              columns={[
                { title: 'Deployment', width: 'minmax(90px, 1fr)', cell: (one) => one.deploymentName },
                { title: 'Model', width: 'minmax(90px, 1fr)', cell: (one) => labelOf(one) ?? <span class="soft">deleted</span> },
                { title: 'Trained', width: '150px', cell: ({ lastTrainedDateTime }) => formatTime(lastTrainedDateTime) },
                { title: 'Deployed', width: '150px', cell: ({ lastDeployedDateTime }) => formatTime(lastDeployedDateTime) },
                {
                  title: '',
                  width: '250px',
                  cell: ({ deploymentName: own }) => (
                    <span class="row">
                      {rows.length > 1 && (
                        <SelectField
                          bare
                          label={`Swap ${own} with`}
                          value=""
                          disabled={swap.busy}
                          options={[
                            { value: '', label: 'Swap with…' },
                            ...rows.map((one) => one.deploymentName).filter((other) => other !== own),
                          ]}
                          onInput={(other) => void (other !== '' && swap.run(own, other))}
                        />
                      )}
                      <Button onClick={() => setDeploymentName(own)}>Change {own}</Button>
                      <Button kind="quiet" icon="trash" label={`Delete deployment ${own}`} onClick={() => void remove.run(own)} />
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

/** Its name, or empty if there is none. */
export function useDeployment(): string {
  const { deployments } = useProject();
  const requested = useRoute().query.get('deployment');
  const names = (deployments.value ?? []).map(({ deploymentName }) => deploymentName);
  return names.find((one) => one === requested) ?? names[0] ?? '';
}

/** Renders the query form if there is a deployment. */
export function DeploymentField({ children }: { children: ComponentChildren }): JSX.Element {
  const { family, name, deployments, models } = useProject();
  const selected = useDeployment();
  const labelOf = (id: string): string => models.value?.find(({ modelId }) => modelId === id)?.label ?? 'a deleted model';
  return (
    <Async of={deployments}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            icon="play"
            title="Not deployed yet"
            actions={
              <ButtonLink
                kind="primary"
                to={`${joinPath(family.page, name)}?tab=${models.value?.length === 0 ? 'training' : 'deployments'}`}
              >
                {models.value?.length === 0 ? 'Train a model' : 'Deploy a model'}
              </ButtonLink>
            }
          >
            A trained model can be queried once it is deployed.
          </Empty>
        ) : (
          <div class="stack">
            <SelectField
              label="Model"
              value={selected}
              onInput={(deployment) => setQuery({ deployment })}
              options={rows.map(({ deploymentName, modelId }) => ({
                value: deploymentName,
                label: `${deploymentName}: ${labelOf(modelId)}`,
              }))}
            />
            {children}
          </div>
        )
      }
    </Async>
  );
}
