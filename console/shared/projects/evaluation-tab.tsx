/** Evaluation of a model: metrics of each class, the confusion matrix, and the texts behind every number. */
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { CheckField, SelectField } from '../../kit/form.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Confidence, Empty, Figure, Tag } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { buildMatrix } from '../language/evaluation.ts';
import { ConfusionMatrix, MetricsTable } from '../language/metrics-view.tsx';
import { loadPages, projectPath } from './calls.ts';
import { useProject } from './context.ts';
import type { Evaluation, TestResult } from './evaluation.ts';
import { LearningCurve } from './learning-curve.tsx';

/** With fewer, a figure says little. */
const MIN_TESTS = 50;

/** `read` knows the response shapes of the area: the summary, and a result for each test text. */
export function EvaluationTab<S, R>({ read }: { read: (summary: S, results: readonly R[], assets: object) => Evaluation }) {
  const { client, family, name, assets, models, training } = useProject();
  const requested = useRoute().query.get('model');
  const newest = [...(models.value ?? [])].sort((a, b) => (a.lastTrainedDateTime < b.lastTrainedDateTime ? 1 : -1));
  const model = newest.find(({ label }) => label === requested) ?? newest[0];
  const part = (rest: string): string => projectPath(family, name, `/models/${encodeURIComponent(model?.label ?? '')}/evaluation/${rest}`);
  const loaded = useLoad(
    async (signal) => {
      if (!model) return undefined;
      const [summary, results] = await Promise.all([
        client.get<S>(part('summary-result'), { signal }),
        loadPages<R>(client, part('result'), signal),
      ]);
      return { summary, results };
    },
    [client, name, model?.modelId],
  );
  const { value } = loaded;
  const evaluation = useMemo(() => value && read(value.summary, value.results, assets), [value]);
  if (models.value?.length === 0)
    return (
      <Empty
        icon="play"
        title={training.isRunning ? t('The first model is being trained') : t('No evaluation yet')}
        actions={<ButtonLink kind="primary" to={`${joinPath(family.page, name)}?tab=training`} text={t('Train a model')} />}
      >
        {family.words.setAside}
      </Empty>
    );
  return (
    <>
      <div class="projects-model">
        <SelectField
          label={t('Model')}
          value={model?.label ?? ''}
          options={newest.map(({ label }) => label)}
          onInput={(label) => setQuery({ model: label, is: undefined, as: undefined })}
        />
      </div>
      {model && (
        <Async of={loaded}>
          {() =>
            evaluation === undefined ? null : evaluation.tested.length === 0 ? (
              <Empty title={t('No test data')}>{family.words.noTests}</Empty>
            ) : (
              <ModelEvaluation evaluation={evaluation} />
            )
          }
        </Async>
      )}
      <LearningCurve<S> read={(summary) => read(summary, [], assets).sections} />
      {model && <ApiCall call={{ method: 'GET', path: part('summary-result') }} />}
    </>
  );
}

function ModelEvaluation({ evaluation: { sections, tested, outcomes } }: { evaluation: Evaluation }) {
  const { query } = useRoute();
  const [is, as] = [query.get('is') ?? '', query.get('as') ?? ''];
  const all = query.get('all') === '1';
  const { family } = useProject();
  const digits = tested.length < MIN_TESTS ? 0 : 1;
  const matrix = useMemo(() => buildMatrix(outcomes), [outcomes]);
  const rows = useMemo(
    () =>
      tested
        .filter(({ expected, predicted, isWrong }) => (is !== '' ? expected === is && predicted === as : all || isWrong))
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0)),
    [tested, is, as, all],
  );
  return (
    <>
      <div class="card figures">
        <Figure value={formatCount(tested.length)} label={family.words.tests} />
        <Figure value={formatCount(tested.filter(({ isWrong }) => isWrong).length)} label={t('with errors')} />
        {sections.map(({ title, microF1, macroF1 }) => (
          <>
            <Figure value={formatPercent(microF1, digits)} label={t('{title}: micro F1', { title })} />
            <Figure value={formatPercent(macroF1, digits)} label={t('{title}: macro F1', { title })} />
          </>
        ))}
      </div>
      {tested.length > 0 && tested.length < MIN_TESTS && (
        <p class="note">
          {t('Few tests: {right} of {count} without errors. One more error changes these figures by about {share}.', {
            right: tested.filter(({ isWrong }) => !isWrong).length,
            count: tested.length,
            share: formatPercent(1 / tested.length),
          })}
        </p>
      )}
      <div class="columns language-playground">
        {sections.map(
          ({ title, of, figures }) =>
            figures.length > 0 && (
              <Card flush title={title}>
                <MetricsTable
                  label={t('Metrics of {title}', { title: title.toLowerCase() })}
                  of={of}
                  counted={of === t('Entity') ? t('Labels') : undefined}
                  rows={figures}
                  height={300}
                />
              </Card>
            ),
        )}
      </div>
      {outcomes.length > 0 && (
        <Card title={t('Confusion matrix')}>
          <ConfusionMatrix
            matrix={matrix}
            onCell={(expected, predicted) => setQuery({ is: expected, as: predicted }, { replace: false })}
          />
        </Card>
      )}
      <Card
        title={is === '' ? (all ? t('All tests') : t('Errors, most confident first')) : t('{is} predicted as {as}', { is, as })}
        actions={
          is === '' ? (
            <CheckField label={t('Show all')} value={all} onInput={(next) => setQuery({ all: next ? '1' : undefined })} />
          ) : (
            <Button onClick={() => setQuery({ is: undefined, as: undefined })}>{t('All errors')}</Button>
          )
        }
      >
        <Results rows={rows} hasClass={outcomes.length > 0} hasEntities={sections.some(({ of }) => of === t('Entity'))} />
      </Card>
    </>
  );
}

function Results({ rows, hasClass, hasEntities }: { rows: readonly TestResult[]; hasClass: boolean; hasEntities: boolean }) {
  const isSaid = hasClass || rows.some(({ expected }) => expected !== undefined);
  return (
    <Table
      label={t('Test results')}
      rows={rows}
      height={400}
      keyOf={({ id }) => id}
      onOpen={({ id }) => setQuery({ tab: undefined, at: id, is: undefined, as: undefined, all: undefined }, { replace: false })}
      empty={<Empty icon="check" title={t('No errors')} text={t('The model found everything in the test set as labeled.')} />}
      columns={[
        { title: t('Test'), width: '2fr', cell: ({ id }) => id },
        ...(isSaid
          ? [
              { title: t('Actual'), cell: ({ expected = '' }: TestResult) => expected },
              {
                title: t('Predicted'),
                cell: ({ expected = '', predicted = '' }: TestResult) =>
                  expected === predicted ? predicted : <Tag kind="danger">{predicted === '' ? t('nothing') : predicted}</Tag>,
              },
            ]
          : []),
        ...(rows.some(({ score }) => score !== undefined)
          ? [
              {
                title: t('Confidence'),
                width: '130px',
                cell: ({ id, score }: TestResult) =>
                  score !== undefined && <Confidence value={score} label={t('Confidence of {id}', { id })} />,
              },
            ]
          : []),
        ...(hasEntities
          ? [
              { title: t('Labels'), cell: ({ expectedEntities }: TestResult) => expectedEntities },
              { title: t('Found'), cell: ({ foundEntities }: TestResult) => foundEntities },
            ]
          : []),
      ]}
    />
  );
}
