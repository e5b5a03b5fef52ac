/** Generates invoices with expected fields: seven languages, many layouts, labels and formats. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import {
  COUNTRY_DATA,
  randomAddressLines,
  randomCompanyName,
  createDateFormatter,
  dayAfter,
  randomIban,
  createMoneyFormatter,
  randomPersonName,
  randomPhoneNumber,
  randomDay,
  randomTaxNumber,
} from './countries.ts';
import type { Country, Language, MoneyFormatter } from './countries.ts';
import type { GeneratedDocument, ExpectedValue } from '../evaluation/expected-fields.ts';
import { GOODS, TERMS, UNITS, WORDINGS } from './invoice-wordings.ts';
import type { Term } from './invoice-wordings.ts';
import { SENTENCES } from './invoice-sentences.ts';

const COUNTRIES: readonly Country[] = ['US', 'US', 'US', 'GB', 'AU', 'DE', 'DE', 'FR', 'FR', 'ES', 'IT', 'PT', 'NL'];
const ADDRESS_WORDS: Readonly<Record<Language, string>> = {
  en: 'Address',
  de: 'Anschrift',
  fr: 'Adresse',
  es: 'Dirección',
  it: 'Indirizzo',
  pt: 'Morada',
  nl: 'Adres',
};
const cents = (amount: number): number => Math.round(amount * 100) / 100;

interface Line {
  Description: string;
  Quantity: number;
  UnitPrice: number;
  Amount: number;
  ProductCode?: string;
  Unit?: string;
  Date?: string;
  Tax?: number;
  TaxRate?: string;
  printedDate?: string;
}

interface Drawing {
  random: SeededRandom;
  canvas: PdfCanvas;
  country: Country;
  wording(term: Term): string;
  money: MoneyFormatter;
  fields: Record<string, ExpectedValue>;
  optionalFields: Set<string>;
  left: number;
  right: number;
  colon: string;
  bold: boolean;
}

export async function generateInvoice(seed: number): Promise<GeneratedDocument> {
  const random = new SeededRandom(seed * 2 + 1);
  const country = random.pick(COUNTRIES);
  const canvas = await PdfCanvas.create(random, {
    width: country === 'US' ? 612 : 595,
    height: country === 'US' ? 792 : 842,
    size: random.between(8, 11),
  });
  const words = WORDINGS[COUNTRY_DATA[country].language];
  const chosen = new Map<Term, string>();
  const isUpperCase = random.chance(0.15);
  const wording = (term: Term): string => {
    if (!chosen.has(term)) chosen.set(term, isUpperCase ? random.pick(words[term]).toUpperCase() : random.pick(words[term]));
    return chosen.get(term)!;
  };
  const margin = random.between(36, 64);
  const drawing: Drawing = {
    random,
    canvas,
    country,
    wording,
    money: createMoneyFormatter(random, country),
    fields: {},
    optionalFields: new Set(),
    left: margin,
    right: canvas.width - margin,
    colon: random.chance(0.75) ? ':' : '',
    bold: random.chance(0.5),
  };
  const write = createDateFormatter(random, country);
  const issued = randomDay(random);
  const vendor = randomCompanyName(random, country);
  let customer = randomCompanyName(random, country);
  if (random.chance(0.2)) customer = randomPersonName(random, country);
  const head = drawHead(drawing, vendor);
  const pairs = randomMetaPairs(drawing, issued, write, customer);
  // Some invoices have a strip of less important pairs between addresses and lines.
  const isTitled = pairs.length > 4 && pairs[1]!.label === wording('date') && random.chance(0.3);
  if (isTitled) pairs.splice(0, 2);
  const strip = random.chance(0.25) ? pairs.slice(Math.max(2, pairs.length - random.integer(3, 5))) : [];
  let y = drawMeta(
    drawing,
    pairs.filter((pair) => !strip.includes(pair)),
    head,
  );
  const sentences = SENTENCES[COUNTRY_DATA[country].language];
  if (isTitled) {
    const heading = random.pick(sentences.headings).replace('{id}', String(drawing.fields.InvoiceId)).replace('{date}', write(issued));
    canvas.text(heading, drawing.left, y + canvas.size, { bold: random.chance(0.6), size: canvas.size * random.between(1, 1.4) });
    y += canvas.size * 3;
  }
  y = drawAddresses(drawing, customer, y);
  if (strip.length > 0) y = drawBoxes(drawing, strip, y, random.chance(0.7), strip.length);
  const lines = drawLines(drawing, write, issued, y);
  y = drawTotals(drawing, lines.items, lines.y, lines.right);
  y = drawFooter(drawing, vendor, y);
  const notes = randomNotes(drawing, issued, write);
  if (y + notes.length * canvas.size * 1.5 < canvas.height - 45) canvas.lines(notes, drawing.left, y + canvas.size * 1.6);
  else if (notes.length > 0) {
    canvas.addPage();
    canvas.lines(notes, drawing.left, 60);
  }
  return {
    modelId: 'prebuilt-invoice',
    docType: 'invoice',
    pdf: await canvas.bytes(),
    fields: drawing.fields,
    optionalFields: drawing.optionalFields,
  };
}

/** Vendor, address and title; returns where the next part may start and where pairs may be placed. */
function drawHead(drawing: Drawing, vendor: string): { below: number; beside: number; free: 'left' | 'right' | 'none' } {
  const { random, canvas, country, wording, fields } = drawing;
  const address = randomAddressLines(random, country);
  fields.VendorName = vendor;
  const contact: string[] = [];
  if (random.chance(0.5)) contact.push(`${wording('phone')}${random.pick([': ', ' ', ': '])}${randomPhoneNumber(random, country)}`);
  const host = vendor
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/gu, '')
    .slice(0, 14);
  if (random.chance(0.35)) contact.push(random.pick([`info@${host}.com`, `www.${host}.com`, `E-Mail: office@${host}.com`]));
  if (random.chance(0.3)) {
    fields.VendorTaxId = randomTaxNumber(random, country);
    contact.push(`${wording('vendorTax')}${random.pick([': ', ' '])}${fields.VendorTaxId as string}`);
  }
  const big = random.between(canvas.size * 1.35, 22);
  const top = random.between(40, 62);
  const style = random.pick(['left', 'left', 'right', 'center', 'footer'] as const);
  const title = wording('title');
  const addressAtFoot = style === 'footer';
  const own = random.chance(0.3);
  const recipient = own
    ? random.pick([vendor, randomCompanyName(random, country), `${vendor} ${random.pick(['Headquarters', 'Office', 'Billing'])}`])
    : undefined;
  const block = [...(recipient === undefined ? [] : [recipient]), ...address];
  if (!addressAtFoot) fields.VendorAddress = address.join(' ');
  if (recipient !== undefined && !addressAtFoot) fields.VendorAddressRecipient = recipient;
  else drawing.optionalFields.add('VendorAddressRecipient');
  if (style === 'center') {
    canvas.text(vendor, canvas.width / 2, top, { size: big, bold: true, align: 'center' });
    let y = random.chance(0.5)
      ? canvas.lines([...block, ...contact], canvas.width / 2, top + big * 1.2, { align: 'center' })
      : drawOneLine(drawing, block, contact, canvas.width / 2, top + big * 1.2, 'center');
    y += canvas.size;
    const centerd = random.chance(0.5);
    canvas.text(title, centerd ? canvas.width / 2 : drawing.left, y + 14, {
      size: big * 0.9,
      bold: true,
      align: centerd ? 'center' : 'left',
    });
    return { below: y + 34, beside: y + 34, free: 'none' };
  }
  const right = style === 'right';
  const x = right ? drawing.right : drawing.left;
  const align = right ? random.pick(['right', 'right', 'left'] as const) : 'left';
  const at =
    right && align === 'left'
      ? drawing.right -
        Math.max(
          150,
          ...block.map((line) => canvas.widthOf(line)),
          ...contact.map((line) => canvas.widthOf(line)),
          canvas.widthOf(vendor, { size: big, bold: true }),
        )
      : x;
  canvas.text(vendor, at, top, { size: big, bold: random.chance(0.7), align });
  let y = top + big * 0.7;
  if (!addressAtFoot) {
    const gap = random.chance(0.5) ? canvas.size * 1.3 : canvas.size * 2.4;
    y = random.chance(0.15)
      ? drawOneLine(drawing, block, contact, at, y + gap, align)
      : canvas.lines([...block, ...contact], at, y + gap, { align });
  } else if (contact.length > 0) y = canvas.lines(contact, at, y + canvas.size * 2.2, { align });
  if (addressAtFoot) {
    const text = [vendor, ...address].join(random.pick([', ', ', ', ' - ']));
    canvas.text(text, canvas.width / 2, canvas.height - 30, { size: 7.5, align: 'center' });
    for (const name of ['VendorAddress', 'VendorAddressRecipient']) drawing.optionalFields.add(name);
  }
  const titleBelow = random.chance(0.25);
  if (titleBelow) {
    canvas.text(title, drawing.left, y + 26, { size: big * 0.95, bold: true });
    return { below: y + 46, beside: y + 46, free: 'none' };
  }
  canvas.text(title, right ? drawing.left : drawing.right, top, {
    size: random.between(14, 26),
    bold: random.chance(0.7),
    align: right ? 'left' : 'right',
  });
  return { below: y + canvas.size, beside: top + 30, free: right ? 'left' : 'right' };
}

