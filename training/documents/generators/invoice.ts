/** Draws an invoice with its truth: seven languages, many arrangements, labels and ways of writing. */
import { Dice } from './seeded-random.ts';
import { Paper } from './pdf-page.ts';
import { HOMES, addressLines, companyName, dateWriter, dayAfter, ibanOf, moneyWriter, personName, phoneNumber, someDay, taxNumber } from './countries.ts';
import type { Country, Language, MoneyWriter } from './countries.ts';
import type { MadeUp, TrueValue } from '../evaluation/expected-fields.ts';
import { GOODS, TERMS, UNITS, WORDINGS } from './invoice-wordings.ts';
import type { Term } from './invoice-wordings.ts';

const COUNTRIES: readonly Country[] = ['US', 'US', 'US', 'GB', 'AU', 'DE', 'DE', 'FR', 'FR', 'ES', 'IT', 'PT', 'NL'];
const ADDRESS_WORDS: Readonly<Record<Language, string>> = { en: 'Address', de: 'Anschrift', fr: 'Adresse', es: 'Dirección', it: 'Indirizzo', pt: 'Morada', nl: 'Adres' };
const cents = (amount: number): number => Math.round(amount * 100) / 100;

interface Line { Description: string; Quantity: number; UnitPrice: number; Amount: number; ProductCode?: string; Unit?: string; Date?: string; Tax?: number; TaxRate?: string; printedDate?: string }

interface Drawing {
  random: Dice;
  paper: Paper;
  country: Country;
  say(term: Term): string;
  money: MoneyWriter;
  fields: Record<string, TrueValue>;
  open: Set<string>;
  left: number;
  right: number;
  colon: string;
  bold: boolean;
}

export async function makeInvoice(seed: number): Promise<MadeUp> {
  const random = new Dice(seed * 2 + 1);
  const country = random.pick(COUNTRIES);
  const paper = await Paper.make(random, { width: country === 'US' ? 612 : 595, height: country === 'US' ? 792 : 842, size: random.between(8, 11) });
  const words = WORDINGS[HOMES[country].language];
  const chosen = new Map<Term, string>();
  const upper = random.chance(0.15);
  const say = (term: Term): string => {
    if (!chosen.has(term)) chosen.set(term, upper ? random.pick(words[term]).toUpperCase() : random.pick(words[term]));
    return chosen.get(term)!;
  };
  const margin = random.between(36, 64);
  const d: Drawing = { random, paper, country, say, money: moneyWriter(random, country), fields: {}, open: new Set(), left: margin, right: paper.width - margin, colon: random.chance(0.75) ? ':' : '', bold: random.chance(0.5) };
  const write = dateWriter(random, country);
  const issued = someDay(random);
  const vendor = companyName(random, country);
  let customer = companyName(random, country);
  if (random.chance(0.2)) customer = personName(random, country);
  const head = drawHead(d, vendor);
  const pairs = metaPairs(d, issued, write, customer);
  // Some forms have a strip of less important pairs between the addresses and the lines.
  const strip = random.chance(0.25) ? pairs.slice(Math.max(2, pairs.length - random.whole(3, 5))) : [];
  let y = drawMeta(d, pairs.filter((pair) => !strip.includes(pair)), head);
  y = drawAddresses(d, customer, y);
  if (strip.length > 0) y = boxes(d, strip, y, random.chance(0.7), strip.length);
  const lines = drawLines(d, write, issued, y);
  y = drawTotals(d, lines.items, lines.y, lines.right);
  drawFoot(d, vendor, y);
  return { modelId: 'prebuilt-invoice', docType: 'invoice', pdf: await paper.bytes(), fields: d.fields, open: d.open };
}

