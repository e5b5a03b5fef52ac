/** Queries a deployment and shows what each component of the project found. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { CheckField, Form, TextField } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { PredictionView } from '../../language/answer-view.tsx';
import { DeploymentField, useDeployment } from '../../projects/deployment-field.tsx';
import { useProject } from '../../projects/context.ts';
import { toPrediction, predictionCall } from './answer.ts';
import type { ConversationResponse } from './answer.ts';
import { labelChoices } from './assets.ts';
import type { Assets } from './assets.ts';
import { targetParameters, ORCHESTRATION } from './orchestration.ts';
import { TargetPrediction, useTargets } from './target-answer.tsx';

export function Playground(): JSX.Element {
  const { client, name, assets, metadata: { language, projectKind } } = useProject<Assets>();
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
  return <div class="columns projects-playground">
    <Card title="Query"><DeploymentField><Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
      <TextField label="Utterance" value={text} onInput={setText} maxLength={500} placeholder="water the fern" autoComplete="off" />
      <CheckField label="Log for review" value={log} onInput={setLog} hint="It then appears under Review." />
      <div><Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>Run</Button></div>
      <ApiCall call={call} />
    </Form></DeploymentField></Card>
    <Card title="Result">{answered && answer ? <div class="stack" aria-live="polite">
      <p>Top intent: <strong>{answer.topIntent}</strong></p>
      <PredictionView text={answered.result.query} intents={answer.intents} entities={projectKind === ORCHESTRATION ? undefined : answer.entities} known={labelChoices(assets)} />
      {answer.inside && <TargetPrediction inside={answer.inside} targets={targets} />}
      <JsonView value={answered} label="Raw response" height={260} />
    </div> : <Empty icon="conversations" title="No result yet">Enter an utterance and run it.</Empty>}</Card>
  </div>;
}
