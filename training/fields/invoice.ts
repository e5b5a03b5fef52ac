/** Draws an invoice with its truth: seven languages, many arrangements, labels and ways of writing. */
import { Dice } from './dice.ts';
import { Paper } from './paper.ts';
import { HOMES, addressLines, companyName, dateWriter, dayAfter, ibanOf, moneyWriter, personName, phoneNumber, someDay, taxNumber } from './places.ts';
import type { Country, Language, MoneyWriter } from './places.ts';
import type { MadeUp, TrueValue } from './truth.ts';
import { GOODS, TERMS, UNITS, WORDINGS } from './wordings.ts';
import type { Term } from './wordings.ts';

const COUNTRIES: readonly Country[] = ['US', 'US', 'US', 'GB', 'AU', 'DE', 'DE', 'FR', 'FR', 'ES', 'IT', 'PT', 'NL'];
const ADDRESS_WORDS: Readonly<Record<Language, string>> = { en: 'Address', de: 'Anschrift', fr: 'Adresse', es: 'Dirección', it: 'Indirizzo', pt: 'Morada', nl: 'Adres' };
const cents = (amount: number): number => Math.round(amount * 100) / 100;

interface Line { Description: string; Quantity: number; UnitPrice: number; Amount: number; ProductCode?: string; Unit?: string; Date?: string; Tax?: number; TaxRate?: string; printedDate?: string }

interface Drawing {
  dice: Dice;
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
  const dice = new Dice(seed * 2 + 1);
  const country = dice.pick(COUNTRIES);
  const paper = await Paper.make(dice, { width: country === 'US' ? 612 : 595, height: country === 'US' ? 792 : 842, size: dice.between(8, 11) });
  const words = WORDINGS[HOMES[country].language];
  const chosen = new Map<Term, string>();
  const upper = dice.chance(0.15);
  const say = (term: Term): string => {
    if (!chosen.has(term)) chosen.set(term, upper ? dice.pick(words[term]).toUpperCase() : dice.pick(words[term]));
    return chosen.get(term)!;
  };
  const margin = dice.between(36, 64);
  const d: Drawing = { dice, paper, country, say, money: moneyWriter(dice, country), fields: {}, open: new Set(), left: margin, right: paper.width - margin, colon: dice.chance(0.75) ? ':' : '', bold: dice.chance(0.5) };
  const write = dateWriter(dice, country);
  const issued = someDay(dice);
  const vendor = companyName(dice, country);
  let customer = companyName(dice, country);
  if (dice.chance(0.2)) customer = personName(dice, country);
  const head = drawHead(d, vendor);
  const pairs = metaPairs(d, issued, write, customer);
  // Some forms have a strip of less important pairs between the addresses and the lines.
  const strip = dice.chance(0.25) ? pairs.slice(Math.max(2, pairs.length - dice.whole(3, 5))) : [];
  let y = drawMeta(d, pairs.filter((pair) => !strip.includes(pair)), head);
  y = drawAddresses(d, customer, y);
  if (strip.length > 0) y = boxes(d, strip, y, dice.chance(0.7), strip.length);
  const lines = drawLines(d, write, issued, y);
  y = drawTotals(d, lines.items, lines.y, lines.right);
  drawFoot(d, vendor, y);
  return { modelId: 'prebuilt-invoice', docType: 'invoice', pdf: await paper.bytes(), fields: d.fields, open: d.open };
}

