/** Draws a receipt with its truth: meals, supplies, hotels, fuel and parking, on narrow paper, in ten countries. */
import { Dice } from './seeded-random.ts';
import { Paper } from './pdf-page.ts';
import { HOMES, addressLines, dateWriter, dayAfter, moneyWriter, personName, phoneNumber, someDay, taxNumber } from './countries.ts';
import type { Country, Day, Language, MoneyWriter } from './countries.ts';
import { RECEIPT_WORDS } from './receipt-wordings.ts';
import type { ReceiptWords, Sort } from './receipt-wordings.ts';
import type { MadeUp, TrueValue } from '../evaluation/expected-fields.ts';

const COUNTRIES: readonly Country[] = ['US', 'US', 'US', 'US', 'GB', 'AU', 'MY', 'MY', 'MY', 'DE', 'FR', 'ES', 'IT', 'PT', 'NL'];
const SORTS: readonly Sort[] = ['meal', 'meal', 'meal', 'supplies', 'supplies', 'supplies', 'hotel', 'gas', 'parking'];
const DOC_TYPES: Readonly<Record<Sort, string>> = { meal: 'receipt.retailMeal', supplies: 'receipt.retailMeal', hotel: 'receipt.hotel', gas: 'receipt.gas', parking: 'receipt.parking' };
const ALPHA_3: Readonly<Record<Country, string>> = { US: 'USA', GB: 'GBR', AU: 'AUS', MY: 'MYS', DE: 'DEU', FR: 'FRA', ES: 'ESP', IT: 'ITA', PT: 'PRT', NL: 'NLD' };
const CATEGORIES: readonly (readonly [RegExp, string])[] = [[/room service|breakfast|mini bar|minibar|frühstück|petit déj|desayuno|colazione|frigobar|pequeno|ontbijt/iu, 'Food'], [/tax|taxe|tasa|taxa|tassa|belasting/iu, 'Tax'], [/park|aparca|parch|estacion/iu, 'Parking'], [/laundry/iu, 'Laundry'], [/./u, 'Room']];
const STEMS = 'Blue Moon,Golden Gate,Old Mill,Harbor,Sunrise,Corner,Red Lion,Green Leaf,Silver Spoon,Riverside,Maple,Central,Star,Royal,Little Italy,Ocean View,Lucky,Lotus,Magnolia,Bella,Kings,Union,Atlas,Mr. Fix,Crown,Pioneer,Evergreen,Cityline'.split(',');

const FEES: Readonly<Record<Language, readonly string[]>> = { en: ['Service Charge', 'Delivery fee', 'Service fee'], de: ['Lieferkosten'], fr: ['Frais de livraison'], es: ['Gastos de envío'], it: ['Servizio'], pt: ['Taxa de entrega'], nl: ['Bezorgkosten'] };

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Writes rows downwards: a text at the left, one at the right, or one in the middle. */
class Roll {
  readonly paper: Paper;
  y = 26;
  readonly #step: number;

  constructor(paper: Paper, step: number) {
    this.paper = paper;
    this.#step = step;
  }

