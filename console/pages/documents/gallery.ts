/** Models as people name them, with what each finds. */
import { t } from '../../i18n/messages.ts';
import { isPrebuilt, type Model } from './calls.ts';

export interface ModelTitle {
  title: string;
  /** What it finds. */ finds: string;
}

const PREBUILT: Readonly<Record<string, ModelTitle>> = {
  'prebuilt-read': { title: t('Read'), finds: t('Words, lines, paragraphs and languages.') },
  'prebuilt-layout': { title: t('Layout'), finds: t('Text, tables, check boxes, figures, headings; key-value pairs on request.') },
  'prebuilt-invoice': { title: t('Invoice'), finds: t('Vendor, customer, dates, numbers, totals, taxes and line items.') },
  'prebuilt-receipt': { title: t('Receipt'), finds: t('Merchant, time, items, tax, tip and total.') },
  'prebuilt-idDocument': { title: t('Identity document'), finds: t('Names, numbers, dates and addresses of passports and licenses.') },
  'prebuilt-contract': { title: t('Contract'), finds: t('Parties, jurisdictions, dates and duration.') },
  'prebuilt-healthInsuranceCard.us': { title: t('US health insurance card'), finds: t('Member, insurer, plan, group and copays.') },
  'prebuilt-tax.us.w2': { title: t('US tax form W-2'), finds: t('Employee, employer, wages and taxes.') },
  'prebuilt-tax.us.1098': { title: t('US tax form 1098'), finds: t('Borrower, lender and mortgage interest.') },
  'prebuilt-tax.us.1098E': { title: t('US tax form 1098-E'), finds: t('Borrower, lender and student loan interest.') },
  'prebuilt-tax.us.1098T': { title: t('US tax form 1098-T'), finds: t('Student, school and tuition payments.') },
};

const MAX_FIELDS = 6;

/** Own models and those that have no entry are named by their ids, and described by their fields. */
export function describeModel({ modelId, description, docTypes = {} }: Model): ModelTitle {
  const known = PREBUILT[modelId];
  if (known) return known;
  const fields = [...new Set(Object.values(docTypes).flatMap(({ fieldSchema }) => Object.keys(fieldSchema)))];
  const listed = fields.slice(0, MAX_FIELDS).join(', ');
  const more = fields.length - MAX_FIELDS;
  return {
    title: modelId,
    finds: fields.length === 0 ? (description ?? '') : more > 0 ? t('{listed} and {more} more.', { listed, more }) : listed,
  };
}

/** As lists name it: an invoice model by its title and its id, one of the account by its id. */
export function modelLabel(modelId: string): string {
  const known = PREBUILT[modelId];
  if (known) return `${known.title} (${modelId})`;
  return isPrebuilt(modelId) ? modelId : t('{modelId} (yours)', { modelId });
}

/** A title without the id, where there is no room for both. */
export const modelTitle = (modelId: string): string => PREBUILT[modelId]?.title ?? modelId;
