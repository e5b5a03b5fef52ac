/** The result of an orchestration's target, inside the orchestration's own result. */
import type { JSX } from 'preact';
import { Card } from '../../kit/parts.tsx';
import { useLoad } from '../../kit/use.ts';
import { PredictionView } from '../../language/answer-view.tsx';
import { loadApps } from '../../language/apps.ts';
import type { App } from '../../language/apps.ts';
import { useCanUseApps } from '../../language/use-reaches-apps.ts';
import { exportAssets } from '../../projects/calls.ts';
import { useProject } from '../../projects/context.ts';
import type { TargetResult } from './answer.ts';
import type { Assets, Intent } from './assets.ts';
import { describeTarget, ORCHESTRATION } from './orchestration.ts';

export interface Targets { intents: readonly Intent[]; apps: readonly App[] }
const NO_TARGETS: Targets = { intents: [], apps: [] };

/** Targets by intent of a deployed orchestration, as its model was trained, not as in the draft. */
export function useTargets(deploymentName: string): Targets {
  const { client, family, name, metadata: { projectKind }, models, deployments } = useProject();
  const reachesApps = useCanUseApps();
  const modelId = deployments.value?.find((one) => one.deploymentName === deploymentName)?.modelId;
  const label = models.value?.find((model) => model.modelId === modelId)?.label;
  return useLoad(async (signal): Promise<Targets> => {
    if (projectKind !== ORCHESTRATION || label === undefined) return NO_TARGETS;
    const { assets: { intents } } = await exportAssets<Assets>(client, family, name, { label, signal });
    const hasApps = intents.some(({ orchestration }) => orchestration?.luisOrchestration);
    return { intents, apps: hasApps && reachesApps ? await loadApps(client, signal) : [] };
  }, [client, name, projectKind, label, reachesApps]).value ?? NO_TARGETS;
}

const KINDS: Readonly<Record<string, string>> = { Conversation: 'conversation project', Luis: 'understanding app', QuestionAnswering: 'question answering' };

export function TargetPrediction({ inside: { intent, kind, answer, text, error }, targets: { intents, apps } }: { inside: TargetResult; targets: Targets }): JSX.Element {
  const target = intents.find(({ category }) => category === intent)?.orchestration;
  return <Card level={3} title={`${intent}: routed to ${target ? describeTarget(target, apps) : KINDS[kind] ?? kind}`}>
    {answer ? <div class="stack"><p>Top intent there: <strong>{answer.topIntent}</strong></p><PredictionView text={text} intents={answer.intents} entities={answer.entities} known={[]} /></div> : <p class="note">{error}</p>}
  </Card>;
}
