/** Queries a deployment and shows what each component of the project found. */
import { useEffect, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { AddAsUtterance } from '../../shared/language/add-as-utterance.tsx';
import { loadApps } from '../../shared/language/apps.ts';
import { useCanUseApps } from './dialogs.tsx';
import type { App } from '../../shared/language/apps.ts';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import { comparePredictions } from '../../shared/language/compare-predictions.ts';
import { CompareField, Comparison, useCompared } from '../../shared/language/comparison.tsx';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import { HistoryCard, useQueryHistory } from '../../shared/language/query-history.tsx';
import { exportAssets, projectPath } from '../../shared/projects/calls.ts';
import { useProject } from '../../shared/projects/context.ts';
import { DeploymentField, useDeployment, useDeploymentOptions } from '../../shared/projects/deployments.tsx';
import { addUtterances, labelChoices } from './assets.ts';
import type { Assets, Intent } from './assets.ts';
import { describeTarget, ORCHESTRATION, predictionCall, targetParameters, toPrediction } from './predictions.ts';
import type { ConversationResponse, TargetResult } from './predictions.ts';

export function Playground() {
  const { client, name, assets, edit, metadata } = useProject<Assets>();
  const { language, projectKind } = metadata;
  const { account } = useAccount();
  const { query } = useRoute();
  const deployment = useDeployment();
  const options = useDeploymentOptions();
  const compared = useCompared(options, deployment);
  const history = useQueryHistory(`${account.id} conversations ${name}`);
  const [text, setText] = useState(query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [answers, setAnswers] = useState<Answers>();
  const targets = useTargets(deployment);
  const callOf = (to: string, asked: string, isLogged: boolean): ReturnType<typeof predictionCall> =>
    predictionCall(name, to, asked, language, isLogged, targetParameters(targets.intents));
  const call = callOf(deployment, text, log);
  const ask = useAction(async (asked: string) => {
    setText(asked);
    setQuery({ ask: asked });
    const post = async (to: string, isLogged: boolean): Promise<ConversationResponse> => {
      const { path, json } = callOf(to, asked, isLogged);
      return await client.post<ConversationResponse>(path, json);
    };
    const [answered, other] = await Promise.all([post(deployment, log), compared && post(compared.value, false)]);
    setAnswers({ answered, ...(other && { other: { title: compared!.label, answered: other } }) });
    history.add({ text: asked, result: toPrediction(answered).topIntent, model: deployment });
  });
  // A link with a query shows its result.
  useEffect(() => void (text.trim() !== '' && deployment !== '' && ask.run(text)), [deployment !== '']);
  const isOrchestration = projectKind === ORCHESTRATION;
  return (
    <>
      <div class="columns projects-playground">
        <Card title={t('Query')}>
          <DeploymentField>
            <Form onSubmit={() => void (text.trim() !== '' && ask.run(text))}>
              <CompareField options={options} selected={deployment} />
              <TextField label={t('Utterance')} value={text} onInput={setText} maxLength={500} placeholder={t('water the fern')} />
              <CheckField label={t('Log for review')} value={log} onInput={setLog} hint={t('It then appears under Review.')} />
              <div>
                <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''} text={t('Run')} />
              </div>
              <ApiCall call={call} />
            </Form>
          </DeploymentField>
        </Card>
        <Card title={t('Result')}>
          {answers ? (
            <Result
              key={answers.answered.result.query}
              answers={answers}
              targets={targets}
              known={labelChoices(assets)}
              isOrchestration={isOrchestration}
              intents={assets.intents.map(({ category }) => category)}
              add={(utterance) => edit(addUtterances(assets, [utterance]))}
            />
          ) : (
            <Empty icon="conversations" title={t('No result yet')} text={t('Enter an utterance and run it.')} />
          )}
        </Card>
      </div>
      <HistoryCard of={history} onRun={(asked) => void ask.run(asked)} />
    </>
  );
}

interface Answers {
  answered: ConversationResponse;
  /** The same query to another deployment. */ other?: { title: string; answered: ConversationResponse };
}

function Result({
  answers: { answered, other },
  targets,
  known,
  isOrchestration,
  intents,
  add,
}: {
  answers: Answers;
  targets: Targets;
  known: readonly EntityChoice[];
  isOrchestration: boolean;
  intents: readonly string[];
  add: (utterance: LabeledText) => void;
}) {
  const text = answered.result.query;
  const answer = toPrediction(answered);
  const second = other && toPrediction(other.answered);
  const learned = answer.entities.filter(({ entity, foundBy }) => foundBy.includes('learned') && known.some(({ name }) => name === entity));
  return (
    <div class="stack" aria-live="polite">
      <p>{rich('Top intent: {strong}', { strong: <strong>{answer.topIntent}</strong> })}</p>
      <PredictionView text={text} intents={answer.intents} entities={isOrchestration ? undefined : answer.entities} known={known} />
      {answer.inside && <TargetPrediction inside={answer.inside} targets={targets} />}
      <AddAsUtterance
        intents={intents}
        predicted={{ text, intent: answer.topIntent, labels: learned.map(({ entity, start, end }) => ({ entity, start, end })) }}
        add={async (utterance) => await Promise.resolve(add(utterance))}
      />
      {other && second && (
        <Comparison title={other.title} differences={comparePredictions(text, answer, second)}>
          <PredictionView text={text} intents={second.intents} entities={isOrchestration ? undefined : second.entities} known={known} />
        </Comparison>
      )}
      <JsonView value={answered} label={t('Raw response')} height={260} />
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
