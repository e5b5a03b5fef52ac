/** Groups tokens into rows. */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Form } from './form.ts';

/** Rows from top to bottom, each from left to right. */
export function groupIntoRows(form: Form, tokens: readonly number[]): number[][] {
  const middle = (token: number): number => (form.tokens[token]!.box.top + form.tokens[token]!.box.bottom) / 2;
  const rows: number[][] = [];
  for (const token of [...tokens].sort((a, b) => form.tokens[a]!.page - form.tokens[b]!.page || middle(a) - middle(b))) {
    const row = rows.at(-1);
    const last = row === undefined ? undefined : form.tokens[row[0]!]!;
    const own = form.tokens[token]!;
    if (
      last !== undefined &&
      last.page === own.page &&
      Math.abs(middle(row![0]!) - middle(token)) < 0.6 * Math.max(heightOf(last.box), heightOf(own.box))
    )
      row!.push(token);
    else rows.push([token]);
  }
  for (const row of rows) row.sort((a, b) => form.tokens[a]!.box.left - form.tokens[b]!.box.left);
  return rows;
}
