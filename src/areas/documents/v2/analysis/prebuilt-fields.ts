/** The fields of the prebuilt models in versions 2: which there are, and under which names. */
import type { Field, FoundDocument } from '../../../../engines/documents/fields/field.ts';

interface PrebuiltFields {
  /** Our names of the fields, and of the fields of their items, by their names in versions 2. */
  fields: Readonly<Record<string, string>>;
  items?: Readonly<Record<string, string>>;
  docType(document: FoundDocument): string;
}

const same = (...names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

const RECEIPT: PrebuiltFields = {
  fields: {
    ...same('Items', 'MerchantAddress', 'MerchantName', 'MerchantPhoneNumber', 'Subtotal', 'Tip', 'Total', 'TransactionDate'),
    ...same('TransactionTime'),
    Tax: 'TotalTax',
  },
  items: { ...same('Quantity', 'Price', 'TotalPrice'), Name: 'Description' },
  docType: () => 'prebuilt:receipt',
};

const CARD: PrebuiltFields = {
  fields: {
    ...same('ContactNames', 'CompanyNames', 'JobTitles', 'Departments', 'Addresses', 'WorkPhones', 'MobilePhones', 'Faxes'),
    ...same('OtherPhones', 'Emails', 'Websites'),
  },
  docType: () => 'prebuilt:businesscard',
};

const ID: PrebuiltFields = {
  fields: {
    ...same('Address', 'CountryRegion', 'DateOfBirth', 'DateOfExpiration', 'DocumentNumber', 'DocumentType', 'FirstName', 'LastName'),
    ...same('MachineReadableZone', 'Nationality', 'Region', 'Sex'),
  },
  docType: ({ docType }) => `prebuilt:${docType.replaceAll('.', ':')}`,
};

const INVOICE: PrebuiltFields = {
  fields: {
    ...same('AmountDue', 'BillingAddress', 'BillingAddressRecipient', 'CustomerAddress', 'CustomerAddressRecipient', 'CustomerId'),
    ...same('CustomerName', 'DueDate', 'InvoiceDate', 'InvoiceId', 'InvoiceTotal', 'Items', 'PreviousUnpaidBalance', 'PurchaseOrder'),
    ...same('RemittanceAddress', 'RemittanceAddressRecipient', 'ServiceAddress', 'ServiceAddressRecipient', 'ServiceEndDate'),
    ...same('ServiceStartDate', 'ShippingAddress', 'ShippingAddressRecipient', 'SubTotal', 'TotalTax', 'VendorAddress'),
    ...same('VendorAddressRecipient', 'VendorName'),
  },
  items: same('Amount', 'Date', 'Description', 'ProductCode', 'Quantity', 'Tax', 'Unit', 'UnitPrice'),
  docType: () => 'prebuilt:invoice',
};

const PREBUILT: Readonly<Record<string, PrebuiltFields>> = {
  'prebuilt-receipt': RECEIPT,
  'prebuilt-businessCard': CARD,
  'prebuilt-idDocument': ID,
  'prebuilt-invoice': INVOICE,
};

/** A document with the fields and names of versions 2. */
export function toFormDocument(modelId: string, document: FoundDocument): FoundDocument {
  const { fields, items, docType } = PREBUILT[modelId]!;
  const renamed = rename(document.fields, fields);
  if (items && renamed.Items?.type === 'array') {
    const value = renamed.Items.value.map((item): Field => (item.type === 'object' ? { ...item, value: rename(item.value, items) } : item));
    renamed.Items = { ...renamed.Items, value };
  }
  if (modelId === 'prebuilt-receipt') renamed.ReceiptType = receiptType(document);
  return { ...document, docType: docType(document), fields: renamed };
}

function rename(fields: Readonly<Record<string, Field>>, names: Readonly<Record<string, string>>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, ours]) => (Object.hasOwn(fields, ours) ? [[name, fields[ours]!] as const] : [])),
  );
}

/** Later versions name the kind of purchase; versions 2 whether the purchases are listed. */
function receiptType({ docType, fields: { Items: items }, confidence }: FoundDocument): Field {
  const kind = /\.(gas|parking|creditCard)$/.exec(docType)?.[1];
  const isItemized = items?.type === 'array' && items.value.length > 0;
  const value = isItemized ? 'Itemized' : kind === undefined ? 'Other' : kind[0]!.toUpperCase() + kind.slice(1);
  return { type: 'string', value, items: [], confidence };
}
