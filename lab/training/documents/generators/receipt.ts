/** Generates receipts with expected fields: meals, supplies, hotels, fuel and parking, in ten countries. */
import { SeededRandom } from '../seeded-random.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import {
  COUNTRY_DATA,
  randomAddressLines,
  createDateFormatter,
  dayAfter,
  createMoneyFormatter,
  randomPersonName,
  randomPhoneNumber,
  randomDay,
  randomTaxNumber,
} from './countries.ts';
import type { Country, Day, Language, MoneyFormatter } from './countries.ts';
import { RECEIPT_WORDS } from './receipt-wordings.ts';
import type { ReceiptWords, ReceiptKind } from './receipt-wordings.ts';
import type { GeneratedDocument, ExpectedValue } from '../evaluation/expected-fields.ts';

const COUNTRIES: readonly Country[] = ['US', 'US', 'US', 'US', 'GB', 'AU', 'MY', 'MY', 'MY', 'DE', 'FR', 'ES', 'IT', 'PT', 'NL'];
const RECEIPT_KINDS: readonly ReceiptKind[] = ['meal', 'meal', 'meal', 'supplies', 'supplies', 'supplies', 'hotel', 'gas', 'parking'];
const DOC_TYPES: Readonly<Record<ReceiptKind, string>> = {
  meal: 'receipt.retailMeal',
  supplies: 'receipt.retailMeal',
  hotel: 'receipt.hotel',
  gas: 'receipt.gas',
  parking: 'receipt.parking',
};
const ALPHA_3: Readonly<Record<Country, string>> = {
  US: 'USA',
  GB: 'GBR',
  AU: 'AUS',
  MY: 'MYS',
  DE: 'DEU',
  FR: 'FRA',
  ES: 'ESP',
  IT: 'ITA',
  PT: 'PRT',
  NL: 'NLD',
};
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/room service|breakfast|mini bar|minibar|frühstück|petit déj|desayuno|colazione|frigobar|pequeno|ontbijt/iu, 'Food'],
  [/tax|taxe|tasa|taxa|tassa|belasting/iu, 'Tax'],
  [/park|aparca|parch|estacion/iu, 'Parking'],
  [/laundry/iu, 'Laundry'],
  [/./u, 'Room'],
];
const STEMS =
  'Blue Moon,Golden Gate,Old Mill,Harbor,Sunrise,Corner,Red Lion,Green Leaf,Silver Spoon,Riverside,Maple,Central,Star,Royal,Little Italy,Ocean View,Lucky,Lotus,Magnolia,Bella,Kings,Union,Atlas,Mr. Fix,Crown,Pioneer,Evergreen,Cityline'.split(
    ',',
  );

const FEES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Service Charge', 'Delivery fee', 'Service fee'],
  de: ['Lieferkosten'],
  fr: ['Frais de livraison'],
  es: ['Gastos de envío'],
  it: ['Servizio'],
  pt: ['Taxa de entrega'],
  nl: ['Bezorgkosten'],
};

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Prints rows from top to bottom: left, right or centered. */
class ReceiptPrinter {
  readonly canvas: PdfCanvas;
  y = 26;
  readonly #step: number;

  constructor(canvas: PdfCanvas, step: number) {
    this.canvas = canvas;
    this.#step = step;
  }