/** Seller, his address and the title; gives where the next part may begin and where pairs may stand beside. */
function drawHead(d: Drawing, vendor: string): { below: number; beside: number; free: 'left' | 'right' | 'none' } {
  const { dice, paper, country, say, fields } = d;
  const address = addressLines(dice, country);
  fields.VendorName = vendor;
  const contact: string[] = [];
  if (dice.chance(0.5)) contact.push(`${say('phone')}${dice.pick([': ', ' ', ': '])}${phoneNumber(dice, country)}`);
  const host = vendor.toLowerCase().normalize('NFD').replace(/[^a-z]/gu, '').slice(0, 14);
  if (dice.chance(0.35)) contact.push(dice.pick([`info@${host}.com`, `www.${host}.com`, `E-Mail: office@${host}.com`]));
  if (dice.chance(0.3)) {
    fields.VendorTaxId = taxNumber(dice, country);
    contact.push(`${say('vendorTax')}${dice.pick([': ', ' '])}${fields.VendorTaxId as string}`);
  }
  const big = dice.between(paper.size * 1.35, 22);
  const top = dice.between(40, 62);
  const style = dice.pick(['left', 'left', 'right', 'centre', 'footer'] as const);
  const title = say('title');
  const addressAtFoot = style === 'footer';
  const own = dice.chance(0.3);
  const recipient = own ? dice.pick([vendor, companyName(dice, country), `${vendor} ${dice.pick(['Headquarters', 'Office', 'Billing'])}`]) : undefined;
  const block = [...(recipient === undefined ? [] : [recipient]), ...address];
  if (!addressAtFoot) fields.VendorAddress = address.join(' ');
  if (recipient !== undefined && !addressAtFoot) fields.VendorAddressRecipient = recipient;
  else d.open.add('VendorAddressRecipient');
  if (style === 'centre') {
    paper.text(vendor, paper.width / 2, top, { size: big, bold: true, align: 'centre' });
    let y = dice.chance(0.5) ? paper.lines([...block, ...contact], paper.width / 2, top + big * 1.2, { align: 'centre' }) : oneLine(d, block, contact, paper.width / 2, top + big * 1.2, 'centre');
    y += paper.size;
    const centred = dice.chance(0.5);
    paper.text(title, centred ? paper.width / 2 : d.left, y + 14, { size: big * 0.9, bold: true, align: centred ? 'centre' : 'left' });
    return { below: y + 34, beside: y + 34, free: 'none' };
  }
  const right = style === 'right';
  const x = right ? d.right : d.left;
  const align = right ? dice.pick(['right', 'right', 'left'] as const) : 'left';
  const at = right && align === 'left' ? d.right - Math.max(150, ...block.map((line) => paper.widthOf(line)), ...contact.map((line) => paper.widthOf(line)), paper.widthOf(vendor, { size: big, bold: true })) : x;
  paper.text(vendor, at, top, { size: big, bold: dice.chance(0.7), align });
  let y = top + big * 0.7;
  if (!addressAtFoot) {
    const gap = dice.chance(0.5) ? paper.size * 1.3 : paper.size * 2.4;
    y = dice.chance(0.15) ? oneLine(d, block, contact, at, y + gap, align) : paper.lines([...block, ...contact], at, y + gap, { align });
  } else if (contact.length > 0) y = paper.lines(contact, at, y + paper.size * 2.2, { align });
  if (addressAtFoot) {
    const text = [vendor, ...address].join(dice.pick([', ', ', ', ' - ']));
    paper.text(text, paper.width / 2, paper.height - 30, { size: 7.5, align: 'centre' });
    for (const name of ['VendorAddress', 'VendorAddressRecipient']) d.open.add(name);
  }
  const titleBelow = dice.chance(0.25);
  if (titleBelow) {
    paper.text(title, d.left, y + 26, { size: big * 0.95, bold: true });
    return { below: y + 46, beside: y + 46, free: 'none' };
  }
  paper.text(title, right ? d.left : d.right, top, { size: dice.between(14, 26), bold: dice.chance(0.7), align: right ? 'left' : 'right' });
  return { below: y + paper.size, beside: top + 30, free: right ? 'left' : 'right' };
}

/** Name and address in one line, as letterheads do. */
function oneLine({ paper }: Drawing, block: readonly string[], contact: readonly string[], x: number, y: number, align: 'left' | 'right' | 'centre'): number {
  paper.text(block.join(', '), x, y, { align });
  return contact.length === 0 ? y + paper.size * 1.3 : paper.lines(contact, x, y + paper.size * 1.3, { align });
}

interface Pair { label: string; value: string }

