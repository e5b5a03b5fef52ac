/** Metrics of classes as a table and a confusion matrix. */
import type { JSX } from 'preact';
import { t } from '../../i18n/messages.ts';
import { formatCount, plural } from '../../kit/format.ts';
import { Confidence } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import type { ClassMetrics, Matrix } from './evaluation.ts';

export interface MetricsTableProps {
  label: string;
  /** What the classes are: Intent, Entity. */ of: string;
  rows: readonly ClassMetrics[];
  /** What is counted. */ counted?: string;
  onOpen?: (name: string) => void;
  height?: number;
}

export function MetricsTable({ label, of, rows, counted = t('Texts'), onOpen, height = 400 }: MetricsTableProps) {
  const worst = [...rows].sort((a, b) => a.f1 - b.f1 || b.count - a.count);
  const share = (title: string, name: string, value: number): JSX.Element => (
    <Confidence value={value} label={t('{title} of {name}', { title, name })} />
  );
  return (
    <Table
      label={label}
      rows={worst}
      height={height}
      keyOf={({ name }) => name}
      onOpen={onOpen && (({ name }) => onOpen(name))}
      columns={[
        { title: of, width: 'minmax(96px, 2fr)', cell: ({ name }) => name },
        { title: counted, width: '60px', number: true, cell: (row) => formatCount(row.count) },
        { title: t('Precision'), width: 'minmax(70px, 1fr)', cell: ({ name, precision }) => share(t('Precision'), name, precision) },
        { title: t('Recall'), width: 'minmax(70px, 1fr)', cell: ({ name, recall }) => share(t('Recall'), name, recall) },
        { title: 'F1', width: 'minmax(70px, 1fr)', cell: ({ name, f1 }) => share('F1', name, f1) },
      ]}
    />
  );
}

export interface ConfusionMatrixProps {
  matrix: Matrix;
  /** Opens the texts of an actual and a predicted class. */ onCell: (expected: string, predicted: string) => void;
}

/** Confusion matrix: rows are actual classes, columns predicted ones. A cell opens its texts. */
export function ConfusionMatrix({ matrix: { names, counts, leftOut }, onCell }: ConfusionMatrixProps) {
  return (
    <>
      <div class="language-matrix" tabIndex={0} role="region" aria-label={t('Actual and predicted classes')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Actual ↓ Predicted →')}</th>
              {names.map((name) => (
                <th scope="col" title={name}>
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((expected, row) => {
              const total = counts[row]!.reduce((sum, one) => sum + one, 0);
              return (
                <tr>
                  <th scope="row" title={expected}>
                    <span>{expected}</span>
                  </th>
                  {names.map((predicted, column) => (
                    <MatrixCell
                      expected={expected}
                      predicted={predicted}
                      count={counts[row]![column]!}
                      share={total === 0 ? 0 : counts[row]![column]! / total}
                      onOpen={() => onCell(expected, predicted)}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {leftOut > 0 && (
        <p class="soft small">{t('Not shown: {classes} with the fewest confusions.', { classes: plural(leftOut, 'class', 'classes') })}</p>
      )}
    </>
  );
}

/** Color shares of a cell; numbers stay readable on the darkest, in both themes. */
const LIGHTEST = 12;
const DARKEST = 42;

function MatrixCell({
  expected,
  predicted,
  count,
  share,
  onOpen,
}: {
  expected: string;
  predicted: string;
  count: number;
  share: number;
  onOpen: () => void;
}) {
  const kind = expected === predicted ? 'right' : 'wrong';
  if (count === 0) return <td class="soft" />;
  return (
    <td class={kind} style={{ '--share': `${Math.round(LIGHTEST + share * (DARKEST - LIGHTEST))}%` }}>
      <button type="button" aria-label={t('{count}: {expected} predicted as {predicted}', { count, expected, predicted })} onClick={onOpen}>
        {count}
      </button>
    </td>
  );
}
