/**
 * Receipts of forty languages, laid out directly without a PDF, with the labels of the engine: currencies without decimals, quantities
 * above, below or beside their names, discounts and deposits on lines of their own, taxes included or added, tables of several rates,
 * rounding, cash with change, card slips that repeat the total. Lines slant and prices are shifted as on photographs, and some labels
 * are unreadable, so that sums must tell what they mean.
 */
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import labels from '../../../../src/engines/documents/fields/receipt/labels.json' with { type: 'json' };
import type { TestLine } from '../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../test/support/test-layout.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import { SeededRandom } from '../seeded-random.ts';

export interface ReceiptPage {
  layout: DocumentLayout;
  fields: Readonly<Record<string, ExpectedValue>>;
  optionalFields: ReadonlySet<string>;
}

type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
const LABELS: Phrases = labels.fields;

interface Money {
  languages: readonly string[];
  decimals: 0 | 2;
  comma: boolean;
  signs: readonly string[];
  rates: readonly number[];
  /** A typical price. */
  price: number;
  /** Order of day, month and year. */
  dates: readonly string[];
}

const MONIES: readonly Money[] = [
  { languages: ['en'], decimals: 2, comma: false, signs: ['$', ''], rates: [6.25, 7, 8.875], price: 9, dates: ['M/D/Y', 'M-D-y'] },
  {
    languages: ['en'],
    decimals: 2,
    comma: false,
    signs: ['£', '', 'RM', 'Rs.'],
    rates: [5, 6, 15, 18, 20],
    price: 9,
    dates: ['D/M/Y', 'D-M-Y'],
  },
  {
    languages: ['de', 'fr', 'es', 'it', 'pt', 'nl', 'fi', 'et', 'lv', 'lt', 'sk', 'sl', 'hr', 'el', 'bg', 'ro', 'pl'],
    decimals: 2,
    comma: true,
    signs: ['', '€', 'EUR'],
    rates: [5.5, 7, 9, 10, 13, 19, 20, 21, 22, 23, 25],
    price: 6,
    dates: ['D.M.Y', 'D/M/Y', 'D-M-Y', 'D.M.y'],
  },
  {
    languages: ['sv', 'da', 'nb'],
    decimals: 2,
    comma: true,
    signs: ['', 'kr', 'SEK'],
    rates: [12, 25],
    price: 60,
    dates: ['Y-M-D', 'D.M.Y'],
  },
  {
    languages: ['cs', 'uk', 'ru', 'tr', 'sr', 'az', 'kk'],
    decimals: 2,
    comma: true,
    signs: ['', 'TL', 'Kč'],
    rates: [8, 18, 20, 21],
    price: 90,
    dates: ['D.M.Y', 'D/M/Y'],
  },
  { languages: ['he', 'ar'], decimals: 2, comma: false, signs: ['', '₪'], rates: [5, 15, 17], price: 25, dates: ['D/M/Y'] },
  {
    languages: ['ja', 'ko', 'zh'],
    decimals: 0,
    comma: false,
    signs: ['', '¥', '₩'],
    rates: [8, 10],
    price: 800,
    dates: ['Y/M/D', 'Y-M-D'],
  },
  {
    languages: ['id', 'vi', 'hu'],
    decimals: 0,
    comma: true,
    signs: ['', 'Rp', 'Ft'],
    rates: [8, 10, 11, 27],
    price: 25_000,
    dates: ['D/M/Y', 'D-M-Y', 'Y.M.D'],
  },
  { languages: ['th', 'ms', 'hi'], decimals: 2, comma: false, signs: ['', '฿', '₹'], rates: [5, 6, 7], price: 80, dates: ['D/M/Y'] },
];
const GOODS =
  'MILK 1L,Brot,Café crème,Agua mineral,Pomodori,Ser żółty,Kahvi,Хлеб,Молоко 2.5%,Banány,Kaas 48+,Ekmek,Kopi Susu,Phở bò,おにぎり,김밥,牛肉面,Smör 500G,Tej 2,8%,Ūdens,Juice,Vin rouge 75cl,BATTERIES AA,Toothpaste,Lampa LED,Papir A4,Seife,Cola Zero,Gelato,T-shirt L'.split(
    ',',
  );

class Sheet {
  readonly lines: TestLine[] = [];
  readonly random: SeededRandom;
  readonly height: number;
  readonly #slant: number;
  top = 30;

  constructor(random: SeededRandom) {
    this.random = random;
    this.height = random.between(8, 11);
    this.#slant = random.chance(0.5) ? random.between(-0.02, 0.02) : 0;
  }