/** Name and address on one line, as in letterheads. */
function drawOneLine(
  { canvas }: Drawing,
  block: readonly string[],
  contact: readonly string[],
  x: number,
  y: number,
  align: 'left' | 'right' | 'center',
): number {
  canvas.text(block.join(', '), x, y, { align });
  return contact.length === 0 ? y + canvas.size * 1.3 : canvas.lines(contact, x, y + canvas.size * 1.3, { align });
}

interface Pair {
  label: string;
  value: string;
}

function randomMetaPairs(
  drawing: Drawing,
  issued: ReturnType<typeof randomDay>,
  write: (day: ReturnType<typeof randomDay>) => string,
  customer: string,
): Pair[] {
  const { random, wording, fields, country } = drawing;
  const id = random.pick([
    `INV-${random.digits(4)}`,
    random.digits(random.integer(4, 8)),
    `${random.letters(2)}${random.digits(6)}`,
    `${String(issued.year)}-${random.digits(4)}`,
    `${String(issued.year)}/${random.digits(3)}`,
    `R${random.digits(5)}`,
    `INV${random.digits(6)}`,
    `${random.digits(3)}/${String(issued.year)}`,
    `${String(issued.year)}-${random.digits(2)}-${random.digits(3)}`,
    `${random.letters(2)} ${random.digits(5)}`,
    `${random.digits(2)}.${random.digits(3)}.${random.digits(2)}`,
  ]);
  fields.InvoiceId = id;
  fields.InvoiceDate = issued.iso;
  const pairs: Pair[] = [
    { label: wording('id'), value: id },
    { label: wording('date'), value: write(issued) },
  ];
  if (random.chance(0.65)) {
    const due = dayAfter(issued, random.integer(7, 60));
    fields.DueDate = due.iso;
    pairs.push({ label: wording('due'), value: write(due) });
  }
  if (random.chance(0.4)) {
    fields.CustomerId = random.pick([
      `CID-${random.digits(5)}`,
      random.digits(random.integer(4, 7)),
      `C${random.digits(4)}`,
      `K-${random.digits(5)}`,
    ]);
    pairs.push({ label: wording('customerId'), value: fields.CustomerId });
  }
  if (random.chance(0.4)) {
    fields.PurchaseOrder = random.pick([
      `PO-${random.digits(4)}`,
      random.digits(random.integer(5, 9)),
      `${random.digits(3)}-${random.digits(4)}`,
      `PO${random.digits(6)}`,
    ]);
    pairs.push({ label: wording('order'), value: fields.PurchaseOrder });
  }
  if (random.chance(0.25)) {
    fields.PaymentTerm = random.pick(TERMS[COUNTRY_DATA[country].language]);
    pairs.push({ label: wording('terms'), value: fields.PaymentTerm });
  }
  if (random.chance(0.15)) {
    const from = dayAfter(issued, -random.integer(28, 40));
    const to = dayAfter(from, random.integer(14, 27));
    fields.ServiceStartDate = from.iso;
    fields.ServiceEndDate = to.iso;
    pairs.push({ label: wording('period'), value: `${write(from)} ${random.pick(['-', '–', '-'])} ${write(to)}` });
  }
  if (random.chance(0.12)) {
    fields.CustomerTaxId = randomTaxNumber(random, country);
    pairs.push({ label: wording('customerTax'), value: fields.CustomerTaxId });
  }
  if (random.chance(0.2)) pairs.push({ label: wording('orderDate'), value: write(dayAfter(issued, -random.integer(1, 20))) });
  if (random.chance(0.25)) pairs.push({ label: wording('reference'), value: `${random.letters(1)}-${random.digits(4)}` });
  if (random.chance(0.2)) pairs.push({ label: wording('clerk'), value: randomPersonName(random, country) });
  if (random.chance(0.15)) {
    fields.CustomerName = random.chance(0.5) ? customer : randomCompanyName(random, country);
    pairs.push({ label: wording('customerName'), value: fields.CustomerName });
  }
  return random.chance(0.6) ? pairs : [pairs[0]!, ...random.sample(pairs.slice(1), pairs.length)];
}