/** Seller, his address and the title; gives where the next part may begin and where pairs may stand beside. */
function drawHead(d: Drawing, vendor: string): { below: number; beside: number; free: 'left' | 'right' | 'none' } {
  const { random, paper, country, say, fields } = d;
  const address = addressLines(random, country);
  fields.VendorName = vendor;
  const contact: string[] = [];
  if (random.chance(0.5)) contact.push(`${say('phone')}${random.pick([': ', ' ', ': '])}${phoneNumber(random, country)}`);
  const host = vendor.toLowerCase().normalize('NFD').replace(/[^a-z]/gu, '').slice(0, 14);
  if (random.chance(0.35)) contact.push(random.pick([`info@${host}.com`, `www.${host}.com`, `E-Mail: office@${host}.com`]));
  if (random.chance(0.3)) {
    fields.VendorTaxId = taxNumber(random, country);
    contact.push(`${say('vendorTax')}${random.pick([': ', ' '])}${fields.VendorTaxId as string}`);
  }
  const big = random.between(paper.size * 1.35, 22);
  const top = random.between(40, 62);
  const style = random.pick(['left', 'left', 'right', 'centre', 'footer'] as const);
  const title = say('title');
  const addressAtFoot = style === 'footer';
  const own = random.chance(0.3);
  const recipient = own ? random.pick([vendor, companyName(random, country), `${vendor} ${random.pick(['Headquarters', 'Office', 'Billing'])}`]) : undefined;
  const block = [...(recipient === undefined ? [] : [recipient]), ...address];
  if (!addressAtFoot) fields.VendorAddress = address.join(' ');
  if (recipient !== undefined && !addressAtFoot) fields.VendorAddressRecipient = recipient;
  else d.open.add('VendorAddressRecipient');
  if (style === 'centre') {
    paper.text(vendor, paper.width / 2, top, { size: big, bold: true, align: 'centre' });
    let y = random.chance(0.5) ? paper.lines([...block, ...contact], paper.width / 2, top + big * 1.2, { align: 'centre' }) : oneLine(d, block, contact, paper.width / 2, top + big * 1.2, 'centre');
    y += paper.size;
    const centred = random.chance(0.5);
    paper.text(title, centred ? paper.width / 2 : d.left, y + 14, { size: big * 0.9, bold: true, align: centred ? 'centre' : 'left' });
    return { below: y + 34, beside: y + 34, free: 'none' };
  }
  const right = style === 'right';
  const x = right ? d.right : d.left;
  const align = right ? random.pick(['right', 'right', 'left'] as const) : 'left';
  const at = right && align === 'left' ? d.right - Math.max(150, ...block.map((line) => paper.widthOf(line)), ...contact.map((line) => paper.widthOf(line)), paper.widthOf(vendor, { size: big, bold: true })) : x;
  paper.text(vendor, at, top, { size: big, bold: random.chance(0.7), align });
  let y = top + big * 0.7;
  if (!addressAtFoot) {
    const gap = random.chance(0.5) ? paper.size * 1.3 : paper.size * 2.4;
    y = random.chance(0.15) ? oneLine(d, block, contact, at, y + gap, align) : paper.lines([...block, ...contact], at, y + gap, { align });
  } else if (contact.length > 0) y = paper.lines(contact, at, y + paper.size * 2.2, { align });
  if (addressAtFoot) {
    const text = [vendor, ...address].join(random.pick([', ', ', ', ' - ']));
    paper.text(text, paper.width / 2, paper.height - 30, { size: 7.5, align: 'centre' });
    for (const name of ['VendorAddress', 'VendorAddressRecipient']) d.open.add(name);
  }
  const titleBelow = random.chance(0.25);
  if (titleBelow) {
    paper.text(title, d.left, y + 26, { size: big * 0.95, bold: true });
    return { below: y + 46, beside: y + 46, free: 'none' };
  }
  paper.text(title, right ? d.left : d.right, top, { size: random.between(14, 26), bold: random.chance(0.7), align: right ? 'left' : 'right' });
  return { below: y + paper.size, beside: top + 30, free: right ? 'left' : 'right' };
}

/** Name and address in one line, as letterheads do. */
function oneLine({ paper }: Drawing, block: readonly string[], contact: readonly string[], x: number, y: number, align: 'left' | 'right' | 'centre'): number {
  paper.text(block.join(', '), x, y, { align });
  return contact.length === 0 ? y + paper.size * 1.3 : paper.lines(contact, x, y + paper.size * 1.3, { align });
}

interface Pair { label: string; value: string }

