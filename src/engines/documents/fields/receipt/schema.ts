/** Fields of receipts; hotel bills have their own. */
import type { FieldPaths } from '../schema.ts';

const SELLER: FieldPaths = {
  MerchantName: ['string', 'Merchant name'],
  MerchantPhoneNumber: ['phoneNumber', 'Merchant phone number'],
  MerchantAddress: ['address', 'Merchant address'],
  Total: ['currency', 'Total amount'],
};

const PLACE: FieldPaths = { CountryRegion: ['countryRegion', 'Country'], ReceiptType: ['string', 'Type of purchase'] };

const TAXES: FieldPaths = {
  TaxDetails: ['array', 'Taxes'],
  'TaxDetails.*': ['object', 'Tax'],
  'TaxDetails.*.Amount': ['currency', 'Tax amount'],
  'TaxDetails.*.Rate': ['number', 'Tax rate in percent'],
  'TaxDetails.*.NetAmount': ['currency', 'Net amount'],
  'TaxDetails.*.Description': ['string', 'Tax description'],
};

export const RECEIPT_FIELDS: FieldPaths = {
  ...SELLER,
  TransactionDate: ['date', 'Purchase date'],
  TransactionTime: ['time', 'Purchase time'],
  Subtotal: ['currency', 'Subtotal before taxes'],
  TotalTax: ['currency', 'Total tax'],
  Tip: ['currency', 'Tip'],
  Items: ['array', 'Line items'],
  'Items.*': ['object', 'Line item'],
  'Items.*.TotalPrice': ['currency', 'Line amount'],
  'Items.*.Description': ['string', 'Description'],
  'Items.*.Quantity': ['number', 'Quantity'],
  'Items.*.Price': ['currency', 'Unit price'],
  'Items.*.ProductCode': ['string', 'Product code'],
  'Items.*.QuantityUnit': ['string', 'Unit of the quantity'],
  ...PLACE,
  Payments: ['array', 'Payments'],
  'Payments.*': ['object', 'Payment'],
  'Payments.*.Method': ['string', 'Payment method, such as cash or a card type'],
  'Payments.*.Amount': ['currency', 'Amount paid'],
  ...TAXES,
};

export const HOTEL_FIELDS: FieldPaths = {
  ...SELLER,
  Balance: ['currency', 'Remaining balance'],
  ArrivalDate: ['date', 'Arrival date'],
  DepartureDate: ['date', 'Departure date'],
  MerchantAliases: ['array', 'Other names of the merchant'],
  'MerchantAliases.*': ['string', 'Name'],
  Items: ['array', 'Charges'],
  'Items.*': ['object', 'Charge'],
  'Items.*.TotalPrice': ['currency', 'Charge amount'],
  'Items.*.Description': ['string', 'Description'],
  'Items.*.Date': ['date', 'Charge date'],
  'Items.*.Category': ['string', 'Charge category'],
  ...PLACE,
  ...TAXES,
};