function drawMeta(
  drawing: Drawing,
  pairs: readonly Pair[],
  { below, beside, free }: { below: number; beside: number; free: 'left' | 'right' | 'none' },
): number {
  const { random, canvas, colon, bold } = drawing;
  const step = canvas.size * random.between(1.3, 1.9);
  const widestLabel = Math.max(...pairs.map(({ label }) => canvas.widthOf(label + colon, { bold })));
  const widestValue = Math.max(...pairs.map(({ value }) => canvas.widthOf(value)));
  const style = random.pick(['lines', 'lines', 'columns', 'columns', 'boxes', 'under'] as const);
  if (style === 'boxes' || style === 'under') return drawBoxes(drawing, pairs, below + 14, style === 'boxes');
  const y = (free === 'none' ? below + 12 : beside) + canvas.size;
  const gap = random.between(6, 22);
  const width = widestLabel + gap + widestValue;
  if (style === 'columns') {
    const x = free === 'right' ? drawing.right - width : drawing.left;
    const valueRight = random.chance(0.4);
    const labelRight = random.chance(0.25);
    pairs.forEach(({ label, value }, i) => {
      canvas.text(label + colon, labelRight ? x + widestLabel : x, y + i * step, { bold, align: labelRight ? 'right' : 'left' });
      canvas.text(value, valueRight ? x + width : x + widestLabel + gap, y + i * step, { align: valueRight ? 'right' : 'left' });
    });
  } else {
    const right = free === 'right' && random.chance(0.6);
    const x = right
      ? drawing.right
      : free === 'right'
        ? drawing.right - Math.max(...pairs.map(({ label, value }) => canvas.widthOf(`${label}: ${value}`))) - 4
        : drawing.left;
    pairs.forEach(({ label, value }, i) => {
      canvas.text(`${label}${colon === '' ? '' : ':'} ${value}`, x, y + i * step, { align: right ? 'right' : 'left' });
    });
  }
  return Math.max(below, y + pairs.length * step) + random.between(8, 20);
}