function metaPairs(d: Drawing, issued: ReturnType<typeof someDay>, write: (day: ReturnType<typeof someDay>) => string, customer: string): Pair[] {
  const { random, say, fields, country } = d;
  const id = random.pick([`INV-${random.figures(4)}`, random.figures(random.whole(4, 8)), `${random.letters(2)}${random.figures(6)}`, `${String(issued.year)}-${random.figures(4)}`, `${String(issued.year)}/${random.figures(3)}`, `R${random.figures(5)}`, `INV${random.figures(6)}`]);
  fields.InvoiceId = id;
  fields.InvoiceDate = issued.iso;
  const pairs: Pair[] = [{ label: say('id'), value: id }, { label: say('date'), value: write(issued) }];
  if (random.chance(0.65)) {
    const due = dayAfter(issued, random.whole(7, 60));
    fields.DueDate = due.iso;
    pairs.push({ label: say('due'), value: write(due) });
  }
  if (random.chance(0.4)) {
    fields.CustomerId = random.pick([`CID-${random.figures(5)}`, random.figures(random.whole(4, 7)), `C${random.figures(4)}`, `K-${random.figures(5)}`]);
    pairs.push({ label: say('customerId'), value: fields.CustomerId });
  }
  if (random.chance(0.4)) {
    fields.PurchaseOrder = random.pick([`PO-${random.figures(4)}`, random.figures(random.whole(5, 9)), `${random.figures(3)}-${random.figures(4)}`, `PO${random.figures(6)}`]);
    pairs.push({ label: say('order'), value: fields.PurchaseOrder });
  }
  if (random.chance(0.25)) {
    fields.PaymentTerm = random.pick(TERMS[HOMES[country].language]);
    pairs.push({ label: say('terms'), value: fields.PaymentTerm });
  }
  if (random.chance(0.15)) {
    const from = dayAfter(issued, -random.whole(28, 40));
    const to = dayAfter(from, random.whole(14, 27));
    fields.ServiceStartDate = from.iso;
    fields.ServiceEndDate = to.iso;
    pairs.push({ label: say('period'), value: `${write(from)} ${random.pick(['-', '–', '-'])} ${write(to)}` });
  }
  if (random.chance(0.12)) {
    fields.CustomerTaxId = taxNumber(random, country);
    pairs.push({ label: say('customerTax'), value: fields.CustomerTaxId });
  }
  if (random.chance(0.2)) pairs.push({ label: say('orderDate'), value: write(dayAfter(issued, -random.whole(1, 20))) });
  if (random.chance(0.25)) pairs.push({ label: say('reference'), value: `${random.letters(1)}-${random.figures(4)}` });
  if (random.chance(0.2)) pairs.push({ label: say('clerk'), value: personName(random, country) });
  if (random.chance(0.15)) {
    fields.CustomerName = random.chance(0.5) ? customer : companyName(random, country);
    pairs.push({ label: say('customerName'), value: fields.CustomerName });
  }
  return random.chance(0.6) ? pairs : [pairs[0]!, ...random.some(pairs.slice(1), pairs.length)];
}

function drawMeta(d: Drawing, pairs: readonly Pair[], { below, beside, free }: { below: number; beside: number; free: 'left' | 'right' | 'none' }): number {
  const { random, paper, colon, bold } = d;
  const step = paper.size * random.between(1.3, 1.9);
  const widestLabel = Math.max(...pairs.map(({ label }) => paper.widthOf(label + colon, { bold })));
  const widestValue = Math.max(...pairs.map(({ value }) => paper.widthOf(value)));
  const style = random.pick(['lines', 'lines', 'columns', 'columns', 'boxes', 'under'] as const);
  if (style === 'boxes' || style === 'under') return boxes(d, pairs, below + 14, style === 'boxes');
  const y = (free === 'none' ? below + 12 : beside) + paper.size;
  const gap = random.between(6, 22);
  const width = widestLabel + gap + widestValue;
  if (style === 'columns') {
    const x = free === 'right' ? d.right - width : d.left;
    const valueRight = random.chance(0.4);
    const labelRight = random.chance(0.25);
    pairs.forEach(({ label, value }, i) => {
      paper.text(label + colon, labelRight ? x + widestLabel : x, y + i * step, { bold, align: labelRight ? 'right' : 'left' });
      paper.text(value, valueRight ? x + width : x + widestLabel + gap, y + i * step, { align: valueRight ? 'right' : 'left' });
    });
  } else {
    const right = free === 'right' && random.chance(0.6);
    const x = right ? d.right : free === 'right' ? d.right - Math.max(...pairs.map(({ label, value }) => paper.widthOf(`${label}: ${value}`))) - 4 : d.left;
    pairs.forEach(({ label, value }, i) => { paper.text(`${label}${colon === '' ? '' : ':'} ${value}`, x, y + i * step, { align: right ? 'right' : 'left' }); });
  }
  return Math.max(below, y + pairs.length * step) + random.between(8, 20);
}

