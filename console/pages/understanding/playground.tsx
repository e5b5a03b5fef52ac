/** Queries the draft or a published slot and shows what each component found. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, SelectField, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { currentRoute, setQuery } from '../../kit/router.tsx';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import type { Explained } from './calls.ts';
import { useEndpoints, useVersion } from './version.ts';
import type { Endpoint } from './version.ts';

export function Playground(): JSX.Element {
  const endpoint = useEndpoints();
  return endpoint ? (
    <QueryBoard endpoint={endpoint} />
  ) : (
    <Empty icon="play" title="Not trained yet">
      Train the version first, then query its draft here.
    </Empty>
  );
}

function QueryBoard({ endpoint: { options, selected, path, select } }: { endpoint: Endpoint }): JSX.Element {
  const { client, entities } = useVersion();
  const [text, setText] = useState(currentRoute().query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<{ explained: Explained; answered: unknown }>();
  const call = {
    method: 'POST',
    path: `${path}/predict`,
    query: { verbose: true, 'show-all-intents': true, log },
    json: { query: text },
  } as const;
  const ask = useAction(async () => {
    setQuery({ ask: text });
    const [explained, answered] = await Promise.all([
      client.post<Explained>(`${path}/explain`, { query: text }),
      client.post<unknown>(call.path, call.json, { query: call.query }),
    ]);
    setAnswer({ explained, answered });
  });
  return (
    <div class="columns understanding-playground">
      <Card title="Query">
        <Form onSubmit={() => void (text.trim() !== '' && ask.run())}>
          <TextField
            label="Utterance"
            value={text}
            onInput={setText}
            autoFocus
            maxLength={500}
            placeholder="fly to rome tomorrow"
            autoComplete="off"
          />
          <SelectField label="Model" value={selected} options={options} onInput={select} />
          <CheckField
            label="Log for review"
            value={log}
            onInput={setLog}
            hint="Like queries of your users; it may then be suggested for labelling."
          />
          <div>
            <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''}>
              Run
            </Button>
          </div>
          <ApiCall call={call} />
        </Form>
      </Card>
      <Card title="Result">
        {answer ? (
          <div class="stack" aria-live="polite">
            <PredictionView
              text={answer.explained.query}
              intents={answer.explained.intents}
              pattern={answer.explained.pattern}
              known={entities}
              entities={answer.explained.entities.map(({ startIndex, length, ...rest }) => ({
                ...rest,
                start: startIndex,
                end: startIndex + length,
              }))}
            />
            <JsonView value={answer.answered} label="Raw response" height={260} />
          </div>
        ) : (
          <Empty icon="understanding" title="No result yet">
            Enter an utterance and run it.
          </Empty>
        )}
      </Card>
    </div>
  );
}

/** Batch test of the app; nothing is logged. */
export function BatchTab(): JSX.Element {
  const { client, entities } = useVersion();
  const endpoint = useEndpoints();
  if (!endpoint)
    return (
      <Empty icon="play" title="Not trained yet">
        Train the version first, then test it with unseen utterances.
      </Empty>
    );
  const { options, selected, path, select } = endpoint;
  return (
    <BatchTest
      key={path}
      entities={entities}
      ask={async (text, signal) => {
        const { intents, entities: found } = await client.post<Explained>(`${path}/explain`, { query: text }, { signal, quiet: true });
        return {
          intent: intents[0]?.intent ?? 'None',
          entities: found
            .filter(({ within }) => within === undefined)
            .map(({ entity, startIndex, length }) => ({ entity, start: startIndex, end: startIndex + length })),
        };
      }}
    >
      <>
        <SelectField label="Model" value={selected} options={options} onInput={select} />
        <ApiCall call={{ method: 'POST', path: `${path}/explain`, json: { query: 'fly to rome tomorrow' } }} />
      </>
    </BatchTest>
  );
}