function metaPairs(d: Drawing, issued: ReturnType<typeof someDay>, write: (day: ReturnType<typeof someDay>) => string, customer: string): Pair[] {
  const { dice, say, fields, country } = d;
  const id = dice.pick([`INV-${dice.figures(4)}`, dice.figures(dice.whole(4, 8)), `${dice.letters(2)}${dice.figures(6)}`, `${String(issued.year)}-${dice.figures(4)}`, `${String(issued.year)}/${dice.figures(3)}`, `R${dice.figures(5)}`, `INV${dice.figures(6)}`]);
  fields.InvoiceId = id;
  fields.InvoiceDate = issued.iso;
  const pairs: Pair[] = [{ label: say('id'), value: id }, { label: say('date'), value: write(issued) }];
  if (dice.chance(0.65)) {
    const due = dayAfter(issued, dice.whole(7, 60));
    fields.DueDate = due.iso;
    pairs.push({ label: say('due'), value: write(due) });
  }
  if (dice.chance(0.4)) {
    fields.CustomerId = dice.pick([`CID-${dice.figures(5)}`, dice.figures(dice.whole(4, 7)), `C${dice.figures(4)}`, `K-${dice.figures(5)}`]);
    pairs.push({ label: say('customerId'), value: fields.CustomerId });
  }
  if (dice.chance(0.4)) {
    fields.PurchaseOrder = dice.pick([`PO-${dice.figures(4)}`, dice.figures(dice.whole(5, 9)), `${dice.figures(3)}-${dice.figures(4)}`, `PO${dice.figures(6)}`]);
    pairs.push({ label: say('order'), value: fields.PurchaseOrder });
  }
  if (dice.chance(0.25)) {
    fields.PaymentTerm = dice.pick(TERMS[HOMES[country].language]);
    pairs.push({ label: say('terms'), value: fields.PaymentTerm });
  }
  if (dice.chance(0.15)) {
    const from = dayAfter(issued, -dice.whole(28, 40));
    const to = dayAfter(from, dice.whole(14, 27));
    fields.ServiceStartDate = from.iso;
    fields.ServiceEndDate = to.iso;
    pairs.push({ label: say('period'), value: `${write(from)} ${dice.pick(['-', '–', '-'])} ${write(to)}` });
  }
  if (dice.chance(0.12)) {
    fields.CustomerTaxId = taxNumber(dice, country);
    pairs.push({ label: say('customerTax'), value: fields.CustomerTaxId });
  }
  if (dice.chance(0.2)) pairs.push({ label: say('orderDate'), value: write(dayAfter(issued, -dice.whole(1, 20))) });
  if (dice.chance(0.25)) pairs.push({ label: say('reference'), value: `${dice.letters(1)}-${dice.figures(4)}` });
  if (dice.chance(0.2)) pairs.push({ label: say('clerk'), value: personName(dice, country) });
  if (dice.chance(0.15)) {
    fields.CustomerName = dice.chance(0.5) ? customer : companyName(dice, country);
    pairs.push({ label: say('customerName'), value: fields.CustomerName });
  }
  return dice.chance(0.6) ? pairs : [pairs[0]!, ...dice.some(pairs.slice(1), pairs.length)];
}

function drawMeta(d: Drawing, pairs: readonly Pair[], { below, beside, free }: { below: number; beside: number; free: 'left' | 'right' | 'none' }): number {
  const { dice, paper, colon, bold } = d;
  const step = paper.size * dice.between(1.3, 1.9);
  const widestLabel = Math.max(...pairs.map(({ label }) => paper.widthOf(label + colon, { bold })));
  const widestValue = Math.max(...pairs.map(({ value }) => paper.widthOf(value)));
  const style = dice.pick(['lines', 'lines', 'columns', 'columns', 'boxes', 'under'] as const);
  if (style === 'boxes' || style === 'under') return boxes(d, pairs, below + 14, style === 'boxes');
  const y = (free === 'none' ? below + 12 : beside) + paper.size;
  const gap = dice.between(6, 22);
  const width = widestLabel + gap + widestValue;
  if (style === 'columns') {
    const x = free === 'right' ? d.right - width : d.left;
    const valueRight = dice.chance(0.4);
    const labelRight = dice.chance(0.25);
    pairs.forEach(({ label, value }, i) => {
      paper.text(label + colon, labelRight ? x + widestLabel : x, y + i * step, { bold, align: labelRight ? 'right' : 'left' });
      paper.text(value, valueRight ? x + width : x + widestLabel + gap, y + i * step, { align: valueRight ? 'right' : 'left' });
    });
  } else {
    const right = free === 'right' && dice.chance(0.6);
    const x = right ? d.right : free === 'right' ? d.right - Math.max(...pairs.map(({ label, value }) => paper.widthOf(`${label}: ${value}`))) - 4 : d.left;
    pairs.forEach(({ label, value }, i) => { paper.text(`${label}${colon === '' ? '' : ':'} ${value}`, x, y + i * step, { align: right ? 'right' : 'left' }); });
  }
  return Math.max(below, y + pairs.length * step) + dice.between(8, 20);
}