/** Labels above their values, side by side, with a frame or without. */
function boxes(d: Drawing, pairs: readonly Pair[], top: number, framed: boolean, perRow = d.random.whole(3, 4)): number {
  const { random, paper, bold } = d;
  const centred = random.chance(0.3);
  const drop = random.between(2.3, 3.3);
  const most = paper.size * random.between(0.8, 1.1);
  const width = (d.right - d.left) / perRow;
  let y = top;
  for (let i = 0; i < pairs.length; i += perRow) {
    const row = pairs.slice(i, i + perRow);
    const size = Math.min(most, ...row.map(({ label, value }) => paper.size * (width - 10) / Math.max(paper.widthOf(label, { bold }), paper.widthOf(value), 1)));
    row.forEach(({ label, value }, k) => {
      const x = d.left + k * width + 4;
      const [at, align] = centred ? [x + width / 2 - 4, 'centre' as const] : [x, 'left' as const];
      paper.text(label, at, y + size, { bold, size, align });
      paper.text(value, at, y + size * drop, { size, align });
      if (framed) for (const [x1, y1, x2, y2] of [[x - 4, y - 3, x - 4 + width, y - 3], [x - 4, y + size * 3.1, x - 4 + width, y + size * 3.1], [x - 4, y - 3, x - 4, y + size * 3.1], [x - 4 + width, y - 3, x - 4 + width, y + size * 3.1]] as const) paper.line(x1, y1, x2, y2);
    });
    y += size * 3.1 + 8;
  }
  return y + 6;
}

function drawAddresses(d: Drawing, customer: string, top: number): number {
  const { random, paper, country, say, fields, open } = d;
  const labelled = random.chance(0.75);
  const field = labelled ? (random.chance(0.75) ? 'BillingAddress' : 'CustomerAddress') : 'CustomerAddress';
  const address = addressLines(random, country);
  fields.CustomerName ??= customer;
  fields[field] = address.join(' ');
  fields[`${field}Recipient`] = customer;
  const columns: { label?: string; lines: string[] }[] = [{ label: labelled ? say(field === 'BillingAddress' ? 'billTo' : 'customer') : undefined, lines: [customer, ...address] }];
  const more = (name: string, term: Term, share: number): void => {
    if (!random.chance(share) || columns.length > 2) return;
    const own = addressLines(random, country);
    const recipient = random.chance(0.5) ? customer : random.chance(0.5) ? companyName(random, country) : personName(random, country);
    fields[name] = own.join(' ');
    fields[`${name}Recipient`] = recipient;
    columns.push({ label: say(term), lines: [recipient, ...own] });
  };
  if (labelled) {
    more('ShippingAddress', 'shipTo', 0.4);
    more('ServiceAddress', 'service', 0.12);
  }
  for (const name of ['CustomerAddress', 'CustomerAddressRecipient', 'BillingAddress', 'BillingAddressRecipient']) if (fields[name] === undefined) open.add(name);
  const y = top + paper.size;
  const colon = random.chance(0.5) ? ':' : '';
  const width = (d.right - d.left) / Math.max(2, columns.length);
  let end = y;
  if (columns.length === 1 && labelled && field === 'CustomerAddress' && random.chance(0.35)) {
    const step = paper.size * random.between(1.4, 3);
    paper.text(`${say('customerName')}: ${customer}`, d.left, y);
    paper.text(`${ADDRESS_WORDS[HOMES[country].language]}: ${address.join(random.pick([', ', ' ']))}`, d.left, y + step);
    open.add(`${field}Recipient`);
    return y + step + random.between(12, 24);
  }
  const inline = columns.length === 1 && labelled && random.chance(0.2);
  columns.forEach(({ label, lines }, i) => {
    const x = d.left + i * width;
    if (inline) {
      paper.text(`${label!}:`, x, y, { bold: d.bold });
      end = Math.max(end, paper.lines(lines, x + Math.max(60, paper.widthOf(`${label!}:`, { bold: d.bold }) + 14), y));
      return;
    }
    if (label !== undefined) paper.text(label + colon, x, y, { bold: random.chance(0.6) });
    end = Math.max(end, paper.lines(lines, x, label === undefined ? y : y + paper.size * random.between(1.4, 1.9)));
  });
  return end + random.between(10, 22);
}