  #put(text: string, left: number, scale = 1): void {
    const shift = this.random.between(-0.12, 0.12) * this.height;
    this.lines.push({ text, left, top: this.top + this.#slant * left + shift, height: this.height * scale });
  }

  row(left: string, right = '', scale = 1): void {
    if (left !== '') this.#put(left, 30 + this.random.between(-2, 2), scale);
    if (right !== '') this.#put(right, 300 - right.length * this.height * scale * 0.5, scale);
    this.top += this.height * scale * this.random.between(1.25, 1.5);
  }

  cells(texts: readonly string[]): void {
    texts.forEach((text, i) => {
      this.#put(text, 30 + (i * 270) / texts.length);
    });
    this.top += this.height * 1.4;
  }
}

/** The sums of a receipt, and what is printed of them. */
interface Bill {
  language: string;
  sheet: Sheet;
  fields: Record<string, ExpectedValue>;
  optionalFields: Set<string>;
  write(amount: number): string;
  label(field: string): string;
  round(amount: number): number;
}

export function generateReceiptPage(seed: number): ReceiptPage {
  const random = new SeededRandom(seed * 5 + 3);
  const money = random.pick(MONIES);
  const language = random.pick(money.languages);
  const sheet = new Sheet(random);
  const sign = random.pick(money.signs);
  const bill: Bill = {
    language,
    sheet,
    fields: {},
    optionalFields: new Set([
      'Subtotal',
      'MerchantName',
      'MerchantAddress',
      'Payments',
      'TaxDetails',
      'CountryRegion',
      'ReceiptType',
      'Tip',
    ]),
    write: (amount) => `${sign.length === 1 ? sign : ''}${formatAmount(amount, money, random)}`,
    label: (field) => writtenLabel(random, field, language),
    round: (amount) => (money.decimals === 2 ? Math.round(amount * 100) / 100 : Math.round(amount)),
  };
  sheet.row(
    `${random.pick(['NOVA', 'Kestrel', 'Blue Olive', 'Casa Pepe'])} ${random.pick(['Market', 'Café', '', 'Shop'])}`.trim(),
    '',
    random.pick([1, 1.5, 2]),
  );
  sheet.row(`${random.pick(['Main Street', 'Hauptstr.', 'Rue Neuve', 'Via Roma'])} ${random.digits(2)}`);
  if (random.chance(0.5)) {
    const phone = `0${random.digits(2)} ${random.digits(3)} ${random.digits(4)}`;
    bill.fields.MerchantPhoneNumber = phone;
    sheet.row(`${bill.label('MerchantPhoneNumber')}: ${phone}`);
  }
  const isDatedLast = random.chance(0.4);
  if (!isDatedLast) drawDate(bill, money);
  sheet.top += sheet.height * random.between(0.3, 1.5);
  const sum = drawItems(bill, money);
  drawSums(bill, sum, random.pick(money.rates), money);
  if (isDatedLast) drawDate(bill, money);
  return {
    layout: createTestLayout(sheet.lines, { width: 330, height: Math.max(500, sheet.top + 40) }),
    fields: bill.fields,
    optionalFields: bill.optionalFields,
  };
}

function formatAmount(amount: number, { decimals, comma }: Money, random: SeededRandom): string {
  const [whole, part] = Math.abs(amount).toFixed(decimals).split('.') as [string, string?];
  const isGrouped = whole.length > 3 && (decimals === 0 || random.chance(0.5));
  const grouped = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/gu, comma ? '.' : ',') : whole;
  return `${amount < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `${comma ? ',' : '.'}${part}`}`;
}

/** One in eight is unreadable, as in a language that nobody wrote down. */
function writtenLabel(random: SeededRandom, field: string, language: string): string {
  const own = LABELS[field]![language] ?? LABELS[field]!.en!;
  const text = random.pick(own).replace(/:$/u, '');
  if (random.chance(0.12)) return [...text].map((letter) => (/\p{L}/u.test(letter) ? random.pick([...'bdgkmvz']) : letter)).join('');
  const written = random.pick([text, text.toUpperCase(), `${text[0]!.toUpperCase()}${text.slice(1)}`]);
  return random.chance(0.4) ? `${written}:` : written;
}

function drawDate({ sheet, fields, label }: Bill, { dates }: Money): void {
  const { random } = sheet;
  const [year, month, day] = [random.integer(2015, 2025), random.integer(1, 12), random.integer(1, 28)];
  const two = (value: number): string => String(value).padStart(2, '0');
  const text = random
    .pick(dates)
    .replace('D', two(day))
    .replace('M', two(month))
    .replace('Y', String(year))
    .replace('y', two(year % 100));
  const time = `${two(random.integer(7, 22))}:${two(random.integer(0, 59))}`;
  fields.TransactionDate = `${String(year)}-${two(month)}-${two(day)}`;
  fields.TransactionTime = `${time}:00`;
  const style = random.integer(0, 3);
  if (style === 0) sheet.row(text, time);
  else if (style === 1) sheet.row(`${label('TransactionDate')} ${text} ${time}`);
  else if (style === 2) {
    sheet.row(label('TransactionDate'), text);
    sheet.row(label('TransactionTime'), time);
  } else sheet.row(`#${random.digits(5)} ${text} ${time}`);
  if (random.chance(0.5)) sheet.row(`${label('Other.reference')} ${random.digits(6)}`);
}

