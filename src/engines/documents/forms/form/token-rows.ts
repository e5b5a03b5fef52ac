/** Groups tokens into rows. */
import { heightOf, middleY } from '../../layout/model/geometry.ts';
import type { Form, Token } from './form.ts';

/** Height of a strip in which rows are searched, in page heights. */
const STRIP = 0.01;
/** Number of strips searched above and below; taller words than this are in a row of their own height only. */
const MAX_STRIPS = 4;

interface Row {
  tokens: number[];
  last: Token;
  middle: number;
}

/**
 * Rows from top to bottom, each from left to right. A token continues the row whose last token is nearest in height, so
 * that rows of a slightly rotated page stay whole. Rows are kept in strips by the height of their last token.
 */
export function groupIntoRows(form: Form, tokens: readonly number[]): number[][] {
  const rows: Row[] = [];
  const strips = new Map<string, Set<Row>>();
  const stripOf = (page: number, strip: number): string => `${page} ${strip}`;
  const move = (row: Row, from: string | undefined, to: string): void => {
    if (from === to) return;
    if (from !== undefined) strips.get(from)!.delete(row);
    const own = strips.get(to) ?? new Set<Row>();
    strips.set(to, own.add(row));
  };
  for (const token of [...tokens].sort((a, b) => form.tokens[a]!.box.left - form.tokens[b]!.box.left || a - b)) {
    const own = form.tokens[token]!;
    const middle = middleY(own.box);
    const strip = Math.floor(middle / STRIP);
    const reach = Math.min(MAX_STRIPS, Math.ceil(heightOf(own.box) / STRIP));
    let [best, minDistance]: [Row | undefined, number] = [undefined, Infinity];
    for (let at = strip - reach; at <= strip + reach; at++) {
      for (const row of strips.get(stripOf(own.page, at)) ?? []) {
        const distance = Math.abs(row.middle - middle);
        if (distance < minDistance && distance < 0.6 * Math.max(heightOf(row.last.box), heightOf(own.box)))
          [best, minDistance] = [row, distance];
      }
    }
    if (best === undefined) {
      const row = { tokens: [token], last: own, middle };
      rows.push(row);
      move(row, undefined, stripOf(own.page, strip));
    } else {
      const before = stripOf(own.page, Math.floor(best.middle / STRIP));
      best.tokens.push(token);
      best.last = own;
      best.middle = middle;
      move(best, before, stripOf(own.page, strip));
    }
  }
  const top = ({ tokens: own }: Row): number => own.reduce((sum, token) => sum + middleY(form.tokens[token]!.box), 0) / own.length;
  return rows
    .map((row) => ({ row, page: row.last.page, at: top(row) }))
    .sort((a, b) => a.page - b.page || a.at - b.at)
    .map(({ row }) => row.tokens);
}
