/** Learns from labeled rows how rows of dynamic tables are separated. */
import type { TableShape } from './decode.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import { groupIntoRows } from '../form/token-rows.ts';

interface Column {
  rows: number;
  singleLine: number;
  first: number;
}

export function learnTableShapes(forms: readonly LabeledForm[], tags: readonly Tag[]): Map<string, TableShape> {
  const columns = new Map<number, Column>();
  for (const { form, labels } of forms) {
    const cells = labels.filter(({ tag, tokens }) => tags[tag]!.isColumn && tokens.length > 0);
    for (const row of Map.groupBy(cells, ({ tag, row: number }) => `${number} ${tags[tag]!.path[0]}`).values()) {
      const top = Math.min(...row.flatMap(({ tokens }) => tokens.map((token) => middle(form.tokens[token]!.box))));
      for (const { tag, tokens } of row) {
        const column = columns.get(tag) ?? { rows: 0, singleLine: 0, first: 0 };
        const lines = groupIntoRows(form, tokens);
        column.rows++;
        if (lines.length === 1) column.singleLine++;
        const { box } = form.tokens[lines[0]![0]!]!;
        if (middle(box) - top < 0.6 * (box.bottom - box.top)) column.first++;
        columns.set(tag, column);
      }
    }
  }
  const shapes = new Map<string, TableShape>();
  const best = new Map<string, number>();
  for (const [tag, { rows, singleLine, first }] of [...columns].sort(([a], [b]) => a - b)) {
    const table = tags[tag]!.path[0]!;
    const score = singleLine + (singleLine === rows ? 0.5 : 0) + (0.1 * first) / rows;
    if (score <= (best.get(table) ?? 0)) continue;
    best.set(table, score);
    const oneLineTags = [...columns]
      .filter(([other, column]) => tags[other]!.path[0] === table && column.singleLine === column.rows)
      .map(([other]) => other)
      .sort((a, b) => a - b);
    shapes.set(table, { key: tag, isKeyFirst: 2 * first >= rows, singleLine: oneLineTags });
  }
  return shapes;
}

const middle = ({ top, bottom }: { top: number; bottom: number }): number => (top + bottom) / 2;
