/** Selects a deployment to query; the selection is in the URL. */
import type { ComponentChildren, JSX } from 'preact';
import { SelectField } from '../kit/form.tsx';
import { ButtonLink, Empty } from '../kit/parts.tsx';
import { Async } from '../kit/problem.tsx';
import { joinPath, setQuery, useRoute } from '../kit/router.tsx';
import { useProject } from './context.ts';

/** Its name, or empty if there is none. */
export function useDeployment(): string {
  const { deployments } = useProject();
  const wanted = useRoute().query.get('deployment');
  const names = (deployments.value ?? []).map(({ deploymentName }) => deploymentName);
  return names.find((one) => one === wanted) ?? names[0] ?? '';
}

/** Renders the query form if there is a deployment. */
export function DeploymentField({ children }: { children: ComponentChildren }): JSX.Element {
  const { family, name, deployments, models } = useProject();
  const chosen = useDeployment();
  const labelOf = (id: string): string => models.value?.find(({ modelId }) => modelId === id)?.label ?? 'a deleted model';
  return <Async of={deployments}>{(rows) => rows.length === 0
    ? <Empty icon="play" title="Not deployed yet" actions={<ButtonLink kind="primary" to={`${joinPath(family.page, name)}?tab=${models.value?.length === 0 ? 'training' : 'deployments'}`}>{models.value?.length === 0 ? 'Train a model' : 'Deploy a model'}</ButtonLink>}>A trained model can be queried once it is deployed.</Empty>
    : <div class="stack"><SelectField label="Model" value={chosen} onInput={(deployment) => setQuery({ deployment })} options={rows.map(({ deploymentName, modelId }) => ({ value: deploymentName, label: `${deploymentName}: ${labelOf(modelId)}` }))} />{children}</div>}</Async>;
}
