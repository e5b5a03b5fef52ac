/** Queries the draft or a published slot and shows what each component found. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, Form, SelectField, TextField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { currentRoute, setQuery } from '../../kit/router.tsx';
import { AddAsUtterance } from '../../shared/language/add-as-utterance.tsx';
import { loadPages } from '../../shared/language/apps.ts';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import { comparePredictions } from '../../shared/language/compare-predictions.ts';
import type { ComparedPrediction } from '../../shared/language/compare-predictions.ts';
import { CompareField, Comparison, useCompared } from '../../shared/language/comparison.tsx';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import { HistoryCard, useQueryHistory } from '../../shared/language/query-history.tsx';
import { addUtterances } from './bulk-changes.ts';
import { appPath } from './calls.ts';
import type { Explained, VersionInfo } from './calls.ts';
import { useChange } from './changes.tsx';
import { useEndpoints, useVersion } from './version.ts';
import type { Endpoint } from './version.ts';

export function Playground() {
  const endpoint = useEndpoints();
  return endpoint ? (
    <QueryBoard endpoint={endpoint} />
  ) : (
    <Empty icon="play" title={t('Not trained yet')} text={t('Train the version first, then query its draft here.')} />
  );
}

function QueryBoard({ endpoint: { options, selected, path, select } }: { endpoint: Endpoint }) {
  const { client, app, info, path: version, intents, entities, utterances, put } = useVersion();
  const { account } = useAccount();
  const change = useChange();
  const versions = useLoad((signal) => loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal), [client, app.id]);
  const others = [
    ...options.filter(({ value }) => value !== 'draft'),
    ...(versions.value ?? [])
      .filter(({ lastTrainedDateTime }) => lastTrainedDateTime !== null)
      .map(({ version }) => ({ value: `version ${version}`, label: t('Version {version}', { version }) })),
  ];
  const compared = useCompared(others, selected);
  const history = useQueryHistory(`${account.id} understanding ${app.id}`);
  const [text, setText] = useState(currentRoute().query.get('ask') ?? '');
  const [log, setLog] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const call = {
    method: 'POST',
    path: `${path}/predict`,
    query: { verbose: true, 'show-all-intents': true, log },
    json: { query: text },
  } as const;
  const ask = useAction(async (asked: string) => {
    setText(asked);
    setQuery({ ask: asked });
    const explain = (at: string): Promise<Explained> => client.post<Explained>(`${at}/explain`, { query: asked });
    const [explained, answered, other] = await Promise.all([
      explain(path),
      client.post<unknown>(call.path, { query: asked }, { query: call.query }),
      compared && explain(comparedPath(path, compared.value)),
    ]);
    setAnswer({ explained, answered, ...(other && { other: { title: compared!.label, explained: other } }) });
    history.add({ text: asked, result: explained.intents[0]?.intent ?? '', model: selected });
  });
  // A link with a query shows its result.
  const isTrained = info.value?.lastTrainedDateTime != null;
  useEffect(() => {
    const asked = currentRoute().query.get('ask') ?? '';
    if (isTrained && asked !== '') void ask.run(asked);
  }, [isTrained]);
  const add = async (utterance: LabeledText): Promise<void> => {
    const [rejected] = await addUtterances(client, version, [utterance], {
      known: utterances,
      onProgress: put,
      change: async (steps) => void (await change(steps)),
    });
    if (rejected) throw new Error(rejected.why);
  };
  return (
    <>
      <div class="columns understanding-playground">
        <Card title={t('Query')}>
          <Form onSubmit={() => void (text.trim() !== '' && ask.run(text))}>
            <TextField
              label={t('Utterance')}
              value={text}
              onInput={setText}
              autoFocus
              maxLength={500}
              placeholder={t('fly to rome tomorrow')}
            />
            <SelectField label={t('Model')} value={selected} options={options} onInput={select} />
            <CompareField options={others} selected={selected} />
            <CheckField
              label={t('Log for review')}
              value={log}
              onInput={setLog}
              hint={t('Treated like a user’s query; may be suggested for labeling.')}
            />
            <div>
              <Button type="submit" kind="primary" icon="play" busy={ask.busy} disabled={text.trim() === ''} text={t('Run')} />
            </div>
            <ApiCall call={call} />
          </Form>
        </Card>
        <Card title={t('Result')}>
          {answer ? (
            <div class="stack" aria-live="polite" key={answer.explained.query}>
              <Predicted explained={answer.explained} />
              <AddAsUtterance intents={intents} predicted={toUtterance(answer.explained, entities)} add={add} />
              {answer.other && (
                <Comparison
                  title={answer.other.title}
                  differences={comparePredictions(answer.explained.query, toCompared(answer.explained), toCompared(answer.other.explained))}
                >
                  <Predicted explained={answer.other.explained} />
                </Comparison>
              )}
              <JsonView value={answer.answered} label={t('Raw response')} height={260} />
            </div>
          ) : (
            <Empty icon="understanding" title={t('No result yet')} text={t('Enter an utterance and run it.')} />
          )}
        </Card>
      </div>
      <HistoryCard of={history} onRun={(asked) => void ask.run(asked)} />
    </>
  );
}

interface Answer {
  explained: Explained;
  answered: unknown;
  /** The same query to another slot or version. */ other?: { title: string; explained: Explained };
}

