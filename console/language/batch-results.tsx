/** Results of a batch test: metrics of each class and entity, and the texts that failed. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatCount, formatPercent } from '../kit/format.ts';
import { Button, Card, Figure, Tag } from '../kit/parts.tsx';
import { Table } from '../kit/table.tsx';
import { compareTests } from './batch.ts';
import type { BatchResult } from './batch.ts';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import type { EntityChoice } from './labels.ts';
import { MarkedText } from './marked-text.tsx';
import { MetricsTable } from './metrics-table.tsx';

/** What texts and classes are called. */
export interface BatchWords { text: string; texts: string; class: string; classes: string }

const MAX_CLASSES = 200;

export function BatchResults({ tested, entities, words }: { tested: readonly BatchResult[]; entities: readonly EntityChoice[]; words: BatchWords }): JSX.Element {
  const [cell, setCell] = useState<{ expected: string; predicted: string }>();
  const { classes, learned, matrix, isLabelled, rows, share } = useMemo(() => compareTests(tested, entities), [tested]);
  const shown = cell ? rows.filter(({ expected, predicted }) => expected[0] === cell.expected && predicted[0] === cell.predicted) : rows.filter(({ classesWrong, entitiesWrong }) => classesWrong || entitiesWrong);
  const hasEntities = entities.length + learned.length > 0;
  return <>
    <div class="language-figures">
      {classes.length > 0 && <Figure value={formatPercent(share, 1)} label={`${words.classes.toLowerCase()} correct`} />}<Figure value={formatCount(tested.length)} label={words.texts} />
      {classes.length > 0 && <Figure value={formatCount(rows.filter(({ classesWrong }) => classesWrong).length)} label={`wrong ${words.class.toLowerCase()}`} />}{isLabelled && <Figure value={formatCount(rows.filter(({ entitiesWrong }) => entitiesWrong).length)} label="wrong entities" />}
    </div>
    {hasEntities && !isLabelled && <p class="note">The file has no entity labels, so entities are not evaluated.</p>}
    <div class="columns language-results">{classes.length > 0 && <Card flush title={words.classes}><MetricsTable label={`Metrics by ${words.class.toLowerCase()}`} of={words.class} rows={classes} height={300} /></Card>}{learned.length > 0 && <Card flush title="Entities"><MetricsTable label="Metrics by entity" of="Entity" counted="Labels" rows={learned} height={300} /></Card>}</div>
    {matrix && <Card title="Confusion matrix"><ConfusionMatrix matrix={matrix} onCell={(expected, predicted) => setCell({ expected, predicted })} /></Card>}
    <Card title={cell ? `${cell.expected} predicted as ${cell.predicted}` : 'Errors'} actions={cell && <Button onClick={() => setCell(undefined)}>All errors</Button>}>
      <Table label={`Tested ${words.texts}`} rows={shown} keyOf={({ place }) => place} empty={<p class="soft">No errors.</p>} columns={[
        { title: words.text, width: 'minmax(200px, 3fr)', cell: ({ text, labels }) => <MarkedText text={text.slice(0, MAX_CLASSES)} labels={labels.filter(({ end }) => end <= MAX_CLASSES)} entities={entities} /> },
        ...classes.length > 0 ? [{ title: words.class, width: 'minmax(90px, 1fr)', cell: ({ expected }: BatchResult) => expected.join(', ') }, { title: 'Predicted', width: 'minmax(90px, 1fr)', cell: ({ predicted, classesWrong }: typeof rows[number]) => classesWrong ? <Tag kind="danger">{predicted.join(', ') || 'none'}</Tag> : predicted.join(', ') }] : [],
        ...hasEntities ? [{ title: 'Found', width: 'minmax(120px, 2fr)', cell: ({ text, found, entitiesWrong }: typeof rows[number]) => <span class={entitiesWrong ? '' : 'soft'}>{found.map(({ entity, start, end }) => `${entity}: ${text.slice(start, end)}`).join(', ')}</span> }] : [],
      ]} />
    </Card>
  </>;
}
