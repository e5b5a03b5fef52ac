/** Queries the draft or a published slot and shows what each component found. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { SelectField } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Empty } from '../../kit/parts.tsx';
import { AddAsUtterance } from '../../shared/language/add-as-utterance.tsx';
import { loadPages } from '../../shared/language/apps.ts';
import { BatchTest } from '../../shared/language/batch-test.tsx';
import type { ComparedPrediction } from '../../shared/language/compare-predictions.ts';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import { Playground } from '../../shared/language/playground.tsx';
import { PredictionView } from '../../shared/language/prediction-view.tsx';
import { addUtterances } from './bulk-changes.ts';
import { appPath, type Explained, type VersionInfo } from './calls.ts';
import { useChange } from './changes.tsx';
import { useEndpoints, useVersion, type Endpoint } from './version.ts';

export function QueryTab() {
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
  const callOf = (text: string, log: boolean) =>
    ({ method: 'POST', path: `${path}/predict`, query: { verbose: true, 'show-all-intents': true, log }, json: { query: text } }) as const;
  const add = async (utterance: LabeledText): Promise<void> => {
    const [rejected] = await addUtterances(client, version, [utterance], {
      known: utterances,
      onProgress: put,
      change: async (steps) => void (await change(steps)),
    });
    if (rejected) throw new Error(rejected.why);
  };
  return (
    <Playground
      icon="understanding"
      scope={`${account.id} understanding ${app.id}`}
      model={selected}
      options={others}
      isReady={info.value?.lastTrainedDateTime != null}
      placeholder={t('fly to rome tomorrow')}
      logHint={t('Treated like a user’s query; may be suggested for labeling.')}
      frame={(form) => form}
      fields={<SelectField label={t('Model')} value={selected} options={options} onInput={select} />}
      call={callOf}
      ask={async (text, model, log) => {
        const call = callOf(text, log);
        const [explained, response] = await Promise.all([
          client.post<Explained>(`${model === selected ? path : comparedPath(path, model)}/explain`, { query: text }),
          model === selected ? client.post<unknown>(call.path, call.json, { query: call.query }) : undefined,
        ]);
        return { explained, response };
      }}
      summary={({ explained }) => explained.intents[0]?.intent ?? ''}
      toCompared={({ explained }) => toCompared(explained)}
      draw={(_, { explained }) => <Predicted explained={explained} />}
      actions={(_, { explained }) => <AddAsUtterance intents={intents} predicted={toUtterance(explained, entities)} add={add} />}
      raw={({ response }) => response}
    />
  );
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
      <SelectField label={t('Model')} value={selected} options={options} onInput={select} />
      <ApiCall call={{ method: 'POST', path: `${path}/explain`, json: { query: 'fly to rome tomorrow' } }} />
    </BatchTest>
  );
}