/** Labels above their values, side by side, optionally framed. */
function drawBoxes(drawing: Drawing, pairs: readonly Pair[], top: number, framed: boolean, perRow = drawing.random.integer(3, 4)): number {
  const { random, canvas, bold } = drawing;
  const centerd = random.chance(0.3);
  const drop = random.between(2.3, 3.3);
  const most = canvas.size * random.between(0.8, 1.1);
  const width = (drawing.right - drawing.left) / perRow;
  let y = top;
  for (let i = 0; i < pairs.length; i += perRow) {
    const row = pairs.slice(i, i + perRow);
    const size = Math.min(
      most,
      ...row.map(({ label, value }) => (canvas.size * (width - 10)) / Math.max(canvas.widthOf(label, { bold }), canvas.widthOf(value), 1)),
    );
    row.forEach(({ label, value }, k) => {
      const x = drawing.left + k * width + 4;
      const [at, align] = centerd ? [x + width / 2 - 4, 'center' as const] : [x, 'left' as const];
      canvas.text(label, at, y + size, { bold, size, align });
      canvas.text(value, at, y + size * drop, { size, align });
      if (framed)
        for (const [x1, y1, x2, y2] of [
          [x - 4, y - 3, x - 4 + width, y - 3],
          [x - 4, y + size * 3.1, x - 4 + width, y + size * 3.1],
          [x - 4, y - 3, x - 4, y + size * 3.1],
          [x - 4 + width, y - 3, x - 4 + width, y + size * 3.1],
        ] as const)
          canvas.line(x1, y1, x2, y2);
    });
    y += size * 3.1 + 8;
  }
  return y + 6;
}

function drawAddresses(drawing: Drawing, customer: string, top: number): number {
  const { random, canvas, country, wording, fields, optionalFields } = drawing;
  const labeled = random.chance(0.75);
  const field = labeled ? (random.chance(0.75) ? 'BillingAddress' : 'CustomerAddress') : 'CustomerAddress';
  const address = randomAddressLines(random, country);
  fields.CustomerName ??= customer;
  fields[field] = address.join(' ');
  fields[`${field}Recipient`] = customer;
  const columns: { label?: string; lines: string[] }[] = [
    { label: labeled ? wording(field === 'BillingAddress' ? 'billTo' : 'customer') : undefined, lines: [customer, ...address] },
  ];
  const more = (name: string, term: Term, share: number): void => {
    if (!random.chance(share) || columns.length > 2) return;
    const own = randomAddressLines(random, country);
    const recipient = random.chance(0.5)
      ? customer
      : random.chance(0.5)
        ? randomCompanyName(random, country)
        : randomPersonName(random, country);
    fields[name] = own.join(' ');
    fields[`${name}Recipient`] = recipient;
    columns.push({ label: wording(term), lines: [recipient, ...own] });
  };
  if (labeled) {
    more('ShippingAddress', 'shipTo', 0.4);
    more('ServiceAddress', 'service', 0.12);
  }
  for (const name of ['CustomerAddress', 'CustomerAddressRecipient', 'BillingAddress', 'BillingAddressRecipient'])
    if (fields[name] === undefined) optionalFields.add(name);
  const y = top + canvas.size;
  const colon = random.chance(0.5) ? ':' : '';
  const width = (drawing.right - drawing.left) / Math.max(2, columns.length);
  let end = y;
  if (columns.length === 1 && labeled && field === 'CustomerAddress' && random.chance(0.35)) {
    const step = canvas.size * random.between(1.4, 3);
    canvas.text(`${wording('customerName')}: ${customer}`, drawing.left, y);
    canvas.text(`${ADDRESS_WORDS[COUNTRY_DATA[country].language]}: ${address.join(random.pick([', ', ' ']))}`, drawing.left, y + step);
    optionalFields.add(`${field}Recipient`);
    return y + step + random.between(12, 24);
  }
  const inline = columns.length === 1 && labeled && random.chance(0.2);
  columns.forEach(({ label, lines }, i) => {
    const x = drawing.left + i * width;
    if (inline) {
      canvas.text(`${label!}:`, x, y, { bold: drawing.bold });
      end = Math.max(end, canvas.lines(lines, x + Math.max(60, canvas.widthOf(`${label!}:`, { bold: drawing.bold }) + 14), y));
      return;
    }
    if (label !== undefined) canvas.text(label + colon, x, y, { bold: random.chance(0.6) });
    end = Math.max(end, canvas.lines(lines, x, label === undefined ? y : y + canvas.size * random.between(1.4, 1.9)));
  });
  return end + random.between(10, 22);
}