/** Labels above their values, side by side, with a frame or without. */
function boxes(d: Drawing, pairs: readonly Pair[], top: number, framed: boolean, perRow = d.dice.whole(3, 4)): number {
  const { dice, paper, bold } = d;
  const centred = dice.chance(0.3);
  const drop = dice.between(2.3, 3.3);
  const most = paper.size * dice.between(0.8, 1.1);
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
  const { dice, paper, country, say, fields, open } = d;
  const labelled = dice.chance(0.75);
  const field = labelled ? (dice.chance(0.75) ? 'BillingAddress' : 'CustomerAddress') : 'CustomerAddress';
  const address = addressLines(dice, country);
  fields.CustomerName ??= customer;
  fields[field] = address.join(' ');
  fields[`${field}Recipient`] = customer;
  const columns: { label?: string; lines: string[] }[] = [{ label: labelled ? say(field === 'BillingAddress' ? 'billTo' : 'customer') : undefined, lines: [customer, ...address] }];
  const more = (name: string, term: Term, share: number): void => {
    if (!dice.chance(share) || columns.length > 2) return;
    const own = addressLines(dice, country);
    const recipient = dice.chance(0.5) ? customer : dice.chance(0.5) ? companyName(dice, country) : personName(dice, country);
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
  const colon = dice.chance(0.5) ? ':' : '';
  const width = (d.right - d.left) / Math.max(2, columns.length);
  let end = y;
  if (columns.length === 1 && labelled && field === 'CustomerAddress' && dice.chance(0.35)) {
    const step = paper.size * dice.between(1.4, 3);
    paper.text(`${say('customerName')}: ${customer}`, d.left, y);
    paper.text(`${ADDRESS_WORDS[HOMES[country].language]}: ${address.join(dice.pick([', ', ' ']))}`, d.left, y + step);
    open.add(`${field}Recipient`);
    return y + step + dice.between(12, 24);
  }
  const inline = columns.length === 1 && labelled && dice.chance(0.2);
  columns.forEach(({ label, lines }, i) => {
    const x = d.left + i * width;
    if (inline) {
      paper.text(`${label!}:`, x, y, { bold: d.bold });
      end = Math.max(end, paper.lines(lines, x + Math.max(60, paper.widthOf(`${label!}:`, { bold: d.bold }) + 14), y));
      return;
    }
    if (label !== undefined) paper.text(label + colon, x, y, { bold: dice.chance(0.6) });
    end = Math.max(end, paper.lines(lines, x, label === undefined ? y : y + paper.size * dice.between(1.4, 1.9)));
  });
  return end + dice.between(10, 22);
}

interface Column { name: keyof Line | 'position'; label: string; width: number; right: boolean; text(line: Line, index: number): string }

function drawLines(d: Drawing, write: (day: ReturnType<typeof someDay>) => string, issued: ReturnType<typeof someDay>, top: number): { items: Line[]; y: number; right: number } {
  const { dice, paper, country, say, money } = d;
  const { language, rates } = HOMES[country];
  const with_ = { code: dice.chance(0.4), unit: dice.chance(0.25), date: dice.chance(0.15), rate: dice.chance(0.15), tax: dice.chance(0.12), position: dice.chance(0.25), price: dice.chance(0.9), quantity: dice.chance(0.93) };
  const signs = dice.chance(0.5);
  const cell = (amount: number): string => signs ? money.full(amount) : money.bare(amount);
  const rate = dice.pick(rates);
  const count = dice.whole(1, dice.chance(0.15) ? 12 : 6);
  const items = Array.from({ length: count }, (): Line => {
    const Quantity = dice.chance(0.15) ? dice.whole(1, 40) / 4 : dice.whole(1, dice.chance(0.2) ? 120 : 12);
    const UnitPrice = cents(dice.chance(0.5) ? dice.between(1, 60) : dice.between(20, 900));
    const day = dayAfter(issued, -dice.whole(1, 25));
    const Amount = cents(Quantity * UnitPrice);
    const long = dice.chance(0.15) ? `${dice.pick(GOODS[language])}, ${dice.pick(GOODS[language])}` : dice.pick(GOODS[language]);
    return { Description: long, Quantity, UnitPrice, Amount, ProductCode: dice.pick([`${dice.letters(1)}${dice.figures(3)}`, dice.figures(5), `${dice.letters(2)}-${dice.figures(4)}`]), Unit: dice.pick(UNITS[language]), Date: day.iso, printedDate: write(day), Tax: cents((Amount * rate) / 100), TaxRate: `${String(rate).replace('.', HOMES[country].comma ? ',' : '.')}${dice.chance(0.5) ? '%' : ' %'}` };
  });
  const number = (value: number): string => HOMES[country].comma ? String(value).replace('.', ',') : String(value);
  const description: Column = { name: 'Description', label: say('description'), width: 0, right: false, text: (line) => line.Description };
  const quantity: Column = { name: 'Quantity', label: say('quantity'), width: 44, right: dice.chance(0.6), text: (line) => number(line.Quantity) };
  const columns: Column[] = [
    ...(with_.position ? [{ name: 'position', label: say('position'), width: 26, right: false, text: (_: Line, i: number) => String(i + 1) } as Column] : []),
    ...(with_.date ? [{ name: 'Date', label: say('lineDate'), width: Math.max(...items.map(({ printedDate }) => paper.widthOf(printedDate!))) + 10, right: false, text: (line: Line) => line.printedDate! } as Column] : []),
    ...(with_.quantity && dice.chance(0.2) ? [quantity] : []),
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
  const ruled = dice.pick(['grid', 'rows', 'head', 'none'] as const);
  const pad = ruled === 'grid' ? 3 : 2;
  const step = size * dice.between(1.25, 1.45);
  let y = top;
  const headHeight = size * 1.9;
  const startY = y;
  if (ruled !== 'none' && dice.chance(0.4)) paper.fill(d.left, y, d.right, y + headHeight, dice.between(0.82, 0.93));
  const headAligned = dice.chance(0.85);
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
    y += (own.length - 1) * step + size * dice.between(1.75, 2);
    edges.push(y);
    if (ruled === 'grid' || ruled === 'rows') paper.line(d.left, y, d.right, y);
  });
  if (ruled === 'grid') {
    paper.line(d.left, startY, d.right, startY);
    for (const x of [...lefts, d.left + widths.reduce((sum, width) => sum + width, 0)]) paper.line(x, startY, x, y);
  }
  const names = columns.map(({ name }) => name).filter((name) => name !== 'position');
  d.fields.Items = items.map((line) => Object.fromEntries(names.map((name) => [name, line[name as keyof Line]!])));
  return { items, y: y + dice.between(6, 18), right: d.left + widths.reduce((sum, width) => sum + width, 0) - pad };
}

