/** Results of a test set: metrics of each class and entity, the confusion matrix, and the texts that failed. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { Button, Card, Figure, Tag } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import type { EntityChoice } from './entities.ts';
import { compareTests, type BatchResult } from './evaluation.ts';
import { ConfusionMatrix, MetricsTable } from './metrics-view.tsx';
import { MarkedText } from './prediction-view.tsx';

/** What texts and classes are called. */
export interface BatchWords {
  /** `Utterance`, `Intent`, `Intents` */
  text: string;
  class: string;
  classes: string;
  /** `utterances`, `intents correct`, `wrong intent`, as labels of figures */
  texts: string;
  correct: string;
  wrong: string;
  /** `Metrics by intent`, `Tested utterances`, as labels of tables */
  metrics: string;
  tested: string;
}

const MAX_PREVIEW = 200;

/** Results of a batch test: metrics of each class and entity, and the texts that failed. */
export function BatchResults({
  tested,
  entities,
  words,
}: {
  tested: readonly BatchResult[];
  entities: readonly EntityChoice[];
  words: BatchWords;
}) {
  const [cell, setCell] = useState<{ expected: string; predicted: string }>();
  const { classes, learned, matrix, isLabeled, rows, share } = useMemo(() => compareTests(tested, entities), [tested]);
  const shown = cell
    ? rows.filter(({ expected, predicted }) => expected[0] === cell.expected && predicted[0] === cell.predicted)
    : rows.filter(({ classesWrong, entitiesWrong }) => classesWrong || entitiesWrong);
  const hasEntities = entities.length + learned.length > 0;
  return (
    <>
      <div class="card figures">
        {classes.length > 0 && <Figure value={formatPercent(share, 1)} label={words.correct} />}
        <Figure value={formatCount(tested.length)} label={words.texts} />
        {classes.length > 0 && <Figure value={formatCount(rows.filter(({ classesWrong }) => classesWrong).length)} label={words.wrong} />}
        {isLabeled && <Figure value={formatCount(rows.filter(({ entitiesWrong }) => entitiesWrong).length)} label={t('wrong entities')} />}
      </div>
      {hasEntities && !isLabeled && <p class="note">{t('The file has no entity labels, so entities are not evaluated.')}</p>}
      <div class="columns language-results">
        {classes.length > 0 && (
          <Card flush title={words.classes}>
            <MetricsTable label={words.metrics} of={words.class} rows={classes} height={300} />
          </Card>
        )}
        {learned.length > 0 && (
          <Card flush title={t('Entities')}>
            <MetricsTable label={t('Metrics by entity')} of={t('Entity')} counted={t('Labels')} rows={learned} height={300} />
          </Card>
        )}
      </div>
      {matrix && (
        <Card title={t('Confusion matrix')}>
          <ConfusionMatrix matrix={matrix} onCell={(expected, predicted) => setCell({ expected, predicted })} />
        </Card>
      )}
      <Card
        title={cell ? t('{is} predicted as {as}', { is: cell.expected, as: cell.predicted }) : t('Errors')}
        actions={cell && <Button onClick={() => setCell(undefined)}>{t('All errors')}</Button>}
      >
        <Table
          label={words.tested}
          rows={shown}
          keyOf={({ place }) => place}
          empty={<p class="soft">{t('No errors.')}</p>}
          columns={[
            {
              title: words.text,
              width: 'minmax(200px, 3fr)',
              cell: ({ text, labels }) => (
                <MarkedText text={text.slice(0, MAX_PREVIEW)} labels={labels.filter(({ end }) => end <= MAX_PREVIEW)} entities={entities} />
              ),
            },
            ...(classes.length > 0
              ? [
                  { title: words.class, width: 'minmax(90px, 1fr)', cell: ({ expected }: BatchResult) => expected.join(', ') },
                  {
                    title: t('Predicted'),
                    width: 'minmax(90px, 1fr)',
                    cell: ({ predicted, classesWrong }: (typeof rows)[number]) =>
                      classesWrong ? <Tag kind="danger">{predicted.join(', ') || t('nothing')}</Tag> : predicted.join(', '),
                  },
                ]
              : []),
            ...(hasEntities
              ? [
                  {
                    title: t('Found'),
                    width: 'minmax(120px, 2fr)',
                    cell: ({ text, found, entitiesWrong }: (typeof rows)[number]) => (
                      <span class={entitiesWrong ? '' : 'soft'}>
                        {found.map(({ entity, start, end }) => `${entity}: ${text.slice(start, end)}`).join(', ')}
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </>
  );
}
