/** The models that are trained here: how their documents are made, and what the weights are for. */
import { fileURLToPath } from 'node:url';
import type { FoundDocument } from '../../src/engines/fields/field.ts';
import { invoiceOf } from '../../src/engines/fields/invoice/model.ts';
import { INVOICE } from '../../src/engines/fields/invoice/spec.ts';
import { receiptOf } from '../../src/engines/fields/receipt/model.ts';
import { RECEIPT } from '../../src/engines/fields/receipt/spec.ts';
import type { Prepared, ScoredSpec } from '../../src/engines/fields/scoring/find.ts';
import type { Weights } from '../../src/engines/fields/scoring/weights.ts';
import type { Onlooker } from '../../src/engines/fields/scoring/field-writer.ts';
import { makeInvoice } from './generators/invoice.ts';
import { makeReceipt } from './generators/receipt.ts';
import type { MadeUp } from './evaluation/expected-fields.ts';

export interface TrainedModel {
  modelId: string;
  spec: ScoredSpec;
  weights: string;
  make(seed: number): Promise<MadeUp>;
  extract(prepared: Prepared, weights: Weights, onlooker?: Onlooker): FoundDocument;
}

const weights = (model: string): string => fileURLToPath(new URL(`../../weights/fields/${model}.json`, import.meta.url));

export const MODELS: readonly TrainedModel[] = [
  { modelId: 'prebuilt-invoice', spec: INVOICE, weights: weights('invoice'), make: makeInvoice, extract: invoiceOf },
  { modelId: 'prebuilt-receipt', spec: RECEIPT, weights: weights('receipt'), make: makeReceipt, extract: receiptOf },
];