  centre(text: string, style: { size?: number; bold?: boolean } = {}): void {
    this.paper.text(text, this.paper.width / 2, this.y, { ...style, align: 'centre' });
    this.y += Math.max(this.#step, (style.size ?? 0) * 1.25);
  }

  left(text: string, style: { size?: number; bold?: boolean; indent?: number } = {}): void {
    this.paper.text(text, 14 + (style.indent ?? 0), this.y, style);
    this.y += this.#step;
  }

  both(left: string, right: string, style: { size?: number; bold?: boolean; indent?: number } = {}): void {
    this.paper.text(left, 14 + (style.indent ?? 0), this.y, style);
    this.paper.text(right, this.paper.width - 14, this.y, { ...style, align: 'right' });
    this.y += Math.max(this.#step, (style.size ?? 0) * 1.3);
  }

  rule(random: Dice): void {
    if (random.chance(0.5)) {
      this.y += this.#step * 0.2;
      this.paper.text('-'.repeat(Math.floor((this.paper.width - 28) / this.paper.widthOf('-'))), 14, this.y);
      this.y += this.#step;
    } else if (random.chance(0.5)) {
      this.paper.line(14, this.y - this.#step * 0.4, this.paper.width - 14, this.y - this.#step * 0.4);
      this.y += this.#step * 0.6;
    } else this.y += this.#step * 0.5;
  }
}

interface Drawing { random: Dice; roll: Roll; country: Country; sort: Sort; words: ReceiptWords; money: MoneyWriter; fields: Record<string, TrueValue>; open: Set<string>; write(day: Day): string; day: Day; time: string; colon: string }

export async function makeReceipt(seed: number): Promise<MadeUp> {
  const random = new Dice(seed * 2 + 500_001);
  const country = random.pick(COUNTRIES);
  const sort = random.pick(SORTS);
  const size = random.between(8, 10);
  const paper = await Paper.make(random, { width: random.between(215, 300), height: 820, size, family: random.pick([0, 0, 2, 3, 3]) });
  const words = RECEIPT_WORDS[HOMES[country].language];
  const day = someDay(random);
  const d: Drawing = {
    random, country, sort, words, day, roll: new Roll(paper, size * random.between(1.2, 1.5)), money: moneyWriter(random, country), fields: {}, open: new Set(['MerchantAliases']), write: dateWriter(random, country),
    time: `${String(random.whole(6, 22)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}`, colon: random.chance(0.7) ? ':' : '',
  };
  drawHead(d);
  const dateAtEnd = random.chance(0.2);
  if (!dateAtEnd || sort === 'hotel') drawWhen(d);
  d.roll.rule(random);
  const items = drawItems(d);
  d.roll.rule(random);
  drawSums(d, items);
  if (dateAtEnd && sort !== 'hotel') drawWhen(d);
  if (random.chance(0.7)) {
    d.roll.y += size;
    d.roll.centre(random.pick(words.thanks));
  }
  d.fields.CountryRegion = ALPHA_3[country];
  if (country === 'AU' || country === 'GB') d.open.add('CountryRegion');
  if (sort === 'meal' || sort === 'supplies') d.fields.ReceiptType = sort === 'meal' ? 'Meal' : 'Supplies';
  else d.fields.ReceiptType = { hotel: 'Hotel', gas: 'Fuel&Energy', parking: 'Transportation' }[sort];
  return { modelId: 'prebuilt-receipt', docType: DOC_TYPES[sort], pdf: await paper.bytes(), fields: d.fields, open: d.open };
}

function drawHead({ random, roll, country, sort, words, fields }: Drawing): void {
  const stem = random.chance(0.8) ? random.pick(STEMS) : random.pick(HOMES[country].lastNames);
  const shop = random.pick(words.shops[sort]);
  let name = ['de', 'en', 'nl'].includes(HOMES[country].language) && shop !== 'Hotel' ? `${stem} ${shop}` : `${shop} ${stem}`;
  if (country === 'MY' && random.chance(0.7)) name = `${name} ${random.pick(HOMES.MY.endings)}`;
  if (random.chance(0.4) || country === 'MY') name = name.toUpperCase();
  fields.MerchantName = name;
  const left = random.chance(0.2);
  const put = (text: string, style: { size?: number; bold?: boolean } = {}): void => {
    if (left) roll.left(text, style);
    else roll.centre(text, style);
  };
  const size = roll.paper.size;
  // Someone wrote on it, a number was stamped, or the shop greets.
  if (random.chance(0.25)) {
    const stray = random.pick([personName(random, country).toLowerCase(), random.figures(9), `*** ${random.pick(words.thanks)} ***`, random.figures(4)]);
    if (random.chance(0.5)) roll.left(stray, { size: size * random.between(0.9, 1.6) });
    else roll.centre(stray, { size: size * random.between(0.9, 1.6) });
    roll.y += size * random.between(0.3, 2.5);
  }
  const head = random.chance(0.25);
  if (head && random.chance(0.5)) put(random.pick(words.head));
  const big = random.chance(0.6) ? random.between(size * 1.3, size * 2) : size;
  const fitting = Math.min(big, (size * (roll.paper.width - 30)) / Math.max(1, roll.paper.widthOf(name, { bold: true })));
  put(name, { size: fitting, bold: random.chance(0.6) });
  if (big > size) roll.y += size * 0.4;
  if (country === 'MY' && random.chance(0.5)) put(random.pick([`(${random.figures(6)}-${random.letters(1)})`, `CO. REG NO: ${random.figures(6)}-${random.letters(1)}`]));
  if (random.chance(0.9)) {
    const address = addressLines(random, country);
    fields.MerchantAddress = address.join(' ');
    for (const line of address) put(line);
  }
  if (random.chance(0.65)) {
    fields.MerchantPhoneNumber = phoneNumber(random, country);
    const label = random.pick(words.phone);
    put(label === '' ? fields.MerchantPhoneNumber : `${label}${random.pick([': ', ' ', ':'])}${fields.MerchantPhoneNumber}`);
  }
  if (random.chance(0.3)) put(`${random.pick(['GST ID', 'VAT No', 'NIF', 'USt-IdNr', 'Tax ID'])}: ${taxNumber(random, country)}`);
  if (random.chance(0.15)) put(`www.${name.toLowerCase().replace(/[^a-z]/gu, '').slice(0, 12)}.com`);
  if (head) {
    roll.y += size * 0.5;
    put(random.pick(words.head), { bold: true });
  }
  roll.y += size * 0.6;
}

function drawWhen({ random, roll, country, sort, words, fields, write, day, time, colon, open }: Drawing): void {
  const waited = /Table|Server|Tisch|Bediener|Serveur|Mesa|Tavolo|Tafel|Check/u;
  for (const label of random.some(words.numbers.filter((one) => sort === 'meal' || !waited.test(one)), random.whole(0, 3))) {
    const value = /Cashier|Server|Bediener|Serveur|Operat|Medewerker/u.test(label) ? random.pick(HOMES[country].firstNames) : random.figures(random.whole(1, 6));
    if (random.chance(0.5)) roll.left(`${label}${colon} ${value}`);
    else roll.both(`${label}${colon}`, value);
  }
  if (sort === 'hotel') {
    const nights = random.whole(1, 5);
    const leave = dayAfter(day, nights);
    fields.ArrivalDate = day.iso;
    fields.DepartureDate = leave.iso;
    if (random.chance(0.5)) roll.left(`Guest: ${personName(random, country)}`);
    for (const [label, at] of [[words.arrival, day], [words.departure, leave]] as const) {
      if (random.chance(0.5)) roll.left(`${label}${colon} ${write(at)}`);
      else roll.both(`${label}${colon}`, write(at));
    }
    return;
  }
  if (sort === 'parking' && random.chance(0.7)) {
    const [hour, minute] = time.split(':').map(Number) as [number, number];
    roll.both(words.entry, `${write(day)} ${String(Math.max(0, hour - random.whole(1, 4))).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    roll.both(words.exit, `${write(day)} ${time}`);
    fields.TransactionDate = day.iso;
    fields.TransactionTime = `${time}:00`;
    return;
  }
  fields.TransactionDate = day.iso;
  const timed = random.chance(0.75);
  const twelve = HOMES[country].language === 'en' && random.chance(0.5);
  const [hour, minute] = time.split(':') as [string, string];
  const seconds = random.chance(0.3) ? `:${random.figures(2).replace(/^[6-9]/u, '3')}` : '';
  const printed = twelve ? `${String(Number(hour) % 12 === 0 ? 12 : Number(hour) % 12)}:${minute}${seconds} ${Number(hour) >= 12 ? 'PM' : 'AM'}` : `${time}${seconds}`;
  if (timed) fields.TransactionTime = `${time}${seconds === '' ? ':00' : seconds}`;
  else open.add('TransactionTime');
  const label = random.pick(words.date);
  const style = random.whole(0, 4);
  if (style === 0) roll.left(`${label}${colon} ${write(day)}${timed ? ` ${printed}` : ''}`);
  else if (style === 1) roll.both(write(day), timed ? printed : '');
  else if (style === 2) roll.left(`${write(day)}${timed ? ` ${printed}` : ''}`);
  else if (style === 3) {
    roll.both(`${label}${colon}`, write(day));
    if (timed) roll.both(`${random.pick(words.time)}${colon}`, printed);
  } else roll.left(`${label}${colon} ${write(day)}${timed ? `  ${random.pick(words.time)}${colon} ${printed}` : ''}`);
}

interface Bought { Description: string; Quantity: number; Price: number; TotalPrice: number; ProductCode?: string }

function drawItems(d: Drawing): number[] {
  const { random, roll, sort, words, money, fields, country, write, day } = d;
  const signs = random.chance(0.3) && roll.paper.width > 230;
  const cell = (amount: number): string => signs ? money.full(amount) : money.bare(amount);
  if (sort === 'gas') return [drawFuel(d, cell)];
  if (sort === 'hotel') {
    const nights = random.whole(1, 4);
    const rows: Record<string, TrueValue>[] = [];
    const rate = cents(random.between(70, 260));
    for (let night = 0; night < nights; night++) rows.push({ Description: words.goods.hotel[0]!, TotalPrice: rate, Date: dayAfter(day, night).iso });
    for (const extra of random.some(words.goods.hotel.slice(1), random.whole(0, 3))) rows.push({ Description: extra, TotalPrice: cents(random.between(3, 40)), Date: dayAfter(day, random.whole(0, nights)).iso });
    const dated = random.chance(0.7);
    fields.Items = rows.map((row) => ({ ...(dated ? row : { Description: row.Description!, TotalPrice: row.TotalPrice! }), Category: CATEGORIES.find(([pattern]) => pattern.test(row.Description as string))![1] }));
    for (const row of rows) {
      const iso = row.Date as string;
      const at = { iso, year: Number(iso.slice(0, 4)), month: Number(iso.slice(5, 7)), day: Number(iso.slice(8, 10)) };
      roll.both(dated ? `${/^\D|\s/u.test(write(at)) ? iso : write(at)}  ${row.Description as string}` : row.Description as string, cell(row.TotalPrice as number));
    }
    return rows.map(({ TotalPrice }) => TotalPrice as number);
  }
  const count = sort === 'parking' ? 1 : random.whole(1, random.chance(0.2) ? 12 : 6);
  const names = random.some(words.goods[sort], count);
  const items: Bought[] = names.map((Description) => {
    const Quantity = sort === 'parking' ? 1 : random.chance(0.65) ? 1 : random.whole(2, 6);
    const Price = cents(random.between(1, sort === 'meal' ? 28 : 45));
    return { Description, Quantity, Price, TotalPrice: cents(Quantity * Price), ProductCode: random.figures(random.pick([5, 6, 8, 12, 13])) };
  });
  const style = sort === 'parking' ? 'name' : random.pick(['name', 'count', 'count', 'times', 'below', 'above', 'columns'] as const);
  const coded = sort === 'supplies' && random.chance(0.4);
  const letter = random.chance(0.15) ? ` ${random.pick(['A', 'T', 'B', 'SR'])}` : '';
  if (style === 'columns') roll.both(country === 'MY' ? 'QTY DESCRIPTION' : words.numbers[0] === 'Receipt #' ? 'Qty Item' : 'x', cell(0).replace(/[\d.,]/gu, '').trim() === '' ? 'Amt' : 'Amount');
  const truths: Record<string, TrueValue>[] = [];
  for (const { Description, Quantity, Price, TotalPrice, ProductCode } of items) {
    const truth: Record<string, TrueValue> = { Description, TotalPrice };
    const code = coded && ProductCode !== undefined ? `${ProductCode} ` : '';
    if (coded) truth.ProductCode = ProductCode!;
    const times = random.pick(['x', 'x', '@', 'X']);
    if (style === 'name') roll.both(`${code}${Description}`, cell(TotalPrice) + letter);
    else if (style === 'count' || style === 'columns') {
      truth.Quantity = Quantity;
      roll.both(code === '' ? `${String(Quantity)}${random.chance(0.2) ? 'x' : ''} ${Description}` : `${code}${Description}`, cell(TotalPrice) + letter);
      if (code !== '') delete truth.Quantity;
    } else if (style === 'times') {
      if (Quantity > 1 || random.chance(0.3)) {
        truth.Quantity = Quantity;
        truth.Price = Price;
        roll.left(`${code}${Description}`);
        roll.both(`${String(Quantity)} ${times} ${money.bare(Price)}`, cell(TotalPrice) + letter, { indent: random.pick([0, 12]) });
      } else roll.both(`${code}${Description}`, cell(TotalPrice) + letter);
    } else if (style === 'below') {
      roll.both(`${code}${Description}`, cell(TotalPrice) + letter);
      if (Quantity > 1) {
        truth.Quantity = Quantity;
        truth.Price = Price;
        roll.left(`${String(Quantity)} ${times} ${money.bare(Price)}`, { indent: 12 });
      }
    } else {
      truth.Quantity = Quantity;
      truth.Price = Price;
      roll.left(`${code}${Description}`);
      roll.both(`${String(Quantity)} ${times} ${cell(Price)}`, cell(TotalPrice) + letter);
    }
    truths.push(truth);
  }
  fields.Items = truths;
  return items.map(({ TotalPrice }) => TotalPrice);
}

function drawFuel({ random, roll, words, fields, country, open, money }: Drawing, cell: (amount: number) => string): number {
  const volume = random.whole(4000, 58000) / 1000;
  const price = random.whole(1200, 4200) / 1000;
  const total = cents(volume * price);
  const number = (value: number, digits: number): string => HOMES[country].comma ? value.toFixed(digits).replace('.', ',') : value.toFixed(digits);
  const unit = country === 'US' ? random.pick(['gal', 'GAL']) : random.pick(['L', 'l', 'Ltr']);
  const name = random.pick(words.goods.gas);
  if (random.chance(0.5)) roll.left(`Pump ${random.chance(0.5) ? '# ' : ''}${String(random.whole(1, 14))}`);
  if (random.chance(0.6)) {
    const below = random.chance(0.5);
    const detail = `${number(volume, 3)} ${unit} ${random.pick(['@', 'x'])} ${number(price, 3)}`;
    fields.Items = [{ Description: name, Quantity: volume, Price: price, TotalPrice: total, QuantityUnit: unit }];
    if (below) {
      roll.both(name, cell(total));
      roll.left(detail, { indent: 8 });
    } else if (roll.paper.widthOf(`${name} ${detail} ${cell(total)}`) < roll.paper.width - 40) roll.both(`${name} ${detail}`, cell(total));
    else {
      roll.left(name);
      roll.both(detail, cell(total));
    }
  } else {
    open.add('Items');
    roll.left(name);
    roll.both(country === 'US' ? 'Gallons' : 'Litres', number(volume, 3));
    roll.both(country === 'US' ? 'Price/Gal' : 'Price/L', `${money.full(0).replace(/[\d.,\s]/gu, '').slice(0, 1)}${number(price, 3)}`);
  }
  return total;
}

function drawSums(d: Drawing, amounts: readonly number[]): void {
  const { random, roll, country, sort, words, money, fields, open, colon } = d;
  const sum = cents(amounts.reduce((all, amount) => all + amount, 0));
  const rate = random.pick(HOMES[country].rates);
  const printed = `${HOMES[country].comma ? String(rate).replace('.', ',') : String(rate)}%`;
  const full = random.chance(0.6);
  const cell = (amount: number): string => full ? money.full(amount) : money.bare(amount);
  const hotel = sort === 'hotel';
  let total = sum;
  if (country === 'US' || country === 'AU' || (country === 'MY' && random.chance(0.3))) {
    if (random.chance(0.8) && !hotel) {
      fields.Subtotal = sum;
      roll.both(random.pick(words.subtotal) + colon, cell(sum));
    }
    if (random.chance(0.85)) {
      const tax = cents((sum * rate) / 100);
      const label = random.pick(words.tax);
      const said = random.chance(0.4);
      roll.both(`${said ? `${label} ${printed}` : label}${colon}`, cell(tax));
      if (!hotel) fields.TotalTax = tax;
      if (said) fields.TaxDetails = [{ Amount: tax, Rate: rate, Description: label }];
      total = cents(total + tax);
    }
    if (sort === 'meal' && random.chance(0.35)) {
      const tip = cents(total * random.pick([0.15, 0.18, 0.2]));
      fields.Tip = tip;
      roll.both(random.pick(words.tip) + colon, cell(tip));
      total = cents(total + tip);
    }
  } else if (random.chance(0.3) && !hotel && sort !== 'gas') {
    fields.Subtotal = sum;
    roll.both(random.pick(words.subtotal) + colon, cell(sum));
  }
  if (!hotel && sort !== 'gas' && random.chance(0.15)) {
    const fee = cents(random.between(0.5, 4));
    total = cents(total + fee);
    roll.both(random.pick(FEES[HOMES[country].language]) + colon, cell(fee));
  } else if (sort === 'supplies' && random.chance(0.15)) {
    const off = cents(total * 0.1);
    total = cents(total - off);
    roll.both(random.pick(['Discount', 'You saved', 'Coupon']) + colon, cell(-off));
  }
  if (random.chance(0.15)) roll.left(random.pick([`Item(s): ${String(amounts.length)}`, `Qty ${String(amounts.length)}`, `Items sold ${String(amounts.length)}`]));
  if (country === 'MY' && random.chance(0.4)) {
    const rounded = cents(Math.round(total * 20) / 20);
    roll.both(random.pick(['Rounding', 'Rounding Adj', 'Rounding Adjustment']) + colon, money.bare(cents(rounded - total)));
    total = rounded;
  }
  if (fields.Subtotal === undefined) open.add('Subtotal');
  fields.Total = total;
  const large = random.chance(0.35);
  const totals = country === 'MY' ? [...words.total, 'Total (RM)', 'Total Incl. GST@6%', 'Total Sales (Inclusive GST)', 'Rounded Total (RM)', 'NETT TOTAL'] : words.total;
  roll.both(random.pick(totals) + colon, money.full(total), { bold: random.chance(0.6), ...(large ? { size: roll.paper.size * 1.25 } : {}) });
  if (country === 'MY' && fields.TotalTax === undefined && !hotel && random.chance(0.4)) {
    const tax = cents(total - total / 1.06);
    roll.both(random.pick(['GST @6% included in total', 'GST 6%', 'Incl. GST 6%']), money.full(tax));
    fields.TotalTax = tax;
    open.add('TaxDetails');
  }
  if (HOMES[country].comma && random.chance(0.5)) {
    const net = cents(total / (1 + rate / 100));
    const tax = cents(total - net);
    const label = random.pick(words.tax);
    const base = random.chance(0.3);
    roll.both(`${label} ${printed}${base ? `  ${money.bare(net)}` : ''}`, money.bare(tax));
    if (!hotel) fields.TotalTax = tax;
    fields.TaxDetails = [{ Amount: tax, Rate: rate, Description: label, ...(base ? { NetAmount: net } : {}) }];
    if (base) open.add('TaxDetails');
  }
  if (hotel) {
    if (random.chance(0.4)) {
      const balance = random.chance(0.5) ? 0 : total;
      fields.Balance = balance;
      roll.both(words.balance + colon, money.full(balance));
    } else open.add('Balance');
    return;
  }
  if (!random.chance(0.6)) return;
  if (random.chance(0.5)) {
    const given = cents(Math.ceil(total / 5) * 5 + random.pick([0, 0, 5, 10]));
    const method = random.pick(words.cash);
    fields.Payments = [{ Method: method, Amount: given }];
    roll.both(method + colon, cell(given));
    if (given !== total || random.chance(0.5)) roll.both(random.pick(words.change) + colon, cell(cents(given - total)));
  } else {
    const method = random.pick(words.card);
    fields.Payments = [{ Method: method, Amount: total }];
    roll.both(method + colon, cell(total));
    if (random.chance(0.5)) roll.left(`Card: **** **** **** ${random.figures(4)}`);
  }
}
