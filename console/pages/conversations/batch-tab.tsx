/** Batch test of a deployment. */
import type { JSX } from 'preact';
import { BatchTest } from '../../language/batch-test.tsx';
import { useProject } from '../../projects/context.ts';
import { DeploymentField, useDeployment } from '../../projects/deployment-field.tsx';
import { answerOf, questionOf } from './answer.ts';
import type { Answered } from './answer.ts';
import { choicesOf } from './assets.ts';
import type { Assets } from './assets.ts';

export function BatchTab(): JSX.Element {
  const { client, name, assets, deployments, metadata: { language } } = useProject<Assets>();
  const deployment = useDeployment();
  const ask = async (text: string, signal: AbortSignal): Promise<{ intent: string; entities: { entity: string; start: number; end: number }[] }> => {
    const { path, json } = questionOf(name, deployment, text, language);
    const { topIntent, entities } = answerOf(await client.post<Answered>(path, json, { signal, quiet: true }));
    return { intent: topIntent, entities: entities.map(({ entity, start, end }) => ({ entity, start, end })) };
  };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return <BatchTest ask={ask} entities={choicesOf(assets)}><DeploymentField>{null}</DeploymentField></BatchTest>;
}