function drawTotals(d: Drawing, items: readonly Line[], top: number, right: number): number {
  const { dice, paper, say, money, fields, country } = d;
  const net = cents(items.reduce((sum, { Amount }) => sum + Amount, 0));
  const rows: { label: string; amount: number; strong?: boolean }[] = [];
  const rate = dice.pick(HOMES[country].rates);
  const printedRate = `${String(rate).replace('.', HOMES[country].comma ? ',' : '.')}${dice.chance(0.5) ? '%' : ' %'}`;
  let base = net;
  const untaxed = dice.chance(0.1);
  if (!untaxed) {
    fields.SubTotal = net;
    rows.push({ label: say('subtotal'), amount: net });
  }
  if (!untaxed && dice.chance(0.12)) {
    const discount = cents(net * dice.pick([0.02, 0.05, 0.1]));
    fields.TotalDiscount = discount;
    base = cents(base - discount);
    rows.push({ label: say('discount'), amount: dice.chance(0.5) ? -discount : discount });
  }
  if (!untaxed && dice.chance(0.15)) {
    const freight = cents(dice.between(4, 40));
    base = cents(base + freight);
    rows.push({ label: say('freight'), amount: freight });
  }
  let tax = 0;
  if (!untaxed) {
    tax = cents((base * rate) / 100);
    const said = dice.chance(0.6);
    const label = said ? dice.pick([`${say('tax')} ${printedRate}`, `${say('tax')} (${printedRate})`, `${printedRate} ${say('tax')}`]) : say('tax');
    rows.push({ label, amount: tax });
    fields.TotalTax = tax;
    if (said) fields.TaxDetails = [{ Rate: printedRate, Amount: tax }];
  }
  const total = cents(base + tax);
  fields.InvoiceTotal = total;
  rows.push({ label: say('total'), amount: total, strong: true });
  d.open.add('AmountDue');
  if (dice.chance(0.1)) {
    const before = cents(dice.between(20, 700));
    fields.PreviousUnpaidBalance = before;
    fields.AmountDue = cents(total + before);
    rows.push({ label: say('previous'), amount: before }, { label: say('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (dice.chance(0.1)) {
    const paid = cents(total * dice.pick([0.25, 0.5]));
    fields.AmountDue = cents(total - paid);
    rows.push({ label: say('paid'), amount: -paid }, { label: say('dueAmount'), amount: fields.AmountDue, strong: true });
  } else if (dice.chance(0.2)) {
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
  const signs = dice.chance(0.75);
  const colon = dice.chance(0.5) ? ':' : '';
  const labelRight = dice.chance(0.4);
  const gap = dice.between(14, 50);
  const widest = Math.max(...rows.map(({ amount }) => paper.widthOf(money.full(amount), { bold: true })));
  const labelWidth = Math.max(...rows.map(({ label }) => paper.widthOf(label + colon, { bold: true })));
  for (const { label, amount, strong } of rows) {
    const size = strong === true && dice.chance(0.3) ? paper.size * 1.15 : paper.size;
    const edge = right - widest - gap;
    paper.text(label + colon, labelRight ? edge : edge - labelWidth, y, { bold: strong, align: labelRight ? 'right' : 'left', size });
    paper.text(signs || strong === true ? money.full(amount) : money.bare(amount), right, y, { bold: strong, align: 'right', size });
    y += paper.size * 1.7;
  }
  return y + 8;
}

function drawFoot(d: Drawing, vendor: string, top: number): void {
  const { dice, paper, say, fields, country } = d;
  let y = top + 6;
  const lines: string[] = [];
  if (fields.PaymentTerm === undefined && dice.chance(0.15)) {
    fields.PaymentTerm = dice.pick(TERMS[HOMES[country].language]);
    lines.push(`${say('terms')}: ${fields.PaymentTerm}`);
  }
  if (dice.chance(0.35) && country !== 'US' && country !== 'AU') {
    const iban = ibanOf(dice, country);
    const entry: Record<string, TrueValue> = { IBAN: iban };
    lines.push(`${say('iban')}${dice.pick([': ', ' '])}${iban}`);
    if (dice.chance(0.7)) {
      const bic = `${dice.letters(4)}${country}${dice.letters(2)}${dice.chance(0.4) ? 'XXX' : ''}`;
      entry.SWIFT = bic;
      lines.push(`${say('bic')}: ${bic}`);
    }
    fields.PaymentDetails = [entry];
  } else if (dice.chance(0.15)) {
    const account = dice.figures(dice.whole(8, 10));
    fields.PaymentDetails = [{ BankAccountNumber: account }];
    lines.push(`${say('account')}: ${account}`);
  }
  if (fields.VendorTaxId === undefined && dice.chance(0.35)) {
    fields.VendorTaxId = taxNumber(dice, country);
    lines.push(`${say('vendorTax')}: ${fields.VendorTaxId}`);
  }
  if (country === 'NL' && dice.chance(0.6)) {
    fields.KVKNumber = dice.figures(8);
    lines.push(`${dice.pick(['KvK', 'KvK-nummer', 'KVK nr.'])}: ${fields.KVKNumber}`);
  }
  if (y + (lines.length + 8) * paper.size * 1.4 > paper.height - 50) {
    paper.turn();
    y = 60;
  }
  y = paper.lines(lines, d.left, y + paper.size) + paper.size;
  if (dice.chance(0.12)) {
    const address = addressLines(dice, country);
    const recipient = dice.pick([vendor, `${vendor} Billing`]);
    fields.RemittanceAddress = address.join(' ');
    fields.RemittanceAddressRecipient = recipient;
    paper.text(`${say('remit')}${dice.chance(0.5) ? ':' : ''}`, d.left, y, { bold: dice.chance(0.5) });
    y = paper.lines([recipient, ...address], d.left, y + paper.size * 1.5) + paper.size;
  }
  if (dice.chance(0.5)) {
    const centred = dice.chance(0.5);
    paper.text(dice.pick([say('thanks'), say('note')]), centred ? paper.width / 2 : d.left, y + paper.size, { align: centred ? 'centre' : 'left', size: paper.size * 0.95 });
  }
}
