/** The trained models, with their generators and weights files. */
import { fileURLToPath } from 'node:url';
import type { FoundDocument } from '../../../src/engines/documents/fields/field.ts';
import { extractInvoice } from '../../../src/engines/documents/fields/invoice/model.ts';
import { INVOICE } from '../../../src/engines/documents/fields/invoice/spec.ts';
import { extractReceipt } from '../../../src/engines/documents/fields/receipt/model.ts';
import { RECEIPT } from '../../../src/engines/documents/fields/receipt/spec.ts';
import type { Prepared, ScoringSpec } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import type { Weights } from '../../../src/engines/documents/fields/scoring/weights.ts';
import type { FieldObserver } from '../../../src/engines/documents/fields/scoring/field-writer.ts';
import { generateInvoice } from './generators/invoice.ts';
import { generateReceipt } from './generators/receipt.ts';
import type { GeneratedDocument } from './evaluation/expected-fields.ts';

export interface TrainedModel {
  modelId: string;
  spec: ScoringSpec;
  weights: string;
  generate(seed: number): Promise<GeneratedDocument>;
  extract(prepared: Prepared, weights: Weights, observer?: FieldObserver): FoundDocument;
}

const weights = (model: string): string => fileURLToPath(new URL(`../../../weights/fields/${model}.json`, import.meta.url));

export const MODELS: readonly TrainedModel[] = [
  { modelId: 'prebuilt-invoice', spec: INVOICE, weights: weights('invoice'), generate: generateInvoice, extract: extractInvoice },
  { modelId: 'prebuilt-receipt', spec: RECEIPT, weights: weights('receipt'), generate: generateReceipt, extract: extractReceipt },
];
