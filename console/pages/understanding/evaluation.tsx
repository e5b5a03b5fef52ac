/** Cross-validation of the version: of its intents in its last training, and of its entities on request. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { toJobStatus, type JobState } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { formatAge, formatCount, formatPercent, plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty, Figure } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { buildMatrix } from '../../shared/language/evaluation.ts';
import { ConfusionMatrix, MetricsTable } from '../../shared/language/metrics-view.tsx';
import { MarkedText } from '../../shared/language/prediction-view.tsx';
import { describeErrors, toLabels } from './content.ts';
import { Mistakes, VersionCurve } from './mistakes.tsx';
import { useEvaluation, useVersion, type VersionEvaluation } from './version.ts';

/** Utterances of an actual and a predicted intent. */
function showUtterances(intent: string, predicted: string): void {
  setQuery({ tab: undefined, intent, predicted, at: undefined }, { replace: false });
}

export function Evaluation() {
  const evaluation = useEvaluation();
  return (
    <Async of={evaluation}>
      {(value) =>
        value.trainedDateTime === null ? (
          <Empty icon="ranking" title={t('No evaluation yet')}>
            {t(
              'Each training cross-validates the version: utterances are predicted by models trained without them. Train the version to see the result.',
            )}
          </Empty>
        ) : (
          <EvaluationFigures evaluated={value} onEnd={evaluation.reload} />
        )
      }
    </Async>
  );
}

function EvaluationFigures({ evaluated, onEnd }: { evaluated: VersionEvaluation; onEnd: () => void }) {
  const { trainedDateTime, isCurrent, accuracy, intents, entityAverages, utterances } = evaluated;
  const { path } = useVersion();
  const matrix = useMemo(
    () => buildMatrix(utterances.map(({ intentLabel, predictedIntent }) => ({ expected: intentLabel, predicted: predictedIntent }))),
    [utterances],
  );
  const wrong = utterances.filter(({ intentLabel, predictedIntent }) => intentLabel !== predictedIntent).length;
  return (
    <>
      {!isCurrent && <p class="note warn">{t('The version has changed since it was trained: these figures are of its trained state.')}</p>}
      <div class="card figures">
        <Figure value={formatPercent(accuracy ?? 0, 1)} label={t('intents correct')} />
        {entityAverages && <Figure value={formatPercent(entityAverages.f1, 1)} label={t('F1 of entities')} />}
        <Figure value={formatCount(utterances.length)} label={t('utterances')} />
        <Figure value={formatCount(wrong)} label={t('wrong intent')} />
        <Figure value={formatAge(trainedDateTime!)} label={t('trained')} />
      </div>
      <div class="columns understanding-evaluation">
        <Card title={t('Confusion matrix')}>
          <ConfusionMatrix matrix={matrix} onCell={showUtterances} />
        </Card>
        <div class="stack">
          <Card flush title={t('Intents')}>
            <MetricsTable
              label={t('Metrics by intent')}
              of={t('Intent')}
              rows={intents.map(({ utterances: texts, ...rest }) => ({ ...rest, count: texts }))}
              onOpen={(name) => setQuery({ tab: undefined, intent: name, problems: '1', predicted: undefined }, { replace: false })}
            />
          </Card>
          <EntityEvaluation evaluated={evaluated} onEnd={onEnd} />
        </div>
      </div>
      <EntityErrors evaluated={evaluated} />
      <Mistakes utterances={utterances} />
      <VersionCurve />
      <p class="soft small">
        {t(
          'Cross-validated: each utterance is predicted by models trained without it; patterns are not used. An entity counts only if its exact span is found.',
        )}
      </p>
      <ApiCall call={{ method: 'GET', path: `${path}/evaluation` }} />
    </>
  );
}

