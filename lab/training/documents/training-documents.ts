/** Documents to train on: generated ones, half of them with OCR errors, and e-invoices of issuers that may be fitted on. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import type { Prepared } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import { prepare } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import { isHeldOut, printedFields, readEInvoice } from './e-invoices.ts';
import type { ExpectedValue, GeneratedDocument } from './evaluation/expected-fields.ts';
import { withOcrConfusions } from './evaluation/ocr-confusions.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import { SeededRandom } from './seeded-random.ts';
import { generatePairPage } from './generators/pair-pages.ts';
import type { TrainedModel } from './trained-models.ts';

export interface TrainingDocument {
  fields: Readonly<Record<string, ExpectedValue>>;
  /** Fields that may be returned or not. */
  optionalFields: ReadonlySet<string>;
  /** Set if only these fields are known; others may be on the page or not. */
  known?: ReadonlySet<string>;
  prepared: Prepared;
  /** How much the document counts: e-invoices come in series of almost equal ones. */
  weight: number;
}

/** Reads generated documents; `folder` keeps their layouts for the next run. */
export async function generatedDocuments(model: TrainedModel, from: number, count: number, folder?: string): Promise<TrainingDocument[]> {
  const found: TrainingDocument[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const { fields, optionalFields, layout } = await generatedLayout(model, seed, folder);
    const seen = seed % 2 === 0 ? layout : withOcrConfusions(layout, new SeededRandom(seed));
    found.push({ fields, optionalFields, prepared: prepare(seen, model.spec), weight: 1 });
  }
  return found;
}

type GeneratedLayout = Pick<GeneratedDocument, 'fields' | 'optionalFields'> & { layout: DocumentLayout };

async function generatedLayout(model: TrainedModel, seed: number, folder?: string): Promise<GeneratedLayout> {
  const file = folder === undefined ? undefined : join(folder, `${model.modelId}-${String(seed)}.bin`);
  if (file !== undefined && existsSync(file)) return deserialize(readFileSync(file)) as GeneratedLayout;
  const { fields, optionalFields, pdf } = await model.generate(seed);
  const document = { fields, optionalFields, layout: await layoutOf(pdf) };
  if (folder !== undefined && file !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, serialize(document));
  }
  return document;
}

const E_INVOICE_FIELDS = new Set([
  'InvoiceId',
  'InvoiceDate',
  'DueDate',
  'PurchaseOrder',
  'SubTotal',
  'TotalTax',
  'InvoiceTotal',
  'AmountDue',
  'PaymentDetails',
]);
const E_INVOICE_WEIGHT = 0.5;
/** Every third is read: the files come in series. */
const E_INVOICE_STEP = 3;

/** E-invoices of the data folder, if there are any. */
export async function eInvoiceDocuments(model: TrainedModel, data: string, folder?: string): Promise<TrainingDocument[]> {
  const root = join(data, 'corpora', 'einvoice');
  if (model.modelId !== 'prebuilt-invoice' || !existsSync(root)) return [];
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const fitted = files.sort().filter((file) => !isHeldOut(readEInvoice(join(root, file))));
  const found: TrainingDocument[] = [];
  for (const file of fitted.filter((_, i) => i % E_INVOICE_STEP === 0)) {
    const pdf = join(root, file.replace(/json$/u, 'pdf'));
    const cached = folder === undefined ? undefined : join(folder, `e-invoice-${file.replaceAll('/', '-')}.bin`);
    const layout =
      cached !== undefined && existsSync(cached)
        ? (deserialize(readFileSync(cached)) as DocumentLayout)
        : await layoutOf(readFileSync(pdf));
    if (cached !== undefined) writeFileSync(cached, serialize(layout));
    const printed = printedFields(readEInvoice(join(root, file)), layout).fields;
    const { 'PaymentDetails[0].IBAN': iban, ...rest } = printed;
    const fields: Record<string, ExpectedValue> = iban === undefined ? rest : { ...rest, PaymentDetails: [{ IBAN: iban }] };
    const known = new Set([...E_INVOICE_FIELDS].filter((name) => fields[name] !== undefined));
    found.push({ fields, optionalFields: new Set(), known, prepared: prepare(layout, model.spec), weight: E_INVOICE_WEIGHT });
  }
  return found;
}

const PAIR_PAGE_WEIGHT = 0.5;

/** Pages with the captions, numbers and dates of invoices; a third has reading errors. */
export function pairPages(model: TrainedModel, from: number, count: number): TrainingDocument[] {
  if (model.modelId !== 'prebuilt-invoice') return [];
  return Array.from({ length: count }, (_, i) => {
    const { layout, fields, known } = generatePairPage(from + i);
    const seen = i % 3 === 0 ? withOcrConfusions(layout, new SeededRandom(from + i)) : layout;
    const optionalFields = new Set(Object.keys(model.spec.fields).filter((name) => !known.has(name)));
    return { fields, optionalFields, prepared: prepare(seen, model.spec), weight: PAIR_PAGE_WEIGHT };
  });
}