function Predicted({ explained: { query, intents, pattern, entities: found } }: { explained: Explained }) {
  const { entities } = useVersion();
  return (
    <PredictionView
      text={query}
      intents={intents}
      pattern={pattern}
      known={entities}
      entities={found.map(({ startIndex, length, ...rest }) => ({ ...rest, start: startIndex, end: startIndex + length }))}
    />
  );
}

/** The path of a slot or version, given that of another. */
function comparedPath(path: string, place: string): string {
  const base = path.replace(/\/(?:slots|versions)\/[^/]+$/, '');
  const version = /^version (.*)$/.exec(place)?.[1];
  return version === undefined ? `${base}/slots/${place}` : `${base}/versions/${encodeURIComponent(version)}`;
}

function toCompared({ intents, entities }: Explained): ComparedPrediction {
  return {
    intents,
    entities: entities
      .filter(({ within }) => within === undefined)
      .map(({ entity, startIndex, length }) => ({ entity, start: startIndex, end: startIndex + length })),
  };
}

/** Only learned entities become labels; parts of them are labeled by hand. */
function toUtterance({ query, intents, entities }: Explained, known: readonly EntityChoice[]): LabeledText {
  return {
    text: query,
    intent: intents[0]?.intent ?? 'None',
    labels: entities
      .filter(
        ({ entity, foundBy, within }) => within === undefined && foundBy.includes('learned') && known.some(({ name }) => name === entity),
      )
      .map(({ entity, role, startIndex, length }) => ({
        entity,
        start: startIndex,
        end: startIndex + length,
        ...(role !== undefined && { role }),
      })),
  };
}

/** Batch test of the app; nothing is logged. */
export function BatchTab() {
  const { client, app, entities } = useVersion();
  const { account } = useAccount();
  const endpoint = useEndpoints();
  if (!endpoint)
    return <Empty icon="play" title={t('Not trained yet')} text={t('Train the version first, then test it with unseen utterances.')} />;
  const { options, selected, path, select } = endpoint;
  return (
    <BatchTest
      key={path}
      place={{ path: `${appPath(app.id)}/testsets`, formerScope: `${account.id} understanding ${app.id}` }}
      model={options.find(({ value }) => value === selected)?.label ?? selected}
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
        <SelectField label={t('Model')} value={selected} options={options} onInput={select} />
        <ApiCall call={{ method: 'POST', path: `${path}/explain`, json: { query: 'fly to rome tomorrow' } }} />
      </>
    </BatchTest>
  );
}