/** Evaluation of the learned entities: started on request, with progress; the errors of each open by a click. */
function EntityEvaluation({
  evaluated: {
    isCurrent,
    entityEvaluation: { status, message },
    entities,
  },
  onEnd,
}: {
  evaluated: VersionEvaluation;
  onEnd: () => void;
}) {
  const { client, path, utterances } = useVersion();
  const [isBegun, setBegun] = useState(false);
  const labeled = useMemo(() => utterances.some(({ labels }) => labels.length > 0), [utterances]);
  const begin = useAction(async () => {
    await client.post(`${path}/evaluation`);
    setBegun(true);
  });
  const ask = async (signal: AbortSignal): Promise<JobState> => {
    const { entityEvaluation: now } = await client.get<VersionEvaluation>(`${path}/evaluation`, {
      query: { take: 0 },
      signal,
      quiet: true,
    });
    // Started but no longer running: it was stopped by a training or cancelled.
    return {
      status: now.status === 'notStarted' ? 'cancelled' : toJobStatus(now.status),
      progress: now.percentCompleted / 100,
      message: now.message,
    };
  };
  if (status === 'succeeded') {
    return (
      <Card flush title={t('Entities')}>
        <MetricsTable
          label={t('Metrics by entity')}
          of={t('Entity')}
          counted={t('Labels')}
          rows={entities.map(({ labels, ...rest }) => ({ ...rest, count: labels }))}
          onOpen={(name) => setQuery({ wrong: name }, { replace: false })}
        />
      </Card>
    );
  }
  return (
    <Card title={t('Entities')}>
      <div class="stack">
        {isBegun || status === 'running' ? (
          <JobProgress
            title={t('Evaluating entities')}
            kind="understanding.evaluate"
            ask={ask}
            onEnd={() => {
              setBegun(false);
              onEnd();
            }}
          />
        ) : !labeled ? (
          <p class="soft">{t('No utterance has labels yet.')}</p>
        ) : (
          <>
            {status === 'failed' && (
              <p class="note warn">{message === undefined ? t('Evaluation failed.') : t('Evaluation failed: {message}', { message })}</p>
            )}
            <p class="soft">
              {t('Entities are cross-validated: trained five times without a fifth of the utterances, then tested on those.')}{' '}
              {t('That takes longer than training; the result is kept until the next one.')}{' '}
              {!isCurrent && t('Train the version first: it has changed since.')}
            </p>
            <div>
              <Button kind="primary" icon="play" does={begin} disabled={!isCurrent} text={t('Evaluate entities')} />
            </div>
          </>
        )}
        <ApiCall call={{ method: 'POST', path: `${path}/evaluation` }} />
      </div>
    </Card>
  );
}

/** The utterances with errors of an entity. */
function EntityErrors({ evaluated: { utterances } }: { evaluated: VersionEvaluation }) {
  const { entities } = useVersion();
  const entity = useRoute().query.get('wrong') ?? '';
  const rows = useMemo(
    () =>
      entity === ''
        ? []
        : utterances.flatMap((one) => {
            const wrong = describeErrors(one, entity);
            return wrong.length === 0 ? [] : [{ ...one, wrong }];
          }),
    [utterances, entity],
  );
  if (entity === '') return null;
  const [top] = entity.split('::', 1);
  // A part has the color of its parent.
  const known = entities.map(({ name }) => ({ name: name === top ? entity : name }));
  const marked = (spans: Parameters<typeof toLabels>[0] = []): ReturnType<typeof toLabels> =>
    toLabels(spans.filter(({ entityName }) => entityName === entity));
  return (
    <Card
      title={t('Errors of {entity}', { entity })}
      actions={<Button kind="quiet" icon="close" label={t('Close errors')} onClick={() => setQuery({ wrong: undefined })} />}
    >
      <p class="soft" role="status">
        {plural(rows.length, 'utterance')}
      </p>
      <Table
        label={t('Errors')}
        rows={rows}
        height={400}
        keyOf={({ text }) => text}
        onOpen={({ text }) => setQuery({ tab: undefined, wrong: undefined, at: text }, { replace: false })}
        empty={<Empty icon="check" title={t('No errors')} text={t('Every {entity} was found, without false positives.', { entity })} />}
        columns={[
          {
            title: t('Labeled'),
            width: 'minmax(180px, 2fr)',
            cell: ({ text, entityLabels }) => <MarkedText text={text} labels={marked(entityLabels)} entities={known} />,
          },
          {
            title: t('Found'),
            width: 'minmax(180px, 2fr)',
            cell: ({ text, entityPredictions }) => <MarkedText text={text} labels={marked(entityPredictions)} entities={known} />,
          },
          {
            title: t('Error'),
            width: 'minmax(220px, 3fr)',
            cell: ({ wrong }) => <span title={wrong.join('; ')}>{wrong.join('; ')}</span>,
          },
        ]}
      />
    </Card>
  );
}
