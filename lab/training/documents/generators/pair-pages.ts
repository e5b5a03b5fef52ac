/**
 * Pages with the numbers and dates of an invoice and little else, laid out directly without a PDF: captions of forty languages, also
 * those of one word that head other values too ("Factura", "Cliente"), beside, above and below their values, in columns and boxes; the
 * number behind the title; and numbers of other things: deliveries, contracts, phones, tax offices, accounts, articles.
 */
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import labels from '../../../../src/engines/documents/fields/invoice/labels.json' with { type: 'json' };
import { createTestLayout } from '../../../../test/support/test-layout.ts';
import { SeededRandom } from '../seeded-random.ts';
import { ITEMS, Page, STYLES, blockOf, capitalized, randomEntity } from './party-pages.ts';

export interface PairPage {
  layout: DocumentLayout;
  fields: Readonly<Record<string, string>>;
  known: ReadonlySet<string>;
}

type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
const captions: Phrases = labels.fields;
const expansions: Phrases = labels.expansions;
/** Boxes of pages that are written from right to left are mirrored before captions are found; that is tested elsewhere. */
const LANGUAGES = Object.keys(captions.InvoiceId!).filter((language) => !['ar', 'he'].includes(language));

/** Fields that learn from these pages. */
const KNOWN = ['InvoiceId', 'CustomerId', 'PurchaseOrder'] as const;

