/** Queries a deployment and shows what each component of the project found. */
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { AddAsUtterance } from '../../shared/language/add-as-utterance.tsx';
import { loadApps, type App } from '../../shared/language/apps.ts';
import { useCanUseApps } from './dialogs.tsx';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import { Playground } from '../../shared/language/playground.tsx';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import { exportAssets, projectPath } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment, useDeploymentOptions } from '../../shared/projects/deployments.tsx';
import { addUtterances, labelChoices, type Assets, type Intent } from './assets.ts';
import { describeTarget, ORCHESTRATION, predictionCall, targetParameters, toPrediction } from './predictions.ts';
import type { ConversationResponse, TargetResult } from './predictions.ts';

export function QueryTab() {
  const { client, name, assets, edit, metadata } = useProject<Assets>();
  const { account } = useAccount();
  const deployment = useDeployment();
  const targets = useTargets(deployment);
  const known = labelChoices(assets);
  const callOf = (to: string, text: string, log: boolean): ReturnType<typeof predictionCall> =>
    predictionCall(name, to, text, metadata.language, log, targetParameters(targets.intents));
  return (
    <Playground
      icon="conversations"
      scope={`${account.id} conversations ${name}`}
      model={deployment}
      options={useDeploymentOptions()}
      isReady={deployment !== ''}
      placeholder={t('water the fern')}
      logHint={t('It then appears under Review.')}
      frame={(form) => <DeploymentField>{form}</DeploymentField>}
      call={(text, log) => callOf(deployment, text, log)}
      ask={async (text, to, log) => {
        const { path, json } = callOf(to, text, log);
        const response = await client.post<ConversationResponse>(path, json);
        return { response, ...toPrediction(response) };
      }}
      summary={({ topIntent }) => topIntent}
      toCompared={(answer) => answer}
      draw={(text, { topIntent, intents, entities, inside }) => (
        <>
          <p>{rich('Top intent: {strong}', { strong: <strong>{topIntent}</strong> })}</p>
          <PredictionView
            text={text}
            intents={intents}
            entities={metadata.projectKind === ORCHESTRATION ? undefined : entities}
            known={known}
          />
          {inside && <TargetPrediction inside={inside} targets={targets} />}
        </>
      )}
      actions={(text, { topIntent, entities }) => (
        <AddAsUtterance
          intents={assets.intents.map(({ category }) => category)}
          predicted={{
            text,
            intent: topIntent,
            labels: entities
              .filter(({ entity, foundBy }) => foundBy.includes('learned') && known.some((one) => one.name === entity))
              .map(({ entity, start, end }) => ({ entity, start, end })),
          }}
          add={async (utterance) => await Promise.resolve(edit(addUtterances(assets, [utterance])))}
        />
      )}
      raw={({ response }) => response}
    />
  );
}

export interface Targets {
  intents: readonly Intent[];
  apps: readonly App[];
}
const NO_TARGETS: Targets = { intents: [], apps: [] };

/** Targets by intent of a deployed orchestration, as its model was trained, not as in the draft. */
function useTargets(deploymentName: string): Targets {
  const { client, family, name, models, deployments, metadata } = useProject();
  const { projectKind } = metadata;
  const canUseApps = useCanUseApps();
  const modelId = deployments.value?.find((one) => one.deploymentName === deploymentName)?.modelId;
  const label = models.value?.find((model) => model.modelId === modelId)?.label;
  return (
    useLoad(
      async (signal): Promise<Targets> => {
        if (projectKind !== ORCHESTRATION || label === undefined) return NO_TARGETS;
        const { intents } = (await exportAssets<Assets>(client, family, name, { label, signal })).assets;
        const hasApps = intents.some(({ orchestration }) => orchestration?.luisOrchestration);
        return { intents, apps: hasApps && canUseApps ? await loadApps(client, signal) : [] };
      },
      [client, name, projectKind, label, canUseApps],
    ).value ?? NO_TARGETS
  );
}

const KINDS: Readonly<Record<string, string>> = {
  Conversation: 'conversation project',
  Luis: 'understanding app',
  QuestionAnswering: 'question answering',
};

function TargetPrediction({
  inside: { intent, kind, answer, text, error },
  targets: { intents, apps },
}: {
  inside: TargetResult;
  targets: Targets;
}) {
  const target = intents.find(({ category }) => category === intent)?.orchestration;
  return (
    <Card
      level={3}
      title={t('{intent}: routed to {value}', { intent, value: target ? describeTarget(target, apps) : (KINDS[kind] ?? kind) })}
    >
      {answer ? (
        <div class="stack">
          <p>{rich('Top intent there: {strong}', { strong: <strong>{answer.topIntent}</strong> })}</p>
          <PredictionView text={text} intents={answer.intents} entities={answer.entities} known={[]} />
        </div>
      ) : (
        <p class="note">{error}</p>
      )}
    </Card>
  );
}

/** Batch test of a deployment. */
export function BatchTab() {
  const { client, family, name, assets, deployments, metadata } = useProject<Assets>();
  const { language } = metadata;
  const { account } = useAccount();
  const deployment = useDeployment();
  const ask = async (
    text: string,
    signal: AbortSignal,
  ): Promise<{ intent: string; entities: { entity: string; start: number; end: number }[] }> => {
    const { path, json } = predictionCall(name, deployment, text, language);
    const { topIntent, entities } = toPrediction(await client.post<ConversationResponse>(path, json, { signal, quiet: true }));
    return { intent: topIntent, entities: entities.map(({ entity, start, end }) => ({ entity, start, end })) };
  };
  if (deployments.value?.length === 0) return <DeploymentField>{null}</DeploymentField>;
  return (
    <BatchTest
      place={{ path: projectPath(family, name, '/test-sets'), formerScope: `${account.id} conversations ${name}` }}
      model={deployment}
      ask={ask}
      entities={labelChoices(assets)}
    >
      <DeploymentField>{null}</DeploymentField>
    </BatchTest>
  );
}
