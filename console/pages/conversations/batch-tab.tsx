/** Batch test of a deployment. */
import type { JSX } from 'preact';
import { BatchTest } from '../../language/batch-test.tsx';
import { useProject } from '../../projects/context.ts';
import { DeploymentField, useDeployment } from '../../projects/deployment-field.tsx';
import { toPrediction, predictionCall } from './answer.ts';
import type { ConversationResponse } from './answer.ts';
import { labelChoices } from './assets.ts';
import type { Assets } from './assets.ts';

export function BatchTab(): JSX.Element {
  const { client, name, assets, deployments, metadata: { language } } = useProject<Assets>();
  const deployment = useDeployment();
  const ask = async (text: string, signal: AbortSignal): Promise<{ intent: string; entities: { entity: string; start: number; end: number }[] }> => {
    const { path, json } = predictionCall(name, deployment, text, language);
    const { topIntent, entities } = toPrediction(await client.post<ConversationResponse>(path, json, { signal, quiet: true }));
    return { intent: topIntent, entities: entities.map(({ entity, start, end }) => ({ entity, start, end })) };
  };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return <BatchTest ask={ask} entities={labelChoices(assets)}><DeploymentField>{null}</DeploymentField></BatchTest>;
}