function captionOf(random: SeededRandom, field: string, language: string): string {
  const own = captions[field]?.[language] ?? captions[field]?.en ?? [];
  const phrase = random.pick(own).replace('{no}', random.pick(expansions.no![language] ?? ['no']));
  const style = random.next();
  return style < 0.6
    ? capitalized(phrase)
    : style < 0.8
      ? phrase.toUpperCase()
      : phrase.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function randomNumber(random: SeededRandom): string {
  const year = String(random.integer(2016, 2025));
  const kind = random.integer(0, 11);
  const digits = random.digits(random.integer(3, 10));
  if (kind < 4) return digits;
  if (kind === 4) return `${random.letters(random.integer(1, 3))}${random.pick(['-', '', ' ', '/'])}${digits}`;
  if (kind === 5) return `${year}${random.pick(['/', '-', ''])}${random.digits(random.integer(2, 5))}`;
  if (kind === 6) return `${random.digits(random.integer(1, 4))}/${year}`;
  if (kind === 7) return `${random.letters(2)}-${year}-${random.digits(3)}`;
  if (kind === 8) return `${random.digits(3)}-${random.digits(3)}-${random.digits(random.integer(4, 8))}`;
  if (kind === 9) return `0${random.digits(random.integer(3, 7))}`;
  if (kind === 10) return `${random.letters(1)}${random.digits(2)}/${random.digits(random.integer(2, 4))}`;
  return `${random.digits(random.integer(2, 4))}/${random.letters(random.integer(1, 2))}/${year.slice(2)}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');

function randomDate(random: SeededRandom): { iso: string; printed: string } {
  const [year, month, day] = [random.integer(2016, 2025), random.integer(1, 12), random.integer(13, 28)];
  const [y, m, d] = [String(year), pad(month), pad(day)];
  return {
    iso: `${y}-${m}-${d}`,
    printed: random.pick([`${d}.${m}.${y}`, `${d}/${m}/${y}`, `${y}-${m}-${d}`, `${d}-${m}-${y}`, `${y}/${m}/${d}`]),
  };
}

interface Pair {
  caption: string;
  value: string;
}

/** Words between a number and its date. */
const DATED: Readonly<Record<string, readonly string[]>> = {
  de: ['vom'],
  en: ['of', 'dated'],
  fr: ['du'],
  es: ['de', 'del'],
  it: ['del'],
  nl: ['van', 'd.d.'],
  pt: ['de'],
  pl: ['z dnia'],
  cs: ['ze dne'],
  da: ['af'],
  sv: ['av den'],
  ru: ['от'],
  bg: ['от'],
  uk: ['від'],
};

const ARRANGEMENTS = ['inline', 'inline', 'columns', 'columns', 'boxes', 'boxes', 'stacked'] as const;

export function generatePairPage(seed: number): PairPage {
  const random = new SeededRandom(seed * 5 + 13);
  const language = random.pick(LANGUAGES);
  const style = STYLES.find((own) => own.language === language) ?? random.pick(STYLES.slice(0, 12));
  const page = new Page(random);
  const h = page.height;
  const fields: Record<string, string> = {};
  const pairs: Pair[] = [];
  const add = (field: string, value: string): void => {
    pairs.push({ caption: captionOf(random, field, language), value });
  };
  const id = randomNumber(random);
  fields.InvoiceId = id;
  const title = captionOf(random, random.chance(0.5) ? 'Other.title' : 'InvoiceId', language);
  const isTitled = random.chance(0.3);
  if (!isTitled) add('InvoiceId', id);
  const issued = randomDate(random);
  fields.InvoiceDate = issued.iso;
  // Behind the number of the heading, after the place, or at its caption.
  const dated = random.pick(
    isTitled ? (['title', 'place', 'caption', 'caption'] as const) : (['place', ...Array<'caption'>(5).fill('caption')] as const),
  );
  if (dated === 'caption') add('InvoiceDate', issued.printed);
  if (random.chance(0.5)) {
    const { iso, printed } = randomDate(random);
    fields.DueDate = iso;
    add('DueDate', printed);
  }
  if (random.chance(0.3)) add('Other.date', randomDate(random).printed);
  for (const [field, share] of [
    ['CustomerId', 0.5],
    ['PurchaseOrder', 0.35],
  ] as const)
    if (random.chance(share)) {
      fields[field] = randomNumber(random);
      add(field, fields[field]);
    }
  for (let i = random.integer(0, 4); i > 0; i--)
    add('Other.reference', random.chance(0.7) ? randomNumber(random) : random.pick(style.people));
  if (random.chance(0.3)) add('CustomerTaxId', random.digits(random.integer(8, 12)));
  const [head, rest] = random.chance(0.4) ? [pairs.slice(0, 3), pairs.slice(3)] : [pairs, []];
  const own = random.chance(0.5) ? random.sample(head, head.length) : head;
  const [left, right] = [random.between(30, 60), random.between(320, 380)];
  const vendor = randomEntity(random, style, 'company');
  const customer = randomEntity(random, style, 'customer');
  const top = random.between(20, 50);
  const isRight = random.chance(0.5);
  let y = page.block(
    [...blockOf(vendor), `${captionOf(random, 'VendorTaxId', language)}: ${random.digits(9)}`],
    isRight ? right : left,
    top,
  );
  const scale = random.between(1, 2.2);
  const heading = `${title}${random.pick([' ', ': ', ' - ', ' # '])}${id}`;
  const number =
    dated === 'title'
      ? `${heading}${random.pick([' ', ', ', ' / ', ` ${random.pick(DATED[language] ?? ['-'])} `])}${issued.printed}`
      : heading;
  page.put(isTitled ? number : title, isRight ? left : right, top, isTitled ? Math.min(1.5, scale) : scale);
  const beside = arrange(page, own, isRight ? left : right, top + 4 * h);
  y = Math.max(y, beside) + 3 * h;
  y = Math.max(page.block(blockOf(customer), left, y), arrange(page, random.chance(0.5) ? [] : rest.splice(0, 2), right, y)) + 3 * h;
  y = arrange(page, rest, left, y) + 2 * h;
  if (dated === 'place') {
    page.put(
      `${random.pick(['Lyon', 'Graz', 'Porto', 'Gent', 'Leeds', 'Brno'])}${random.pick([', ', ' ', ', '])}${issued.printed}`,
      isRight ? left : right,
      y,
    );
    y += 2 * h;
  }
  for (const item of random.sample(ITEMS, random.integer(1, 4))) {
    page.put(random.chance(0.5) ? `${random.digits(random.integer(3, 7))} ${item}` : item, left, y);
    page.put(`${random.digits(2)}.00`, 480, y);
    y += 1.6 * h;
  }
  page.put(captionOf(random, 'InvoiceTotal', language), 380, y + h);
  page.put(`${random.digits(3)}.00`, 480, y + h);
  const others = ['Other.phone', 'BankAccountNumber', 'IBAN', 'Other.reference', 'VendorTaxId'] as const;
  random.sample(others, random.integer(0, 4)).forEach((field, i) => {
    page.put(
      `${captionOf(random, field, language)}: ${random.digits(random.integer(6, 12))}`,
      left + (i % 2) * 260,
      700 + Math.floor(i / 2) * 1.6 * h,
    );
  });
  return { layout: createTestLayout(page.lines), fields, known: new Set(KNOWN) };
}

/** Captions and values; returns where the next part may start. */
function arrange(page: Page, pairs: readonly Pair[], left: number, top: number): number {
  const { random, height } = page;
  if (pairs.length === 0) return top;
  const kind = random.pick(ARRANGEMENTS);
  const step = height * random.between(1.4, 2);
  const colon = random.pick([':', ':', '', ' :']);
  if (kind === 'inline')
    return page.block(
      pairs.map(({ caption, value }) => `${caption.replace(/:$/u, '')}${colon} ${value}`),
      left,
      top,
    );
  if (kind === 'columns') {
    const widest = Math.max(...pairs.map(({ caption }) => caption.length));
    pairs.forEach(({ caption, value }, i) => {
      page.put(`${caption.replace(/:$/u, '')}${colon}`, left, top + i * step);
      page.put(value, left + (widest + 4) * height * 0.52, top + i * step);
    });
    return top + pairs.length * step;
  }
  if (kind === 'stacked')
    return page.block(
      pairs.flatMap(({ caption, value }) => [caption.replace(/:$/u, ''), value]),
      left,
      top,
    );
  const from = pairs.length > 3 ? 36 : left;
  let x = from;
  let y = pairs.length > 3 ? top + 8 * height : top;
  for (const { caption, value } of pairs) {
    const width = (Math.max(caption.length, value.length) + 3) * height * 0.52;
    if (x + width > 600 && x > from) {
      x = from;
      y += 4 * height;
    }
    page.put(caption.replace(/:$/u, ''), x, y);
    page.put(value, x, y + step);
    x += width;
  }
  return y + 2 * step;
}
