/**
 * Symbols at the edges of values. Forms print signs such as "$" or "%" beside their blanks; whether such a sign belongs to
 * the value is up to who labeled the forms, so it is learned for each field.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { TokenContext } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import type { FoundValue } from './decode.ts';

/** How often a symbol was labeled as part of a value, and how often it was left out beside one. */
interface SymbolCounts {
  included: number;
  excluded: number;
}

/** By tag: symbols before its values and after them. */
export interface ValueEdges {
  before: ReadonlyMap<string, SymbolCounts>;
  after: ReadonlyMap<string, SymbolCounts>;
}

const SYMBOL = /^[^\p{L}\p{N}\s|¦[\]{}_]{1,2}$/u;
/** Letters that OCR reads for a symbol on its own. */
const MISREAD_SYMBOLS: Readonly<Record<string, string>> = { S: '$', s: '$' };
/** Gap, in word heights, between a value and a symbol beside it. */
const MAX_GAP = 2.5;
const SIDES = [
  { name: 'before', step: -1 },
  { name: 'after', step: 1 },
] as const;

type Rows = Pick<TokenContext, 'rows' | 'rowOf' | 'indexInRow'>;

export function learnValueEdges(forms: readonly { labeled: LabeledForm; context: Rows }[], tags: readonly Tag[]): ValueEdges[] {
  const learned = tags.map(() => ({ before: new Map<string, SymbolCounts>(), after: new Map<string, SymbolCounts>() }));
  for (const {
    labeled: { form, labels },
    context,
  } of forms) {
    const owned = new Set(labels.flatMap(({ tokens }) => tokens));
    for (const { tag, tokens } of labels) {
      if (tokens.length === 0 || tags[tag]!.type === 'selectionMark') continue;
      for (const { name, step } of SIDES) {
        const edge = step < 0 ? tokens[0]! : tokens.at(-1)!;
        const isIncluded = tokens.length > 1 && SYMBOL.test(form.tokens[edge]!.text);
        const symbol = isIncluded ? edge : neighbor(form, context, edge, step);
        if (symbol === undefined || (!isIncluded && owned.has(symbol))) continue;
        const counts = learned[tag]![name].get(form.tokens[symbol]!.text) ?? { included: 0, excluded: 0 };
        counts[isIncluded ? 'included' : 'excluded']++;
        learned[tag]![name].set(form.tokens[symbol]!.text, counts);
      }
    }
  }
  return learned;
}

/** A symbol directly beside a token in its row. */
function neighbor(form: Form, { rows, rowOf, indexInRow }: Rows, token: number, step: 1 | -1): number | undefined {
  const other = rows[rowOf[token]!]![indexInRow[token]! + step];
  if (other === undefined || form.tokens[other]!.state !== undefined || !SYMBOL.test(form.tokens[other]!.text)) return undefined;
  const [own, beside] = [form.tokens[token]!.box, form.tokens[other]!.box];
  const gap = step < 0 ? own.left - beside.right : beside.left - own.right;
  return gap < MAX_GAP * Math.max(heightOf(own), heightOf(beside)) ? other : undefined;
}

/** Found values with the symbols that labeled values have, and without those that they do not have. */
export function adjustEdges(
  form: Form,
  context: Rows,
  found: readonly FoundValue[],
  edges: readonly ValueEdges[],
  tags: readonly Tag[],
): FoundValue[] {
  const taken = new Set(found.flatMap(({ tokens }) => tokens));
  return found.map((value) => {
    if (tags[value.tag]!.type === 'selectionMark' || value.tokens.length === 0) return value;
    let { tokens } = value;
    for (const { name, step } of SIDES) {
      const known = edges[value.tag]![name];
      if (known.size === 0) continue;
      const edge = step < 0 ? tokens[0]! : tokens.at(-1)!;
      const { text } = form.tokens[edge]!;
      const counts = known.get(MISREAD_SYMBOLS[text] ?? text);
      if (counts !== undefined && tokens.length > 1) {
        if (counts.excluded > counts.included) tokens = step < 0 ? tokens.slice(1) : tokens.slice(0, -1);
        continue;
      }
      const symbol = neighbor(form, context, edge, step);
      const beside = symbol === undefined || taken.has(symbol) ? undefined : known.get(form.tokens[symbol]!.text);
      if (beside !== undefined && beside.included > beside.excluded) tokens = [...tokens, symbol!].sort((a, b) => a - b);
    }
    return tokens === value.tokens ? value : { ...value, tokens };
  });
}
