/** Asking the app: the draft or what is published at a slot, with what each part of it found. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallBehind } from '../../kit/call-behind.tsx';
import { CheckField, Form, SelectField, TextField } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, usePlace } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { AnswerView } from '../../language/answer-view.tsx';
import { PREDICTION } from './calls.ts';
import { useVersion } from './version.ts';

interface Explained {
  query: string;
  intents: { intent: string; score: number }[];
  pattern?: { pattern: string; intent: string };
  entities: { entity: string; role?: string; startIndex: number; length: number; score?: number; foundBy: string[]; value: unknown; within?: string }[];
}

export function Playground(): JSX.Element {
  const { client, app, name, info, entities } = useVersion();
  const { query } = usePlace();
  const { PRODUCTION, STAGING } = app.endpoints;
  const isTrained = info.value?.lastTrainedDateTime != null;
  const places = [
    ...isTrained ? [{ value: 'draft', label: `Draft: version ${name}` }] : [], ...PRODUCTION ? [{ value: 'production', label: `Production: version ${PRODUCTION.versionId}` }] : [], ...STAGING ? [{ value: 'staging', label: `Staging: version ${STAGING.versionId}` }] : [],
  ];
  const place = places.find(({ value }) => value === query.get('slot'))?.value ?? places[0]?.value;
  const [text, setText] = useState(query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<{ explained: Explained; answered: unknown }>();
  const at = `${PREDICTION}/apps/${app.id}/${place === 'draft' ? `versions/${encodeURIComponent(name)}` : `slots/${place}`}`;
  const call = { method: 'POST', path: `${at}/predict`, query: { verbose: true, 'show-all-intents': true, log }, json: { query: text } } as const;
  const ask = useAction(async () => {
    setQuery({ ask: text });
    const [explained, answered] = await Promise.all([client.post<Explained>(`${at}/explain`, { query: text }), client.post<unknown>(call.path, call.json, { query: call.query })]);
    setAnswer({ explained, answered });
  });
  if (place === undefined) return <Empty icon="play" title="Nothing to ask yet">Train the version first; then its draft can be asked here.</Empty>;
  return <div class="columns understanding-playground">
    <Card title="Ask"><Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
      <TextField label="Utterance" value={text} onInput={setText} autoFocus maxLength={500} placeholder="fly to rome tomorrow" autoComplete="off" />
      <SelectField label="Who answers" value={place} options={places} onInput={(slot) => setQuery({ slot })} />
      <CheckField label="Keep the query for review" value={log} onInput={setLog} hint="As queries of users are; it may then be suggested for labelling." />
      <div><Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>Ask</Button></div>
      <CallBehind call={call} />
    </Form></Card>
    <Card title="Answer">{answer ? <div class="stack" aria-live="polite">
      <AnswerView text={answer.explained.query} intents={answer.explained.intents} pattern={answer.explained.pattern} known={entities} entities={answer.explained.entities.map(({ startIndex, length, ...rest }) => ({ ...rest, start: startIndex, end: startIndex + length }))} />
      <JsonView value={answer.answered} label="Answer of the endpoint" height={260} />
    </div> : <Empty icon="understanding" title="No answer yet">Write what somebody might say, and ask.</Empty>}</Card>
  </div>;
}
