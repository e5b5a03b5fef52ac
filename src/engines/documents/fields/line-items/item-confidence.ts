/** The confidence of the cells of line items. Weights are fitted by lab/training/documents/fit-line-items.ts. */
import type { ConfidenceEvidence, ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Cell, LineItems } from './line-items.ts';
import weights from '../../../../../weights/fields/line-items.json' with { type: 'json' };

const WEIGHTS: Readonly<Record<string, ConfidenceWeights>> = weights;

export interface CellEvidence {
  /** Figures, names and other cells have weights of their own. */
  group: 'figure' | 'name' | 'other';
  evidence: ConfidenceEvidence;
}

const FIGURES = new Set(['Amount', 'TotalPrice', 'UnitPrice', 'Price', 'Quantity']);

/** `product` says whether quantity × unit price is the amount of the line. */
export function cellEvidence(name: string, cell: Cell, { sum, rows }: LineItems, product: boolean | undefined): CellEvidence {
  const ocr = Math.min(1, Math.max(0, cell.confidence));
  const filled = rows.filter(({ cells }) => cells[name] !== undefined).length / Math.max(1, rows.length);
  const shared = {
    unsure: 1 - ocr,
    'quite unsure': Number(ocr < 0.8),
    sum: Number(sum === 'holds'),
    'sum fails': Number(sum === 'fails'),
    product: Number(product === true),
    'product fails': Number(product === false),
    'often missing': 1 - filled,
  };
  if (name === 'Description') {
    const letters = cell.text.replace(/[^\p{L}]/gu, '').length;
    return {
      group: 'name',
      evidence: {
        ...shared,
        'several lines': Number(cell.isWrapped === true),
        'more text': Number(cell.hasMore === true),
        'few letters': Number(letters < 4),
        'other signs': Number(/[:=•]|\d{6}/u.test(cell.text)),
      },
    };
  }
  if (FIGURES.has(name))
    return { group: 'figure', evidence: { ...shared, [name === 'TotalPrice' ? 'Amount' : name === 'Price' ? 'UnitPrice' : name]: 1 } };
  return { group: 'other', evidence: { ...shared, [name]: 1 } };
}

export const cellConfidence = ({ group, evidence }: CellEvidence): number => confidenceOf(WEIGHTS[group] ?? {}, evidence);
