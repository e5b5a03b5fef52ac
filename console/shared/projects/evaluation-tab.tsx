/** Evaluation of a model: metrics of each class, the confusion matrix, and the texts behind every number. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { CheckField, SelectField } from '../../kit/form.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty, Figure, Tag } from '../../kit/parts.tsx';
import { joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { buildMatrix } from '../language/evaluation.ts';
import { ConfusionMatrix, MetricsTable } from '../language/metrics-view.tsx';
import { loadPages, projectPath } from './calls.ts';
import { useProject } from './context.ts';
import type { Evaluation, TestResult } from './evaluation.ts';

/** `read` knows the response shapes of the area: the summary, and a result for each test text. */
export function EvaluationTab<S, R>({ read }: { read: (summary: S, results: readonly R[], assets: object) => Evaluation }): JSX.Element {
  const { client, family, name, assets, models } = useProject();
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
        title="No evaluation yet"
        actions={
          <ButtonLink kind="primary" to={`${joinPath(family.page, name)}?tab=training`}>
            Train a model
          </ButtonLink>
        }
      >
        A training sets some {family.labelled}s aside and tests the model on them.
      </Empty>
    );
  return (
    <>
      <Card>
        <SelectField
          label="Model"
          value={model?.label ?? ''}
          options={newest.map(({ label }) => label)}
          onInput={(label) => setQuery({ model: label, is: undefined, as: undefined })}
        />
      </Card>
      {model && (
        <Async of={loaded}>
          {() =>
            evaluation === undefined ? null : evaluation.tested.length === 0 ? (
              <Empty title="No test data">This model was trained on all {family.labelled}s. Train one with a test set.</Empty>
            ) : (
              <ModelEvaluation evaluation={evaluation} />
            )
          }
        </Async>
      )}
      {model && <ApiCall call={{ method: 'GET', path: part('summary-result') }} />}
    </>
  );
}

function ModelEvaluation({ evaluation: { sections, tested, outcomes } }: { evaluation: Evaluation }): JSX.Element {
  const { query } = useRoute();
  const [is, as] = [query.get('is') ?? '', query.get('as') ?? ''];
  const all = query.get('all') === '1';
  const { family } = useProject();
  const matrix = useMemo(() => buildMatrix(outcomes), [outcomes]);
  const rows = useMemo(
    () => tested.filter(({ expected, predicted, isWrong }) => (is !== '' ? expected === is && predicted === as : all || isWrong)),
    [tested, is, as, all],
  );
  return (
    <>
      <Card>
        <div class="row wide">
          <Figure value={formatCount(tested.length)} label={`test ${family.labelled}s`} />
          <Figure value={formatCount(tested.filter(({ isWrong }) => isWrong).length)} label="with errors" />
          {sections.map(({ title, microF1, macroF1 }) => (
            <>
              <Figure value={formatPercent(microF1, 1)} label={`${title}: micro F1`} />
              <Figure value={formatPercent(macroF1, 1)} label={`${title}: macro F1`} />
            </>
          ))}
        </div>
      </Card>
      <div class="columns projects-playground">
        {sections.map(
          ({ title, of, figures }) =>
            figures.length > 0 && (
              <Card flush title={title}>
                <MetricsTable
                  label={`Metrics of ${title.toLowerCase()}`}
                  of={of}
                  counted={of === 'Entity' ? 'Labels' : undefined}
                  rows={figures}
                  height={300}
                />
              </Card>
            ),
        )}
      </div>
      {outcomes.length > 0 && (
        <Card title="Confusion matrix">
          <ConfusionMatrix
            matrix={matrix}
            onCell={(expected, predicted) => setQuery({ is: expected, as: predicted }, { replace: false })}
          />
        </Card>
      )}
      <Card
        title={is === '' ? (all ? 'All tests' : 'Errors') : `${is} predicted as ${as}`}
        actions={
          is === '' ? (
            <CheckField label="Show all" value={all} onInput={(next) => setQuery({ all: next ? '1' : undefined })} />
          ) : (
            <Button onClick={() => setQuery({ is: undefined, as: undefined })}>All errors</Button>
          )
        }
      >
        <Results rows={rows} hasClass={outcomes.length > 0} hasEntities={sections.some(({ of }) => of === 'Entity')} />
      </Card>
    </>
  );
}

function Results({ rows, hasClass, hasEntities }: { rows: readonly TestResult[]; hasClass: boolean; hasEntities: boolean }): JSX.Element {
  const isSaid = hasClass || rows.some(({ expected }) => expected !== undefined);
  return (
    <Table
      label="Test results"
      rows={rows}
      height={400}
      keyOf={({ id }) => id}
      onOpen={({ id }) => setQuery({ tab: undefined, at: id, is: undefined, as: undefined, all: undefined }, { replace: false })}
      empty={
        <Empty icon="check" title="No results">
          No errors.
        </Empty>
      }
      columns={[
        { title: 'Test', width: '2fr', cell: ({ id }) => id },
        ...(isSaid
          ? [
              { title: 'Actual', cell: ({ expected = '' }: TestResult) => expected },
              {
                title: 'Predicted',
                cell: ({ expected = '', predicted = '' }: TestResult) =>
                  expected === predicted ? predicted : <Tag kind="danger">{predicted === '' ? 'nothing' : predicted}</Tag>,
              },
            ]
          : []),
        ...(hasEntities
          ? [
              { title: 'Labels', cell: ({ expectedEntities }: TestResult) => expectedEntities },
              { title: 'Found', cell: ({ foundEntities }: TestResult) => foundEntities },
            ]
          : []),
      ]}
    />
  );
}
