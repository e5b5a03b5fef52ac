/** Learns from labelled rows how the rows of dynamic tables are told apart. */
import type { TableShape } from './decode.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import { rowsOf } from '../template/slots.ts';

interface Column { rows: number; oneLine: number; first: number }

export function tableShapes(forms: readonly LabelledForm[], tags: readonly Tag[]): Map<string, TableShape> {
  const columns = new Map<number, Column>();
  for (const { form, labels } of forms) {
    const cells = labels.filter(({ tag, tokens }) => tags[tag]!.isColumn && tokens.length > 0);
    for (const row of Map.groupBy(cells, ({ tag, row: number }) => `${number} ${tags[tag]!.path[0]}`).values()) {
      const top = Math.min(...row.flatMap(({ tokens }) => tokens.map((token) => middle(form.tokens[token]!.box))));
      for (const { tag, tokens } of row) {
        const column = columns.get(tag) ?? { rows: 0, oneLine: 0, first: 0 };
        const lines = rowsOf(form, tokens);
        column.rows++;
        if (lines.length === 1) column.oneLine++;
        const { box } = form.tokens[lines[0]![0]!]!;
        if (middle(box) - top < 0.6 * (box.bottom - box.top)) column.first++;
        columns.set(tag, column);
      }
    }
  }
  const shapes = new Map<string, TableShape>();
  const best = new Map<string, number>();
  for (const [tag, { rows, oneLine, first }] of [...columns].sort(([a], [b]) => a - b)) {
    const table = tags[tag]!.path[0]!;
    const worth = oneLine + (oneLine === rows ? 0.5 : 0) + 0.1 * first / rows;
    if (worth <= (best.get(table) ?? 0)) continue;
    best.set(table, worth);
    const oneLineTags = [...columns].filter(([other, column]) => tags[other]!.path[0] === table && column.oneLine === column.rows).map(([other]) => other).sort((a, b) => a - b);
    shapes.set(table, { key: tag, keyFirst: 2 * first >= rows, oneLine: oneLineTags });
  }
  return shapes;
}

const middle = ({ top, bottom }: { top: number; bottom: number }): number => (top + bottom) / 2;