interface Column { name: keyof Line | 'position'; label: string; width: number; right: boolean; text(line: Line, index: number): string }

function drawLines(d: Drawing, write: (day: ReturnType<typeof someDay>) => string, issued: ReturnType<typeof someDay>, top: number): { items: Line[]; y: number; right: number } {
  const { random, paper, country, say, money } = d;
  const { language, rates } = HOMES[country];
  const with_ = { code: random.chance(0.4), unit: random.chance(0.25), date: random.chance(0.15), rate: random.chance(0.15), tax: random.chance(0.12), position: random.chance(0.25), price: random.chance(0.9), quantity: random.chance(0.93) };
  const signs = random.chance(0.5);
  const cell = (amount: number): string => signs ? money.full(amount) : money.bare(amount);
  const rate = random.pick(rates);
  const count = random.whole(1, random.chance(0.15) ? 12 : 6);
  const items = Array.from({ length: count }, (): Line => {
    const Quantity = random.chance(0.15) ? random.whole(1, 40) / 4 : random.whole(1, random.chance(0.2) ? 120 : 12);
    const UnitPrice = cents(random.chance(0.5) ? random.between(1, 60) : random.between(20, 900));
    const day = dayAfter(issued, -random.whole(1, 25));
    const Amount = cents(Quantity * UnitPrice);
    const long = random.chance(0.15) ? `${random.pick(GOODS[language])}, ${random.pick(GOODS[language])}` : random.pick(GOODS[language]);
    return { Description: long, Quantity, UnitPrice, Amount, ProductCode: random.pick([`${random.letters(1)}${random.figures(3)}`, random.figures(5), `${random.letters(2)}-${random.figures(4)}`]), Unit: random.pick(UNITS[language]), Date: day.iso, printedDate: write(day), Tax: cents((Amount * rate) / 100), TaxRate: `${String(rate).replace('.', HOMES[country].comma ? ',' : '.')}${random.chance(0.5) ? '%' : ' %'}` };
  });
  const number = (value: number): string => HOMES[country].comma ? String(value).replace('.', ',') : String(value);
  const description: Column = { name: 'Description', label: say('description'), width: 0, right: false, text: (line) => line.Description };
  const quantity: Column = { name: 'Quantity', label: say('quantity'), width: 44, right: random.chance(0.6), text: (line) => number(line.Quantity) };
  const columns: Column[] = [
    ...(with_.position ? [{ name: 'position', label: say('position'), width: 26, right: false, text: (_: Line, i: number) => String(i + 1) } as Column] : []),
    ...(with_.date ? [{ name: 'Date', label: say('lineDate'), width: Math.max(...items.map(({ printedDate }) => paper.widthOf(printedDate!))) + 10, right: false, text: (line: Line) => line.printedDate! } as Column] : []),
    ...(with_.quantity && random.chance(0.2) ? [quantity] : []),
    ...(with_.code ? [{ name: 'ProductCode', label: say('code'), width: 52, right: false, text: (line: Line) => line.ProductCode! } as Column] : []),
    description,
  ];
  if (with_.quantity && !columns.includes(quantity)) columns.push(quantity);
  if (with_.unit) columns.push({ name: 'Unit', label: say('unit'), width: 38, right: false, text: (line) => line.Unit! });
  if (with_.price) columns.push({ name: 'UnitPrice', label: say('price'), width: 62, right: true, text: (line) => cell(line.UnitPrice) });
  if (with_.rate) columns.push({ name: 'TaxRate', label: say('rate'), width: 44, right: true, text: (line) => line.TaxRate! });
  else if (with_.tax) columns.push({ name: 'Tax', label: say('lineTax'), width: 54, right: true, text: (line) => cell(line.Tax!) });
  columns.push({ name: 'Amount', label: say('amount'), width: 70, right: true, text: (line) => cell(line.Amount) });
  for (const column of columns) if (column !== description) column.width = Math.max(column.width, paper.widthOf(column.label, { bold: true }) + 10, ...items.map((line, i) => paper.widthOf(column.text(line, i)) + 10));
  const total = d.right - d.left;
  const taken = columns.reduce((sum, { width }) => sum + width, 0);
  description.width = Math.max(90, total - taken);
  const scale = Math.min(1, total / (taken + description.width));
  const size = paper.size * scale;
  const widths = columns.map(({ width }) => width * scale);
  const lefts = widths.map((_, i) => d.left + widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const ruled = random.pick(['grid', 'rows', 'head', 'none'] as const);
  const pad = ruled === 'grid' ? 3 : 2;
  const step = size * random.between(1.25, 1.45);
  let y = top;
  const headHeight = size * 1.9;
  const startY = y;
  if (ruled !== 'none' && random.chance(0.4)) paper.fill(d.left, y, d.right, y + headHeight, random.between(0.82, 0.93));
  const headAligned = random.chance(0.85);
  columns.forEach(({ label, right }, i) => { paper.text(label, right && headAligned ? lefts[i]! + widths[i]! - pad : lefts[i]! + pad, y + size * 1.3, { bold: true, size, align: right && headAligned ? 'right' : 'left' }); });
  y += headHeight;
  if (ruled !== 'none') paper.line(d.left, y, d.right, y);
  const edges = [startY, y];
  items.forEach((line, index) => {
    const own = paper.wrapped(line.Description, widths[columns.indexOf(description)]! - 2 * pad, { size });
    columns.forEach((column, i) => {
      if (column === description) own.forEach((text, k) => { paper.text(text, lefts[i]! + pad, y + size * 1.25 + k * step, { size }); });
      else paper.text(column.text(line, index), column.right ? lefts[i]! + widths[i]! - pad : lefts[i]! + pad, y + size * 1.25, { size, align: column.right ? 'right' : 'left' });
    });
    y += (own.length - 1) * step + size * random.between(1.75, 2);
    edges.push(y);
    if (ruled === 'grid' || ruled === 'rows') paper.line(d.left, y, d.right, y);
  });
  if (ruled === 'grid') {
    paper.line(d.left, startY, d.right, startY);
    for (const x of [...lefts, d.left + widths.reduce((sum, width) => sum + width, 0)]) paper.line(x, startY, x, y);
  }
  const names = columns.map(({ name }) => name).filter((name) => name !== 'position');
  d.fields.Items = items.map((line) => Object.fromEntries(names.map((name) => [name, line[name as keyof Line]!])));
  return { items, y: y + random.between(6, 18), right: d.left + widths.reduce((sum, width) => sum + width, 0) - pad };
}

function drawTotals(d: Drawing, items: readonly Line[], top: number, right: number): number {
  const { random, paper, say, money, fields, country } = d;
  const net = cents(items.reduce((sum, { Amount }) => sum + Amount, 0));
  const rows: { label: string; amount: number; strong?: boolean }[] = [];
  const rate = random.pick(HOMES[country].rates);
  const printedRate = `${String(rate).replace('.', HOMES[country].comma ? ',' : '.')}${random.chance(0.5) ? '%' : ' %'}`;
  let base = net;
  const untaxed = random.chance(0.1);
  if (!untaxed) {
    fields.SubTotal = net;
    rows.push({ label: say('subtotal'), amount: net });
  }
  if (!untaxed && random.chance(0.12)) {
    const discount = cents(net * random.pick([0.02, 0.05, 0.1]));
    fields.TotalDiscount = discount;
    base = cents(base - discount);
    rows.push({ label: say('discount'), amount: random.chance(0.5) ? -discount : discount });
  }
  if (!untaxed && random.chance(0.15)) {
    const freight = cents(random.between(4, 40));
    base = cents(base + freight);
    rows.push({ label: say('freight'), amount: freight });
  }
  let tax = 0;
  if (!untaxed) {
    tax = cents((base * rate) / 100);
    const said = random.chance(0.6);
    const label = said ? random.pick([`${say('tax')} ${printedRate}`, `${say('tax')} (${printedRate})`, `${printedRate} ${say('tax')}`]) : say('tax');
    rows.push({ label, amount: tax });
    fields.TotalTax = tax;
    if (said) fields.TaxDetails = [{ Rate: printedRate, Amount: tax }];
  }
  const total = cents(base + tax);
  fields.InvoiceTotal = total;
  rows.push({ label: say('total'), amount: total, strong: true });
  d.open.add('AmountDue');
  if (random.chance(0.1)) {
    const before = cents(random.between(20, 700));
    fields.PreviousUnpaidBalance = before;
    fields.AmountDue = cents(total + before);
    rows.push({ label: say('previous'), amount: before }, { label: say('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (random.chance(0.1)) {
    const paid = cents(total * random.pick([0.25, 0.5]));
    fields.AmountDue = cents(total - paid);
    rows.push({ label: say('paid'), amount: -paid }, { label: say('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (random.chance(0.2)) {
    fields.AmountDue = total;
    rows.push({ label: say('dueAmount'), amount: total, strong: true });
  }
  if (fields.AmountDue !== undefined) d.open.delete('AmountDue');
  let y = top + paper.size * 1.2;
  const room = y + rows.length * paper.size * 1.7 + 60;
  if (room > paper.height - 40) {
    paper.turn();
    y = 60;
  }
  const signs = random.chance(0.75);
  const colon = random.chance(0.5) ? ':' : '';
  const labelRight = random.chance(0.4);
  const gap = random.between(14, 50);
  const widest = Math.max(...rows.map(({ amount }) => paper.widthOf(money.full(amount), { bold: true })));
  const labelWidth = Math.max(...rows.map(({ label }) => paper.widthOf(label + colon, { bold: true })));
  for (const { label, amount, strong } of rows) {
    const size = strong === true && random.chance(0.3) ? paper.size * 1.15 : paper.size;
    const edge = right - widest - gap;
    paper.text(label + colon, labelRight ? edge : edge - labelWidth, y, { bold: strong, align: labelRight ? 'right' : 'left', size });
    paper.text(signs || strong === true ? money.full(amount) : money.bare(amount), right, y, { bold: strong, align: 'right', size });
    y += paper.size * 1.7;
  }
  return y + 8;
}

function drawFoot(d: Drawing, vendor: string, top: number): void {
  const { random, paper, say, fields, country } = d;
  let y = top + 6;
  const lines: string[] = [];
  if (fields.PaymentTerm === undefined && random.chance(0.15)) {
    fields.PaymentTerm = random.pick(TERMS[HOMES[country].language]);
    lines.push(`${say('terms')}: ${fields.PaymentTerm}`);
  }
  if (random.chance(0.35) && country !== 'US' && country !== 'AU') {
    const iban = ibanOf(random, country);
    const entry: Record<string, TrueValue> = { IBAN: iban };
    lines.push(`${say('iban')}${random.pick([': ', ' '])}${iban}`);
    if (random.chance(0.7)) {
      const bic = `${random.letters(4)}${country}${random.letters(2)}${random.chance(0.4) ? 'XXX' : ''}`;
      entry.SWIFT = bic;
      lines.push(`${say('bic')}: ${bic}`);
    }
    fields.PaymentDetails = [entry];
  } else if (random.chance(0.15)) {
    const account = random.figures(random.whole(8, 10));
    fields.PaymentDetails = [{ BankAccountNumber: account }];
    lines.push(`${say('account')}: ${account}`);
  }
  if (fields.VendorTaxId === undefined && random.chance(0.35)) {
    fields.VendorTaxId = taxNumber(random, country);
    lines.push(`${say('vendorTax')}: ${fields.VendorTaxId}`);
  }
  if (country === 'NL' && random.chance(0.6)) {
    fields.KVKNumber = random.figures(8);
    lines.push(`${random.pick(['KvK', 'KvK-nummer', 'KVK nr.'])}: ${fields.KVKNumber}`);
  }
  if (y + (lines.length + 8) * paper.size * 1.4 > paper.height - 50) {
    paper.turn();
    y = 60;
  }
  y = paper.lines(lines, d.left, y + paper.size) + paper.size;
  if (random.chance(0.12)) {
    const address = addressLines(random, country);
    const recipient = random.pick([vendor, `${vendor} Billing`]);
    fields.RemittanceAddress = address.join(' ');
    fields.RemittanceAddressRecipient = recipient;
    paper.text(`${say('remit')}${random.chance(0.5) ? ':' : ''}`, d.left, y, { bold: random.chance(0.5) });
    y = paper.lines([recipient, ...address], d.left, y + paper.size * 1.5) + paper.size;
  }
  if (random.chance(0.5)) {
    const centred = random.chance(0.5);
    paper.text(random.pick([say('thanks'), say('note')]), centred ? paper.width / 2 : d.left, y + paper.size, { align: centred ? 'centre' : 'left', size: paper.size * 0.95 });
  }
}
