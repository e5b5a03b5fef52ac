/** Queries a deployment and shows what each component of the project found. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { loadApps } from '../../shared/language/apps.ts';
import { useCanUseApps } from './dialogs.tsx';
import type { App } from '../../shared/language/apps.ts';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import { exportAssets } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment } from '../../shared/projects/deployments.tsx';
import { labelChoices } from './assets.ts';
import type { Assets, Intent } from './assets.ts';
import { describeTarget, ORCHESTRATION, predictionCall, targetParameters, toPrediction } from './predictions.ts';
import type { ConversationResponse, TargetResult } from './predictions.ts';

export function Playground(): JSX.Element {
  const {
    client,
    name,
    assets,
    metadata: { language, projectKind },
  } = useProject<Assets>();
  const { query } = useRoute();
  const deployment = useDeployment();
  const [text, setText] = useState(query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [answered, setAnswered] = useState<ConversationResponse>();
  const targets = useTargets(deployment);
  const call = predictionCall(name, deployment, text, language, log, targetParameters(targets.intents));
  const ask = useAction(async () => {
    setQuery({ ask: text });
    setAnswered(await client.post<ConversationResponse>(call.path, call.json));
  });
  const answer = answered && toPrediction(answered);
  return (
    <div class="columns projects-playground">
      <Card title="Query">
        <DeploymentField>
          <Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
            <TextField label="Utterance" value={text} onInput={setText} maxLength={500} placeholder="water the fern" autoComplete="off" />
            <CheckField label="Log for review" value={log} onInput={setLog} hint="It then appears under Review." />
            <div>
              <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>
                Run
              </Button>
            </div>
            <ApiCall call={call} />
          </Form>
        </DeploymentField>
      </Card>
      <Card title="Result">
        {answered && answer ? (
          <div class="stack" aria-live="polite">
            <p>
              Top intent: <strong>{answer.topIntent}</strong>
            </p>
            <PredictionView
              text={answered.result.query}
              intents={answer.intents}
              entities={projectKind === ORCHESTRATION ? undefined : answer.entities}
              known={labelChoices(assets)}
            />
            {answer.inside && <TargetPrediction inside={answer.inside} targets={targets} />}
            <JsonView value={answered} label="Raw response" height={260} />
          </div>
        ) : (
          <Empty icon="conversations" title="No result yet">
            Enter an utterance and run it.
          </Empty>
        )}
      </Card>
    </div>
  );
}

export interface Targets {
  intents: readonly Intent[];
  apps: readonly App[];
}
const NO_TARGETS: Targets = { intents: [], apps: [] };

/** Targets by intent of a deployed orchestration, as its model was trained, not as in the draft. */
function useTargets(deploymentName: string): Targets {
  const {
    client,
    family,
    name,
    metadata: { projectKind },
    models,
    deployments,
  } = useProject();
  const canUseApps = useCanUseApps();
  const modelId = deployments.value?.find((one) => one.deploymentName === deploymentName)?.modelId;
  const label = models.value?.find((model) => model.modelId === modelId)?.label;
  return (
    useLoad(
      async (signal): Promise<Targets> => {
        if (projectKind !== ORCHESTRATION || label === undefined) return NO_TARGETS;
        const {
          assets: { intents },
        } = await exportAssets<Assets>(client, family, name, { label, signal });
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
}): JSX.Element {
  const target = intents.find(({ category }) => category === intent)?.orchestration;
  return (
    <Card level={3} title={`${intent}: routed to ${target ? describeTarget(target, apps) : (KINDS[kind] ?? kind)}`}>
      {answer ? (
        <div class="stack">
          <p>
            Top intent there: <strong>{answer.topIntent}</strong>
          </p>
          <PredictionView text={text} intents={answer.intents} entities={answer.entities} known={[]} />
        </div>
      ) : (
        <p class="note">{error}</p>
      )}
    </Card>
  );
}

/** Batch test of a deployment. */
export function BatchTab(): JSX.Element {
  const {
    client,
    name,
    assets,
    deployments,
    metadata: { language },
  } = useProject<Assets>();
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
    <BatchTest ask={ask} entities={labelChoices(assets)}>
      <DeploymentField>{null}</DeploymentField>
    </BatchTest>
  );
}
