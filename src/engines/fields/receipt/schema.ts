/** Fields of receipts; hotel bills have their own. */
import type { FieldPaths } from '../schema.ts';

const SELLER: FieldPaths = {
  MerchantName: ['string', 'Who sold'],
  MerchantPhoneNumber: ['phoneNumber', 'Telephone of who sold'],
  MerchantAddress: ['address', 'Address of who sold'],
  Total: ['currency', 'What was to be paid in all'],
};

const PLACE: FieldPaths = { CountryRegion: ['countryRegion', 'Country of the receipt'], ReceiptType: ['string', 'What sort of purchase it was'] };

const TAXES: FieldPaths = {
  TaxDetails: ['array', 'Taxes'],
  'TaxDetails.*': ['object', 'A tax'],
  'TaxDetails.*.Amount': ['currency', 'Amount of the tax'],
  'TaxDetails.*.Rate': ['number', 'Rate of the tax in per cent'],
  'TaxDetails.*.NetAmount': ['currency', 'What the tax is on'],
  'TaxDetails.*.Description': ['string', 'Name of the tax'],
};

export const RECEIPT_FIELDS: FieldPaths = {
  ...SELLER,
  TransactionDate: ['date', 'Day of the purchase'],
  TransactionTime: ['time', 'Time of the purchase'],
  Subtotal: ['currency', 'Sum before taxes'],
  TotalTax: ['currency', 'Sum of taxes'],
  Tip: ['currency', 'Tip'],
  Items: ['array', 'What was bought'],
  'Items.*': ['object', 'A thing bought'],
  'Items.*.TotalPrice': ['currency', 'What the line costs'],
  'Items.*.Description': ['string', 'Name of the thing'],
  'Items.*.Quantity': ['number', 'How many'],
  'Items.*.Price': ['currency', 'Price of one'],
  'Items.*.ProductCode': ['string', 'Code of the thing'],
  'Items.*.QuantityUnit': ['string', 'Unit that quantity counts in'],
  ...PLACE,
  Payments: ['array', 'How it was paid'],
  'Payments.*': ['object', 'A payment'],
  'Payments.*.Method': ['string', 'Cash, the kind of card or another way'],
  'Payments.*.Amount': ['currency', 'What was paid so'],
  ...TAXES,
};

export const HOTEL_FIELDS: FieldPaths = {
  ...SELLER,
  Balance: ['currency', 'What is left to be paid'],
  ArrivalDate: ['date', 'First day of the stay'],
  DepartureDate: ['date', 'Last day of the stay'],
  MerchantAliases: ['array', 'Other names of the hotel'],
  'MerchantAliases.*': ['string', 'A name'],
  Items: ['array', 'Charges'],
  'Items.*': ['object', 'A charge'],
  'Items.*.TotalPrice': ['currency', 'Amount of the charge'],
  'Items.*.Description': ['string', 'What is charged'],
  'Items.*.Date': ['date', 'Day of the charge'],
  'Items.*.Category': ['string', 'Sort of charge'],
  ...PLACE,
  ...TAXES,
};