  center(text: string, style: { size?: number; bold?: boolean } = {}): void {
    this.canvas.text(text, this.canvas.width / 2, this.y, { ...style, align: 'center' });
    this.y += Math.max(this.#step, (style.size ?? 0) * 1.25);
  }

  left(text: string, style: { size?: number; bold?: boolean; indent?: number } = {}): void {
    this.canvas.text(text, 14 + (style.indent ?? 0), this.y, style);
    this.y += this.#step;
  }

  both(left: string, right: string, style: { size?: number; bold?: boolean; indent?: number } = {}): void {
    this.canvas.text(left, 14 + (style.indent ?? 0), this.y, style);
    this.canvas.text(right, this.canvas.width - 14, this.y, { ...style, align: 'right' });
    this.y += Math.max(this.#step, (style.size ?? 0) * 1.3);
  }

  rule(random: SeededRandom): void {
    if (random.chance(0.5)) {
      this.y += this.#step * 0.2;
      this.canvas.text('-'.repeat(Math.floor((this.canvas.width - 28) / this.canvas.widthOf('-'))), 14, this.y);
      this.y += this.#step;
    } else if (random.chance(0.5)) {
      this.canvas.line(14, this.y - this.#step * 0.4, this.canvas.width - 14, this.y - this.#step * 0.4);
      this.y += this.#step * 0.6;
    } else this.y += this.#step * 0.5;
  }
}

interface Drawing {
  random: SeededRandom;
  printer: ReceiptPrinter;
  country: Country;
  kind: ReceiptKind;
  words: ReceiptWords;
  money: MoneyFormatter;
  fields: Record<string, ExpectedValue>;
  optionalFields: Set<string>;
  write(day: Day): string;
  day: Day;
  time: string;
  colon: string;
}

export async function generateReceipt(seed: number): Promise<GeneratedDocument> {
  const random = new SeededRandom(seed * 2 + 500_001);
  const country = random.pick(COUNTRIES);
  const kind = random.pick(RECEIPT_KINDS);
  const size = random.between(8, 10);
  const canvas = await PdfCanvas.create(random, {
    width: random.between(215, 300),
    height: 820,
    size,
    family: random.pick([0, 0, 2, 3, 3]),
  });
  const words = RECEIPT_WORDS[COUNTRY_DATA[country].language];
  const day = randomDay(random);
  const drawing: Drawing = {
    random,
    country,
    kind,
    words,
    day,
    printer: new ReceiptPrinter(canvas, size * random.between(1.2, 1.5)),
    money: createMoneyFormatter(random, country),
    fields: {},
    optionalFields: new Set(['MerchantAliases']),
    write: createDateFormatter(random, country),
    time: `${String(random.integer(6, 22)).padStart(2, '0')}:${String(random.integer(0, 59)).padStart(2, '0')}`,
    colon: random.chance(0.7) ? ':' : '',
  };
  drawHead(drawing);
  const dateAtEnd = random.chance(0.2);
  if (!dateAtEnd || kind === 'hotel') drawDateAndTime(drawing);
  drawing.printer.rule(random);
  const items = drawItems(drawing);
  drawing.printer.rule(random);
  drawSums(drawing, items);
  if (dateAtEnd && kind !== 'hotel') drawDateAndTime(drawing);
  if (random.chance(0.7)) {
    drawing.printer.y += size;
    drawing.printer.center(random.pick(words.thanks));
  }
  drawing.fields.CountryRegion = ALPHA_3[country];
  if (country === 'AU' || country === 'GB') drawing.optionalFields.add('CountryRegion');
  if (kind === 'meal' || kind === 'supplies') drawing.fields.ReceiptType = kind === 'meal' ? 'Meal' : 'Supplies';
  else drawing.fields.ReceiptType = { hotel: 'Hotel', gas: 'Fuel&Energy', parking: 'Transportation' }[kind];
  return {
    modelId: 'prebuilt-receipt',
    docType: DOC_TYPES[kind],
    pdf: await canvas.bytes(),
    fields: drawing.fields,
    optionalFields: drawing.optionalFields,
  };
}

function drawHead({ random, printer, country, kind, words, fields }: Drawing): void {
  const stem = random.chance(0.8) ? random.pick(STEMS) : random.pick(COUNTRY_DATA[country].lastNames);
  const shop = random.pick(words.shops[kind]);
  let name = ['de', 'en', 'nl'].includes(COUNTRY_DATA[country].language) && shop !== 'Hotel' ? `${stem} ${shop}` : `${shop} ${stem}`;
  if (country === 'MY' && random.chance(0.7)) name = `${name} ${random.pick(COUNTRY_DATA.MY.endings)}`;
  if (random.chance(0.4) || country === 'MY') name = name.toUpperCase();
  fields.MerchantName = name;
  const left = random.chance(0.2);
  const put = (text: string, style: { size?: number; bold?: boolean } = {}): void => {
    if (left) printer.left(text, style);
    else printer.center(text, style);
  };
  const size = printer.canvas.size;
  // A handwritten note, a stamped number, or a greeting.
  if (random.chance(0.25)) {
    const strayText = random.pick([
      randomPersonName(random, country).toLowerCase(),
      random.digits(9),
      `*** ${random.pick(words.thanks)} ***`,
      random.digits(4),
    ]);
    if (random.chance(0.5)) printer.left(strayText, { size: size * random.between(0.9, 1.6) });
    else printer.center(strayText, { size: size * random.between(0.9, 1.6) });
    printer.y += size * random.between(0.3, 2.5);
  }
  const head = random.chance(0.25);
  if (head && random.chance(0.5)) put(random.pick(words.head));
  const big = random.chance(0.6) ? random.between(size * 1.3, size * 2) : size;
  const fitting = Math.min(big, (size * (printer.canvas.width - 30)) / Math.max(1, printer.canvas.widthOf(name, { bold: true })));
  put(name, { size: fitting, bold: random.chance(0.6) });
  if (big > size) printer.y += size * 0.4;
  if (country === 'MY' && random.chance(0.5))
    put(random.pick([`(${random.digits(6)}-${random.letters(1)})`, `CO. REG NO: ${random.digits(6)}-${random.letters(1)}`]));
  if (random.chance(0.9)) {
    const address = randomAddressLines(random, country);
    fields.MerchantAddress = address.join(' ');
    for (const line of address) put(line);
  }
  if (random.chance(0.65)) {
    fields.MerchantPhoneNumber = randomPhoneNumber(random, country);
    const label = random.pick(words.phone);
    put(label === '' ? fields.MerchantPhoneNumber : `${label}${random.pick([': ', ' ', ':'])}${fields.MerchantPhoneNumber}`);
  }
  if (random.chance(0.3)) put(`${random.pick(['GST ID', 'VAT No', 'NIF', 'USt-IdNr', 'Tax ID'])}: ${randomTaxNumber(random, country)}`);
  if (random.chance(0.15))
    put(
      `www.${name
        .toLowerCase()
        .replace(/[^a-z]/gu, '')
        .slice(0, 12)}.com`,
    );
  if (head) {
    printer.y += size * 0.5;
    put(random.pick(words.head), { bold: true });
  }
  printer.y += size * 0.6;
}

function drawDateAndTime({ random, printer, country, kind, words, fields, write, day, time, colon, optionalFields }: Drawing): void {
  const TABLE_SERVICE_LABELS = /Table|Server|Tisch|Bediener|Serveur|Mesa|Tavolo|Tafel|Check/u;
  for (const label of random.sample(
    words.numbers.filter((one) => kind === 'meal' || !TABLE_SERVICE_LABELS.test(one)),
    random.integer(0, 3),
  )) {
    const value = /Cashier|Server|Bediener|Serveur|Operat|Medewerker/u.test(label)
      ? random.pick(COUNTRY_DATA[country].firstNames)
      : random.digits(random.integer(1, 6));
    if (random.chance(0.5)) printer.left(`${label}${colon} ${value}`);
    else printer.both(`${label}${colon}`, value);
  }
  if (kind === 'hotel') {
    const nights = random.integer(1, 5);
    const leave = dayAfter(day, nights);
    fields.ArrivalDate = day.iso;
    fields.DepartureDate = leave.iso;
    if (random.chance(0.5)) printer.left(`Guest: ${randomPersonName(random, country)}`);
    for (const [label, at] of [
      [words.arrival, day],
      [words.departure, leave],
    ] as const) {
      if (random.chance(0.5)) printer.left(`${label}${colon} ${write(at)}`);
      else printer.both(`${label}${colon}`, write(at));
    }
    return;
  }
  if (kind === 'parking' && random.chance(0.7)) {
    const [hour, minute] = time.split(':').map(Number) as [number, number];
    printer.both(
      words.entry,
      `${write(day)} ${String(Math.max(0, hour - random.integer(1, 4))).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    );
    printer.both(words.exit, `${write(day)} ${time}`);
    fields.TransactionDate = day.iso;
    fields.TransactionTime = `${time}:00`;
    return;
  }
  fields.TransactionDate = day.iso;
  const timed = random.chance(0.75);
  const twelve = COUNTRY_DATA[country].language === 'en' && random.chance(0.5);
  const [hour, minute] = time.split(':') as [string, string];
  const seconds = random.chance(0.3) ? `:${random.digits(2).replace(/^[6-9]/u, '3')}` : '';
  const printed = twelve
    ? `${String(Number(hour) % 12 === 0 ? 12 : Number(hour) % 12)}:${minute}${seconds} ${Number(hour) >= 12 ? 'PM' : 'AM'}`
    : `${time}${seconds}`;
  if (timed) fields.TransactionTime = `${time}${seconds === '' ? ':00' : seconds}`;
  else optionalFields.add('TransactionTime');
  const label = random.pick(words.date);
  const style = random.integer(0, 4);
  if (style === 0) printer.left(`${label}${colon} ${write(day)}${timed ? ` ${printed}` : ''}`);
  else if (style === 1) printer.both(write(day), timed ? printed : '');
  else if (style === 2) printer.left(`${write(day)}${timed ? ` ${printed}` : ''}`);
  else if (style === 3) {
    printer.both(`${label}${colon}`, write(day));
    if (timed) printer.both(`${random.pick(words.time)}${colon}`, printed);
  } else printer.left(`${label}${colon} ${write(day)}${timed ? `  ${random.pick(words.time)}${colon} ${printed}` : ''}`);
}

interface PurchasedItem {
  Description: string;
  Quantity: number;
  Price: number;
  TotalPrice: number;
  ProductCode?: string;
}

function drawItems(drawing: Drawing): number[] {
  const { random, printer, kind, words, money, fields, country, write, day } = drawing;
  const signs = random.chance(0.3) && printer.canvas.width > 230;
  const cell = (amount: number): string => (signs ? money.full(amount) : money.bare(amount));
  if (kind === 'gas') return [drawFuel(drawing, cell)];
  if (kind === 'hotel') {
    const nights = random.integer(1, 4);
    const rows: Record<string, ExpectedValue>[] = [];
    const rate = cents(random.between(70, 260));
    for (let night = 0; night < nights; night++)
      rows.push({ Description: words.goods.hotel[0]!, TotalPrice: rate, Date: dayAfter(day, night).iso });
    for (const extra of random.sample(words.goods.hotel.slice(1), random.integer(0, 3)))
      rows.push({ Description: extra, TotalPrice: cents(random.between(3, 40)), Date: dayAfter(day, random.integer(0, nights)).iso });
    const dated = random.chance(0.7);
    fields.Items = rows.map((row) => ({
      ...(dated ? row : { Description: row.Description!, TotalPrice: row.TotalPrice! }),
      Category: CATEGORIES.find(([pattern]) => pattern.test(row.Description as string))![1],
    }));
    for (const row of rows) {
      const iso = row.Date as string;
      const at = { iso, year: Number(iso.slice(0, 4)), month: Number(iso.slice(5, 7)), day: Number(iso.slice(8, 10)) };
      printer.both(
        dated ? `${/^\D|\s/u.test(write(at)) ? iso : write(at)}  ${row.Description as string}` : (row.Description as string),
        cell(row.TotalPrice as number),
      );
    }
    return rows.map(({ TotalPrice }) => TotalPrice as number);
  }
  const count = kind === 'parking' ? 1 : random.integer(1, random.chance(0.2) ? 12 : 6);
  const names = random.sample(words.goods[kind], count);
  const items: PurchasedItem[] = names.map((Description) => {
    const Quantity = kind === 'parking' ? 1 : random.chance(0.65) ? 1 : random.integer(2, 6);
    const Price = cents(random.between(1, kind === 'meal' ? 28 : 45));
    return {
      Description,
      Quantity,
      Price,
      TotalPrice: cents(Quantity * Price),
      ProductCode: random.digits(random.pick([5, 6, 8, 12, 13])),
    };
  });
  const style = kind === 'parking' ? 'name' : random.pick(['name', 'count', 'count', 'times', 'below', 'above', 'columns'] as const);
  const coded = kind === 'supplies' && random.chance(0.4);
  const letter = random.chance(0.15) ? ` ${random.pick(['A', 'T', 'B', 'SR'])}` : '';
  if (style === 'columns')
    printer.both(
      country === 'MY' ? 'QTY DESCRIPTION' : words.numbers[0] === 'Receipt #' ? 'Qty Item' : 'x',
      cell(0)
        .replace(/[\d.,]/gu, '')
        .trim() === ''
        ? 'Amt'
        : 'Amount',
    );
  const expectedItems: Record<string, ExpectedValue>[] = [];
  for (const { Description, Quantity, Price, TotalPrice, ProductCode } of items) {
    const expected: Record<string, ExpectedValue> = { Description, TotalPrice };
    const code = coded && ProductCode !== undefined ? `${ProductCode} ` : '';
    if (coded) expected.ProductCode = ProductCode!;
    const times = random.pick(['x', 'x', '@', 'X']);
    if (style === 'name') printer.both(`${code}${Description}`, cell(TotalPrice) + letter);
    else if (style === 'count' || style === 'columns') {
      expected.Quantity = Quantity;
      printer.both(
        code === '' ? `${String(Quantity)}${random.chance(0.2) ? 'x' : ''} ${Description}` : `${code}${Description}`,
        cell(TotalPrice) + letter,
      );
      if (code !== '') delete expected.Quantity;
    } else if (style === 'times') {
      if (Quantity > 1 || random.chance(0.3)) {
        expected.Quantity = Quantity;
        expected.Price = Price;
        printer.left(`${code}${Description}`);
        printer.both(`${String(Quantity)} ${times} ${money.bare(Price)}`, cell(TotalPrice) + letter, { indent: random.pick([0, 12]) });
      } else printer.both(`${code}${Description}`, cell(TotalPrice) + letter);
    } else if (style === 'below') {
      printer.both(`${code}${Description}`, cell(TotalPrice) + letter);
      if (Quantity > 1) {
        expected.Quantity = Quantity;
        expected.Price = Price;
        printer.left(`${String(Quantity)} ${times} ${money.bare(Price)}`, { indent: 12 });
      }
    } else {
      expected.Quantity = Quantity;
      expected.Price = Price;
      printer.left(`${code}${Description}`);
      printer.both(`${String(Quantity)} ${times} ${cell(Price)}`, cell(TotalPrice) + letter);
    }
    expectedItems.push(expected);
  }
  fields.Items = expectedItems;
  return items.map(({ TotalPrice }) => TotalPrice);
}

function drawFuel({ random, printer, words, fields, country, optionalFields, money }: Drawing, cell: (amount: number) => string): number {
  const volume = random.integer(4000, 58000) / 1000;
  const price = random.integer(1200, 4200) / 1000;
  const total = cents(volume * price);
  const number = (value: number, digits: number): string =>
    COUNTRY_DATA[country].comma ? value.toFixed(digits).replace('.', ',') : value.toFixed(digits);
  const unit = country === 'US' ? random.pick(['gal', 'GAL']) : random.pick(['L', 'l', 'Ltr']);
  const name = random.pick(words.goods.gas);
  if (random.chance(0.5)) printer.left(`Pump ${random.chance(0.5) ? '# ' : ''}${String(random.integer(1, 14))}`);
  if (random.chance(0.6)) {
    const below = random.chance(0.5);
    const detail = `${number(volume, 3)} ${unit} ${random.pick(['@', 'x'])} ${number(price, 3)}`;
    fields.Items = [{ Description: name, Quantity: volume, Price: price, TotalPrice: total, QuantityUnit: unit }];
    if (below) {
      printer.both(name, cell(total));
      printer.left(detail, { indent: 8 });
    } else if (printer.canvas.widthOf(`${name} ${detail} ${cell(total)}`) < printer.canvas.width - 40)
      printer.both(`${name} ${detail}`, cell(total));
    else {
      printer.left(name);
      printer.both(detail, cell(total));
    }
  } else {
    optionalFields.add('Items');
    printer.left(name);
    printer.both(country === 'US' ? 'Gallons' : 'Litres', number(volume, 3));
    printer.both(
      country === 'US' ? 'Price/Gal' : 'Price/L',
      `${money
        .full(0)
        .replace(/[\d.,\s]/gu, '')
        .slice(0, 1)}${number(price, 3)}`,
    );
  }
  return total;
}

function drawSums(drawing: Drawing, amounts: readonly number[]): void {
  const { random, printer, country, kind, words, money, fields, optionalFields, colon } = drawing;
  const sum = cents(amounts.reduce((all, amount) => all + amount, 0));
  const rate = random.pick(COUNTRY_DATA[country].rates);
  const printed = `${COUNTRY_DATA[country].comma ? String(rate).replace('.', ',') : String(rate)}%`;
  const full = random.chance(0.6);
  const cell = (amount: number): string => (full ? money.full(amount) : money.bare(amount));
  const hotel = kind === 'hotel';
  let total = sum;
  if (country === 'US' || country === 'AU' || (country === 'MY' && random.chance(0.3))) {
    if (random.chance(0.8) && !hotel) {
      fields.Subtotal = sum;
      printer.both(random.pick(words.subtotal) + colon, cell(sum));
    }
    if (random.chance(0.85)) {
      const tax = cents((sum * rate) / 100);
      const label = random.pick(words.tax);
      const hasRate = random.chance(0.4);
      printer.both(`${hasRate ? `${label} ${printed}` : label}${colon}`, cell(tax));
      if (!hotel) fields.TotalTax = tax;
      if (hasRate) fields.TaxDetails = [{ Amount: tax, Rate: rate, Description: label }];
      total = cents(total + tax);
    }
    if (kind === 'meal' && random.chance(0.35)) {
      const tip = cents(total * random.pick([0.15, 0.18, 0.2]));
      fields.Tip = tip;
      printer.both(random.pick(words.tip) + colon, cell(tip));
      total = cents(total + tip);
    }
  } else if (random.chance(0.3) && !hotel && kind !== 'gas') {
    fields.Subtotal = sum;
    printer.both(random.pick(words.subtotal) + colon, cell(sum));
  }
  if (!hotel && kind !== 'gas' && random.chance(0.15)) {
    const fee = cents(random.between(0.5, 4));
    total = cents(total + fee);
    printer.both(random.pick(FEES[COUNTRY_DATA[country].language]) + colon, cell(fee));
  } else if (kind === 'supplies' && random.chance(0.15)) {
    const off = cents(total * 0.1);
    total = cents(total - off);
    printer.both(random.pick(['Discount', 'You saved', 'Coupon']) + colon, cell(-off));
  }
  if (random.chance(0.15))
    printer.left(
      random.pick([`Item(s): ${String(amounts.length)}`, `Qty ${String(amounts.length)}`, `Items sold ${String(amounts.length)}`]),
    );
  if (country === 'MY' && random.chance(0.6)) {
    const rounded = cents(Math.round(total * 20) / 20);
    if (random.chance(0.6))
      printer.both(random.pick(['Total', 'TOTAL', 'Total Incl. GST', 'Total Sales', 'Total with GST @ 6%']) + colon, money.full(total));
    printer.both(random.pick(['Rounding', 'Rounding Adj', 'Rounding Adjustment']) + colon, money.bare(cents(rounded - total)));
    total = rounded;
  }
  if (fields.Subtotal === undefined) optionalFields.add('Subtotal');
  fields.Total = total;
  const large = random.chance(0.35);
  const totals =
    country === 'MY'
      ? [...words.total, 'Total (RM)', 'Total Incl. GST@6%', 'Total Sales (Inclusive GST)', 'Rounded Total (RM)', 'NETT TOTAL']
      : words.total;
  printer.both(random.pick(totals) + colon, money.full(total), {
    bold: random.chance(0.6),
    ...(large ? { size: printer.canvas.size * 1.25 } : {}),
  });
  if (country === 'MY' && fields.TotalTax === undefined && !hotel && random.chance(0.4)) {
    const tax = cents(total - total / 1.06);
    printer.both(random.pick(['GST @6% included in total', 'GST 6%', 'Incl. GST 6%']), money.full(tax));
    fields.TotalTax = tax;
    optionalFields.add('TaxDetails');
  }
  if (COUNTRY_DATA[country].comma && random.chance(0.5)) {
    const net = cents(total / (1 + rate / 100));
    const tax = cents(total - net);
    const label = random.pick(words.tax);
    const base = random.chance(0.3);
    printer.both(`${label} ${printed}${base ? `  ${money.bare(net)}` : ''}`, money.bare(tax));
    if (!hotel) fields.TotalTax = tax;
    fields.TaxDetails = [{ Amount: tax, Rate: rate, Description: label, ...(base ? { NetAmount: net } : {}) }];
    if (base) optionalFields.add('TaxDetails');
  }
  if (hotel) {
    if (random.chance(0.4)) {
      const balance = random.chance(0.5) ? 0 : total;
      fields.Balance = balance;
      printer.both(words.balance + colon, money.full(balance));
    } else optionalFields.add('Balance');
    return;
  }
  if (!random.chance(0.6)) return;
  if (random.chance(0.5)) {
    const given = cents(Math.ceil(total / 5) * 5 + random.pick([0, 0, 5, 10]));
    const method = random.pick(words.cash);
    fields.Payments = [{ Method: method, Amount: given }];
    printer.both(method + colon, cell(given));
    if (given !== total || random.chance(0.5)) printer.both(random.pick(words.change) + colon, cell(cents(given - total)));
  } else {
    const method = random.pick(words.card);
    fields.Payments = [{ Method: method, Amount: total }];
    printer.both(method + colon, cell(total));
    if (random.chance(0.5)) printer.left(`Card: **** **** **** ${random.digits(4)}`);
  }
}