function drawItems(bill: Bill, { price, decimals }: Money): number {
  const { sheet, fields, write, round } = bill;
  const { random } = sheet;
  const style = random.pick(['plain', 'lead', 'below', 'above', 'columns']);
  const flag = random.chance(0.3) ? ` ${random.pick(['A', 'B', '1', '*'])}` : '';
  const items: Record<string, ExpectedValue>[] = [];
  let sum = 0;
  for (const name of random.sample(GOODS, random.integer(1, random.chance(0.2) ? 12 : 5))) {
    const count = random.chance(0.6) ? 1 : random.integer(2, 5);
    const each = decimals === 0 ? Math.round(random.between(0.3, 3) * (price / 100)) * 100 : round(random.between(0.2, 3) * price);
    const total = round(count * each);
    sum = round(sum + total);
    const detail = `${String(count)} x ${write(each)}`;
    if (style === 'lead') sheet.row(`${String(count)} ${name}`, write(total) + flag);
    else if (style === 'columns') sheet.cells([name, String(count), write(each), write(total)]);
    else if (style === 'plain' || count === 1) sheet.row(name, write(total) + flag);
    else if (style === 'below') {
      sheet.row(name, write(total) + flag);
      sheet.row(`  ${detail}`);
    } else {
      sheet.row(name);
      sheet.row(`  ${detail}`, write(total) + flag);
    }
    const hasCount = style === 'lead' || style === 'columns' || (style !== 'plain' && count > 1);
    items.push({ Description: name, TotalPrice: total, ...(hasCount && { Quantity: count }) });
    if (random.chance(0.06)) {
      const off = round(total * 0.2);
      sum = round(sum - off);
      sheet.row(bill.label('Other.discount'), write(-off));
    }
  }
  fields.Items = items;
  return sum;
}

function drawSums(bill: Bill, sum: number, rate: number, { comma, decimals }: Money): void {
  const { sheet, fields, write, label, round } = bill;
  const { random } = sheet;
  const isAdded = random.chance(0.35);
  const tax = round(isAdded ? (sum * rate) / 100 : sum - sum / (1 + rate / 100));
  let total = isAdded ? round(sum + tax) : sum;
  const percent = `${comma ? String(rate).replace('.', ',') : String(rate)}%`;
  if (isAdded || random.chance(0.3)) {
    fields.Subtotal = sum;
    sheet.row(label('Subtotal'), write(sum));
  }
  if (isAdded) sheet.row(`${label('TotalTax')} ${random.chance(0.6) ? percent : ''}`, write(tax));
  if (random.chance(0.08) && decimals === 2) {
    const rounded = Math.round(total * 20) / 20;
    sheet.row(label('Other.rounding'), write(round(rounded - total)));
    total = rounded;
  }
  fields.Total = total;
  if (random.chance(0.2)) sheet.row(`${label('Other.count')} ${String((fields.Items as readonly unknown[]).length)}`);
  sheet.row(label('Total'), write(total), random.pick([1, 1, 1.3, 1.7]));
  if (random.chance(0.5)) drawPayment(bill, total);
  if (isAdded) fields.TotalTax = tax;
  else if (random.chance(0.6)) {
    fields.TotalTax = tax;
    const style = random.integer(0, 2);
    if (style === 0) sheet.row(`${label('TotalTax')} ${percent}`, write(tax));
    else if (style === 1) sheet.cells([percent, write(round(total - tax)), write(tax), write(total)]);
    else {
      sheet.cells(['%', label('Subtotal'), label('TotalTax'), label('Total')]);
      sheet.cells([percent, write(round(total - tax)), write(tax), write(total)]);
    }
  }
  if (random.chance(0.3)) drawPayment(bill, total);
}

/** Cash and change, or the slip of a card terminal, which repeats the total among long numbers. */
function drawPayment({ sheet, write, label, round }: Bill, total: number): void {
  const { random } = sheet;
  if (random.chance(0.4)) {
    const given = round(total + random.pick([0, total * 0.1, total]));
    sheet.row(label('Payment'), write(given));
    sheet.row(label('Other.change'), write(round(given - total)));
    return;
  }
  sheet.row(label('Payment'), write(total));
  if (random.chance(0.5)) return;
  sheet.row(`AID A00000000${random.digits(5)}`);
  sheet.row(`**** **** **** ${random.digits(4)}`);
  if (random.chance(0.5)) sheet.row(`${label('Total')} ${write(total)}`);
  sheet.row(`${label('Other.reference')} ${random.digits(6)}`);
}