interface Column {
  name: keyof Line | 'position';
  label: string;
  width: number;
  right: boolean;
  text(line: Line, index: number): string;
}

function drawLines(
  drawing: Drawing,
  write: (day: ReturnType<typeof randomDay>) => string,
  issued: ReturnType<typeof randomDay>,
  top: number,
): { items: Line[]; y: number; right: number } {
  const { random, canvas, country, wording, money } = drawing;
  const { language, rates } = COUNTRY_DATA[country];
  const has = {
    code: random.chance(0.4),
    unit: random.chance(0.25),
    date: random.chance(0.15),
    rate: random.chance(0.15),
    tax: random.chance(0.12),
    position: random.chance(0.25),
    price: random.chance(0.9),
    quantity: random.chance(0.93),
  };
  const signs = random.chance(0.5);
  const cell = (amount: number): string => (signs ? money.full(amount) : money.bare(amount));
  const rate = random.pick(rates);
  const count = random.integer(1, random.chance(0.15) ? 12 : 6);
  const items = Array.from({ length: count }, (): Line => {
    const Quantity = random.chance(0.15) ? random.integer(1, 40) / 4 : random.integer(1, random.chance(0.2) ? 120 : 12);
    const UnitPrice = cents(random.chance(0.5) ? random.between(1, 60) : random.between(20, 900));
    const day = dayAfter(issued, -random.integer(1, 25));
    const Amount = cents(Quantity * UnitPrice);
    const long = random.chance(0.15) ? `${random.pick(GOODS[language])}, ${random.pick(GOODS[language])}` : random.pick(GOODS[language]);
    return {
      Description: long,
      Quantity,
      UnitPrice,
      Amount,
      ProductCode: random.pick([`${random.letters(1)}${random.digits(3)}`, random.digits(5), `${random.letters(2)}-${random.digits(4)}`]),
      Unit: random.pick(UNITS[language]),
      Date: day.iso,
      printedDate: write(day),
      Tax: cents((Amount * rate) / 100),
      TaxRate: `${String(rate).replace('.', COUNTRY_DATA[country].comma ? ',' : '.')}${random.chance(0.5) ? '%' : ' %'}`,
    };
  });
  const number = (value: number): string => (COUNTRY_DATA[country].comma ? String(value).replace('.', ',') : String(value));
  const description: Column = {
    name: 'Description',
    label: wording('description'),
    width: 0,
    right: false,
    text: (line) => line.Description,
  };
  const quantity: Column = {
    name: 'Quantity',
    label: wording('quantity'),
    width: 44,
    right: random.chance(0.6),
    text: (line) => number(line.Quantity),
  };
  const columns: Column[] = [
    ...(has.position
      ? [{ name: 'position', label: wording('position'), width: 26, right: false, text: (_: Line, i: number) => String(i + 1) } as Column]
      : []),
    ...(has.date
      ? [
          {
            name: 'Date',
            label: wording('lineDate'),
            width: Math.max(...items.map(({ printedDate }) => canvas.widthOf(printedDate!))) + 10,
            right: false,
            text: (line: Line) => line.printedDate!,
          } as Column,
        ]
      : []),
    ...(has.quantity && random.chance(0.2) ? [quantity] : []),
    ...(has.code
      ? [{ name: 'ProductCode', label: wording('code'), width: 52, right: false, text: (line: Line) => line.ProductCode! } as Column]
      : []),
    description,
  ];
  if (has.quantity && !columns.includes(quantity)) columns.push(quantity);
  if (has.unit) columns.push({ name: 'Unit', label: wording('unit'), width: 38, right: false, text: (line) => line.Unit! });
  if (has.price) columns.push({ name: 'UnitPrice', label: wording('price'), width: 62, right: true, text: (line) => cell(line.UnitPrice) });
  if (has.rate) columns.push({ name: 'TaxRate', label: wording('rate'), width: 44, right: true, text: (line) => line.TaxRate! });
  else if (has.tax) columns.push({ name: 'Tax', label: wording('lineTax'), width: 54, right: true, text: (line) => cell(line.Tax!) });
  columns.push({ name: 'Amount', label: wording('amount'), width: 70, right: true, text: (line) => cell(line.Amount) });
  for (const column of columns)
    if (column !== description)
      column.width = Math.max(
        column.width,
        canvas.widthOf(column.label, { bold: true }) + 10,
        ...items.map((line, i) => canvas.widthOf(column.text(line, i)) + 10),
      );
  const total = drawing.right - drawing.left;
  const taken = columns.reduce((sum, { width }) => sum + width, 0);
  description.width = Math.max(90, total - taken);
  const scale = Math.min(1, total / (taken + description.width));
  const size = canvas.size * scale;
  const widths = columns.map(({ width }) => width * scale);
  const lefts = widths.map((_, i) => drawing.left + widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const ruled = random.pick(['grid', 'rows', 'head', 'none'] as const);
  const pad = ruled === 'grid' ? 3 : 2;
  const step = size * random.between(1.25, 1.45);
  let y = top;
  const headHeight = size * 1.9;
  const startY = y;
  if (ruled !== 'none' && random.chance(0.4)) canvas.fill(drawing.left, y, drawing.right, y + headHeight, random.between(0.82, 0.93));
  const headAligned = random.chance(0.85);
  columns.forEach(({ label, right }, i) => {
    canvas.text(label, right && headAligned ? lefts[i]! + widths[i]! - pad : lefts[i]! + pad, y + size * 1.3, {
      bold: true,
      size,
      align: right && headAligned ? 'right' : 'left',
    });
  });
  y += headHeight;
  if (ruled !== 'none') canvas.line(drawing.left, y, drawing.right, y);
  const edges = [startY, y];
  items.forEach((line, index) => {
    const own = canvas.wrap(line.Description, widths[columns.indexOf(description)]! - 2 * pad, { size });
    columns.forEach((column, i) => {
      if (column === description)
        own.forEach((text, k) => {
          canvas.text(text, lefts[i]! + pad, y + size * 1.25 + k * step, { size });
        });
      else
        canvas.text(column.text(line, index), column.right ? lefts[i]! + widths[i]! - pad : lefts[i]! + pad, y + size * 1.25, {
          size,
          align: column.right ? 'right' : 'left',
        });
    });
    y += (own.length - 1) * step + size * random.between(1.75, 2);
    edges.push(y);
    if (ruled === 'grid' || ruled === 'rows') canvas.line(drawing.left, y, drawing.right, y);
  });
  if (ruled === 'grid') {
    canvas.line(drawing.left, startY, drawing.right, startY);
    for (const x of [...lefts, drawing.left + widths.reduce((sum, width) => sum + width, 0)]) canvas.line(x, startY, x, y);
  }
  const names = columns.map(({ name }) => name).filter((name) => name !== 'position');
  drawing.fields.Items = items.map((line) => Object.fromEntries(names.map((name) => [name, line[name as keyof Line]!])));
  return { items, y: y + random.between(6, 18), right: drawing.left + widths.reduce((sum, width) => sum + width, 0) - pad };
}

function drawTotals(drawing: Drawing, items: readonly Line[], top: number, right: number): number {
  const { random, canvas, wording, money, fields, country } = drawing;
  const net = cents(items.reduce((sum, { Amount }) => sum + Amount, 0));
  const rows: { label: string; amount: number; strong?: boolean }[] = [];
  const rate = random.pick(COUNTRY_DATA[country].rates);
  const printedRate = `${String(rate).replace('.', COUNTRY_DATA[country].comma ? ',' : '.')}${random.chance(0.5) ? '%' : ' %'}`;
  let base = net;
  const untaxed = random.chance(0.1);
  if (!untaxed) {
    fields.SubTotal = net;
    rows.push({ label: wording('subtotal'), amount: net });
  }
  if (!untaxed && random.chance(0.12)) {
    const discount = cents(net * random.pick([0.02, 0.05, 0.1]));
    fields.TotalDiscount = discount;
    base = cents(base - discount);
    rows.push({ label: wording('discount'), amount: random.chance(0.5) ? -discount : discount });
  }
  if (!untaxed && random.chance(0.15)) {
    const freight = cents(random.between(4, 40));
    base = cents(base + freight);
    rows.push({ label: wording('freight'), amount: freight });
  }
  let tax = 0;
  const rates = COUNTRY_DATA[country].rates;
  const isSplit = !untaxed && rates.length > 1 && random.chance(0.2);
  const parts: { rate: string; net: number; tax: number }[] = [];
  if (isSplit) {
    const first = cents(base * random.between(0.2, 0.8));
    for (const [own, net] of [
      [rates[0]!, first],
      [rates[1]!, cents(base - first)],
    ] as const)
      parts.push({ rate: `${String(own).replace('.', COUNTRY_DATA[country].comma ? ',' : '.')}%`, net, tax: cents((net * own) / 100) });
    for (const part of parts) {
      tax = cents(tax + part.tax);
      rows.push({ label: random.pick([`${wording('tax')} ${part.rate}`, `${part.rate} ${wording('tax')}`]), amount: part.tax });
    }
    fields.TotalTax = tax;
    fields.TaxDetails = parts.map((part) => ({ Rate: part.rate, Amount: part.tax }));
  } else if (!untaxed) {
    tax = cents((base * rate) / 100);
    const hasRate = random.chance(0.6);
    const label = hasRate
      ? random.pick([`${wording('tax')} ${printedRate}`, `${wording('tax')} (${printedRate})`, `${printedRate} ${wording('tax')}`])
      : wording('tax');
    rows.push({ label, amount: tax });
    parts.push({ rate: printedRate, net: base, tax });
    fields.TotalTax = tax;
    if (hasRate) fields.TaxDetails = [{ Rate: printedRate, Amount: tax }];
  }
  const total = cents(base + tax);
  fields.InvoiceTotal = total;
  rows.push({ label: wording('total'), amount: total, strong: true });
  drawing.optionalFields.add('AmountDue');
  if (random.chance(0.1)) {
    const before = cents(random.between(20, 700));
    fields.PreviousUnpaidBalance = before;
    fields.AmountDue = cents(total + before);
    rows.push({ label: wording('previous'), amount: before }, { label: wording('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (random.chance(0.1)) {
    const paid = cents(total * random.pick([0.25, 0.5]));
    fields.AmountDue = cents(total - paid);
    rows.push({ label: wording('paid'), amount: -paid }, { label: wording('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (random.chance(0.2)) {
    fields.AmountDue = total;
    rows.push({ label: wording('dueAmount'), amount: total, strong: true });
  }
  if (fields.AmountDue !== undefined) drawing.optionalFields.delete('AmountDue');
  let y = top + canvas.size * 1.2;
  const room = y + rows.length * canvas.size * 1.7 + 60;
  if (room > canvas.height - 40) {
    canvas.addPage();
    y = 60;
  }
  const signs = random.chance(0.75);
  if (parts.length > 0 && fields.AmountDue === undefined && fields.TotalDiscount === undefined && base === net && random.chance(0.25)) {
    drawing.optionalFields.add('TaxDetails');
    return drawTotalsTable(drawing, parts, { net, tax, total }, y, right);
  }
  const colon = random.chance(0.5) ? ':' : '';
  const labelRight = random.chance(0.4);
  const gap = random.between(14, 50);
  const widest = Math.max(...rows.map(({ amount }) => canvas.widthOf(money.full(amount), { bold: true })));
  const labelWidth = Math.max(...rows.map(({ label }) => canvas.widthOf(label + colon, { bold: true })));
  for (const { label, amount, strong } of rows) {
    const size = strong === true && random.chance(0.3) ? canvas.size * 1.15 : canvas.size;
    const edge = right - widest - gap;
    canvas.text(label + colon, labelRight ? edge : edge - labelWidth, y, { bold: strong, align: labelRight ? 'right' : 'left', size });
    canvas.text(signs || strong === true ? money.full(amount) : money.bare(amount), right, y, { bold: strong, align: 'right', size });
    y += canvas.size * 1.7;
  }
  return y + 8;
}

/** Totals side by side below their labels: one row by rate, and a row of sums if there are several. */
function drawTotalsTable(
  { random, canvas, wording, money, left }: Drawing,
  parts: readonly { rate: string; net: number; tax: number }[],
  sums: { net: number; tax: number; total: number },
  top: number,
  right: number,
): number {
  const write = (amount: number): string => (random.chance(0.5) ? money.full(amount) : money.bare(amount));
  const labels = [wording('subtotal'), wording('rate'), wording('tax'), wording('total')];
  const rows = parts.map(({ rate, net, tax }) => [write(net), rate, write(tax), write(cents(net + tax))]);
  if (rows.length > 1) rows.push([write(sums.net), '', write(sums.tax), write(sums.total)]);
  const from = random.chance(0.5) ? left : left + (right - left) * 0.3;
  const width = (right - from) / labels.length;
  const isRight = random.chance(0.6);
  let y = top + canvas.size;
  for (const [i, row] of [labels, ...rows].entries()) {
    row.forEach((text, column) => {
      if (text !== '')
        canvas.text(text, isRight ? from + (column + 1) * width - 4 : from + column * width, y, {
          bold: i === 0,
          align: isRight ? 'right' : 'left',
        });
    });
    y += canvas.size * 1.7;
  }
  return y + 8;
}

/** Sentences with numbers and dates, of this invoice and of other documents. */
function randomNotes(
  { random, country, fields, optionalFields }: Drawing,
  issued: ReturnType<typeof randomDay>,
  write: (day: ReturnType<typeof randomDay>) => string,
): string[] {
  const { due, others } = SENTENCES[COUNTRY_DATA[country].language];
  const notes: string[] = [];
  if (fields.DueDate === undefined && random.chance(0.4)) {
    const last = dayAfter(issued, random.pick([14, 30, 30, 45]));
    fields.DueDate = last.iso;
    notes.push(
      random
        .pick(due)
        .replace('{date}', write(last))
        .replace('{early}', write(dayAfter(issued, 8))),
    );
  }
  if (random.chance(0.3)) {
    const before = dayAfter(issued, -random.integer(5, 60));
    notes.push(
      random
        .pick(others)
        .replace('{id}', random.pick([random.digits(5), `${random.letters(2)}-${random.digits(4)}`]))
        .replaceAll('{date}', write(before)),
    );
    if (fields.PurchaseOrder === undefined) optionalFields.add('PurchaseOrder');
  }
  return notes;
}

function drawFooter(drawing: Drawing, vendor: string, top: number): number {
  const { random, canvas, wording, fields, country } = drawing;
  let y = top + 6;
  const lines: string[] = [];
  if (fields.PaymentTerm === undefined && random.chance(0.15)) {
    fields.PaymentTerm = random.pick(TERMS[COUNTRY_DATA[country].language]);
    lines.push(`${wording('terms')}: ${fields.PaymentTerm}`);
  }
  if (random.chance(0.35) && country !== 'US' && country !== 'AU') {
    const iban = randomIban(random, country);
    const entry: Record<string, ExpectedValue> = { IBAN: iban };
    lines.push(`${wording('iban')}${random.pick([': ', ' '])}${iban}`);
    if (random.chance(0.7)) {
      const bic = `${random.letters(4)}${country}${random.letters(2)}${random.chance(0.4) ? 'XXX' : ''}`;
      entry.SWIFT = bic;
      lines.push(`${wording('bic')}: ${bic}`);
    }
    fields.PaymentDetails = [entry];
  } else if (random.chance(0.15)) {
    const account = random.digits(random.integer(8, 10));
    fields.PaymentDetails = [{ BankAccountNumber: account }];
    lines.push(`${wording('account')}: ${account}`);
  }
  if (fields.VendorTaxId === undefined && random.chance(0.35)) {
    fields.VendorTaxId = randomTaxNumber(random, country);
    lines.push(`${wording('vendorTax')}: ${fields.VendorTaxId}`);
  }
  if (country === 'NL' && random.chance(0.6)) {
    fields.KVKNumber = random.digits(8);
    lines.push(`${random.pick(['KvK', 'KvK-nummer', 'KVK nr.'])}: ${fields.KVKNumber}`);
  }
  if (y + (lines.length + 8) * canvas.size * 1.4 > canvas.height - 50) {
    canvas.addPage();
    y = 60;
  }
  y = canvas.lines(lines, drawing.left, y + canvas.size) + canvas.size;
  if (random.chance(0.12)) {
    const address = randomAddressLines(random, country);
    const recipient = random.pick([vendor, `${vendor} Billing`]);
    fields.RemittanceAddress = address.join(' ');
    fields.RemittanceAddressRecipient = recipient;
    canvas.text(`${wording('remit')}${random.chance(0.5) ? ':' : ''}`, drawing.left, y, { bold: random.chance(0.5) });
    y = canvas.lines([recipient, ...address], drawing.left, y + canvas.size * 1.5) + canvas.size;
  }
  if (random.chance(0.5)) {
    const centerd = random.chance(0.5);
    canvas.text(random.pick([wording('thanks'), wording('note')]), centerd ? canvas.width / 2 : drawing.left, y + canvas.size, {
      align: centerd ? 'center' : 'left',
      size: canvas.size * 0.95,
    });
    y += canvas.size * 1.5;
  }
  return y;
}
