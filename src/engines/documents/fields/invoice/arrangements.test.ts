/** How labels and values of invoices are arranged, in several languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';
import type { Field } from '../field.ts';

type Fields = Readonly<Record<string, Field>>;

const fieldsOf = (text: string): Fields => extractDocuments('prebuilt-invoice', typedPage(text))[0]!.fields;

function simpleValue(field: Field | undefined): unknown {
  return field?.type === 'currency' ? field.value?.amount : field?.value;
}

function assertValues(fields: Fields, expected: Readonly<Record<string, unknown>>): void {
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, simpleValue(fields[name])])), expected);
}

test('reads number and date of a heading, and values far from their labels', () => {
  assertValues(
    fieldsOf(`
Handelsrechnung (380) Nr. 620844 vom 07.05.2021

Liefer- und Leistungsdatum:                                          04.05.2021
Bestellung Nr. Kunde:                                                2021-884512

Pos   Beschreibung              Menge       Preis         Betrag
1     Briefumschläge C5            20        9,90         198,00

      Rechnungssumme ohne USt.                            198,00
      Steuerbetrag                                         37,62
      Bruttosumme                                         235,62
      Erhaltene Anzahlungen                                50,00
      Zahlbetrag                                          185,62

Zahlbar innerhalb 30 Tagen netto bis 06.06.2021`),
    {
      InvoiceId: '620844',
      InvoiceDate: '2021-05-07',
      DueDate: '2021-06-06',
      PurchaseOrder: '2021-884512',
      SubTotal: 198,
      TotalTax: 37.62,
      InvoiceTotal: 235.62,
      AmountDue: 185.62,
    },
  );
});

test('reads a row of values below a row of labels', () => {
  assertValues(
    fieldsOf(`
Blue Lake LLC                                         INVOICE

Invoice No        Invoice Date      Due Date          Customer No
A-1077            03/14/2024        04/13/2024        88213

Description               Qty     Unit Price      Amount
Steel bolts                 4          2.50        10.00

                                   Subtotal        10.00
                                   Sales Tax        1.00
                                   Total          $11.00`),
    { InvoiceId: 'A-1077', InvoiceDate: '2024-03-14', DueDate: '2024-04-13', CustomerId: '88213', InvoiceTotal: 11 },
  );
});

test('reads a French invoice with a number glued to its label', () => {
  assertValues(
    fieldsOf(`
Lac Bleu SARL
Facture n°718830256
Date : 14/03/2024                         N° client : C-4711

Désignation               Qté           PU         Montant
Vis en acier                4         2,50           10,00

                                  Total HT          10,00 €
                                  TVA 20%            2,00 €
                                  Net à payer       12,00 €
À régler avant le 13/04/2024`),
    {
      InvoiceId: '718830256',
      InvoiceDate: '2024-03-14',
      DueDate: '2024-04-13',
      CustomerId: 'C-4711',
      SubTotal: 10,
      TotalTax: 2,
      InvoiceTotal: 12,
    },
  );
});

test('reads a Polish and a Swedish invoice', () => {
  assertValues(
    fieldsOf(`
Faktura VAT nr: FV/12/2024
Data wystawienia: 14.03.2024
Termin płatności: 28.03.2024

Nazwa               Ilość       Cena       Wartość
Śruby                   4       2,50         10,00

                    Razem netto               10,00
                    Kwota VAT                  2,30
                    Do zapłaty                12,30 zł`),
    { InvoiceId: 'FV/12/2024', InvoiceDate: '2024-03-14', DueDate: '2024-03-28', SubTotal: 10, TotalTax: 2.3, InvoiceTotal: 12.3 },
  );
  assertValues(
    fieldsOf(`
FAKTURA
Fakturanr:          10482
Fakturadatum:       2024-03-14
Förfallodatum:      2024-04-13
Kundnr:             771

Benämning           Antal       Pris        Belopp
Skruvar                 4       2,50         10,00

                    Summa exkl. moms          10,00
                    Moms 25%                   2,50
                    Att betala                12,50 kr`),
    { InvoiceId: '10482', InvoiceDate: '2024-03-14', DueDate: '2024-04-13', CustomerId: '771', SubTotal: 10, TotalTax: 2.5 },
  );
});

test('reads a service period that shares its year', () => {
  assertValues(
    fieldsOf(`
Blue Lake LLC                                    Invoice Number: 63950214
Invoice Date: June 4, 2022
Billing period: May 1 - May 31, 2022

                                   Total for this invoice     $7.36`),
    { InvoiceId: '63950214', ServiceStartDate: '2022-05-01', ServiceEndDate: '2022-05-31', InvoiceTotal: 7.36 },
  );
});

test('adds up taxes by authority if no total is printed', () => {
  const fields = fieldsOf(`
Tax Invoice No: IN-2291                          Date: 14/03/2024
GSTIN: 29ABCDE1234F1Z5

                                  Taxable Value  1000.00
                                  CGST 9%          90.00
                                  SGST 9%          90.00
                                  Grand Total    1180.00`);
  assertValues(fields, { InvoiceId: 'IN-2291', SubTotal: 1000, InvoiceTotal: 1180, TotalTax: 180 });
});

test('takes no number or date of another document from a sentence', () => {
  const fields = fieldsOf(`
Rechnungsnummer: 2024-118                        Rechnungsdatum: 14.03.2024

                                   Gesamtbetrag                119,00 EUR

Diese Rechnung ersetzt unsere Rechnung Nr. 2024-077 vom 01.02.2024.`);
  assertValues(fields, { InvoiceId: '2024-118', InvoiceDate: '2024-03-14', InvoiceTotal: 119 });
});

test('reads a line for transport, and sums of two rates below a table of taxes', () => {
  const fields = fieldsOf(`
Faktura VAT nr FV/92/05/2024
Data wystawienia: 2024-05-20

Lp.  Nazwa towaru       J.m.    Ilość    Cena netto    Wartość netto    VAT %    Kwota VAT    Wartość brutto
1    Worki jutowe       szt.    100          3,20           320,00        8        25,60          345,60
2    Transport          usł.      1         80,00            80,00       23        18,40           98,40

           Stawka      Netto      VAT       Brutto
W tym      8%         320,00     25,60      345,60
           23%         80,00     18,40       98,40
Razem                 400,00     44,00      444,00

Razem do zapłaty: 444,00 PLN`);
  assertValues(fields, { SubTotal: 400, TotalTax: 44, InvoiceTotal: 444 });
  assert.ok(fields['Items']?.type === 'array');
  assert.equal(fields['Items'].value.length, 2);
});

test('counts rounding below its label in a row of sums', () => {
  assertValues(
    fieldsOf(`
Faktura 5512
Fakturadatum 2024-06-05

Artikel               Antal     À-pris        Summa
Råspont 20x95           340      18,90     6 426,00
Regel 45x95             120      32,50     3 900,00

Netto        Moms %     Moms kr      Öresutjämning     ATT BETALA
10 326,00    25,00      2 581,50     0,50              SEK 12 908,00`),
    { SubTotal: 10326, TotalTax: 2581.5, InvoiceTotal: 12908 },
  );
});

test('takes a number below a label that may head the name of the customer as well', () => {
  assertValues(
    fieldsOf(`
Verdano Energía S.L.                                  FACTURA

Factura           Fecha             Cliente           Vencimiento
A-1077            14/03/2024        88213             13/04/2024

Descripción               Cantidad     Precio       Importe
Cable de red                  4          2,50         10,00

                                   Base imponible     10,00
                                   IVA 21 %            2,10
                                   Total              12,10`),
    { InvoiceId: 'A-1077', CustomerId: '88213', CustomerName: undefined, DueDate: '2024-04-13', InvoiceTotal: 12.1 },
  );
});

test('reads sums below their labels in a row, which are no line', () => {
  const fields = fieldsOf(`
Elmontage AB                          Fakturanr 50112

Benämning               Antal    À-pris     Belopp
Arbete                     16    525,00    8400,00
Kabel                     120     11,50    1380,00

Exkl. moms     Moms 25%     Öresavr.     Att betala SEK
9780,00        2445,00      0,00         12225,00`);
  assertValues(fields, { SubTotal: 9780, TotalTax: 2445, InvoiceTotal: 12225 });
  assert.equal(fields.Items?.type === 'array' && fields.Items.value.length, 2);
});

test('reads net, tax and total in the last row of a table', () => {
  assertValues(
    fieldsOf(`
Saffron Gypsum Trading LLC                        TAX INVOICE
Invoice No: SG-118                                Date: 12/03/2024

Description          Qty     Rate      Amount    VAT %     VAT      Total
Gypsum board         100     20.00    2000.00        5   100.00   2100.00
Steel stud            50     12.00     600.00        5    30.00    630.00
TOTAL                                 2600.00            130.00   2730.00`),
    { InvoiceId: 'SG-118', SubTotal: 2600, TotalTax: 130, InvoiceTotal: 2730 },
  );
});

test('takes the sum of taxes by rate, and no rate of several, for the tax', () => {
  assertValues(
    fieldsOf(`
Dodavatel: Pila Les s.r.o.                     Faktura č. 24017
Datum vystavení: 28.03.2024

Označení            Množství   J.cena     Cena      %DPH   DPH      Kč Celkem
Fošna sušená        10 ks      412,00     4120,00   21%    865,20   4985,20
Dřevo               2 m3       1050,00    2100,00   12%    252,00   2352,00
Součet položek                            6220,00          1117,20  7337,20
CELKEM K ÚHRADĚ                                                      7337,20

Rekapitulace DPH v Kč    Základ v Kč   Sazba   DPH v Kč   Celkem s DPH v Kč
                         2100,00       12%     252,00     2352,00
                         4120,00       21%     865,20     4985,20`),
    { SubTotal: 6220, TotalTax: 1117.2, InvoiceTotal: 7337.2 },
  );
});

test('adds the taxes in a row of sums, and rounds a total to whole units', () => {
  const head = `
Suministros Ebro S.L.
Factura: FAC2024118            Fecha: 22-04-2024

Descripción            Cantidad    Precio     Importe
Servilletas                   3     28,90       86,70
Aceite                        8     11,75       94,00
`;
  assertValues(
    fieldsOf(`${head}
Neto       IVA 21%    R.E. 5,2%    IVA 10%    Total
180,70       18,21         4,51       9,40    212,82`),
    { SubTotal: 180.7, TotalTax: 32.12, InvoiceTotal: 212.82 },
  );
  assertValues(
    fieldsOf(`
Omkar Traders                  TAX INVOICE
Invoice No. 1187               Dated 22-Feb-2024

Description            Quantity    Rate       Amount
Wire                         25     40.00    1,000.00
Switch                       10     32.50      325.00
                                             1,325.00
CGST @9%                                       119.25
SGST @9%                                       119.25
Total                                        1,564.00`),
    { TotalTax: 238.5, InvoiceTotal: 1564 },
  );
});

test('takes what is due after a discount for the total', () => {
  assertValues(
    fieldsOf(`
Invoice 187                                   5 June 2024

Item               Quantity    Price    Amount
Paper cup              2000     1.85   3700.00
Lid                    2000     0.92   1840.00

Total:                                 5540.00
Discount:                               290.00
Total to pay:                          5250.00`),
    { TotalDiscount: 290, InvoiceTotal: 5250 },
  );
});

test('joins an IBAN over two lines, and takes the end of a period with its start', () => {
  const { PaymentDetails, ...fields } = fieldsOf(`
Invoice 4711                                  5 June 2024
Billing period: 3 May 2024 through 4 June 2024

IBAN: DE89 3704 0044 0532
0130 00

Total                                            99.00`);
  assertValues(fields, { ServiceStartDate: '2024-05-03', ServiceEndDate: '2024-06-04' });
  const [payment] = PaymentDetails?.type === 'array' ? PaymentDetails.value : [];
  assert.equal(payment?.type === 'object' ? simpleValue(payment.value.IBAN) : undefined, 'DE89 3704 0044 0532 0130 00');
});

test('distinguishes account numbers of customers and banks, and reads number and date beside one label', () => {
  const { PaymentDetails, ...fields } = fieldsOf(`
Rechnung
Nummer/Datum       9000418820 / 07.02.2024
Bestellnr./Datum   B-24/0117 / 30.01.2024

Nettobetrag          100,00
MwSt. 20 %            20,00
Endbetrag            120,00`);
  assertValues(fields, { InvoiceId: '9000418820', PurchaseOrder: 'B-24/0117' });
  assert.equal(PaymentDetails, undefined);
  const bill = fieldsOf(`
Account number: 88104427          Bill reference: 240518-0071
Bill date: 18 May 2024

Total now due                       258.81

Bank details
Sort code 20-00-41
Account number: 40061188`);
  assertValues(bill, { CustomerId: '88104427', InvoiceId: '240518-0071' });
  const [payment] = bill.PaymentDetails?.type === 'array' ? bill.PaymentDetails.value : [];
  assert.equal(payment?.type === 'object' ? simpleValue(payment.value.BankAccountNumber) : undefined, '40061188');
});

test('trusts lines less that add up to another sum than the net amount or the total', () => {
  const amountConfidence = (sum: string): number => {
    const { Items } = fieldsOf(`
Blue Lake LLC                      INVOICE A-1077
Invoice Date 03/14/2024

Description               Amount
Steel bolts                10.00
Copper wire                20.00

Total discount              ${sum}
Subtotal                  100.00
Tax 10%                    10.00
Total                     110.00`);
    const [line] = Items?.type === 'array' ? Items.value : [];
    return (line?.type === 'object' ? line.value.Amount?.confidence : undefined) ?? 1;
  };
  assert.ok(amountConfidence('30.00') <= amountConfidence('7.00') + 0.01);
});
